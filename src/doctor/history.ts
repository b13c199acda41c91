import { access, constants } from 'node:fs/promises';
import { secretsFromEnvironment } from '../store/base/context.ts';
import { silentLog } from '../store/base/core.ts';
import { historyFolder, linkedTree } from '../store/files/projectHistory.ts';
import { folderAt } from '../store/files/way.ts';
import { note, ok, problem, text } from './findings.ts';
import type { Check, Patient, Repair, RepairableFinding } from './types.ts';

/** Whether the folder of the history is there and can be used. */
export const historyCheck: Check = {
  id: 'history',
  title: text('History', '历史'),
  withinMs: 5_000,
  run: async ({ project, base = project, machine }) => {
    if (base === undefined)
      return [note('history.none', text('No project is examined.', '未检查任何项目。'))];
    const folder = historyFolder(base);
    const about = { subject: folder };
    if (folderAt(folder) === undefined)
      return [note('history.absent', text('There is no history yet.', '还没有历史。'), about)];
    if (!(await may(folder, constants.R_OK | constants.X_OK)))
      return [
        problem('history.unreadable', text(`${folder} cannot be read.`, `无法读取 ${folder}。`), about),
      ];
    if (!(await may(folder, constants.W_OK)))
      return [
        problem('history.readOnly', text(`${folder} cannot be written.`, `无法写入 ${folder}。`), about),
      ];
    return [
      ok('history.usable', text('It can be read and written.', '可读写。'), about),
      ...treeFindings(base, machine),
    ];
  },
};

/** What a person should know of a linked working tree of git. */
function treeFindings(base: string, machine: Patient['machine']): readonly RepairableFinding[] {
  const linked = linkedTree(base);
  if (linked === undefined) return [];
  const { main, apart } = linked;
  const about = { subject: base, data: { main } };
  if (apart === undefined)
    return [
      ok(
        'history.tree',
        text(
          `This is a linked working tree of git; it shares the history of ${main}.`,
          `这是 git 的链接工作树，与 ${main} 共用历史。`,
        ),
        about,
      ),
    ];
  const why =
    apart === 'not writable'
      ? text(
          `${main} cannot be written, so what is saved in this working tree is deleted with it. Make it writable.`,
          `${main} 不可写，此工作树中保存的内容会随其一起删除。请将其设为可写。`,
        )
      : text(
          `This working tree has a history of its own, which is deleted with it.`,
          `此工作树有自己的历史，会随其一起删除。`,
        );
  return [
    note('history.apart', why, {
      ...about,
      repair: apart === 'own history' ? taking(base, main, machine) : undefined,
    }),
  ];
}

const taking = (base: string, main: string, machine: Patient['machine']): Repair => ({
  offer: text(`Take it into the history of ${main}.`, `并入 ${main} 的历史。`),
  run: async () => {
    await (
      await import('../store/takeOver.ts')
    ).takeOver(base, { secrets: () => secretsFromEnvironment(machine.env, silentLog) });
    return text(
      `It is in the history of ${main}, which is shared from now on.`,
      `已并入 ${main} 的历史，今后共用。`,
    );
  },
});

const may = (folder: string, mode: number): Promise<boolean> =>
  access(folder, mode).then(
    () => true,
    () => false,
  );
