import { l10n } from 'vscode';
import { knownSection } from '../../protocol/summarySections.ts';
import type { Command } from '../base/commands.ts';
import { number, undoably, type Several, type Undoable } from '../base/notices.ts';
import { chooseAll } from '../base/pick.ts';
import type { DialogServices } from '../dialogs/dialogCommands.ts';
import { entries } from '../dialogs/entryCommands.ts';
import { entryLine, presentEntry, type EntryTarget } from '../dialogs/entryTarget.ts';

/** Saves an entry of a summary as a memory, which outlives its dialog and reaches every agent. */
export const promoteCommand = (services: DialogServices): Command => ({
  id: 'historyStore.promoteEntry',
  writes: true,
  run: async (argument, selected) => {
    const targets = await chooseAll(entries(services), { argument, selected });
    await undoably(targets, promote, promotedText, services.onError);
  },
});

async function promote({ project, dialog, ref }: EntryTarget): Promise<Undoable<string>> {
  const entry = presentEntry(await project.dialogs.summary(dialog), ref);
  const { memory, duplicate } = await project.memories.store({
    content: entry.text,
    type: typeOf(ref.section),
    metadata: { source: 'summary', dialog },
  });
  const undo = duplicate ? () => Promise.resolve() : () => project.memories.remove(memory.hash);
  return { done: entryLine(entry), undo };
}

/** Decisions and constraints have types of their own; others are notes. */
function typeOf(section: string): string {
  const known = knownSection(section);
  return known === 'decisions' ? 'decision' : known === 'constraints' ? 'constraint' : 'note';
}

const promotedText = ([first, ...more]: Several<string>): string =>
  more.length === 0
    ? l10n.t('Remembered “{0}”.', first)
    : l10n.t('Remembered {0} entries.', number(more.length + 1));
