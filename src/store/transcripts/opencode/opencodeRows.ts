import { defined, isoTime, type JsonObject } from '../../base/core.ts';
import { fieldsOf, listOf, objectOf, textOf, timeOf } from '../shared/fields.ts';
import { UnknownKinds } from '../shared/kinds.ts';
import { parseJson } from '../shared/lines.ts';
import { JsonRecords } from '../shared/records.ts';
import { sessionOf } from '../shared/session.ts';
import type { Agent, ReadTranscript, SubagentRecord } from '../shared/types.ts';
import { readConversation, titleOfSession, type OpenCodeMessage, type OpenCodeSession } from './opencode.ts';

/**
 * Reads a session of OpenCode or Kilo: the rows of its database or, of older versions, its files, as JSON lines; or
 * what `export` gives.
 */
export const readOpenCode =
  (agent: Agent): ReadTranscript =>
  async (chunks, source) => {
    const records = new JsonRecords(chunks);
    const gathered = new Gathered();
    for await (const record of records) gathered.add(fieldsOf(record));
    const kinds = new UnknownKinds();
    const changed = isoTime(source.mtimeMs);
    const [session = { info: {}, messages: [] }, ...children] = gathered.sessions;
    const { messages, rewound } = readConversation(session, changed, kinds);
    const subagents = children.flatMap((child) => subagentOf(child, changed, kinds));
    const { id, directory, version, time } = session.info;
    const found = {
      sessionId: textOf(id) ?? gathered.id,
      startTime: timeOf(fieldsOf(time).created),
      lastUpdated: timeOf(fieldsOf(time).updated),
      title: titleOfSession(session.info),
      cwd: textOf(directory),
      version: textOf(version),
    };
    const omitted = { unreadable: records.unreadable + gathered.unreadable, rewound, ...kinds.found };
    const more = subagents.length > 0 ? { subagents } : {};
    return sessionOf(found, { source: agent, messages, omitted, ...more }, source);
  };

/** A session that the agent started with an agent. */
function subagentOf(child: OpenCodeSession, time: string, kinds: UnknownKinds): SubagentRecord[] {
  const { messages } = readConversation(child, time, kinds);
  const title = titleOfSession(child.info);
  const agentId = textOf(child.info.id) ?? '';
  return messages.length === 0 ? [] : [{ agentId, messages, ...defined({ title }) }];
}

interface Gathering {
  info: JsonObject;
  readonly messages: Map<string, { info: JsonObject; readonly parts: JsonObject[] }>;
}

/** Sessions put together from their rows, in whatever order these come; the one that was asked for is the first. */
class Gathered {
  readonly #sessions = new Map<string, Gathering>();
  /** Of the session whose rows these are. */
  id: string | undefined;
  unreadable = 0;

  get sessions(): OpenCodeSession[] {
    return Array.from(this.#sessions.values(), ({ info, messages }) => ({
      info,
      messages: [...messages.values()],
    }));
  }

  add(record: JsonObject): void {
    const { rowsOf, session, table, info, messages } = record;
    if (textOf(rowsOf) !== undefined) {
      this.id = textOf(session);
      this.#session(this.id);
    } else if (table === undefined && info !== undefined)
      this.#addExport(fieldsOf(info), listOf(messages).map(fieldsOf));
    else if (table === undefined) this.#session(textOf(record.id)).info = record;
    else this.#addRow(record);
  }

  #addExport(info: JsonObject, messages: readonly JsonObject[]): void {
    const session = this.#session(textOf(info.id));
    session.info = info;
    for (const message of messages) {
      const own = fieldsOf(message.info);
      session.messages.set(textOf(own.id) ?? '', { info: own, parts: listOf(message.parts).map(fieldsOf) });
    }
  }

  #addRow(row: JsonObject): void {
    if (row.table === 'session') {
      const info = objectOf(row.info) ?? sessionInfo(row);
      this.#session(textOf(info.id)).info = info;
      return;
    }
    const info = objectOf(row.info) ?? dataOf(row);
    if (info === undefined) this.unreadable++;
    else if (row.table === 'message') this.#message(textOf(info.sessionID), textOf(info.id)).info = info;
    else if (row.table === 'part')
      this.#message(textOf(info.sessionID), textOf(info.messageID)).parts.push(info);
  }

  #session(id = ''): Gathering {
    const known = this.#sessions.get(id) ?? { info: {}, messages: new Map() };
    this.#sessions.set(id, known);
    return known;
  }

  #message(session: string | undefined, id = ''): { info: JsonObject; readonly parts: JsonObject[] } {
    const { messages } = this.#session(session);
    const known = messages.get(id) ?? { info: {}, parts: [] };
    messages.set(id, known);
    return known;
  }
}

/** A row of the table of sessions, in the shape of the export. */
const sessionInfo = (row: JsonObject): JsonObject => ({
  ...row,
  parentID: row.parent_id ?? null,
  time: { created: row.time_created ?? null, updated: row.time_updated ?? null },
  revert: parseJson(textOf(row.revert) ?? 'null') ?? null,
});

/** What a message or a part holds, with what its columns say of it. */
function dataOf({ id, session_id, message_id, data }: JsonObject): JsonObject | undefined {
  const fields = objectOf(parseJson(textOf(data) ?? ''));
  return (
    fields && { ...fields, id: id ?? null, sessionID: session_id ?? null, messageID: message_id ?? null }
  );
}

/** The messages of a session, for whoever lists it, from rows. */
export function messagesIn(rows: Iterable<JsonObject>): readonly OpenCodeMessage[] {
  const gathered = new Gathered();
  for (const row of rows) gathered.add(row);
  return gathered.sessions[0]?.messages ?? [];
}
