import { dirname, join, resolve } from 'node:path';
import type { JsonValue } from '../../base/core.ts';
import type { AgentTranscripts, FindTranscripts, Places, Roots } from '../shared/agent.ts';
import { fieldsOf, isList, listOf, objectOf, textOf } from '../shared/fields.ts';
import { filesOf, foldersOf, userFolders } from '../shared/places.ts';
import { inWhole, readJsonBeside, titleFromEnds } from '../shared/whole.ts';
import { filePath, readVscodeChat } from './vscodeChat.ts';

/** The storage folders of workspaces with a folder that belongs to the roots. */
export async function* storagesOf(places: Places, roots: Roots) {
  for (const user of userFolders(places))
    for (const storage of await foldersOf(join(user, 'workspaceStorage')))
      for (const folder of await workspaceFolders(storage))
        if (await roots.include(folder)) {
          yield { storage, cwd: folder };
          break; // each storage once, however many of its folders belong
        }
}

/** The folders of the workspace a storage folder is for. */
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
  const absolute = relative === undefined ? filePath(uri) : resolve(base, relative);
  return absolute === undefined ? [] : [absolute];
}

const stream = inWhole(readVscodeChat);

/** The chat of VS Code. */
export const vscode: AgentTranscripts = {
  id: 'vscode',
  find: findVscodeChat,
  recognise: isVscodeChat,
  place: /\/chatSessions\/[^/]+\.jsonl?$/,
  stream,
  titleOf: titleFromEnds(stream),
  // The first versions that have an MCP client keep so many of a workspace, later ones 50, then 400.
  retention: () => Promise.resolve({ newest: 25 }),
};

/** `workspaceStorage/<id>/chatSessions/<session>.json(l)`. */
async function* findVscodeChat(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for await (const { storage, cwd } of storagesOf(places, roots))
    for (const path of await filesOf(join(storage, 'chatSessions'), /\.jsonl?$/))
      yield { agent: 'vscode', path, cwd, unsure: false };
}

function isVscodeChat(record: JsonValue): boolean {
  const { kind, v, requests } = fieldsOf(record);
  return (kind === 0 && objectOf(v) !== undefined) || isList(requests);
}
