import { l10n } from 'vscode';

/** Codicons of the types that are in use everywhere; any other text may be a type too. */
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

/** What a type is called; one that a person or an agent made up stays as it is. */
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
