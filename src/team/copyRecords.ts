import { isObject, StoreError } from '../disk/base/core.ts';
import { maxFutureMs, maxNameLength } from '../disk/base/limits.ts';
import { ContextArchives } from '../history/contexts/archives.ts';
import { parseArchived } from '../history/contexts/contextFiles.ts';
import { createDialog } from '../history/dialogs/create.ts';
import type { NewEntry } from '../history/dialogs/types.ts';
import type { MemoryLog } from '../history/memory/memoryLog.ts';
import { cleanTags } from '../disk/base/tags.ts';
import { isJsonObject, parseMemory } from '../history/memory/records.ts';
import { messageOf } from './applyMessages.ts';
import { copyDeletions, removeEmptied } from './copyDeletions.ts';
import { copyShared } from './copyShared.ts';
import { parseCard } from './hubSessions.ts';
import { hubMessageId, type LocalHistory } from './localHistory.ts';
import type { OwnedRecord } from './pull.ts';
import { keyOf } from './versions.ts';

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
    local.context.log.warn(`${keyOf(record)} of ${record.owner} in the hub is left out: ${String(error)}`);
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
