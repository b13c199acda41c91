import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { ArchiveStore } from '../archive/types.ts';
import type { Secrets, StoreContext } from '../base/context.ts';
import { isObject, type JsonValue } from '../base/core.ts';
import type { Brief } from '../brief/types.ts';
import { ContextArchives } from '../contexts/archives.ts';
import type { ContextStore } from '../contexts/types.ts';
import type { DialogAccess } from '../dialogs/dialogAccess.ts';
import { summaryFile } from '../dialogs/layout.ts';
import type { DialogStore, Message } from '../dialogs/types.ts';
import { peek } from '../files/way.ts';
import { MemoryLog } from '../memory/memoryLog.ts';
import { memoriesFolder } from '../memory/places.ts';
import { memoryFields } from '../memory/records.ts';
import type { Memory, MemoryStore } from '../memory/types.ts';
import { contentHash } from '../memory/memory.ts';
import type { SessionInfo } from '../sessions/types.ts';
import { sharedFolder, type SharedStore } from '../shared/types.ts';
import { decodeBody } from './recordBodies.ts';
import type { HubRecord } from './types.ts';

/** The sessions of a history, and what is told of one that is handed over. */
export interface LocalSessions {
  /** The most recently active first. */
  list(limit: number): Promise<readonly SessionInfo[]>;
  /** What was asked, done, decided and is open in it. */
  brief(session: string): Promise<Pick<Brief, 'text' | 'items'>>;
}

/** The subjects of a store that go to a hub. */
export interface LocalHistory {
  readonly context: StoreContext;
  readonly access: DialogAccess;
  readonly dialogs: DialogStore;
  readonly contexts: ContextStore;
  readonly memories: MemoryStore;
  readonly shared: SharedStore;
  readonly archives: ArchiveStore;
  /** Missing where it is not known whose sessions are meant: none are sent then. */
  readonly sessions?: LocalSessions;
  /** Masks whatever the person's setting is: what leaves the machine is not for the person alone. */
  readonly masked: Secrets;
}

/** Something as it is now; `time` is when it was changed, as far as it says, in milliseconds. */
export type LocalItem = Pick<HubRecord, 'kind' | 'id' | 'body' | 'text' | 'time'>;

/** Folders of the history that hold what goes to a hub: those of dialogs by their names, of memories, of what is shared. */
export async function localPlaces({
  dialogs,
}: LocalHistory): Promise<ReadonlyMap<string, string | undefined>> {
  const known = (await dialogs.list()).map(({ name, folder }) => [basename(folder), name] as const);
  return new Map<string, string | undefined>([
    [memoriesFolder, undefined],
    [sharedFolder, undefined],
    ...known,
  ]);
}

/** All in a folder of which the last version counts, masked. `dialog` is the name where it is the folder of one. */
export async function localItems(
  local: LocalHistory,
  place: string,
  dialog: string | undefined,
): Promise<readonly LocalItem[]> {
  const items =
    dialog !== undefined
      ? [...(await summaryOf(local, place, dialog)), ...(await contextsOf(local, place, dialog))]
      : place === memoriesFolder
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

/** Other machines know a memory by the hash of its text as it left this one. */
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
  place: string,
  name: string,
): Promise<readonly LocalItem[]> {
  const summary = masked.value(await dialogs.summary(name));
  if (summary === undefined) return [];
  const dialog = masked.text(name);
  const time = Math.floor(peek(join(context.folder, place, summaryFile))?.mtimeMs ?? 0);
  const text = stringsIn(summary).join('\n');
  return [{ kind: 'summary', id: idOf(dialog), body: { dialog, summary }, text, time }];
}

async function contextsOf(
  { context, masked }: LocalHistory,
  place: string,
  dialog: string,
): Promise<readonly LocalItem[]> {
  const archives = new ContextArchives(context, join(context.folder, place));
  const items: LocalItem[] = [];
  for (const id of await archives.ids()) {
    const archived = await archives.read(id).catch(() => undefined); // one that is damaged stays where it is
    if (archived === undefined) continue;
    const shown = masked.shown(archived);
    const { title = '', summary = '', updatedAt: time } = shown;
    const body = { dialog: masked.text(dialog), context: plain(shown) };
    items.push({ kind: 'context', id, body, text: `${title}\n${summary}`, time });
  }
  return items;
}

/** What of the journal says how a message is called, and who sends it. */
interface MessageJournal {
  readonly state: { readonly author: string };
  readonly messages: {
    /** Whether an id in the hub speaks of another dialog than this. */
    isElsewhere(id: string, dialog: string): boolean;
  };
}

/** A message as it goes to the hub, masked. It is the same wherever it was saved from one source. */
export function messageRecord(
  { masked }: LocalHistory,
  name: string,
  message: Message,
  { messages: versions, state: { author } }: MessageJournal,
): HubRecord {
  const { role, text, ts, id: given, meta } = masked.shown(message);
  const dialog = masked.text(name);
  const known = hubIdOf({ id: given });
  const id = known === undefined ? given : undefined;
  const body = plain({ dialog, message: { role, text, ts, id, meta } });
  const isOfIt = known !== undefined && !versions.isElsewhere(known, dialog);
  const own = isOfIt ? known : messageId(dialog, { role, text, ts, id });
  return { kind: 'message', id: own, body, text, time: ts, author, deleted: false };
}

/** What a message from the hub without an id of its own was called there; in a dialog that was renamed since it is called anew. */
export const hubIdOf = ({ id }: { readonly id?: string | undefined }): string | undefined =>
  fromHub.exec(id ?? '')?.[1];

/** How messages that have no id of their own are called where they came from the hub. */
const fromHub = /^hub:([0-9a-f]{64})$/;

export const hubMessageId = (recordId: string): string => `hub:${recordId}`;

/** Before the ids of messages that were fetched from a colleague. */
const fetchedPrefix = 'fetched:';

export const fetchedMessageId = (recordId: string): string => fetchedPrefix + recordId;

/** Whether a message was fetched from a colleague, who sends it. */
export const isFetched = ({ id }: Pick<Message, 'id'>): boolean => id?.startsWith(fetchedPrefix) === true;

/** What a message is called in the hub: by its own id where it has one, else by what it says and when. */
export const messageId = (
  dialog: string,
  { role, text, ts, id }: Pick<Message, 'role' | 'text' | 'ts'> & { readonly id?: string | undefined },
): string => idOf(id === undefined ? [dialog, role, ts, text] : [dialog, id]);

export const idOf = (value: JsonValue): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The same for the same value, whatever the order of its members. */
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

/** A value as JSON has it, without members that are undefined. */
const plain = (value: object): JsonValue => decodeBody(JSON.parse(JSON.stringify(value)));
