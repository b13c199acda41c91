import { dirname, join, resolve } from 'node:path';
import type { JsonValue } from '../../disk/base/core.ts';
import { isFolderPath } from '../../disk/projects/paths.ts';
import type { Places } from '../profile/machine.ts';
import type { FindTranscripts, Roots } from '../reading/agent.ts';
import { fieldsOf, isList, listOf, objectOf, textOf } from '../reading/fields.ts';
import { foldersOf, sessionFilesOf, userFolders } from '../reading/places.ts';
import { readJsonBeside, readSettings, wholeFileAgent } from '../reading/whole.ts';
import { readVscodeChat } from './vscodeChat.ts';
import { orphanedChats } from './vscodeLost.ts';
import { readForm } from '../reading/forms.ts';

/** Yields the storage folders of workspaces with a folder that belongs to the roots. */
export const storagesOf = (places: Places, roots: Roots) => storagesIn(userFolders(places), roots);

/** Folders that hold the storage folders of workspaces. */
export const storageFolders = (places: Places): readonly string[] =>
  userFolders(places).map((user) => join(user, 'workspaceStorage'));

/** Yields the same, of the given `User` folders only. */
export async function* storagesIn(users: readonly string[], roots: Roots) {
  for (const user of users)
    for (const storage of await foldersOf(join(user, 'workspaceStorage')))
      for (const folder of await workspaceFolders(storage, roots)) {
        const cwd = roots.pathOf(folder);
        if (cwd !== undefined && (await roots.include(folder))) {
          yield { storage, cwd };
          break; // yields a storage once if several of its folders belong
        }
      }
}

/** Folders of the workspace of a storage folder, as VS Code recorded them. */
export async function workspaceFolders(storage: string, { pathOf }: Roots): Promise<string[]> {
  const recorded = fieldsOf(await readJsonBeside(join(storage, 'workspace.json')));
  const single = textOf(recorded.folder);
  if (single !== undefined) return [single];
  const file = pathOf(textOf(recorded.workspace) ?? textOf(recorded.configuration) ?? '');
  if (file === undefined) return [];
  const { folders } = fieldsOf(await readSettings(file));
  return listOf(folders).flatMap((item) => workspaceItem(dirname(file), item));
}

function workspaceItem(base: string, item: JsonValue): string[] {
  const { path, uri } = fieldsOf(item);
  const relative = textOf(path);
  if (relative === undefined) return [textOf(uri) ?? ''];
  return [isFolderPath(relative) ? relative : resolve(base, relative)];
}

/** Folders of chats in windows without a folder. */
const emptyWindowFolders = (places: Places): readonly string[] =>
  userFolders(places).map((user) => join(user, 'globalStorage', 'emptyWindowChatSessions'));

/** Finds chats in windows without a folder. */
async function homelessChats(places: Places): Promise<readonly string[]> {
  const found = await Promise.all(
    emptyWindowFolders(places).map((folder) => sessionFilesOf(folder, /\.jsonl?$/)),
  );
  return found.flat();
}

const isChatPath = /\/(?:chatSessions|emptyWindowChatSessions)\/[^/]+\.jsonl?$/;

/** The chat of VS Code. */
export const vscode = wholeFileAgent({
  id: 'vscode',
  find: findVscodeChat,
  forms: [
    readForm('workspaceStorage/*/chatSessions/*.jsonl'),
    readForm('workspaceStorage/*/chatSessions/*.json'),
    readForm('globalStorage/emptyWindowChatSessions/*.json(l)'),
  ],
  homes: (places) =>
    [...storageFolders(places), ...emptyWindowFolders(places)].map((folder) => ({
      folder,
      files: isChatPath,
    })),
  homeless: homelessChats,
  recognise: isVscodeChat,
  pathPattern: isChatPath,
  read: readVscodeChat,
  // VS Code keeps 25 per workspace in the first versions with an MCP client, later 50, then 400.
  retention: () => Promise.resolve({ newest: 25 }),
  lost: (wanted) => orphanedChats(wanted, workspaceFolders),
});

/**
 * Finds `workspaceStorage/<id>/chatSessions/<session>.json(l)`, and chats of windows without a folder, which may mention
 * a project.
 */
async function* findVscodeChat(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for await (const { storage, cwd } of storagesOf(places, roots))
    for (const path of await sessionFilesOf(join(storage, 'chatSessions'), /\.jsonl?$/))
      yield { agent: 'vscode', path, cwd, unsure: false };
  for (const path of await homelessChats(places))
    yield { agent: 'vscode', path, unsure: true, isHomeless: true };
}

function isVscodeChat(record: JsonValue, path: string): boolean {
  const { kind, k, v, requests } = fieldsOf(record);
  if ((kind === 0 && objectOf(v) !== undefined) || isList(requests)) return true;
  // A log that lost its beginning.
  return (kind === 1 || kind === 2) && isList(k) && isChatPath.test(path);
}
