import { l10n } from 'vscode';

/** Codicons by kind of shared item. */
const icons: ReadonlyMap<string, string> = new Map([
  ['decision', 'law'],
  ['constraint', 'lock'],
  ['memory', 'lightbulb'],
  ['summary', 'fold'],
  ['messages', 'comment-discussion'],
  ['context', 'layers'],
  ['session', 'terminal'],
  ['task', 'checklist'],
  ['issue', 'bug'],
  ['fact', 'info'],
  ['reference', 'link'],
]);

export const kindIcon = (kind: string): string => icons.get(kind) ?? 'note';

/** Returns the displayed name of a kind; people may use any other. */
export function kindName(kind: string): string {
  const names: ReadonlyMap<string, string> = new Map([
    ['decision', l10n.t('Decision')],
    ['constraint', l10n.t('Constraint')],
    ['memory', l10n.t('Memory')],
    ['summary', l10n.t('Summary')],
    ['messages', l10n.t('Messages')],
    ['context', l10n.t('Context')],
    ['session', l10n.t('Session')],
    ['task', l10n.t('Task')],
    ['issue', l10n.t('Issue')],
    ['fact', l10n.t('Fact')],
    ['reference', l10n.t('Reference')],
    ['note', l10n.t('Note')],
  ]);
  return names.get(kind) ?? kind;
}
