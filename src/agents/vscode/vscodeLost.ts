// Chats in storage folders of workspaces that are gone: renamed folders, deleted workspace files.
import { basename, dirname, join } from 'node:path';
import { existsForeign, foreignFileNow } from '../../disk/files/foreign.ts';
import type { OrphanTranscript, Roots, Wanted } from '../reading/agent.ts';
import { mentionsRoots } from '../reading/mentionsRoots.ts';
import { foldersOf, sessionFilesOf, userFolders } from '../reading/places.ts';
import { fileChunks, readBeside } from '../reading/whole.ts';

/** Returns the folders of a storage's workspace as they are recorded; none where nothing tells them. */
type FoldersOf = (storage: string, roots: Roots) => Promise<readonly string[]>;

/** Yields chats, and Copilot's transcripts of chats that are not there, of workspaces that are gone. */
export async function* orphanedChats(wanted: Wanted, workspace: FoldersOf): AsyncGenerator<OrphanTranscript> {
  for (const user of userFolders(wanted.places))
    for (const storage of await foldersOf(join(user, 'workspaceStorage'))) {
      const found = await chatsIn(storage);
      if (found.length === 0) continue;
      const gone = await goneFolders(await workspace(storage, wanted.roots), wanted.roots);
      if (gone === undefined) continue;
      const paths = found.map(({ path }) => path);
      if ((await wanted.isOf(undefined)) || (await isOurs(paths, gone, wanted))) yield* found;
    }
}

/** Finds the chats in a storage folder; Copilot repeats some of them. */
async function chatsIn(storage: string): Promise<readonly OrphanTranscript[]> {
  const chats = await sessionFilesOf(join(storage, 'chatSessions'), /\.jsonl?$/);
  const copies = await sessionFilesOf(join(storage, 'GitHub.copilot-chat', 'transcripts'), /\.jsonl$/);
  return [
    ...chats.map((path) => ({ agent: 'vscode', path })),
    ...copies.map((path) => ({ agent: 'copilot', path })),
  ];
}

/** Returns the folders of a workspace, none of which is there any more; undefined if one is, or may be elsewhere. */
async function goneFolders(
  recorded: readonly string[],
  roots: Roots,
): Promise<readonly string[] | undefined> {
  const gone: string[] = [];
  for (const folder of recorded) {
    const path = roots.pathOf(folder);
    if (path === undefined || (await roots.include(folder)) || (await existsForeign(path))) return undefined;
    gone.push(path);
  }
  return gone;
}

/** Whether chats speak of files of the project: by their paths, or by those they had before its folder was renamed. */
async function isOurs(
  chats: readonly string[],
  gone: readonly string[],
  { places, roots }: Wanted,
): Promise<boolean> {
  for (const path of chats) {
    const { size = 0 } = foreignFileNow(path) ?? {};
    if (size > 0 && (await mentionsRoots(fileChunks(path), size, roots.folders, places.platform)))
      return true;
  }
  for (const before of gone)
    for (const root of roots.folders)
      if (isLikeRenamed(before, root) && (await shareFiles(chats, before, root))) return true;
  return false;
}

/** Whether one folder may be the other, renamed or moved. */
const isLikeRenamed = (before: string, root: string): boolean =>
  dirname(before) === dirname(root) || basename(before) === basename(root);

/** Files that must be there under the same name, as well as half of those spoken of: a folder may have been deleted. */
const minShared = 2;
/** Files that are looked for. */
const maxNames = 1_000;

async function shareFiles(chats: readonly string[], before: string, root: string): Promise<boolean> {
  const names = new Set<string>();
  for (const path of chats)
    for (const name of namesBelow(before, (await readBeside(path)) ?? '')) {
      names.add(name);
      if (names.size === maxNames) break;
    }
  let shared = 0;
  for (const name of names) if (await existsForeign(join(root, name))) shared++;
  return shared >= minShared && shared * 2 >= names.size;
}

/** Yields the paths below a folder in a text, relative to it: as JSON strings, paths or addresses. */
function* namesBelow(folder: string, text: string): Generator<string> {
  const address = encodeURI(folder.replaceAll('\\', '/'));
  for (const start of new Set([JSON.stringify(folder).slice(1, -1), address]))
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + start.length)) {
      const [, rest] =
        /^(?:\/|\\\\)([^"\\\n#?]{1,300})"/.exec(text.slice(at + start.length, at + start.length + 400)) ?? [];
      if (rest !== undefined && !rest.split(/[\\/]/).includes('..')) yield decoded(rest);
    }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // a `%` in its name
  }
}
