import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { defined, isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { databaseStat } from '../../disk/files/databaseCopy.ts';
import { textOf as textOfCell, type Database } from '../../disk/sqlite/database.ts';
import { withoutElements } from '../../disk/text/elements.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import type { FindTranscripts, FoundTranscript, Roots } from '../reading/agent.ts';
import { Conversation } from '../reading/conversation.ts';
import { fieldsOf, listOf, numberOf, objectOf, textOf, timeOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { parseJson } from '../reading/lines.ts';
import { entriesOf, foldersOf } from '../reading/places.ts';
import { sessionOf } from '../reading/session.ts';
import { DatabaseSessions, type Owners, type StoredSession } from '../reading/stored.ts';
import { givenTitle, titleOfMessages, titleOfTime } from '../reading/titles.ts';
import type { SessionRecord, TranscriptSource } from '../reading/types.ts';
import { readJsonBeside } from '../reading/whole.ts';

/*
 * Chats of Cursor's command line: `chats/<md5 of the folder>/<chat>/store.db`, a store of blobs named by their hashes.
 * `meta` names the newest root, a list of the hashes of messages in Protocol Buffers; messages are JSON. `meta` also
 * holds a key, which is never read on.
 */

const forms = [{ blobs: ['id', 'data'], meta: ['key', 'value'] }];
const stores = new DatabaseSessions({ agent: 'cursor', forms, list, rows });

/** Matches paths of chats, with slashes. */
export const storePathPattern = /\/chats\/[^/]+\/[^/]+\/store\.db#[^/]+$/;

export const storeRows = (path: string): AsyncIterable<JsonObject> => stores.rows(path);

/** Folder of the chats. */
export const storeFolder = (places: Places): string =>
  join(homeOf(places, 'CURSOR_DATA_DIR', '.cursor'), 'chats');

/** Yields the chats of folders that belong to the roots. */
export async function* findStores(
  ...[places, roots, report]: Parameters<FindTranscripts>
): AsyncGenerator<FoundTranscript> {
  for (const folder of await foldersOf(storeFolder(places)))
    for (const chat of await foldersOf(folder)) {
      const { cwd: recorded } = fieldsOf(await readJsonBeside(join(chat, 'meta.json')));
      const cwd = await folderOf(textOf(recorded), basename(folder), roots);
      const hasStore = cwd !== undefined && (await entriesOf(chat)).some(({ name }) => name === 'store.db');
      if (hasStore)
        yield* stores.find(join(chat, 'store.db'), roots, report, new Map([[basename(chat), cwd]]));
    }
}

/** Returns the folder of a chat if it belongs to the roots: the recorded one, else the root with this hash. */
async function folderOf(
  recorded: string | undefined,
  hash: string,
  roots: Roots,
): Promise<string | undefined> {
  if (recorded !== undefined) return (await roots.include(recorded)) ? recorded : undefined;
  return roots.folders.find((root) => createHash('md5').update(root).digest('hex') === hash);
}

/** Lists the only chat of a store, whose id and folder are the owner. */
async function list(database: Database, _: Roots, owners: Owners): Promise<readonly StoredSession[]> {
  await Promise.resolve();
  const about = aboutIn(database);
  return Array.from(owners, ([sessionId, cwd]) => {
    const startTime = timeOf(numberOf(about.createdAt)) ?? isoTime(0);
    const messages = [...messagesIn(database, about)];
    const conversation = new Conversation(startTime, new UnknownKinds());
    for (const message of messages) addMessage(conversation, message, new UnknownKinds());
    const said = conversation.finish();
    const title = givenTitle(textOf(about.name)) ?? titleOfMessages(said) ?? titleOfTime(startTime);
    const size = messages.map((message) => JSON.stringify(message)).join('').length;
    const lastUpdated = isoTime(databaseStat(database.path)?.mtimeMs ?? Date.parse(startTime));
    return { sessionId, cwd, title, startTime, lastUpdated, size, empty: said.length === 0 };
  });
}

function* rows(database: Database): Generator<JsonObject> {
  const about = aboutIn(database);
  for (const message of messagesIn(database, about)) yield { table: 'blobs', message };
  yield { table: 'meta', about };
}

/** Facts about a chat, without its key. The value is JSON, in most versions in hexadecimal. */
function aboutIn(database: Database): JsonObject {
  const [row] = [...database.rows("SELECT value FROM meta WHERE key = '0'")];
  const text = textOfCell(row?.value);
  const json = /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString() : text;
  const { name, createdAt, lastUsedModel, latestRootBlobId } = fieldsOf(parseJson(json));
  return defined({ name, createdAt, lastUsedModel, latestRootBlobId });
}

/** Yields the messages below a root, in order; what cannot be read counts as a message of no role. */
function* messagesIn(
  database: Database,
  about: JsonObject,
  id = textOf(about.latestRootBlobId) ?? '',
  seen = new Set<string>(),
): Generator<JsonValue> {
  if (seen.has(id)) return;
  seen.add(id);
  const [row] = [...database.rows('SELECT data FROM blobs WHERE id = ?', id)];
  const data = row?.data;
  const message = parseJson(textOfCell(data));
  if (objectOf(message)) yield message ?? null;
  else if (data instanceof Uint8Array)
    for (const below of hashesIn(data)) yield* messagesIn(database, about, below, seen);
  else yield null;
}

/** Tag of a field of bytes in Protocol Buffers: the first one, as the list of hashes is. */
const hashTag = 0x0a;
const hashBytes = 32;

/** Hashes in a list in Protocol Buffers. */
function hashesIn(bytes: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at + 2 + hashBytes <= bytes.length; at += 2 + hashBytes) {
    if (bytes[at] !== hashTag || bytes[at + 1] !== hashBytes) break;
    found.push(Buffer.from(bytes.subarray(at + 2, at + 2 + hashBytes)).toString('hex'));
  }
  return found;
}

/** A chat as its rows hold it. */
export interface StoredChat {
  readonly head: JsonObject;
  readonly about: JsonObject;
  readonly messages: readonly JsonValue[];
}

/** Reads a chat of Cursor's command line. */
export function readStoredChat(
  { head, about, messages }: StoredChat,
  source: TranscriptSource,
): SessionRecord {
  const kinds = new UnknownKinds();
  const started = timeOf(numberOf(about.createdAt));
  const conversation = new Conversation(started ?? isoTime(source.mtimeMs), kinds);
  for (const message of messages) addMessage(conversation, message, kinds, textOf(about.lastUsedModel));
  const found = {
    sessionId: textOf(head.session),
    startTime: started,
    title: textOf(about.name),
    cwd: textOf(head.folder),
  };
  const unreadable = messages.filter((message) => objectOf(message) === undefined).length;
  const omitted = { unreadable, rewound: 0, ...kinds.found };
  return sessionOf(found, { source: 'cursor', messages: conversation.finish(), omitted }, source);
}

function addMessage(
  conversation: Conversation,
  message: JsonValue,
  kinds: UnknownKinds,
  model?: string,
): void {
  const { role, content } = fieldsOf(message);
  const blocks =
    typeof content === 'string' ? content : listOf(content).map((block) => blockOf(fieldsOf(block)));
  if (role === 'user') conversation.add({ type: 'user' }, blocks, said);
  else if (role === 'assistant') conversation.add({ type: 'assistant' }, blocks).model = model;
  else if (role === 'tool')
    for (const { tool_use_id, content: result } of listOf(blocks).map(fieldsOf))
      conversation.answer(textOf(tool_use_id), result, 'success');
  else if (role !== 'system' && role !== undefined) kinds.add(`message ${textOf(role) ?? ''}`);
}

/** The person's words, without what Cursor puts around them. */
const said = (text: string): string =>
  withoutElements(text, 'user_info', 'rules', 'project_layout', 'git_status', 'timestamp')
    .replace(/<\/?user_query>\n?/g, '')
    .trim();

/** Converts a block of the AI SDK to the form of Anthropic's API. */
function blockOf(block: JsonObject): JsonObject {
  const { type, toolCallId = null, toolName = null, args, input = null, result, output = null } = block;
  if (type === 'tool-call') return { type: 'tool_use', id: toolCallId, name: toolName, input: args ?? input };
  if (type === 'tool-result')
    return { type: 'tool_result', tool_use_id: toolCallId, content: result ?? output };
  if (type === 'reasoning') return { type: 'thinking', thinking: block.text ?? '' };
  return block;
}
