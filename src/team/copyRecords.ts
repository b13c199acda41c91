import { isObject, StoreError, defined, errorMessage } from '../disk/base/core.ts';
import { maxFutureMs, maxNameLength } from '../disk/base/limits.ts';
import { ContextArchives } from '../history/contexts/archives.ts';
import { parseArchived } from '../history/contexts/contextFiles.ts';
import { createDialog } from '../history/dialogs/create.ts';
import type { NewEntry, Message } from '../history/dialogs/types.ts';
import type { MemoryLog } from '../history/memory/memoryLog.ts';
import { cleanTags } from '../disk/base/tags.ts';
import { isJsonObject, parseMemory } from '../history/memory/records.ts';
import { messageOf } from './applyMessages.ts';
import { parseCard } from './hubSessions.ts';
import type { LocalHistory } from './localHistory.ts';
import { idOf } from './recordBodies.ts';
import { hubIdOf, hubMessageId } from './messageRecords.ts';
import type { OwnedRecord } from './pull.ts';
import { keyOf, isRestored } from './versions.ts';
import type { LockedDialog } from '../history/dialogs/dialogSnapshot.ts';
import { followDeletion } from '../history/dialogs/dialogTrash.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { removeHeld, writeAtomic } from '../disk/files/atomic.ts';
import { makeFolder, sweep } from '../disk/files/folders.ts';
import { ensureHistoryFolder } from '../disk/files/historyFolder.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { withLock } from '../disk/files/lock.ts';
import { formatShared, itemEnding } from '../history/shared/sharedFile.ts';
import { sharedFolder, type SharedItem } from '../history/shared/types.ts';

/** A history that contains only a copy of everyone's records in a hub project. */
export interface CopiedHistory {
  readonly local: LocalHistory;
  readonly memoryLog: MemoryLog;
  /** The role that reads the hub; its own dialogs keep their names. */
  readonly person: string;
  /** Owners of the same memory, context or shared item, by `keyOf`: it stays until the last one removes it. */
  readonly holders: Map<string, Set<string>>;
}

/**
 * Applies records to the copy in the hub's order, each being the newest version; logs and skips unreadable ones.
 * Other people's dialogs are named `NAME (PERSON)`.
 */
export async function copyRecords(copy: CopiedHistory, records: readonly OwnedRecord[]): Promise<void> {
  const emptied = await copyDeletions(copy.local, records, (owner, dialog) => nameIn(copy, owner, dialog));
  await copyMessages(copy, records);
  await copyMemories(copy, records);
  for (const record of records)
    await logErrors(copy, record, async () => {
      if (record.kind === 'summary') await copySummary(copy, record);
      if (record.kind === 'context') await copyContext(copy, record);
      if (record.kind === 'shared') await copyShared(copy.local, record, updateHolders(copy, record));
      if (record.kind === 'session') await copyCard(copy, record);
    });
  await removeEmptied(copy.local, emptied);
}

/** Logs errors caused by a record's content; only storage errors end the copying. */
async function logErrors(
  { local }: CopiedHistory,
  record: OwnedRecord,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreError && (error.code === 'storage' || error.code === 'busy')) throw error;
    local.context.log.warn(
      `${keyOf(record)} of ${record.owner} in the hub is left out: ${errorMessage(error)}`,
    );
  }
}

/** Returns the name of a person's dialog in the copy. */
function nameIn({ person }: CopiedHistory, owner: string, dialog: string): string {
  if (owner === person) return dialog;
  const suffix = ` (${owner})`;
  return dialog.slice(0, maxNameLength - suffix.length).toWellFormed() + suffix;
}

