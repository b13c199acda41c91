import { l10n } from 'vscode';

/** Codicons of common types; any other text may be a type too. */
const icons: ReadonlyMap<string, string> = new Map([
  ['decision', 'law'],
  ['task', 'checklist'],
  ['reference', 'link'],
  ['fact', 'info'],
  ['code', 'code'],
  ['error', 'bug'],
  ['summary', 'fold'],
]);

export const typeIcon = (type: string): string => icons.get(type) ?? 'note';

/** Returns the displayed name of a type; custom ones are unchanged. */
export function typeName(type: string): string {
  const names: ReadonlyMap<string, string> = new Map([
    ['note', l10n.t('Note')],
    ['decision', l10n.t('Decision')],
    ['task', l10n.t('Task')],
    ['reference', l10n.t('Reference')],
    ['fact', l10n.t('Fact')],
    ['code', l10n.t('Code')],
    ['error', l10n.t('Error')],
    ['summary', l10n.t('Summary')],
  ]);
  return names.get(type) ?? type;
}
