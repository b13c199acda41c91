import { l10n } from 'vscode';

/** What dialogs are exported as, by the ending of their files. */
export type ExportedAs = 'md' | 'html' | 'json';

/** Messages from one moment on, and before another. Milliseconds. */
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

/** The formats as they are offered. */
export const exportFormats = (): Readonly<Record<ExportedAs, FormatChoice>> => ({
  md: { format: 'md', icon: 'markdown', label: 'Markdown', description: l10n.t('to read and share') },
  html: { format: 'html', icon: 'browser', label: 'HTML', description: l10n.t('one page, for any browser') },
  json: { format: 'json', icon: 'json', label: 'JSON', description: l10n.t('for other programs') },
});

/** A name that every file system takes. */
export function fileName(dialog: string): string {
  const name = dialog.replaceAll(/[\\/:"*?<>|\p{Cc}]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '');
  return name.slice(0, 80) || 'dialog';
}

/** A name for each dialog, no two alike on systems that do not tell capitals from small letters; none is `index`. */
export function fileNames(dialogs: readonly string[]): readonly string[] {
  const taken = new Set(['index']);
  return dialogs.map((dialog) => {
    const name = fileName(dialog);
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase().normalize()); n++) free = `${name} ${n}`;
    taken.add(free.toLowerCase().normalize());
    return free;
  });
}
