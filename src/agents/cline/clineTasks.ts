import { basename, join } from 'node:path';
import { defined, type JsonValue } from '../../disk/base/core.ts';
import type { Places } from '../profile/machine.ts';
import type { AgentTranscripts, FoundTranscript, Roots, SessionHome } from '../reading/agent.ts';
import { fieldsOf, isList, listOf, textOf } from '../reading/fields.ts';
import { foldersOf, sessionFileIn, userFolders } from '../reading/places.ts';
import { readJsonBeside, wholeFileAgent } from '../reading/whole.ts';
import { cwdOf, readTasksOf } from './cline.ts';

/** An extension derived from Cline that stores tasks as Cline 3 does. */
export interface TaskExtension extends Pick<AgentTranscripts, 'id' | 'forms'> {
  /** Extension id, which names its folder. */
  readonly extension: string;
}

/** Makes the agent of such an extension; its tasks differ from Cline's only in their path. */
export function taskAgent({ id, extension, forms }: TaskExtension): AgentTranscripts {
  const pathPattern = new RegExp(
    `/${extension.replaceAll('.', '\\.')}/tasks/[^/]+/api_conversation_history\\.json$`,
  );
  return wholeFileAgent({
    id,
    forms,
    pathPattern,
    read: readTasksOf(id),
    find: (places, roots) => tasksIn(id, storagesOf(places, extension), roots),
    homes: (places) => taskHomes(storagesOf(places, extension)),
    recognise: (record, path) => pathPattern.test(path) && isTask(record),
  });
}

/** Where tasks lie in storage folders. */
export const taskHomes = (storages: readonly string[]): readonly SessionHome[] =>
  storages.map((storage) => ({
    folder: join(storage, 'tasks'),
    files: /\/api_conversation_history\.json$/,
  }));

/** Folders in which an extension may have its storage. */
export const storagesOf = (places: Places, extension: string): string[] =>
  userFolders(places).map((user) => join(user, 'globalStorage', extension));

/** Yields the tasks in storage folders, each once: after a move a task may be in two of them. */
export async function* tasksIn(
  agent: FoundTranscript['agent'],
  storages: readonly string[],
  roots: Roots,
): AsyncGenerator<FoundTranscript> {
  const seen = new Set<string>();
  for (const storage of storages) {
    const folders = await taskFolders(storage);
    for (const task of await foldersOf(join(storage, 'tasks'))) {
      const path = await sessionFileIn(task, 'api_conversation_history.json');
      if (path === undefined || seen.has(basename(task))) continue;
      seen.add(basename(task));
      const cwd = folders.get(basename(task)) ?? (await ownFolder(task));
      if (cwd !== undefined && !(await roots.include(cwd))) continue;
      yield { agent, path, unsure: cwd === undefined, ...defined({ cwd }) };
    }
  }
}

/** Whether a record is the message list of a task. */
export function isTask(record: JsonValue): boolean {
  const { version, messages } = fieldsOf(record);
  const list = isList(record) ? record : version === 2 ? listOf(messages) : [];
  return list
    .map(fieldsOf)
    .some(({ role, content }) => roles.has(textOf(role) ?? '') && content !== undefined);
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant']);

/** Reads the folder of each task from the task list. */
async function taskFolders(storage: string): Promise<Map<string, string>> {
  const tasks = listOf(await readJsonBeside(join(storage, 'state', 'taskHistory.json'))).map(fieldsOf);
  return new Map(
    tasks.flatMap((task) => {
      const [id, folder] = [textOf(task.id), cwdOf(task)];
      return id === undefined || folder === undefined ? [] : [[id, folder] as const];
    }),
  );
}

/** Reads the folder a task records itself. */
const ownFolder = async (task: string): Promise<string | undefined> =>
  cwdOf(fieldsOf(await readJsonBeside(join(task, 'history_item.json'))));
