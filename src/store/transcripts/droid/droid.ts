import { join } from 'node:path';
import { isoTime, type JsonObject, type JsonValue } from '../../base/core.ts';
import type { AgentTranscripts, FindTranscripts, Places } from '../shared/agent.ts';
import { Conversation } from '../shared/conversation.ts';
import { fieldsOf, textOf, timeOf } from '../shared/fields.ts';
import { UnknownKinds } from '../shared/kinds.ts';
import { JsonLines } from '../shared/lines.ts';
import { filesOf, foldersOf } from '../shared/places.ts';
import { sessionOf } from '../shared/session.ts';
import type { ReadTranscript } from '../shared/types.ts';
import { inWhole, readJsonBeside, titleFromEnds } from '../shared/whole.ts';

/** What Droid notes for its own screen. */
const silent: ReadonlySet<string> = new Set(['todo_state', 'session_end']);

/**
 * Reads a session of Factory Droid in the form that SpecStory (`providers/droidcli`) reads: `session_start`, then
 * messages in blocks of Anthropic's API and `compaction_state`; the model stands in `<id>.settings.json`.
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
      const type = message.role === 'user' ? 'user' : 'gemini';
      const draft = conversation.add({ id: textOf(line.id), time, type }, message.content, withoutReminders);
      if (type === 'gemini') draft.model = textOf(message.model) ?? textOf(model);
    } else if (line.type === 'compaction_state')
      conversation.addCompaction(time, textOf(fieldsOf(line.summary).body) ?? textOf(line.summary));
    else if (!silent.has(textOf(line.type) ?? '')) kinds.add(line.type);
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

const withoutReminders = (text: string): string =>
  text.replace(/<system-reminder>[^]*?<\/system-reminder>\s*/g, '').trim();

const stream = inWhole(readDroid);

/** Factory Droid. */
export const droid: AgentTranscripts = {
  id: 'droid',
  find: findDroid,
  recognise: isDroid,
  place: /\/\.factory\/sessions\/(?:[^/]+\/)?[^/]+\.jsonl$/,
  stream,
  titleOf: titleFromEnds(stream),
  writesLines: true,
  watch: (places) => [droidSessions(places)],
};

const droidSessions = (places: Places): string => join(places.home, '.factory', 'sessions');

/** `sessions/<folder>/<id>.jsonl`, in older versions without the folder; the first line tells where it ran. */
async function* findDroid(...[places]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  const sessions = droidSessions(places);
  for (const folder of [sessions, ...(await foldersOf(sessions))])
    for (const path of await filesOf(folder, /\.jsonl$/)) yield { agent: 'droid', path, unsure: true };
}

function isDroid(record: JsonValue): boolean {
  const { type, id, cwd, owner, hostId, workspace_root } = fieldsOf(record);
  if (type !== 'session_start') return false;
  return (
    textOf(id) !== undefined && [cwd, owner, hostId, workspace_root].some((field) => field !== undefined)
  );
}
