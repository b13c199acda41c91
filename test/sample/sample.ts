import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NewEntry } from '../../src/history/dialogs/types.ts';
import { openStore } from '../../src/store/store.ts';
import type { Store } from '../../src/store/types.ts';
import { checkoutRounding } from './checkoutRounding.ts';
import type { SampleContext, SampleDialog, Turn } from './dialog.ts';
import { flakyTest } from './flakyTest.ts';
import { forgottenMemory, sampleMemories, type SampleMemory } from './memories.ts';
import { nightlyImport } from './nightlyImport.ts';
import { projectFiles } from './project.ts';
import { reconciliation } from './reconciliation.ts';
import { releasePlan } from './releasePlan.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The dialogs of the sample workspace. */
export const sampleDialogs = [
  checkoutRounding,
  reconciliation,
  nightlyImport,
  releasePlan,
  flakyTest,
] as const;

/** Writes the sample workspace into a new folder: a small project and, through the store, its dialogs and memories. */
export async function writeSample(folder: string, now = Date.now()): Promise<void> {
  for (const [path, text] of Object.entries(projectFiles)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const dialog of sampleDialogs) await writeDialog(folder, dialog, now);
  const { memories } = openStoreAt(folder, now - forgottenMemory.hoursAgo * hour);
  for (const memory of [forgottenMemory, ...sampleMemories]) await memories.store(dated(memory, now));
  const [forgotten] = (await memories.list()).filter(({ content }) => content === forgottenMemory.content);
  if (forgotten) await openStoreAt(folder, now - hour).memories.remove(forgotten.hash);
}

const dated = ({ hoursAgo, ...memory }: SampleMemory, now: number) => ({
  ...memory,
  createdAt: now - hoursAgo * hour,
});

async function writeDialog(folder: string, dialog: SampleDialog, now: number): Promise<void> {
  const { name, turns, before = [], summary, pinned } = dialog;
  const end = now - dialog.minutesAgo * minute;
  const cleared = end - 2 * turns.length * dialog.pace * minute;
  if (before.length > 0) {
    const { dialogs } = openStoreAt(folder, cleared);
    await dialogs.save(name, entries(dialog, before, cleared));
    await dialogs.clear(name);
  }
  await writeTurns(folder, dialog, entries(dialog, turns, end), end);
  const { dialogs } = openStoreAt(folder, end);
  if (summary !== undefined) await dialogs.setSummary(name, summary, 'replace');
  if (pinned === true) await dialogs.setLabels(name, { pinned: true });
  const overview = await dialogs.overview(name);
  if (overview !== undefined) dateFiles(overview.folder, end);
}

/** Saves the messages of one context after the other, and begins the next one in between. */
async function writeTurns(
  folder: string,
  { name, contexts = [] }: SampleDialog,
  all: readonly NewEntry[],
  end: number,
): Promise<void> {
  const starts = contexts.map(({ from }) => from);
  const { dialogs } = openStoreAt(folder, end);
  for (const batch of batches(all.slice(0, starts[0]))) await dialogs.save(name, batch);
  for (const [index, context] of contexts.entries()) {
    const own = all.slice(context.from, starts[index + 1]);
    const store = openStoreAt(folder, own[0]?.ts ?? end);
    await beginContext(store, name, context, contexts[index - 1]);
    for (const batch of batches(own)) await store.dialogs.save(name, batch);
  }
}

async function beginContext(
  { contexts }: Store,
  dialog: string,
  { title }: SampleContext,
  last: SampleContext | undefined,
): Promise<void> {
  const { reason, summary } = last ?? {};
  const { archivedContextId } = await contexts.startNew(dialog, { title, ...(reason && { reason }) });
  if (archivedContextId !== undefined && summary !== undefined)
    await contexts.summarize(archivedContextId, summary);
}

/** A store whose clock stands at the time of the story. */
function openStoreAt(folder: string, time: number): Store {
  return openStore(folder, { clock: { now: () => time } });
}

/** Turns as messages the last of which was written at `end`. */
function entries({ agent, pace }: SampleDialog, turns: readonly Turn[], end: number): NewEntry[] {
  return turns.map(([role, text], index) => ({
    role,
    text,
    ts: Math.round(end - pausesAfter(turns.length - 1 - index) * pace * minute),
    ...(role === 'assistant' ? { meta: { agent } } : {}),
  }));
}

// Quick exchanges and long silences, one pause on average.
const rhythm = [0.3, 0.6, 2.4, 0.2, 0.5, 0.4, 2.9, 0.3, 1.7, 0.7];

function pausesAfter(steps: number): number {
  return Array.from({ length: steps }, (_, step) => rhythm[step % rhythm.length] ?? 1).reduce(
    (sum, pause) => sum + pause,
    0,
  );
}

/** A long dialog is written bit by bit, as in life, so that it comes in several parts. */
function batches(all: readonly NewEntry[]): NewEntry[][] {
  const size = 20;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** The files say when a dialog was active last. */
function dateFiles(folder: string, time: number): void {
  for (const file of readdirSync(folder)) utimesSync(join(folder, file), time / 1000, time / 1000);
}
