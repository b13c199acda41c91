import { join } from 'node:path';
import { silentLog } from '../store/base/core.ts';
import { contextOf } from '../store/context.ts';
import { DialogAccess } from '../store/dialogs/dialogAccess.ts';
import { readLayout, readPending, type Pending } from '../store/dialogs/layout.ts';
import { DialogList } from '../store/dialogs/list.ts';
import { isFolderOfADialog } from '../store/dialogs/locate.ts';
import { entriesOf, temporarySuffix } from '../store/files/folders.ts';
import { note, ok, text } from './findings.ts';
import { isHeldNow } from './locks.ts';
import { historyOf } from './place.ts';
import type { Check, RepairableFinding, BilingualText, Patient, Repair } from './types.ts';

/** What processes that ended have left half done. */
export const unfinishedCheck: Check = {
  id: 'unfinished',
  title: text('Unfinished operations', '未完成的操作'),
  withinMs: 10_000,
  run: async (patient, enough) => {
    const history = historyOf(patient);
    if (history === undefined) return [];
    const found: RepairableFinding[] = [];
    let left = 0;
    for (const entry of (await entriesOf(history)) ?? []) {
      if (entry.name.startsWith('.new-') || entry.name.endsWith(temporarySuffix)) left++;
      if (enough.aborted || !entry.isDirectory() || !isFolderOfADialog(history, entry.name)) continue;
      if (isHeldNow(history, entry.name)) continue; // somebody is at it
      const { temporary, pending } = await readLayout(join(history, entry.name));
      left += temporary.length;
      const operation = pending ? await readPending(join(history, entry.name)) : undefined;
      if (operation) found.push(interrupted(history, entry.name, operation, patient));
    }
    const done = ok('unfinished.none', text('Nothing was left half done.', '没有未完成的操作。'));
    return [...found, ...leftOver(left), ...(found.length + left === 0 ? [done] : [])];
  },
};

const operations: Readonly<Record<Pending['op'], BilingualText>> = {
  clear: text('Clearing', '清空'),
  restore: text('Restoring', '恢复'),
  rename: text('Renaming', '重命名'),
};

function interrupted(history: string, base: string, { op }: Pending, patient: Patient): RepairableFinding {
  const message = text(
    `${operations[op].en} ${base} was interrupted. The next change of it finishes this.`,
    `${base} 的${operations[op].zh}被中断。下次更改时会完成。`,
  );
  return note('unfinished.operation', message, {
    ...{ subject: base, data: { operation: op }, repair: finishing(history, base, patient) },
  });
}

const finishing = (history: string, base: string, { clock }: Patient): Repair => ({
  offer: text('Finish it now.', '立即完成。'),
  run: async () => {
    const context = contextOf(join(history, '..'), { clock, log: silentLog });
    const info = await new DialogList(context).info(base);
    // Whoever takes the lock of a dialog finishes what was interrupted in it.
    await new DialogAccess(context).change(info?.name ?? base, () => Promise.resolve());
    return text('It is finished.', '已完成。');
  },
});

function leftOver(files: number): readonly RepairableFinding[] {
  if (files === 0) return [];
  const message = text(
    `${files} half-written files were left by processes that ended. The next change removes them.`,
    `已结束的进程留下了 ${files} 个未写完的文件。下次更改时会清除。`,
  );
  return [note('unfinished.files', message, { data: { files } })];
}
