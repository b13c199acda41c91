import { l10n } from 'vscode';

/** Export formats, by file extension. */
export type ExportedAs = 'md' | 'html' | 'json';

/** Messages from one time on and before another. Milliseconds. */
export interface ExportSpan {
  readonly from?: number;
  readonly to?: number;
}

interface FormatChoice {
  readonly format: ExportedAs;
  /** Name of a codicon. */
  readonly icon: string;
  readonly label: string;
  readonly description: string;
}

/** Returns the formats offered. */
export const exportFormats = (): Readonly<Record<ExportedAs, FormatChoice>> => ({
  md: { format: 'md', icon: 'markdown', label: 'Markdown', description: l10n.t('to read and share') },
  html: { format: 'html', icon: 'browser', label: 'HTML', description: l10n.t('one page, for any browser') },
  json: { format: 'json', icon: 'json', label: 'JSON', description: l10n.t('for other programs') },
});
