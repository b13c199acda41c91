import { basename, join } from 'node:path';
import type { ArchiveStore } from '../history/archive/types.ts';
import type { Secrets, StoreContext } from '../disk/base/context.ts';
import { isObject, type JsonValue } from '../disk/base/core.ts';
import type { Brief } from '../insight/brief/types.ts';
import { ContextArchives } from '../history/contexts/archives.ts';
import type { ContextStore } from '../history/contexts/types.ts';
import type { DialogAccess } from '../history/dialogs/dialogAccess.ts';
import { summaryFile } from '../history/dialogs/layout.ts';
import type { DialogStore } from '../history/dialogs/types.ts';
import { lstatOwn } from '../disk/files/way.ts';
import { memoriesFolder, MemoryLog } from '../history/memory/memoryLog.ts';
import { memoryFields } from '../history/memory/records.ts';
import type { Memory, MemoryStore } from '../history/memory/types.ts';
import { contentHash } from '../history/memory/memory.ts';
import type { SessionInfo } from '../history/sessions/types.ts';
import { sharedFolder, type SharedStore } from '../history/shared/types.ts';
import { decodeBody, idOf, plain } from './recordBodies.ts';
import type { HubRecord } from './types.ts';

/** The sessions of a history, as needed for their cards. */
export interface LocalSessions {
  /** Most recently active first. */
  list(limit: number): Promise<readonly SessionInfo[]>;
  /** What was asked, done, decided and is open in the session. */
  brief(session: string): Promise<Pick<Brief, 'text' | 'items'>>;
}

/** The parts of a store that are exchanged with a hub. */
export interface LocalHistory {
  readonly context: StoreContext;
  readonly access: DialogAccess;
  readonly dialogs: DialogStore;
  readonly contexts: ContextStore;
  readonly memories: MemoryStore;
  readonly shared: SharedStore;
  readonly archives: ArchiveStore;
  /** Absent if the user's sessions are unknown; then none are sent. */
  readonly sessions?: LocalSessions;
  /** Masks regardless of the person's setting, since others read what leaves the machine. */
  readonly masked: Secrets;
}

/** A local history that can be synchronized with a hub. */
export interface HubHistory {
  readonly local: LocalHistory;
  /** Returns the project's UUID, creating one if needed. Throws `storage` if that fails. */
  project(): Promise<string>;
}

/** The current state of an item; `time` is when it changed, in milliseconds, as far as known. */
export type LocalItem = Pick<HubRecord, 'kind' | 'id' | 'body' | 'text' | 'time'>;

/** Returns the folders exchanged with a hub: dialogs with their names, memories and shared items. */
export async function localFolders({
  dialogs,
}: LocalHistory): Promise<ReadonlyMap<string, string | undefined>> {
  const known = (await dialogs.list()).map(({ name, folder }) => [basename(folder), name] as const);
  return new Map<string, string | undefined>([
    [memoriesFolder, undefined],
    [sharedFolder, undefined],
    ...known,
  ]);
}

/** Reads all versioned items of a folder, masked. `dialog` is the name if the folder belongs to one. */
export async function localItems(
  local: LocalHistory,
  folder: string,
  dialog: string | undefined,
): Promise<readonly LocalItem[]> {
  const items =
    dialog !== undefined
      ? [...(await summaryOf(local, folder, dialog)), ...(await contextsOf(local, folder, dialog))]
      : folder === memoriesFolder
        ? await memoriesOf(local)
        : await sharedOf(local);
  return items;
}

async function memoriesOf({ context, masked }: LocalHistory): Promise<readonly LocalItem[]> {
  const state = await new MemoryLog(context).read();
  return state.records(context.clock.now()).flatMap((record): LocalItem[] => {
    if (record.op !== 'put') return [];
    const { content_hash: _hash, ...fields } = memoryFields(record.memory);
    const { content, tags } = masked.value(record.memory);
    const id = memoryId(masked, record.memory);
    return [
      {
        kind: 'memory',
        id,
        body: plain(masked.value(fields)),
        text: [content, ...tags].join('\n'),
        time: record.at,
      },
    ];
  });
}

/** Returns the id of a memory: the hash of its masked text, since other machines see only that. */
export const memoryId = (masked: Secrets, { content }: Pick<Memory, 'content'>): string =>
  contentHash(masked.text(content));

async function sharedOf({ shared, masked }: LocalHistory): Promise<readonly LocalItem[]> {
  const items = (await shared.list()).filter(({ problem }) => problem === undefined);
  return items.map((item): LocalItem => {
    const { id, title, text, updatedAt: time, ...rest } = masked.shown(item);
    const body = plain({ id, title, text, updatedAt: time, ...rest });
    return { kind: 'shared', id: idOf(id), body, text: `${title}\n${text}`, time };
  });
}

async function summaryOf(
  { dialogs, context, masked }: LocalHistory,
  folder: string,
  name: string,
): Promise<readonly LocalItem[]> {
  const summary = masked.value(await dialogs.summary(name));
  if (summary === undefined) return [];
  const dialog = masked.text(name);
  const time = Math.floor(lstatOwn(join(context.folder, folder, summaryFile))?.mtimeMs ?? 0);
  const text = stringsIn(summary).join('\n');
  return [{ kind: 'summary', id: idOf(dialog), body: { dialog, summary }, text, time }];
}

async function contextsOf(
  { context, masked }: LocalHistory,
  folder: string,
  dialog: string,
): Promise<readonly LocalItem[]> {
  const archives = new ContextArchives(context, join(context.folder, folder));
  const items: LocalItem[] = [];
  for (const id of await archives.ids()) {
    const archived = await archives.read(id).catch(() => undefined); // a damaged one is left alone
    if (archived === undefined) continue;
    const shown = masked.shown(archived);
    const { title = '', summary = '', updatedAt: time } = shown;
    const body = { dialog: masked.text(dialog), context: plain(shown) };
    items.push({ kind: 'context', id, body, text: `${title}\n${summary}`, time });
  }
  return items;
}

/** Returns a digest that does not depend on the order of members. */
export const digestOf = (body: JsonValue): string => idOf(inOrder(body)).slice(0, 24);

function inOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([key, member]) => [key, inOrder(decodeBody(member))]);
}

function stringsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
