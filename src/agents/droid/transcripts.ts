import { join } from 'node:path';
import { isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { withoutElements } from '../../disk/text/elements.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import type { FindTranscripts } from '../reading/agent.ts';
import { Conversation } from '../reading/conversation.ts';
import { fieldsOf, textOf, timeOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { JsonLines } from '../reading/lines.ts';
import { foldersOf, sessionFilesOf } from '../reading/places.ts';
import { sessionOf } from '../reading/session.ts';
import type { ReadTranscript } from '../reading/types.ts';
import { readJsonBeside, wholeFileAgent } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

/** Records for Droid's own screen. */
const ignored: ReadonlySet<string> = new Set(['todo_state', 'session_end']);

/**
 * Reads a session of Factory Droid: `session_start`, messages in Anthropic's blocks, and `compaction_state`; the model
 * is in `<id>.settings.json` (form as in SpecStory, `providers/droidcli`).
 */
export const readDroid: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const conversation = new Conversation(isoTime(source.mtimeMs), kinds);
  const { model } = fieldsOf(await readJsonBeside(source.path.replace(/\.jsonl$/, '.settings.json')));
  const lines = new JsonLines(chunks);
  let start: JsonObject = {};
  for await (const line of lines) {
    const time = timeOf(line.timestamp);
    const message = fieldsOf(line.message);
    if (line.type === 'session_start') start = { ...fieldsOf(line.session), ...line };
    else if (line.type === 'message' && (message.role === 'user' || message.role === 'assistant')) {
      const type = message.role === 'user' ? 'user' : 'assistant';
      const draft = conversation.add({ id: textOf(line.id), time, type }, message.content, withoutReminders);
      if (type === 'assistant') draft.model = textOf(message.model) ?? textOf(model);
    } else if (line.type === 'compaction_state')
      conversation.addCompaction(time, textOf(fieldsOf(line.summary).body) ?? textOf(line.summary));
    else if (!ignored.has(textOf(line.type) ?? '')) kinds.add(line.type);
  }
  const found = {
    sessionId: textOf(start.id),
    title: textOf(start.sessionTitle) ?? textOf(start.title),
    startTime: timeOf(start.created_at) ?? timeOf(start.timestamp),
    cwd: textOf(start.cwd) ?? textOf(start.workspace_root),
    version: textOf(start.version),
  };
  const omitted = { unreadable: lines.unreadable, rewound: 0, ...kinds.found };
  return sessionOf(found, { source: 'droid', messages: conversation.finish(), omitted }, source);
};

const withoutReminders = (text: string): string => withoutElements(text, 'system-reminder').trim();

/** Factory Droid. */
export const droid = wholeFileAgent({
  id: 'droid',
  find: findDroid,
  forms: [readForm('~/.factory/sessions/**/*.jsonl')],
  homes: (places) => [{ folder: droidSessions(places), files: /\.jsonl$/ }],
  recognise: isDroid,
  pathPattern: /\/\.factory\/sessions\/(?:[^/]+\/)?[^/]+\.jsonl$/,
  read: readDroid,
  writesLines: true,
  watch: (places) => [droidSessions(places)],
});

const droidSessions = (places: Places): string =>
  join(homeOf(places, 'FACTORY_HOME_OVERRIDE', ''), '.factory', 'sessions');

/**
 * Finds `sessions/<folder>/<id>.jsonl`, in older versions without the folder; the first line names the working folder.
 */
async function* findDroid(...[places]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  const sessions = droidSessions(places);
  for (const folder of [sessions, ...(await foldersOf(sessions))])
    for (const path of await sessionFilesOf(folder, /\.jsonl$/)) yield { agent: 'droid', path, unsure: true };
}

function isDroid(record: JsonValue): boolean {
  const { type, id, cwd, owner, hostId, workspace_root } = fieldsOf(record);
  if (type !== 'session_start') return false;
  return (
    textOf(id) !== undefined && [cwd, owner, hostId, workspace_root].some((field) => field !== undefined)
  );
}
