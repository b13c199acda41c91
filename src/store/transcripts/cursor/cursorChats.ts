import { basename, dirname, join } from 'node:path';
import { errno, isoTime, StoreError, type JsonObject } from '../../base/core.ts';
import { databaseMark } from '../../files/databaseCopy.ts';
import { FileCache } from '../../files/fileCache.ts';
import { textOf as textOfCell, withDatabase, type Database } from '../../sqlite/database.ts';
import type { FoundTranscript, Places, Roots } from '../shared/agent.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../shared/fields.ts';
import { parseJson } from '../shared/lines.ts';
import { configFolder } from '../shared/places.ts';
import { DatabaseSessions, jsonRow, type Owners, type StoredSession } from '../shared/stored.ts';
import { givenTitle, titleOfPrompt, titleOfTime } from '../shared/titles.ts';
import { bubblesOf } from './cursorBubbles.ts';
import { storagesOf } from '../vscode/vscodeAgent.ts';

/*
 * Chats of Cursor's editor. `globalStorage/state.vscdb` holds what was said (`cursorDiskKV`: `composerData:<chat>`,
 * `bubbleId:<chat>:<bubble>`), `workspaceStorage/<id>/state.vscdb` which chats are of a workspace; newer versions
 * list all chats with their folders in the global one.
 */

const columns = { cursorDiskKV: ['key', 'value'] };
const chats = new DatabaseSessions({ agent: 'cursor', columns, list, rows });

/** Paths of chats, with slashes. */
export const chatPlace = /\/globalStorage\/state\.vscdb#[^/]+$/;

export const chatRows = (path: string): AsyncIterable<JsonObject> => chats.rows(path);

/** The chats of workspaces that belong to the roots. */
export async function* findChats(places: Places, roots: Roots): AsyncGenerator<FoundTranscript> {
  for (const user of cursorUsers(places)) {
    const global = join(user, 'globalStorage', 'state.vscdb');
    if (databaseMark(global) === undefined) continue;
    const owners = new Map<string, string>();
    for await (const { storage, cwd } of storagesOf({ ...places, vscodeUserFolder: user }, roots))
      for (const id of [workspaceKey(basename(storage)), ...(await chatsIn(join(storage, 'state.vscdb')))])
        owners.set(id, cwd);
    yield* chats.find(global, roots, owners);
  }
}

/** Among the owners of chats stands that of each workspace, by its id. */
const workspaceKey = (id: string): string => `workspace:${id}`;

/** Where Cursor is installed, or runs now. */
function cursorUsers(places: Places): readonly string[] {
  const { vscodeUserFolder } = places;
  const running =
    vscodeUserFolder !== undefined && /[\\/]Cursor[\\/]/i.test(vscodeUserFolder) ? [vscodeUserFolder] : [];
  return [...new Set([...running, join(configFolder(places), 'Cursor', 'User')])];
}

const known = new FileCache<readonly string[]>(200);

/** The ids of the chats of a workspace; none where its database cannot be read. */
async function chatsIn(path: string): Promise<readonly string[]> {
  const mark = databaseMark(path);
  if (mark === undefined) return [];
  const before = known.get(path, mark);
  if (before) return before;
  try {
    return await withDatabase(path, (database) => known.set(path, database.mark, idsIn(database)));
  } catch (error) {
    if (error instanceof StoreError || errno(error) !== undefined) return known.set(path, mark, []);
    throw error;
  }
}

/** Of what belongs to a workspace; chats that are open, too, which newer versions name alone. */
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

/** What newer versions list of all chats: in one value, then in a table of its own. */
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

async function list(database: Database, roots: Roots, owners: Owners): Promise<readonly StoredSession[]> {
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
  return Array.from(all).flatMap(([id, cwd]) => storedOf(database, id, cwd) ?? []);
}

function storedOf(database: Database, sessionId: string, cwd: string): StoredSession | undefined {
  const [row] = [
    ...database.rows('SELECT value FROM cursorDiskKV WHERE key = ?', `composerData:${sessionId}`),
  ];
  const chat = fieldsOf(parseJson(textOfCell(row?.value)));
  if (row === undefined) return undefined;
  const created = isoTime(numberOf(chat.createdAt) ?? 0);
  const bubbles = bubblesOf(chat, (id) => {
    const [bubble] = [
      ...database.rows('SELECT value FROM cursorDiskKV WHERE key = ?', `bubbleId:${sessionId}:${id}`),
    ];
    return fieldsOf(parseJson(textOfCell(bubble?.value)));
  });
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
    size: Number(size) + textOfCell(row.value).length,
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

/** Where Cursor's chats change. */
export const chatFolders = (places: Places): readonly string[] =>
  cursorUsers(places).map((user) => dirname(join(user, 'globalStorage', 'state.vscdb')));
