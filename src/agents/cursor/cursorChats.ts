import { basename, dirname, join } from 'node:path';
import { errno, isoTime, StoreError, type JsonObject } from '../../disk/base/core.ts';
import { databaseMark } from '../../disk/files/databaseCopy.ts';
import { existsForeign } from '../../disk/files/foreign.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { textOf as textOfCell, withDatabase, type Database } from '../../disk/sqlite/database.ts';
import type { Places } from '../profile/machine.ts';
import type { FindTranscripts, FoundTranscript, OrphanTranscript, Roots, Wanted } from '../reading/agent.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../reading/fields.ts';
import { parseJson } from '../reading/lines.ts';
import { configFolder } from '../reading/places.ts';
import { DatabaseSessions, jsonRow, type Owners, type StoredSession } from '../reading/stored.ts';
import { givenTitle, titleOfPrompt, titleOfTime } from '../reading/titles.ts';
import { bubblesOf } from './cursorBubbles.ts';
import { storagesIn, workspaceFolders } from '../vscode/transcripts.ts';
import { orphansIn } from '../vscode/vscodeLost.ts';
import { pathInDatabase } from '../reading/types.ts';

/*
 * Chats of Cursor's editor. `globalStorage/state.vscdb` holds the content (`cursorDiskKV`: `composerData:<chat>`,
 * `bubbleId:<chat>:<bubble>`), `workspaceStorage/<id>/state.vscdb` the chats of a workspace; newer versions list all
 * chats with their folders in the global one. Some chats lie in `agentKv:*` instead, a graph of blobs whose form is not
 * known; such a chat is known by its `agentKv:checkpoint:<chat>` or its `conversationState`.
 */

const columns = { cursorDiskKV: ['key', 'value'] };
const chats = new DatabaseSessions({ agent: 'cursor', forms: [columns], list, sealed, rows });

/** Matches paths of chats, with slashes. */
export const chatPathPattern = /\/globalStorage\/state\.vscdb#[^/]+$/;

export const chatRows = (path: string): AsyncIterable<JsonObject> => chats.rows(path);

/** Yields the chats of workspaces that belong to the roots; `isWritten` says which of them are in transcripts, too. */
export async function* findChats(
  [places, roots, report]: Parameters<FindTranscripts>,
  isWritten: (chat: string) => Promise<boolean>,
): AsyncGenerator<FoundTranscript> {
  for (const user of cursorUsers(places)) {
    const global = join(user, 'globalStorage', 'state.vscdb');
    const owners = (await existsForeign(global)) ? await ownersIn(user, roots) : undefined;
    yield* chats.find(global, roots, report, owners);
    const sealedChats = await chats.sealed(global, roots, owners);
    const written = await Promise.all(sealedChats.map(isWritten));
    const count = written.filter((one) => !one).length;
    if (count > 0) report({ agent: 'cursor', path: global, reason: 'unknown', detail: `agentKv × ${count}` });
  }
}

/** Yields the chats of workspaces that are gone, as `orphansIn` does. */
export async function* orphanedCursorChats(wanted: Wanted): AsyncGenerator<OrphanTranscript> {
  for (const user of cursorUsers(wanted.places)) {
    const global = join(user, 'globalStorage', 'state.vscdb');
    if (!(await existsForeign(global))) continue;
    const chatsOf = async (storage: string): Promise<readonly OrphanTranscript[]> => {
      const ids = [...(await chatsIn(join(storage, 'state.vscdb'))), ...(await headsOf(global, storage))];
      return [...new Set(ids)].map((id) => ({ agent: 'cursor', path: pathInDatabase(global, id) }));
    };
    yield* orphansIn([user], wanted, { workspace: workspaceFolders, chatsIn: chatsOf, open: valuesOf });
  }
}

/** Ids of a workspace's chats in the list of all; none if that cannot be read. */
async function headsOf(global: string, storage: string): Promise<readonly string[]> {
  const isOf = ({ workspaceId, workspaceIdentifier }: JsonObject) =>
    (textOf(workspaceId) ?? fieldsOf(workspaceIdentifier).id) === basename(storage);
  try {
    return await withDatabase(global, (database) =>
      headsIn(database)
        .filter(isOf)
        .flatMap(({ composerId }) => textOf(composerId) ?? []),
    );
  } catch (error) {
    if (error instanceof StoreError) return [];
    throw error;
  }
}

