import { access, constants } from 'node:fs/promises';
import { historyFolder } from '../store/base/projectFolder.ts';
import { folderAt } from '../store/files/way.ts';
import { note, ok, problem, text } from './findings.ts';
import type { Check } from './types.ts';

/** Whether the folder of the history is there and can be used. */
export const historyCheck: Check = {
  id: 'history',
  title: text('History', '历史'),
  withinMs: 5_000,
  run: async ({ project, base = project }) => {
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
    return [ok('history.usable', text('It can be read and written.', '可读写。'), about)];
  },
};

const may = (folder: string, mode: number): Promise<boolean> =>
  access(folder, mode).then(
    () => true,
    () => false,
  );
