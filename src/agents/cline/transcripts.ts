import { basename, dirname, join } from 'node:path';
import type { AgentTranscripts, FindTranscripts } from '../reading/agent.ts';
import { fieldsOf, textOf } from '../reading/fields.ts';
import { filesOf, foldersOf } from '../reading/places.ts';
import { clineData, clineSessions } from './profile.ts';
import type { StreamTranscript, SubagentRecord } from '../reading/types.ts';
import { wholeStream, readJsonBeside, subagentsIn, titleFromEnds } from '../reading/whole.ts';
import { readCline, isClineSession, manifestOf } from './cline.ts';
import type { Places } from '../profile/machine.ts';
import { isTask, storagesOf, taskHomes, tasksIn } from './clineTasks.ts';
import { readForm } from '../reading/forms.ts';
import { clineWriter } from './write.ts';

/**
 * Finds Cline's conversations, stored together for all projects: sessions of its command line and version 4, tasks of
 * version 3.
 */
export const findCline: FindTranscripts = async function* (...search) {
  yield* findSessions(...search);
  yield* findTasks(...search);
};

/** Finds `sessions/<id>/<id>.messages.json`; `<id>.json` beside it names the working folder. */
const findSessions: FindTranscripts = async function* (places, roots) {
  for (const session of await foldersOf(clineSessions(places))) {
    const path = join(session, `${basename(session)}.messages.json`);
    const cwd = textOf(fieldsOf(await readJsonBeside(manifestOf(path))).cwd);
    if (cwd === undefined || !(await roots.include(cwd))) continue;
    yield { agent: 'cline', path, unsure: false, cwd };
  }
};

/** Finds `tasks/<id>/api_conversation_history.json` in the extension's storage or beside the sessions. */
const findTasks: FindTranscripts = (places, roots) => tasksIn('cline', taskStorages(places), roots);

const taskStorages = (places: Places): string[] => [
  clineData(places),
  ...storagesOf(places, 'saoudrizwan.claude-dev'),
];

const stream: StreamTranscript = async (open, source) => ({
  ...(await wholeStream(readCline)(open, source)),
  subagents: () => subagentsOf(source.path),
});

/** Cline in VS Code and on the command line. */
export const cline: AgentTranscripts = {
  id: 'cline',
  find: findCline,
  forms: [
    readForm('saoudrizwan.claude-dev/tasks/*/api_conversation_history.json', '3'),
    readForm('~/.cline/data/sessions/*/*.messages.json', '4'),
  ],
  homes: (places) => [
    { folder: clineSessions(places), files: /\.messages\.json$/ },
    ...taskHomes(taskStorages(places)),
  ],
  recognise: (record) => isTask(record) || isClineSession(record),
  pathPattern: /\/api_conversation_history\.json$|\/sessions\/[^/]+\/[^/]+\.messages\.json$/,
  stream,
  titleOf: titleFromEnds(stream),
  watch: (places) => [clineSessions(places)],
  writer: clineWriter,
};

const ending = '.messages.json';

/**
 * Yields a session's subagents and teammates: `<agent>.messages.json` and `<agent>__<task>.messages.json` in its
 * folder.
 */
async function* subagentsOf(transcript: string): AsyncGenerator<SubagentRecord> {
  const folder = dirname(transcript);
  if (basename(transcript) !== basename(folder) + ending) return;
  const others = (await filesOf(folder, /\.messages\.json$/)).filter((path) => path !== transcript);
  yield* subagentsIn(others, readCline, (path) => basename(path, ending));
}
