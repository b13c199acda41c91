// Chats in storage folders of workspaces that are gone: renamed folders, deleted workspace files.
import { basename, dirname, join } from 'node:path';
import { existsForeign } from '../../disk/files/foreign.ts';
import type { OrphanTranscript, Roots, Wanted } from '../reading/agent.ts';
import { mentionsRoots } from '../reading/mentionsRoots.ts';
import { foldersOf, sessionFilesOf, userFolders } from '../reading/places.ts';
import { fileChunks } from '../reading/whole.ts';

/** Returns the folders of a storage's workspace as they are recorded; none where nothing tells them. */
type FoldersOf = (storage: string, roots: Roots) => Promise<readonly string[]>;

/** Yields chats, and Copilot's transcripts of chats that are not there, of workspaces that are gone. */
export async function* orphanedChats(wanted: Wanted, workspace: FoldersOf): AsyncGenerator<OrphanTranscript> {
  const users = userFolders(wanted.places);
  yield* orphansIn(users, wanted, { workspace, chatsIn, open: fileChunks });
}

/** How chats lie in storage folders. */
interface ChatPlaces {
  readonly workspace: FoldersOf;
  /** Finds the chats of a storage folder. */
  readonly chatsIn: (storage: string) => Promise<readonly OrphanTranscript[]>;
  /** Yields what a chat holds, as JSON. */
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
}

/** Yields the chats of workspaces that are gone, in the folders of users. */
export async function* orphansIn(
  users: readonly string[],
  wanted: Wanted,
  { workspace, chatsIn: find, open }: ChatPlaces,
): AsyncGenerator<OrphanTranscript> {
  for (const user of users)
    for (const storage of await foldersOf(join(user, 'workspaceStorage'))) {
      const gone = await goneFolders(await workspace(storage, wanted.roots), wanted.roots);
      const found = gone === undefined ? [] : await find(storage);
      if (gone === undefined || found.length === 0) continue;
      const contents = found.map(
        ({ path }) =>
          () =>
            open(path),
      );
      if ((await wanted.isOf(undefined)) || (await isOurs(contents, gone, wanted))) yield* found;
    }
}

type Content = () => AsyncIterable<Uint8Array>;

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
  chats: readonly Content[],
  gone: readonly string[],
  { places, roots }: Wanted,
): Promise<boolean> {
  for (const open of chats)
    if (await mentionsRoots(open(), Infinity, roots.folders, places.platform)) return true;
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

async function shareFiles(chats: readonly Content[], before: string, root: string): Promise<boolean> {
  const names = new Set<string>();
  for (const open of chats)
    for (const name of namesBelow(before, await textOf(open()))) if (names.size < maxNames) names.add(name);
  let shared = 0;
  for (const name of names) if (await existsForeign(join(root, name))) shared++;
  return shared >= minShared && shared * 2 >= names.size;
}

/** Larger chats are read so far. Characters. */
const maxLength = 32 * 1024 * 1024;

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxLength) break;
  }
  return text;
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
