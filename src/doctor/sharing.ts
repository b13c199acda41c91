import { join } from 'node:path';
import { bytesOf } from '../disk/files/open.ts';
import { entriesOf } from '../disk/files/folders.ts';
import { ignoreFile, makeIgnoredFolder } from '../disk/files/ignored.ts';
import { assertChangeable } from '../disk/files/historyFormat.ts';
import { folderAt, isTaken } from '../disk/files/way.ts';
import { largeSharedBytes } from '../history/shared/sharedFile.ts';
import { folderSize } from '../history/shared/sharingFolder.ts';
import { sharedFolder } from '../history/shared/types.ts';
import { note, ok, problem, text, untranslated } from './findings.ts';
import { historyOf } from './historyFolder.ts';
import { git, pathFrom } from '../disk/base/git.ts';
import { topOf } from '../disk/base/projectFolder.ts';
import type { Check, RepairableFinding } from './types.ts';

/** Folders that never belong in a repository even if the history does, like each dialog's backups. */
const privateFolders = ['.index', '.locks', '.machine', '.trash'];
const maxNames = 5;

/** Checks that git tracks nothing of the history except what people decided to share. */
export const sharingCheck: Check = {
  id: 'sharing',
  title: untranslated('Git'),
  withinMs: 6_000,
  run: async (target) => {
    const history = historyOf(target);
    if (history === undefined) return [];
    const ignored = await ignoredPart(history);
    const tracked = await trackedFiles(history);
    return [
      ...(ignored === undefined ? [sharedFinding(tracked)] : excludedFinding(tracked, ignored)),
      ...privateOnes(tracked),
      ...(tracked === undefined ? [] : await largeShares(history)),
      ...(ignored === undefined ? await unignoredFolders(history) : []),
    ];
  },
};

/**
 * Returns what the history's own `.gitignore` excludes: everything, or everything but `shared/`; undefined if
 * nothing.
 */
async function ignoredPart(history: string): Promise<'all' | 'others' | undefined> {
  const content = (await bytesOf(join(history, ignoreFile)))?.toString('utf8') ?? '';
  const rules = content.split(/\r?\n/).map((line) => line.trim());
  if (rules.includes('*')) return 'all';
  return rules.includes('/*') ? 'others' : undefined;
}

/** Returns tracked paths relative to the history folder; undefined without a repository or git. */
async function trackedFiles(history: string): Promise<readonly string[] | undefined> {
  const top = topOf(history);
  const listed = top && (await git(history, ['--literal-pathspecs', 'ls-files', '-z'], [history]));
  if (top === undefined || listed === undefined) return undefined;
  const before = `${pathFrom(top, history, history)}/`;
  return listed.split('\0').flatMap((path) => (path.startsWith(before) ? [path.slice(before.length)] : []));
}

/** Warns about the size that everyone who clones the repository downloads. */
async function largeShares(history: string): Promise<readonly RepairableFinding[]> {
  const bytes = await folderSize(join(history, sharedFolder));
  if (bytes <= largeSharedBytes) return [];
  const size = `${Math.round(bytes / 1024 / 1024)} MiB`;
  const message = text('shared/ takes {0} of the repository. Unshare what nobody needs any more.', size);
  return [note('git.large', message, { data: { bytes } })];
}

const sharedFinding = (tracked: readonly string[] | undefined): RepairableFinding =>
  ok('git.shared', text('The history is shared through git: its .gitignore does not keep it out.'), {
    data: { tracked: tracked?.length ?? 0 },
  });

const ignored = text('The history is kept out of git.');
const onlyShared = text('Of the history only shared/ goes into git.');

function excludedFinding(
  tracked: readonly string[] | undefined,
  part: 'all' | 'others',
): readonly RepairableFinding[] {
  const isChosen = (path: string): boolean => part === 'others' && path.startsWith('shared/');
  const chosen = tracked?.filter(isChosen).length ?? 0;
  const files = (tracked?.length ?? 0) - chosen;
  if (files === 0)
    return [ok('git.ignored', part === 'all' ? ignored : onlyShared, { data: { tracked: chosen } })];
  const message = text(
    '.gitignore keeps the history out of git, but git has {0} of its files. Remove them with git rm --cached -r .chat-history, or delete .chat-history/.gitignore to share the history.',
    files,
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
    'git has {0} files that belong to one machine: {1}. Remove them with git rm --cached.',
    files.length,
    names,
  );
  return [problem('git.private', message, { data: { tracked: files.length } })];
}

/** Finds machine-local folders that the next commit would include. */
async function unignoredFolders(history: string): Promise<readonly RepairableFinding[]> {
  const dialogs = ((await entriesOf(history)) ?? [])
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => `${name}/backups`);
  return [...privateFolders, ...dialogs].flatMap((folder) => {
    const path = join(history, folder);
    if (!isFolder(path) || isTaken(join(path, ignoreFile))) return [];
    const message = text('{0} is not kept out of git, although it belongs to this machine.', folder);
    const repair = {
      offer: text('Write {0}/.gitignore.', folder),
      run: async () => {
        assertChangeable(history);
        await makeIgnoredFolder(path);
        return text('{0} is kept out of git.', folder);
      },
    };
    return [note('git.unprotected', message, { subject: folder, repair })];
  });
}

function isFolder(path: string): boolean {
  try {
    return folderAt(path) !== undefined;
  } catch {
    return false; // reported by the files check
  }
}
