import { CancellationError, l10n } from 'vscode';
import { isObject } from '../../store/base/json.ts';
import type { TrashedMemories } from '../../store/memory/types.ts';
import type { Command } from '../base/commands.ts';
import { pick } from '../base/dialogTarget.ts';
import { firstLine, number } from '../base/format.ts';
import { inform, offerUndo } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { trashedText, trashedTitle } from './memoryItems.ts';
import { chosenMemories, projectFor, type MemoryServices } from './memoryTarget.ts';

/** Forgetting of memories, into the trash, and the way back. */
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

interface Forgotten {
  readonly project: Project;
  readonly trashed: TrashedMemories;
}

/** Nothing is asked, because it can be undone, now and for 30 days. */
async function forget(services: MemoryServices, argument: unknown, selected: unknown): Promise<void> {
  const targets = await chosenMemories(services, argument, selected, l10n.t('Delete Memory'));
  const forgotten: Forgotten[] = [];
  try {
    for (const { project, hash } of targets) {
      const { trashed } = await project.memories.remove(hash);
      if (trashed) forgotten.push({ project, trashed });
    }
  } finally {
    // Also where one of several could not be forgotten.
    if (forgotten.length > 0) offerUndo(forgottenText(forgotten), () => undo(forgotten), services.onError);
  }
}

async function undo(forgotten: readonly Forgotten[]): Promise<void> {
  for (const { project, trashed } of forgotten) await project.memories.restore(trashed.id);
}

function forgottenText([first, ...more]: readonly Forgotten[]): string {
  if (first === undefined) return '';
  if (more.length === 0) return l10n.t('Deleted “{0}”.', trashedTitle(first.trashed));
  return l10n.t('Deleted {0} memories.', number(more.length + 1));
}

async function restore(services: MemoryServices, argument: unknown): Promise<void> {
  const project = await projectFor(services, argument, l10n.t('Restore Memories'));
  const id = trashIdOf(argument) ?? (await askTrashed(project, services.clock.now()));
  const [first, ...more] = await project.memories.restore(id);
  const text =
    more.length === 0
      ? l10n.t('Restored “{0}”.', firstLine(first?.content ?? ''))
      : l10n.t('Restored {0} memories.', number(more.length + 1));
  inform(text);
}

/** The id in a node of the tree. */
function trashIdOf(argument: unknown): string | undefined {
  const trashed = isObject(argument) ? argument.trashed : undefined;
  return isObject(trashed) && typeof trashed.id === 'string' ? trashed.id : undefined;
}

async function askTrashed(project: Project, now: number): Promise<string> {
  const trash = await project.memories.trash();
  if (trash.length === 0) {
    inform(l10n.t('The trash has no memories.'));
    throw new CancellationError();
  }
  const items = trash.map((trashed) => ({
    label: `$(trash) ${trashedTitle(trashed)}`,
    description: trashedText(trashed, now),
    id: trashed.id,
  }));
  return (await pick(items, l10n.t('Restore Memories'), l10n.t('Choose what to restore'))).id;
}
