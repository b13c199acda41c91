import { basename, join } from 'node:path';
import { defined, type JsonValue } from '../../base/core.ts';
import type { AgentTranscripts, FoundTranscript, Places, Roots } from '../shared/agent.ts';
import { fieldsOf, isList, listOf, textOf } from '../shared/fields.ts';
import { fileIn, foldersOf, userFolders } from '../shared/places.ts';
import { inWhole, readJsonBeside, titleFromEnds } from '../shared/whole.ts';
import { cwdOf, readTasksOf } from './cline.ts';

/** An extension that comes from Cline and keeps its tasks as Cline 3 did. */
export interface TaskExtension extends Pick<AgentTranscripts, 'id'> {
  /** The id of the extension, which names its folder. */
  readonly extension: string;
}

/** The agent of such an extension; its tasks look as Cline's, so only their place tells them apart. */
export function taskAgent({ id, extension }: TaskExtension): AgentTranscripts {
  const stream = inWhole(readTasksOf(id));
  const place = new RegExp(
    `/${extension.replaceAll('.', '\\.')}/tasks/[^/]+/api_conversation_history\\.json$`,
  );
  return {
    ...{ id, place, stream },
    find: (places, roots) => tasksIn(id, storagesOf(places, extension), roots),
    recognise: (record, path) => place.test(path) && isTask(record),
    titleOf: titleFromEnds(stream),
  };
}

/** The folders in which an extension may store what it keeps. */
export const storagesOf = (places: Places, extension: string): string[] =>
  userFolders(places).map((user) => join(user, 'globalStorage', extension));

/** The tasks in storage folders, each once: after a move to another storage a task may lie in both. */
export async function* tasksIn(
  agent: FoundTranscript['agent'],
  storages: readonly string[],
  roots: Roots,
): AsyncGenerator<FoundTranscript> {
  const seen = new Set<string>();
  for (const storage of storages) {
    const folders = await taskFolders(storage);
    for (const task of await foldersOf(join(storage, 'tasks'))) {
      const path = fileIn(task, 'api_conversation_history.json');
      if (path === undefined || seen.has(basename(task))) continue;
      seen.add(basename(task));
      const cwd = folders.get(basename(task)) ?? (await ownFolder(task));
      if (cwd !== undefined && !(await roots.include(cwd))) continue;
      yield { agent, path, unsure: cwd === undefined, ...defined({ cwd }) };
    }
  }
}

/** Whether a record is the messages of a task. */
export function isTask(record: JsonValue): boolean {
  const { version, messages } = fieldsOf(record);
  const list = isList(record) ? record : version === 2 ? listOf(messages) : [];
  return list
    .map(fieldsOf)
    .some(({ role, content }) => roles.has(textOf(role) ?? '') && content !== undefined);
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant']);

/** The folder of each task, as the list of tasks has it. */
async function taskFolders(storage: string): Promise<Map<string, string>> {
  const tasks = listOf(await readJsonBeside(join(storage, 'state', 'taskHistory.json'))).map(fieldsOf);
  return new Map(
    tasks.flatMap((task) => {
      const [id, folder] = [textOf(task.id), cwdOf(task)];
      return id === undefined || folder === undefined ? [] : [[id, folder] as const];
    }),
  );
}

/** The folder of a task as it notes it itself. */
const ownFolder = async (task: string): Promise<string | undefined> =>
  cwdOf(fieldsOf(await readJsonBeside(join(task, 'history_item.json'))));
