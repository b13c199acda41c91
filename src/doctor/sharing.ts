import { join } from 'node:path';
import { bytesOf } from '../store/files/open.ts';
import { entriesOf } from '../store/files/folders.ts';
import { ignoreFile, makeIgnoredFolder } from '../store/files/ignored.ts';
import { folderAt, isTaken } from '../store/files/way.ts';
import { muchSharedBytes } from '../store/shared/sharedFile.ts';
import { folderSize } from '../store/shared/sharingFolder.ts';
import { sharedFolder } from '../store/shared/types.ts';
import { note, ok, problem, text } from './findings.ts';
import { historyOf } from './place.ts';
import { git, pathFrom, topOf } from '../store/base/git.ts';
import type { Check, RepairableFinding } from './types.ts';

/** What never goes into a repository, also where the history does; and so the backups of each dialog. */
const privateFolders = ['.index', '.locks', '.machine', '.trash'];
const maxNames = 5;

/** Whether git has what it should have of the history: nothing, unless people decided to share it. */
export const sharingCheck: Check = {
  id: 'sharing',
  title: text('Git', 'Git'),
  withinMs: 6_000,
  run: async (patient) => {
    const history = historyOf(patient);
    if (history === undefined) return [];
    const left = await leftOut(history);
    const tracked = await trackedFiles(history);
    return [
      ...(left === undefined ? [sharedFinding(tracked)] : keptOut(tracked, left)),
      ...privateOnes(tracked),
      ...(tracked === undefined ? [] : await muchShared(history)),
      ...(left === undefined ? await unprotected(history) : []),
    ];
  },
};

/** What the history's own `.gitignore` leaves out: all of it, or all but `shared/`; undefined where it leaves nothing out. */
async function leftOut(history: string): Promise<'all' | 'others' | undefined> {
  const content = (await bytesOf(join(history, ignoreFile)))?.toString('utf8') ?? '';
  const rules = content.split(/\r?\n/).map((line) => line.trim());
  if (rules.includes('*')) return 'all';
  return rules.includes('/*') ? 'others' : undefined;
}

/** Paths from the history folder that git has; undefined where there is no repository, or no git. */
async function trackedFiles(history: string): Promise<readonly string[] | undefined> {
  const top = topOf(history);
  const listed = top && (await git(history, ['--literal-pathspecs', 'ls-files', '-z'], [history]));
  if (top === undefined || listed === undefined) return undefined;
  const before = `${pathFrom(top, history, history)}/`;
  return listed.split('\0').flatMap((path) => (path.startsWith(before) ? [path.slice(before.length)] : []));
}

/** What everybody who clones the repository takes with it. */
async function muchShared(history: string): Promise<readonly RepairableFinding[]> {
  const bytes = await folderSize(join(history, sharedFolder));
  if (bytes <= muchSharedBytes) return [];
  const size = `${Math.round(bytes / 1024 / 1024)} MiB`;
  const message = text(
    `shared/ takes ${size} of the repository. Unshare what nobody needs any more.`,
    `shared/ 在仓库中占用 ${size}。请取消共享不再需要的内容。`,
  );
  return [note('git.large', message, { data: { bytes } })];
}

const sharedFinding = (tracked: readonly string[] | undefined): RepairableFinding =>
  ok(
    'git.shared',
    text(
      'The history is shared through git: its .gitignore does not keep it out.',
      '历史通过 git 共享：其 .gitignore 未将其排除。',
    ),
    { data: { tracked: tracked?.length ?? 0 } },
  );

const ignored = text('The history is kept out of git.', '历史不纳入 git。');
const onlyShared = text('Of the history only shared/ goes into git.', '历史中只有 shared/ 纳入 git。');

function keptOut(
  tracked: readonly string[] | undefined,
  left: 'all' | 'others',
): readonly RepairableFinding[] {
  const isChosen = (path: string): boolean => left === 'others' && path.startsWith('shared/');
  const chosen = tracked?.filter(isChosen).length ?? 0;
  const files = (tracked?.length ?? 0) - chosen;
  if (files === 0)
    return [ok('git.ignored', left === 'all' ? ignored : onlyShared, { data: { tracked: chosen } })];
  const message = text(
    `.gitignore keeps the history out of git, but git has ${files} of its files. Remove them with git rm --cached -r .chat-history, or delete .chat-history/.gitignore to share the history.`,
    `.gitignore 将历史排除在 git 之外，但 git 已有其中 ${files} 个文件。可用 git rm --cached -r .chat-history 移出，或删除 .chat-history/.gitignore 以共享历史。`,
  );
  return [problem('git.tracked', message, { data: { tracked: files } })];
}

function privateOnes(tracked: readonly string[] = []): readonly RepairableFinding[] {
  const isPrivate = (path: string): boolean =>
    privateFolders.some((folder) => path.startsWith(`${folder}/`)) || /^[^./][^/]*\/backups\//.test(path);
  const files = tracked.filter(isPrivate);
  if (files.length === 0) return [];
  const names = files.slice(0, maxNames).join(', ');
  const message = text(
    `git has ${files.length} files that belong to one machine: ${names}. Remove them with git rm --cached.`,
    `git 中有 ${files.length} 个只属于单台机器的文件：${names}。请用 git rm --cached 移出。`,
  );
  return [problem('git.private', message, { data: { tracked: files.length } })];
}

/** Folders that would go into a repository with the next commit although they are of one machine. */
async function unprotected(history: string): Promise<readonly RepairableFinding[]> {
  const dialogs = ((await entriesOf(history)) ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => `${name}/backups`);
  return [...privateFolders, ...dialogs].flatMap((folder) => {
    const path = join(history, folder);
    if (!isFolder(path) || isTaken(join(path, ignoreFile))) return [];
    const message = text(
      `${folder} is not kept out of git, although it belongs to this machine.`,
      `${folder} 只属于本机，却未排除在 git 之外。`,
    );
    const repair = {
      offer: text(`Write ${folder}/.gitignore.`, `写入 ${folder}/.gitignore。`),
      run: async () => {
        await makeIgnoredFolder(path);
        return text(`${folder} is kept out of git.`, `${folder} 已排除在 git 之外。`);
      },
    };
    return [note('git.unprotected', message, { subject: folder, repair })];
  });
}

function isFolder(path: string): boolean {
  try {
    return folderAt(path) !== undefined;
  } catch {
    return false; // told by the check of files
  }
}