async function copyMessages(copy: CopiedHistory, records: readonly OwnedRecord[]): Promise<void> {
  const { local } = copy;
  const latest = local.context.clock.now() + maxFutureMs;
  const dialogs = new Map<string, { readonly record: OwnedRecord; readonly entries: NewEntry[] }>();
  for (const record of records) {
    const of = messageOf(local, record);
    if (of === undefined) continue;
    const { id = hubMessageId(record.id), ts, ...message } = of.message;
    const name = nameIn(copy, record.owner, of.dialog);
    const known = dialogs.get(name) ?? { record, entries: [] };
    dialogs.set(name, known);
    known.entries.push({ ...message, id, ts: Math.min(ts, latest) });
  }
  for (const [name, { record, entries }] of dialogs)
    await logErrors(copy, record, async () => void (await local.dialogs.save(name, entries)));
}

async function copySummary(copy: CopiedHistory, { body, owner, deleted }: OwnedRecord): Promise<void> {
  const { dialog, summary } = isJsonObject(body) ? body : {};
  if (deleted || typeof dialog !== 'string' || summary === undefined) return;
  await copy.local.dialogs.setSummary(nameIn(copy, owner, dialog), summary, 'replace');
}

async function copyContext(copy: CopiedHistory, record: OwnedRecord): Promise<void> {
  const { local } = copy;
  const { dialog, context } = isObject(record.body) ? record.body : {};
  if (updateHolders(copy, record) && record.deleted) return;
  if (record.deleted) {
    await local.contexts.remove(record.id).catch(unlessMissing);
    return;
  }
  if (typeof dialog !== 'string') return;
  const archived = parseArchived(context);
  await local.access.change(nameIn(copy, record.owner, dialog), async (held) => {
    if (!held.place.exists) await createDialog(local.access, held, []);
    await new ContextArchives(local.context, held.place.folder).write(archived, held.lease);
  });
}

/** Saves a session card as a shared item that names its owner, so that searches and briefs find it. */
async function copyCard({ local }: CopiedHistory, record: OwnedRecord): Promise<void> {
  const { owner, deleted } = record;
  const id = `${owner} ${record.id}`;
  const card = parseCard(record.body);
  if (deleted || card === undefined) return copyShared(local, { ...record, id, deleted: true }, false);
  const { title, card: text, source, startedAt: createdAt, activeAt: updatedAt } = card;
  const item = { id: record.id.slice(0, 24), kind: 'session', title, text, author: owner };
  const body = { ...item, createdAt, updatedAt, tags: [source].filter(Boolean) };
  return copyShared(local, { ...record, id, body }, true);
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof StoreError) || error.code !== 'not_found') throw error;
}

/** Saves memories with their owners in the tags, as `by:PERSON`. */
async function copyMemories(copy: CopiedHistory, records: readonly OwnedRecord[]): Promise<void> {
  const memories = records.filter(({ kind }) => kind === 'memory');
  if (memories.length === 0) return;
  const now = copy.local.context.clock.now();
  await copy.memoryLog.change(async ({ state, append }) => {
    const lines = memories.flatMap((record) => {
      const stays = updateHolders(copy, record);
      if (record.deleted)
        return stays || !state.memories.has(record.id) ? [] : [state.delete(record.id, now)];
      const memory = isObject(record.body) ? parseMemory(record.body) : undefined;
      if (memory === undefined) return [];
      const by = [...(copy.holders.get(keyOf(record)) ?? [])].map((person) => `by:${person}`);
      return [state.put({ ...memory, tags: cleanTags([...memory.tags, ...by]) }, now)];
    });
    await append(lines);
  });
}

/** Updates the owners of an item and reports whether any are left. */
function updateHolders({ holders }: CopiedHistory, record: OwnedRecord): boolean {
  const held = holders.get(keyOf(record)) ?? new Set<string>();
  holders.set(keyOf(record), held);
  if (record.deleted) held.delete(record.owner);
  else held.add(record.owner);
  return held.size > 0;
}

/** Deletions in one dialog of a copy, and messages that replaced others under the same ids. */
interface DialogDeletions {
  /** Name of the dialog in the hub, from which ids are derived. */
  readonly dialog: string;
  readonly messages: Map<string, OwnedRecord>;
  hasSummary: boolean;
}