/** Yields the values of a chat, which are JSON; none for one that is only listed. */
async function* valuesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const { value } of chatRows(path)) yield Buffer.from(`${textOf(value) ?? ''}\n`);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

/** Folders of a user's chats and workspaces, as the storage of each workspace tells them. */
async function ownersIn(user: string, roots: Roots): Promise<Owners> {
  const owners = new Map<string, string>();
  for await (const { storage, cwd } of storagesIn([user], roots))
    for (const id of [workspaceKey(basename(storage)), ...(await chatsIn(join(storage, 'state.vscdb')))])
      owners.set(id, cwd);
  return owners;
}

/** Key of a workspace in the map of owners, which otherwise holds chats. */
const workspaceKey = (id: string): string => `workspace:${id}`;

/** Cursor's `User` folders: of the installed and of the running one. */
function cursorUsers(places: Places): readonly string[] {
  const { vscodeUserFolder } = places;
  const running =
    vscodeUserFolder !== undefined && /[\\/]Cursor[\\/]/i.test(vscodeUserFolder) ? [vscodeUserFolder] : [];
  return [...new Set([...running, join(configFolder(places), 'Cursor', 'User')])];
}

const known = inMemory<readonly string[]>(200);

/** Ids of a workspace's chats; empty if its database cannot be read. */
async function chatsIn(path: string): Promise<readonly string[]> {
  let fingerprint: string | undefined;
  try {
    fingerprint = databaseMark(path);
    const before = fingerprint === undefined ? [] : known.get(path, fingerprint);
    if (before) return before;
    return await withDatabase(path, (database) => known.set(path, database.fingerprint, idsIn(database)));
  } catch (error) {
    if (!(error instanceof StoreError) && errno(error) === undefined) throw error;
    return fingerprint === undefined ? [] : known.set(path, fingerprint, []);
  }
}

/** Ids in a workspace's values, including open chats, which are all that newer versions list there. */
function idsIn(database: Database): string[] {
  const { allComposers, selectedComposerIds } = itemOf(database, 'composer.composerData');
  const listed = listOf(allComposers).flatMap((chat) => textOf(fieldsOf(chat).composerId) ?? []);
  return [...listed, ...listOf(selectedComposerIds).flatMap((id) => textOf(id) ?? [])];
}

function itemOf(database: Database, key: string): JsonObject {
  if (!database.columns('ItemTable').has('value')) return {};
  const [row] = [...database.rows('SELECT value FROM ItemTable WHERE key = ?', key)];
  return fieldsOf(parseJson(textOfCell(row?.value)));
}

/** Heads of all chats in newer versions: first in one value, later in a table. */
function headsIn(database: Database): readonly JsonObject[] {
  const inValue = listOf(itemOf(database, 'composer.composerHeaders').allComposers).map(fieldsOf);
  if (!database.columns('composerHeaders').has('composerId')) return inValue;
  const rows = [...database.rows('SELECT * FROM composerHeaders')];
  const inTable = rows.map((row) => {
    const columns = jsonRow('', row);
    return { ...fieldsOf(parseJson(textOf(columns.value) ?? '')), ...columns };
  });
  return [...inValue, ...inTable];
}

/** Folders of the chats that belong to the roots, and of workspaces. */
async function foldersOf(database: Database, roots: Roots, owners: Owners): Promise<Owners> {
  const all = new Map(owners);
  for (const head of headsIn(database)) {
    const { composerId, workspaceIdentifier, workspaceId } = head;
    const { id: workspace, uri } = fieldsOf(workspaceIdentifier);
    const { fsPath, path } = fieldsOf(uri);
    const folder = textOf(fsPath) ?? textOf(path);
    const known = owners.get(workspaceKey(textOf(workspaceId) ?? textOf(workspace) ?? ''));
    const cwd = known ?? (folder !== undefined && (await roots.include(folder)) ? folder : undefined);
    const id = textOf(composerId);
    if (id !== undefined && cwd !== undefined) all.set(id, cwd);
  }
  return all;
}

