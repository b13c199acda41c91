import { dirname, join, resolve } from 'node:path';
import type { JsonValue } from '../../disk/base/core.ts';
import { isFolderPath } from '../../disk/projects/paths.ts';
import type { Places } from '../profile/machine.ts';
import type { FindTranscripts, Roots } from '../reading/agent.ts';
import { fieldsOf, isList, listOf, objectOf, textOf } from '../reading/fields.ts';
import { filesOf, foldersOf, userFolders } from '../reading/places.ts';
import { readJsonBeside, wholeFileAgent } from '../reading/whole.ts';
import { filePath, readVscodeChat } from './vscodeChat.ts';

/** Yields the storage folders of workspaces with a folder that belongs to the roots. */
export const storagesOf = (places: Places, roots: Roots) => storagesIn(userFolders(places), roots);

/** Folders that hold the storage folders of workspaces. */
export const storageFolders = (places: Places): readonly string[] =>
  userFolders(places).map((user) => join(user, 'workspaceStorage'));

/** Yields the same, of the given `User` folders only. */
export async function* storagesIn(users: readonly string[], roots: Roots) {
  for (const user of users)
    for (const storage of await foldersOf(join(user, 'workspaceStorage')))
      for (const folder of await workspaceFolders(storage))
        if (await roots.include(folder)) {
          yield { storage, cwd: folder };
          break; // yields a storage once if several of its folders belong
        }
}

/** Folders of the workspace of a storage folder. */
async function workspaceFolders(storage: string): Promise<string[]> {
  const { folder, workspace, configuration } = fieldsOf(
    await readJsonBeside(join(storage, 'workspace.json')),
  );
  const single = filePath(folder);
  if (single !== undefined) return [single];
  const file = filePath(workspace) ?? filePath(configuration);
  if (file === undefined) return [];
  const { folders } = fieldsOf(await readJsonBeside(file));
  return listOf(folders).flatMap((item) => workspaceItem(dirname(file), item));
}

function workspaceItem(base: string, item: JsonValue): string[] {
  const { path, uri } = fieldsOf(item);
  const relative = textOf(path);
  const absolute =
    relative === undefined ? filePath(uri) : isFolderPath(relative) ? relative : resolve(base, relative);
  return absolute === undefined ? [] : [absolute];
}

/** The chat of VS Code. */
export const vscode = wholeFileAgent({
  id: 'vscode',
  find: findVscodeChat,
  homes: (places) =>
    userFolders(places).map((folder) => ({ folder, files: /\/chatSessions\/[^/]+\.jsonl?$/ })),
  recognise: isVscodeChat,
  pathPattern: /\/chatSessions\/[^/]+\.jsonl?$/,
  read: readVscodeChat,
  // VS Code keeps 25 per workspace in the first versions with an MCP client, later 50, then 400.
  retention: () => Promise.resolve({ newest: 25 }),
});

/** Finds `workspaceStorage/<id>/chatSessions/<session>.json(l)`. */
async function* findVscodeChat(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for await (const { storage, cwd } of storagesOf(places, roots))
    for (const path of await filesOf(join(storage, 'chatSessions'), /\.jsonl?$/))
      yield { agent: 'vscode', path, cwd, unsure: false };
}

function isVscodeChat(record: JsonValue): boolean {
  const { kind, v, requests } = fieldsOf(record);
  return (kind === 0 && objectOf(v) !== undefined) || isList(requests);
}
