import { l10n } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { Command } from '../base/commands.ts';
import { type DialogTarget, type Offer, pick } from '../base/pick.ts';
import { inform, movedToTrash, offerUndo, turnCount, type Undoable, undoably } from '../base/notices.ts';
import type { ContextTarget } from './contextTarget.ts';
import { chooseAllArchived, enabledDialog, type ContextServices } from './pickContext.ts';
import { trashedText } from './contextItems.ts';

/** Commands that clear and delete contexts, both to the trash, and restore them. */
export function trashCommands(services: ContextServices): readonly Command[] {
  return [
    {
      id: 'historyStore.clearActiveContext',
      writes: true,
      run: (argument) => clearActive(services, argument),
    },
    {
      id: 'historyStore.deleteContext',
      writes: true,
      run: (argument, selected) => deleteContexts(services, argument, selected),
    },
    { id: 'historyStore.restoreContext', writes: true, run: (argument) => restore(services, argument) },
  ];
}

async function clearActive(services: ContextServices, argument: unknown): Promise<void> {
  const title = l10n.t('Clear Active Context');
  const { project, dialog } = await enabledDialog(services, argument, title);
  const turns = (await project.contexts.active(dialog))?.context.turns.length ?? 0;
  if (turns > 0 && !(await confirmed(dialog, turns))) return;
  const { cleared, trashId } = await project.contexts.clearActive(dialog);
  if (trashId === undefined) {
    inform(l10n.t('The active context of “{0}” was already empty.', dialog));
    return;
  }
  const text = l10n.t('Cleared the active context of “{0}” ({1}).', dialog, turnCount(cleared));
  offerUndo(text, () => project.contexts.restore(trashId), services.onError);
}

async function confirmed(dialog: string, turns: number): Promise<boolean> {
  const clear = {
    label: l10n.t('$(clear-all) Clear'),
    description: turnCount(turns),
    detail: l10n.t(
      'The dialog’s messages are kept. The cleared turns are moved to the trash. You can undo this.',
    ),
  };
  const keep = { label: l10n.t('$(close) Cancel') };
  const title = l10n.t('Clear the active context of “{0}”?', dialog);
  return (await pick([clear, keep], title, l10n.t('Clear this context?'))) === clear;
}

/** Does not ask, since this can be undone, now and for 30 days. */
async function deleteContexts(
  services: ContextServices,
  argument: unknown,
  selected: unknown,
): Promise<void> {
  const title = l10n.t('Delete Context Snapshot');
  const targets = await chooseAllArchived(services, { argument, selected }, title);
  const remove = async ({ project, contextId }: ContextTarget): Promise<Undoable<string>> => {
    const done = await project.contexts.remove(contextId);
    return { done: done.title || done.contextId, undo: () => project.contexts.restore(done.id) };
  };
  const refocus = () => services.view.rows.refocus(argument);
  await undoably(targets, remove, movedToTrash, services.onError, refocus);
}

async function restore(services: ContextServices, argument: unknown): Promise<void> {
  const target = await enabledDialog(services, argument, l10n.t('Restore Context'), withTrash());
  const id = trashIdOf(argument) ?? (await askTrashed(services, target));
  const restored = await target.project.contexts.restore(id);
  inform(l10n.t('Restored “{0}”.', restored.title || restored.contextId));
}

/** Dialogs with contexts in the trash. */
const withTrash = (): Offer => ({
  names: async ({ contexts }) => new Set((await contexts.trash()).map(({ dialog }) => dialog)),
  none: l10n.t('The trash has no contexts.'),
});

/** Returns the id that the pane of a deleted snapshot names. */
function trashIdOf(argument: unknown): string | undefined {
  const trashed = isObject(argument) ? argument.trashed : undefined;
  return isObject(trashed) && typeof trashed.id === 'string' ? trashed.id : undefined;
}

async function askTrashed({ clock }: ContextServices, { project, dialog }: DialogTarget): Promise<string> {
  const trash = await project.contexts.trash(dialog);
  const items = trash.map((trashed) => ({
    label: `$(${trashed.kind === 'active' ? 'clear-all' : 'trash'}) ${trashed.title || trashed.contextId}`,
    description: trashedText(trashed, clock.now()),
    id: trashed.id,
  }));
  const placeholder = l10n.t('Choose what to restore to “{0}”', dialog);
  const none = l10n.t('The trash has no context of “{0}”.', dialog);
  return (await pick(items, l10n.t('Restore Context'), placeholder, { none })).id;
}
