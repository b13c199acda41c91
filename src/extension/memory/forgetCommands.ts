import { l10n } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { TrashedMemories } from '../../history/memory/types.ts';
import type { Command } from '../base/commands.ts';
import { firstLine, inform, number, type Several, type Undoable, undoably } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { trashedText, trashedTitle } from './memoryItems.ts';
import type { MemoryTarget } from './memoryTarget.ts';
import { chooseMemories, type MemoryServices } from './pickMemory.ts';
import { chooseProject, pick } from '../base/pick.ts';

/** Commands that move memories to the trash and restore them. */
export function forgetCommands(services: MemoryServices): readonly Command[] {
  return [
    {
      id: 'historyStore.forgetMemory',
      writes: true,
      run: (argument, selected) => forget(services, argument, selected),
    },
    { id: 'historyStore.restoreMemories', writes: true, run: (argument) => restore(services, argument) },
  ];
}

/** Does not ask, since this can be undone, now and for 30 days. */
async function forget(services: MemoryServices, argument: unknown, selected: unknown): Promise<void> {
  const targets = await chooseMemories(services, { argument, selected }, l10n.t('Delete Memory'));
  const remove = async ({ project, hash }: MemoryTarget): Promise<Undoable<TrashedMemories> | undefined> => {
    const { trashed } = await project.memories.remove(hash);
    return trashed && { done: trashed, undo: () => project.memories.restore(trashed.id) };
  };
  const refocus = () => services.memoryView.rows.refocus(argument);
  await undoably(targets, remove, forgottenText, services.onError, refocus);
}

const forgottenText = ([first, ...more]: Several<TrashedMemories>): string =>
  more.length === 0
    ? l10n.t('Deleted “{0}”.', trashedTitle(first))
    : l10n.t('Deleted {0} memories.', number(more.length + 1));

async function restore(services: MemoryServices, argument: unknown): Promise<void> {
  const project = await chooseProject(services.projects, argument, l10n.t('Restore Memories'));
  const id = trashIdOf(argument) ?? (await askTrashed(project, services.clock.now()));
  const [first, ...more] = await project.memories.restore(id);
  const text =
    more.length === 0
      ? l10n.t('Restored “{0}”.', firstLine(first?.content ?? ''))
      : l10n.t('Restored {0} memories.', number(more.length + 1));
  inform(text);
}

/** Returns the id in a tree node. */
function trashIdOf(argument: unknown): string | undefined {
  const trashed = isObject(argument) ? argument.trashed : undefined;
  return isObject(trashed) && typeof trashed.id === 'string' ? trashed.id : undefined;
}

async function askTrashed(project: Project, now: number): Promise<string> {
  const trash = await project.memories.trash();
  const items = trash.map((trashed) => ({
    label: `$(trash) ${trashedTitle(trashed)}`,
    description: trashedText(trashed, now),
    id: trashed.id,
  }));
  const none = l10n.t('The trash has no memories.');
  return (await pick(items, l10n.t('Restore Memories'), l10n.t('Choose what to restore'), { none })).id;
}
