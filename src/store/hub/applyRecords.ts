import { isObject, StoreError } from '../base/core.ts';
import { ContextArchives } from '../contexts/archives.ts';
import { parseArchived } from '../contexts/contextFiles.ts';
import { createDialog } from '../dialogs/create.ts';
import { MemoryLog } from '../memory/memoryLog.ts';
import { memoriesFolder } from '../memory/places.ts';
import { isJsonObject, parseMemory } from '../memory/records.ts';
import type { MemoryState } from '../memory/state.ts';
import type { Memory } from '../memory/types.ts';
import { saveMessages, type MessagesHere } from './applyMessages.ts';
import { gonePlace, type HubJournal } from './journal.ts';
import { digestOf, localItems, memoryId, type LocalHistory } from './localHistory.ts';
import type { PulledRecord } from './types.ts';
import { keyOf, takesPlace } from './versions.ts';

/** Where a record belongs: a folder of the history and, where that is one of a dialog, its name. */
interface RecordPlace {
  readonly place: string;
  readonly dialog: string | undefined;
}

/**
 * Brings records of the same person, from other machines, into the history where they are newer than what is there. What
 * they take the place of is in the trash. Gives how many of them that were. What cannot be brought in is logged, and stays in
 * the hub.
 */
export async function applyRecords(
  local: LocalHistory,
  journal: HubJournal,
  records: readonly PulledRecord[],
  knownMessages?: MessagesHere,
): Promise<number> {
  let applied = await saveMessages(local, journal, records, knownMessages);
  const changed: (RecordPlace & { readonly record: PulledRecord })[] = [];
  for (const record of records) {
    const where = await placeOf(local, journal, record);
    if (where === undefined || !takesPlace(record, journal.known(where.place, keyOf(record)))) continue;
    await leavePlace(local, journal, record, where);
    if (!(await isApplied(local, record, where))) continue;
    changed.push({ ...where, record });
    applied++;
  }
  await noteApplied(local, journal, changed);
  return applied;
}

/** Undefined for what is not brought into the history: messages are by themselves, what is shared travels with git. */
async function placeOf(
  { access }: LocalHistory,
  journal: HubJournal,
  record: PulledRecord,
): Promise<RecordPlace | undefined> {
  if (record.kind === 'memory') return { place: memoriesFolder, dialog: undefined };
  if (record.kind !== 'summary' && record.kind !== 'context') return undefined;
  const dialog = isObject(record.body) ? record.body.dialog : undefined;
  if (typeof dialog === 'string') return { place: (await access.locate(dialog)).base, dialog };
  const place = journal.placeOf(keyOf(record));
  return place === undefined ? undefined : { place, dialog: undefined };
}

/** A context snapshot whose dialog was renamed elsewhere is in one dialog only. */
async function leavePlace(
  local: LocalHistory,
  journal: HubJournal,
  record: PulledRecord,
  { place }: RecordPlace,
): Promise<void> {
  const before = record.kind === 'context' && !record.deleted ? journal.placeOf(keyOf(record)) : undefined;
  if (before === undefined || before === place) return;
  if (
    before !== gonePlace &&
    !(await isApplied(local, { ...record, deleted: true }, { place, dialog: undefined }))
  )
    return;
  journal.dropItem(before, keyOf(record));
}

/** Whether the history is now as a record says; what keeps it from that is logged. */
async function isApplied(
  local: LocalHistory,
  record: PulledRecord,
  { dialog }: RecordPlace,
): Promise<boolean> {
  try {
    if (record.deleted) await remove(local, record);
    else if (record.kind === 'memory') await putMemory(local, record);
    else if (dialog !== undefined) await putInDialog(local, record, dialog);
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not_found') return true; // it is gone already
    if (error instanceof StoreError && error.code !== 'invalid_argument') throw error;
    local.context.log.warn(`${keyOf(record)} of the hub cannot be taken in: ${String(error)}`);
    return false;
  }
}

/** Into the trash. */
async function remove(local: LocalHistory, { kind, id }: PulledRecord): Promise<void> {
  if (kind === 'context') await local.contexts.remove(id);
  if (kind !== 'memory') return;
  const known = knownMemory(local, await new MemoryLog(local.context).read(), id);
  if (known) await local.memories.remove(known.hash);
}

/** One whose text was masked on its way stays what it is here, with all that was changed beside. */
async function putMemory(local: LocalHistory, { id, body }: PulledRecord): Promise<void> {
  const memory = isObject(body) ? parseMemory(body) : undefined;
  if (memory === undefined) throw new StoreError('invalid_argument', 'it is not a memory');
  const { context } = local;
  await new MemoryLog(context).change(({ state, append }) => {
    const { hash, content } = knownMemory(local, state, id) ?? memory;
    return append([state.put({ ...memory, hash, content }, context.clock.now())]);
  });
}

const knownMemory = ({ masked }: LocalHistory, { memories }: MemoryState, id: string): Memory | undefined =>
  memories.get(id) ?? [...memories.values()].find((memory) => memoryId(masked, memory) === id);

/** The summary or context snapshot of a record, in a dialog, which is made where there is none. Throws where it is none. */
export async function putInDialog(
  local: LocalHistory,
  { kind, body }: Pick<PulledRecord, 'kind' | 'body'>,
  dialog: string,
): Promise<void> {
  const { context, summary } = isJsonObject(body) ? body : {};
  if (kind === 'summary' && summary !== undefined) await local.dialogs.setSummary(dialog, summary, 'replace');
  if (kind !== 'context') return;
  const archived = parseArchived(context);
  await local.access.change(dialog, async (held) => {
    if (!held.place.exists) await createDialog(local.access, held, []);
    await new ContextArchives(local.context, held.place.folder).write(archived, held.lease);
  });
}

/** What is there now is what the hub has, in the form in which it is kept here: nothing of it goes back. */
async function noteApplied(
  local: LocalHistory,
  journal: HubJournal,
  changed: readonly (RecordPlace & { readonly record: PulledRecord })[],
): Promise<void> {
  // What was deleted says no dialog: it may be the last of a folder in which something else was changed.
  const dialogs = new Map<string, string | undefined>();
  for (const { place, dialog } of changed) dialogs.set(place, dialog ?? dialogs.get(place));
  for (const [place, dialog] of dialogs) {
    const items = new Map<string, string>();
    for (const item of await localItems(local, place, dialog)) items.set(keyOf(item), digestOf(item.body));
    for (const { record } of changed.filter((each) => each.place === place)) {
      const { time, author } = record;
      journal.dropItem(gonePlace, keyOf(record));
      journal.setItem(place, keyOf(record), { time, author, digest: items.get(keyOf(record)) ?? '' });
    }
  }
}
