import { basename, dirname, join } from 'node:path';
import type { AgentTranscripts, FindTranscripts, Places } from '../shared/agent.ts';
import { fieldsOf, textOf } from '../shared/fields.ts';
import { filesOf, foldersOf, homeOf } from '../shared/places.ts';
import type { StreamTranscript, SubagentRecord } from '../shared/types.ts';
import { inWhole, readJsonBeside, subagentsIn, titleFromEnds } from '../shared/whole.ts';
import { readCline, isClineSession, manifestOf } from './cline.ts';
import { isTask, storagesOf, tasksIn } from './clineTasks.ts';

/** What Cline keeps of the folders of all projects together: sessions of its command line and of version 4, tasks of 3. */
export const findCline: FindTranscripts = async function* (places, roots) {
  yield* findSessions(places, roots);
  yield* findTasks(places, roots);
};

/** The folder of the sessions of Cline's command line and of Cline 4. */
export function clineSessions(places: Places): string {
  return textOf(places.env.CLINE_SESSION_DATA_DIR?.trim()) ?? join(dataFolder(places), 'sessions');
}

const dataFolder = (places: Places): string =>
  textOf(places.env.CLINE_DATA_DIR?.trim()) ?? join(homeOf(places, 'CLINE_DIR', '.cline'), 'data');

/** `sessions/<id>/<id>.messages.json`; `<id>.json` beside it names the folder it ran in. */
const findSessions: FindTranscripts = async function* (places, roots) {
  for (const session of await foldersOf(clineSessions(places))) {
    const path = join(session, `${basename(session)}.messages.json`);
    const cwd = textOf(fieldsOf(await readJsonBeside(manifestOf(path))).cwd);
    if (cwd === undefined || !(await roots.include(cwd))) continue;
    yield { agent: 'cline', path, unsure: false, cwd };
  }
};

/** `tasks/<id>/api_conversation_history.json` in the extension's storage, or beside the sessions. */
const findTasks: FindTranscripts = (places, roots) =>
  tasksIn('cline', [dataFolder(places), ...storagesOf(places, 'saoudrizwan.claude-dev')], roots);

const stream: StreamTranscript = async (open, source) => ({
  ...(await inWhole(readCline)(open, source)),
  subagents: () => subagentsOf(source.path),
});

/** Cline, in VS Code and on the command line. */
export const cline: AgentTranscripts = {
  id: 'cline',
  find: findCline,
  recognise: (record) => isTask(record) || isClineSession(record),
  place: /\/api_conversation_history\.json$|\/sessions\/[^/]+\/[^/]+\.messages\.json$/,
  stream,
  titleOf: titleFromEnds(stream),
  watch: (places) => [clineSessions(places)],
};

const ending = '.messages.json';

/** The subagents and teammates of a session: `<agent>.messages.json` and `<agent>__<task>.messages.json` in its folder. */
async function* subagentsOf(transcript: string): AsyncGenerator<SubagentRecord> {
  const folder = dirname(transcript);
  if (basename(transcript) !== basename(folder) + ending) return;
  const others = (await filesOf(folder, /\.messages\.json$/)).filter((path) => path !== transcript);
  yield* subagentsIn(others, readCline, (path) => basename(path, ending));
}