/**
 * Removes from dialogs of a copy what their owners deleted and returns the names of the changed dialogs. `nameOf`
 * maps a person's dialog to its name in the copy.
 */
async function copyDeletions(
  local: LocalHistory,
  records: readonly OwnedRecord[],
  nameOf: (owner: string, dialog: string) => string,
): Promise<readonly string[]> {
  const dialogs = new Map<string, DialogDeletions>();
  for (const record of records) {
    const { body, deleted, kind, owner } = record;
    const dialog = isObject(body) ? body.dialog : undefined;
    if (typeof dialog !== 'string' || !(deleted || isRestored(record))) continue;
    const name = nameOf(owner, dialog);
    const gone: DialogDeletions = dialogs.get(name) ?? { dialog, messages: new Map(), hasSummary: false };
    dialogs.set(name, gone);
    if (kind === 'message') gone.messages.set(record.id, record);
    gone.hasSummary ||= kind === 'summary';
  }
  for (const [name, gone] of dialogs) {
    const isGone = (message: Message): boolean => isReplaced(message, gone);
    await local.dialogs.removeMessages(name, { isGone, summary: gone.hasSummary });
  }
  return [...dialogs.keys()];
}

/** Removes dialogs that became empty. */
async function removeEmptied({ access, context }: LocalHistory, names: readonly string[]): Promise<void> {
  const isEmpty = async ({ reading, place }: LockedDialog): Promise<boolean> =>
    (await reading.totals()).messages === 0 &&
    !reading.layout.summary &&
    (await new ContextArchives(context, place.folder).ids()).length === 0;
  for (const name of names)
    if ((await access.locate(name)).exists) await followDeletion(access, name, isEmpty);
}

function isReplaced(message: Message, { dialog, messages }: DialogDeletions): boolean {
  const record = messages.get(hubIdOf(message) ?? idOf([dialog, message.id ?? '']));
  if (record === undefined || record.deleted) return record !== undefined;
  const now = isObject(record.body) ? record.body.message : undefined;
  return isObject(now) && (now.text !== message.text || now.role !== message.role);
}

/** Writes a shared item as its original file, or deletes the file once no one shares it. */
async function copyShared(
  { context }: LocalHistory,
  record: OwnedRecord,
  updateHolders: boolean,
): Promise<void> {
  const folder = join(context.folder, sharedFolder);
  const file = fileOf(record);
  const item = record.deleted ? undefined : itemOf(record, file);
  if (item === undefined && updateHolders) return;
  await ensureHistoryFolder(context.folder);
  await withLock(lockFolder(context.folder, '.shared'), async (lease) => {
    await makeFolder(folder);
    await sweep(folder, lease);
    if (item) await writeAtomic(join(folder, file), formatShared(item), lease);
    else await removeHeld([join(folder, file)], lease);
  });
  context.wrote(sharedFolder);
}

/** Derives the file name from the id: a name in the record is untrusted and might be a path. */
const fileOf = ({ id }: OwnedRecord): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 24) + itemEnding;

function itemOf({ body, owner, time }: OwnedRecord, file: string): SharedItem | undefined {
  if (!isObject(body) || typeof body.id !== 'string' || typeof body.text !== 'string') return undefined;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const createdAt = typeof body.createdAt === 'number' ? body.createdAt : time;
  return defined({
    id: body.id,
    file,
    kind: text(body.kind) ?? 'note',
    title: text(body.title) ?? body.id,
    author: text(body.author) ?? owner,
    of: text(body.of),
    text: body.text,
    createdAt,
    updatedAt: typeof body.updatedAt === 'number' ? body.updatedAt : time,
    tags: Array.isArray(body.tags) ? body.tags.filter((tag) => typeof tag === 'string') : [],
  });
}
