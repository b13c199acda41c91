import { defined, isoTime, type JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, listOf, objectOf, textOf, timeOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { parseJson } from '../reading/lines.ts';
import { JsonRecords } from '../reading/records.ts';
import { requestOf } from '../reading/requests.ts';
import { sessionOf } from '../reading/session.ts';
import type { ReadTranscript, SubagentRecord, Agent } from '../reading/types.ts';
import { titleOfMessages } from '../reading/titles.ts';
import { readConversation, titleOfSession, type OpenCodeMessage, type OpenCodeSession } from './opencode.ts';
import { messageOfVersionTwo } from './opencodeSecond.ts';

/**
 * Makes a reader for sessions of OpenCode or Kilo: JSON lines of database rows or older versions' files, or the output
 * of `export`.
 */
export const readOpenCode =
  (agent: Agent): ReadTranscript =>
  async (chunks, source) => {
    const records = new JsonRecords(chunks);
    const gathered = new Gathered();
    for await (const record of records) gathered.add(fieldsOf(record));
    const kinds = new UnknownKinds();
    const changed = isoTime(source.mtimeMs);
    const [session = { info: {}, messages: [] }, ...others] = gathered.sessions;
    const ids = new Set(gathered.sessions.map(({ info }) => textOf(info.id)));
    const children = others.filter(({ info }) => ids.has(parentOf(info)));
    const { messages, rewound, requests } = readConversation(session, changed, kinds);
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
    const more = { ...(subagents.length > 0 && { subagents }), ...(requests && { requests }) };
    return sessionOf(found, { source: agent, messages, omitted, ...more }, source);
  };

/** Id of the parent session; empty if the session is not a subagent's. */
const parentOf = ({ parentID }: JsonObject): string => textOf(parentID) ?? '';

/** Converts a session started by an agent. */
function subagentOf(child: OpenCodeSession, time: string, kinds: UnknownKinds): SubagentRecord[] {
  const { messages, requests = messages.flatMap((message) => requestOf(message) ?? []) } = readConversation(
    child,
    time,
    kinds,
  );
  const title = titleOfSession(child.info);
  const agentId = textOf(child.info.id) ?? '';
  return messages.length === 0 ? [] : [{ agentId, messages, requests, ...defined({ title }) }];
}

interface GatheredMessage {
  info: JsonObject;
  readonly parts: JsonObject[];
}

interface Gathering {
  info: JsonObject;
  readonly messages: Map<string, GatheredMessage>;
}

/** Sessions assembled from rows in any order; the first session is the requested one. */
class Gathered {
  readonly #sessions = new Map<string, Gathering>();
  /** Session of the current rows. */
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
    if (row.table === 'session' || row.table === 'session_v2') {
      const info = objectOf(row.info) ?? sessionInfo(row);
      this.#session(textOf(info.id)).info = info;
      return;
    }
    const info = objectOf(row.info) ?? dataOf(row);
    if (info === undefined) this.unreadable++;
    else if (row.table === 'session_message') {
      const message = messageOfVersionTwo(row, info);
      this.#session(textOf(info.sessionID)).messages.set(textOf(info.id) ?? '', message);
    } else if (row.table === 'message') this.#message(textOf(info.sessionID), textOf(info.id)).info = info;
    else if (row.table === 'part')
      this.#message(textOf(info.sessionID), textOf(info.messageID)).parts.push(info);
  }

  #session(id = ''): Gathering {
    const known = this.#sessions.get(id) ?? { info: {}, messages: new Map() };
    this.#sessions.set(id, known);
    return known;
  }

  #message(session: string | undefined, id = ''): GatheredMessage {
    const { messages } = this.#session(session);
    const known = messages.get(id) ?? { info: {}, parts: [] };
    messages.set(id, known);
    return known;
  }
}

/** Converts a row of the session table to the form of the export. */
const sessionInfo = (row: JsonObject): JsonObject => ({
  ...row,
  parentID: row.parent_id ?? null,
  time: { created: row.time_created ?? null, updated: row.time_updated ?? null },
  revert: parseJson(textOf(row.revert) ?? 'null') ?? null,
});

/** Returns the content of a message or part, completed from its columns. */
function dataOf({ id, session_id, message_id, data }: JsonObject): JsonObject | undefined {
  const fields = objectOf(parseJson(textOf(data) ?? ''));
  return (
    fields && { ...fields, id: id ?? null, sessionID: session_id ?? null, messageID: message_id ?? null }
  );
}

/** Assembles messages from rows, for lists. */
export function messagesIn(rows: Iterable<JsonObject>): readonly OpenCodeMessage[] {
  const gathered = new Gathered();
  for (const row of rows) gathered.add(row);
  return gathered.sessions[0]?.messages ?? [];
}

/** Makes a title from the person's first words in rows. */
export function titleIn(rows: Iterable<JsonObject>): string | undefined {
  const read = { info: {}, messages: messagesIn(rows) };
  return titleOfMessages(readConversation(read, isoTime(0), new UnknownKinds()).messages);
}
