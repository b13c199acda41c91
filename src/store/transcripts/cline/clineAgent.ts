import { basename, dirname, join } from 'node:path';
import { defined, type JsonValue } from '../../base/core.ts';
import type { AgentTranscripts, FindTranscripts, Places } from '../shared/agent.ts';
import { fieldsOf, isList, listOf, textOf } from '../shared/fields.ts';
import { filesOf, foldersOf, homeOf, userFolders } from '../shared/places.ts';
import type { StreamTranscript, SubagentRecord } from '../shared/types.ts';
import { inWhole, readJsonBeside, subagentsIn, titleFromEnds } from '../shared/whole.ts';
import { readCline } from './cline.ts';
import { isClineSession, manifestOf } from './clineSession.ts';

/** What Cline keeps of the folders of all projects together: sessions of its command line and of version 4, tasks of 3. */
export const findCline: FindTranscripts = async function* (places, roots) {
  yield* findSessions(places, roots);
  yield* findTasks(places, roots);
};

/** The folder of the sessions of Cline's command line and of Cline 4. */
export function clineSessions(places: Places): string {
  const set = (variable: string): string | undefined => textOf(places.env[variable]?.trim());
  const data = set('CLINE_DATA_DIR') ?? join(homeOf(places, 'CLINE_DIR', '.cline'), 'data');
  return set('CLINE_SESSION_DATA_DIR') ?? join(data, 'sessions');
}

/** `sessions/<id>/<id>.messages.json`; `<id>.json` beside it names the folder it ran in. */
const findSessions: FindTranscripts = async function* (places, roots) {
  for (const session of await foldersOf(clineSessions(places))) {
    const path = join(session, `${basename(session)}.messages.json`);
    const cwd = textOf(fieldsOf(await readJsonBeside(manifestOf(path))).cwd);
    if (cwd === undefined || !(await roots.include(cwd))) continue;
    yield { agent: 'cline', path, unsure: false, cwd };
  }
};

/** `globalStorage/saoudrizwan.claude-dev/tasks/<id>/api_conversation_history.json`. */
const findTasks: FindTranscripts = async function* (places, roots) {
  for (const user of userFolders(places)) {
    const storage = join(user, 'globalStorage', 'saoudrizwan.claude-dev');
    const folders = await taskFolders(storage);
    for (const task of await foldersOf(join(storage, 'tasks'))) {
      const cwd = folders.get(basename(task));
      if (cwd !== undefined && !(await roots.include(cwd))) continue;
      for (const path of await filesOf(task, /^api_conversation_history\.json$/))
        yield { agent: 'cline', path, unsure: cwd === undefined, ...defined({ cwd }) };
    }
  }
};

/** The folder of each task, as Cline's list of tasks has it. */
async function taskFolders(storage: string): Promise<Map<string, string>> {
  const tasks = listOf(await readJsonBeside(join(storage, 'state', 'taskHistory.json'))).map(fieldsOf);
  return new Map(
    tasks.flatMap(({ id, cwdOnTaskInitialization, shadowGitConfigWorkTree }) => {
      const [key, folder] = [textOf(id), textOf(cwdOnTaskInitialization) ?? textOf(shadowGitConfigWorkTree)];
      return key === undefined || folder === undefined ? [] : [[key, folder] as const];
    }),
  );
}

const stream: StreamTranscript = async (open, source) => ({
  ...(await inWhole(readCline)(open, source)),
  subagents: () => subagentsOf(source.path),
});

/** Cline, in VS Code and on the command line. */
export const cline: AgentTranscripts = {
  id: 'cline',
  label: 'Cline',
  find: findCline,
  recognise: (record) => (isList(record) ? record.some(isAnthropicMessage) : isClineSession(record)),
  place: /\/api_conversation_history\.json$|\/sessions\/[^/]+\/[^/]+\.messages\.json$/,
  stream,
  titleOf: titleFromEnds(stream),
  watch: (places) => [clineSessions(places)],
};

function isAnthropicMessage(value: JsonValue): boolean {
  const { role, content } = fieldsOf(value);
  return (role === 'user' || role === 'assistant') && content !== undefined;
}

const ending = '.messages.json';

/** The subagents and teammates of a session: `<agent>.messages.json` and `<agent>__<task>.messages.json` in its folder. */
async function* subagentsOf(transcript: string): AsyncGenerator<SubagentRecord> {
  const folder = dirname(transcript);
  if (basename(transcript) !== basename(folder) + ending) return;
  const others = (await filesOf(folder, /\.messages\.json$/)).filter((path) => path !== transcript);
  yield* subagentsIn(others, readCline, (path) => basename(path, ending));
}
