import { join } from 'node:path';
import { silentLog } from '../disk/base/core.ts';
import { contextOf } from '../disk/context.ts';
import { DialogAccess } from '../history/dialogs/dialogAccess.ts';
import { readLayout, readPending, type Pending } from '../history/dialogs/layout.ts';
import { DialogList } from '../history/dialogs/list.ts';
import { isFolderOfADialog } from '../history/dialogs/locate.ts';
import { entriesOf, temporarySuffix } from '../disk/files/folders.ts';
import { note, ok, text } from './findings.ts';
import { isHeldNow } from './locks.ts';
import { historyOf } from './historyFolder.ts';
import type { Check, RepairableFinding, BilingualText, CheckTarget, Repair } from './types.ts';

/** Finds half-done work of processes that ended. */
export const unfinishedCheck: Check = {
  id: 'unfinished',
  title: text('Unfinished operations'),
  withinMs: 10_000,
  run: async (target, signal) => {
    const history = historyOf(target);
    if (history === undefined) return [];
    const found: RepairableFinding[] = [];
    let left = 0;
    for (const entry of (await entriesOf(history)) ?? []) {
      if (entry.name.startsWith('.new-') || entry.name.endsWith(temporarySuffix)) left++;
      if (signal.aborted || !entry.isDirectory() || !isFolderOfADialog(history, entry.name)) continue;
      if (isHeldNow(history, entry.name)) continue; // another process is working on it
      const { temporary, pending } = await readLayout(join(history, entry.name));
      left += temporary.length;
      const operation = pending ? await readPending(join(history, entry.name)) : undefined;
      if (operation) found.push(interrupted(history, entry.name, operation, target));
    }
    const done = ok('unfinished.none', text('Nothing was left half done.'));
    return [...found, ...leftOver(left), ...(found.length + left === 0 ? [done] : [])];
  },
};

const operations: Readonly<Record<Pending['op'], BilingualText>> = {
  clear: text('Clearing'),
  restore: text('Restoring'),
  rename: text('Renaming'),
};

function interrupted(history: string, base: string, { op }: Pending, target: CheckTarget): RepairableFinding {
  const message = text('{0} {1} was interrupted. The next change of it finishes this.', operations[op], base);
  return note('unfinished.operation', message, {
    subject: base,
    data: { operation: op },
    repair: finishing(history, base, target),
  });
}

const finishing = (history: string, base: string, { clock }: CheckTarget): Repair => ({
  offer: text('Finish it now.'),
  run: async () => {
    const context = contextOf(join(history, '..'), { clock, log: silentLog });
    const info = await new DialogList(context).info(base);
    // Locking a dialog completes what was interrupted in it.
    await new DialogAccess(context).change(info?.name ?? base, () => Promise.resolve());
    return text('It is finished.');
  },
});

function leftOver(files: number): readonly RepairableFinding[] {
  if (files === 0) return [];
  const message = text(
    '{0} half-written files were left by processes that ended. The next change removes them.',
    files,
  );
  return [note('unfinished.files', message, { data: { files } })];
}