async function list(database: Database, roots: Roots, owners: Owners): Promise<readonly StoredSession[]> {
  const all = await foldersOf(database, roots, owners);
  return Array.from(all).flatMap(([id, cwd]) => storedOf(database, id, cwd) ?? []);
}

/** Finds the chats without messages that have the unknown form. */
async function sealed(database: Database, roots: Roots, owners: Owners): Promise<readonly string[]> {
  if (!hasKeys(database, 'agentKv:', 'agentKv;')) return [];
  const ids = [...(await foldersOf(database, roots, owners)).keys()];
  return ids.filter((id) => {
    const { value: chat = {} } = valueAt(database, `composerData:${id}`) ?? {};
    const inPlace = [...listOf(chat.conversation), ...Object.keys(fieldsOf(chat.conversationMap))];
    const hasMessages = inPlace.length > 0 || hasKeys(database, ...rangeOf(id));
    return !hasMessages && isInBlobs(database, id, chat);
  });
}

/** Whether a chat has a state in blobs; `~` means none. */
function isInBlobs(database: Database, id: string, { conversationState }: JsonObject): boolean {
  const marks = ['checkpoint', 'bubbleCheckpoint'].map((kind) => `agentKv:${kind}:${id}`);
  return (
    (textOf(conversationState) ?? '').length > 1 || marks.some((mark) => hasKeys(database, mark, `${mark};`))
  );
}

/** Whether there is a key from one up to another. */
const hasKeys = (database: Database, from: string, to: string): boolean =>
  [...database.rows('SELECT 1 FROM cursorDiskKV WHERE key >= ? AND key < ? LIMIT 1', from, to)].length > 0;

/** Reads the value of a key, and its length in characters; undefined if there is none. */
function valueAt(database: Database, key: string): { value: JsonObject; length: number } | undefined {
  const [row] = [...database.rows('SELECT value FROM cursorDiskKV WHERE key = ?', key)];
  if (row === undefined) return undefined;
  const text = textOfCell(row.value);
  return { value: fieldsOf(parseJson(text)), length: text.length };
}

function storedOf(database: Database, sessionId: string, cwd: string): StoredSession | undefined {
  const found = valueAt(database, `composerData:${sessionId}`);
  if (found === undefined) return undefined;
  const { value: chat, length } = found;
  const created = isoTime(numberOf(chat.createdAt) ?? 0);
  const bubbles = bubblesOf(chat, (id) => valueAt(database, `bubbleId:${sessionId}:${id}`)?.value ?? {});
  let prompt: string | undefined;
  let empty = true;
  for (const bubble of bubbles) {
    empty = false;
    prompt = bubble.type === 1 ? titleOfPrompt(textOf(bubble.text) ?? '') : undefined;
    if (prompt !== undefined) break;
  }
  const [{ size } = { size: 0 }] = [...database.rows(sizeOf, ...rangeOf(sessionId))];
  const title = givenTitle(textOf(chat.name)) ?? prompt ?? titleOfTime(created);
  const lastUpdated = isoTime(numberOf(chat.lastUpdatedAt) ?? numberOf(chat.createdAt) ?? 0);
  return {
    sessionId,
    title,
    startTime: created,
    lastUpdated,
    cwd,
    empty,
    size: Number(size) + length,
  };
}

const sizeOf =
  'SELECT coalesce(sum(octet_length(value)), 0) AS size FROM cursorDiskKV WHERE key > ? AND key < ?';
const rangeOf = (id: string) => [`bubbleId:${id}:`, `bubbleId:${id};`] as const;

function* rows(database: Database, session: string): Generator<JsonObject> {
  const of = (sql: string, ...values: string[]) =>
    database.rows(`SELECT key, value FROM cursorDiskKV WHERE ${sql} ORDER BY key`, ...values);
  const [own] = [...of('key = ?', `composerData:${session}`)];
  if (own === undefined) return;
  for (const row of of('key > ? AND key < ?', ...rangeOf(session))) yield jsonRow('cursorDiskKV', row);
  yield jsonRow('cursorDiskKV', own);
}

/** Folders in which Cursor's chats change. */
export const chatFolders = (places: Places): readonly string[] =>
  cursorUsers(places).map((user) => dirname(join(user, 'globalStorage', 'state.vscdb')));
