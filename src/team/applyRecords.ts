import { isObject, StoreError, errorMessage } from '../disk/base/core.ts';
import { ContextArchives } from '../history/contexts/archives.ts';
import { parseArchived } from '../history/contexts/contextFiles.ts';
import { createDialog } from '../history/dialogs/create.ts';
import { memoriesFolder, MemoryLog } from '../history/memory/memoryLog.ts';
import { isJsonObject, parseMemory } from '../history/memory/records.ts';
import type { MemoryState } from '../history/memory/state.ts';
import type { Memory } from '../history/memory/types.ts';
import { forgottenText } from '../disk/secrets/forgotten.ts';
import { saveMessages, type Reception } from './applyMessages.ts';
import { goneFolder, type HubJournal } from './journal.ts';
import { digestOf, localItems, memoryId, type LocalHistory } from './localHistory.ts';
import type { PulledRecord } from './types.ts';
import { keyOf, replaces } from './versions.ts';

/** The folder of the history a record belongs to, and the dialog's name if it is a dialog's folder. */
interface RecordLocation {
  readonly folder: string;
  readonly dialog: string | undefined;
}

/**
 * Applies newer records from the person's other machines to the history. Returns how many were applied. Replaced
 * content goes to the trash. Records that cannot be applied are logged and remain in the hub.
 */
export async function applyRecords(
  local: LocalHistory,
  journal: HubJournal,
  records: readonly PulledRecord[],
  reception?: Reception,
): Promise<number> {
  let applied = await saveMessages(local, journal, records, reception);
  const changed: (RecordLocation & { readonly record: PulledRecord })[] = [];
  for (const record of records) {
    const location = await folderOf(local, journal, record);
    if (location === undefined || !replaces(record, journal.known(location.folder, keyOf(record)))) continue;
    await leaveFormerFolders(local, journal, record, location);
    if (!(await isApplied(local, record, location))) continue;
    changed.push({ ...location, record });
    applied++;
  }
  await noteApplied(local, journal, changed);
  return applied;
}

/** Returns undefined for kinds not applied here: messages are saved separately, and shared items travel with git. */
async function folderOf(
  { access }: LocalHistory,
  journal: HubJournal,
  record: PulledRecord,
): Promise<RecordLocation | undefined> {
  if (record.kind === 'memory') return { folder: memoriesFolder, dialog: undefined };
  if (record.kind !== 'summary' && record.kind !== 'context') return undefined;
  const dialog = isObject(record.body) ? record.body.dialog : undefined;
  if (typeof dialog === 'string') return { folder: (await access.locate(dialog)).base, dialog };
  const folder = journal.folderOf(keyOf(record));
  return folder === undefined ? undefined : { folder, dialog: undefined };
}

/**
 * Removes a context snapshot from its former dialogs after a renaming elsewhere, so that it exists only once. It may be
 * in the new one already, and is written there anew.
 */
async function leaveFormerFolders(
  local: LocalHistory,
  journal: HubJournal,
  record: PulledRecord,
  { folder }: RecordLocation,
): Promise<void> {
  if (record.kind !== 'context' || record.deleted) return;
  const key = keyOf(record);
  journal.dropItem(goneFolder, key);
  const former = journal.foldersWith(key);
  if (former.every((name) => name === folder)) return;
  for (const name of former) {
    if (!(await isApplied(local, { ...record, deleted: true }, { folder, dialog: undefined }))) return;
    if (name !== folder) journal.dropItem(name, key);
  }
}

/** Reports whether the history now matches the record; logs the reason if not. */
async function isApplied(
  local: LocalHistory,
  record: PulledRecord,
  { dialog }: RecordLocation,
): Promise<boolean> {
  try {
    if (record.deleted) await remove(local, record);
    else if (record.kind === 'memory') await putMemory(local, record);
    else if (dialog !== undefined) await putInDialog(local, record, dialog);
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not_found') return true; // already gone
    if (error instanceof StoreError && error.code !== 'invalid_argument') throw error;
    local.context.log.warn(`${keyOf(record)} of the hub cannot be taken in: ${errorMessage(error)}`);
    return false;
  }
}

/** Moves the item to the trash. */
async function remove(local: LocalHistory, { kind, id }: PulledRecord): Promise<void> {
  if (kind === 'context') await local.contexts.remove(id);
  if (kind !== 'memory') return;
  const known = knownMemory(local, await new MemoryLog(local.context).read(), id);
  if (known) await local.memories.remove(known.hash);
}

/**
 * Saves a memory, but for one that a person had forgotten here. If its text was masked on the way, the local text and
 * hash are kept.
 */
async function putMemory(local: LocalHistory, { id, body }: PulledRecord): Promise<void> {
  const { context } = local;
  const memory = isObject(body) ? parseMemory(context.secrets.value(body)) : undefined;
  if (memory === undefined) throw new StoreError('invalid_argument', 'it is not a memory');
  if (memory.content.trim() === forgottenText) return;
  await new MemoryLog(context).change(({ state, append }) => {
    const { hash, content } = knownMemory(local, state, id) ?? memory;
    return append([state.put({ ...memory, hash, content }, context.clock.now())]);
  });
}

const knownMemory = ({ masked }: LocalHistory, { memories }: MemoryState, id: string): Memory | undefined =>
  memories.get(id) ?? [...memories.values()].find((memory) => memoryId(masked, memory) === id);

/**
 * Puts the summary or context snapshot of a record into a dialog, creating the dialog if needed. Throws for an
 * invalid body.
 */
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

/** Records in the journal that local items match the hub, in their local form, so that none of them is sent back. */
async function noteApplied(
  local: LocalHistory,
  journal: HubJournal,
  changed: readonly (RecordLocation & { readonly record: PulledRecord })[],
): Promise<void> {
  // A deletion names no dialog, but its folder may contain other changes that do.
  const dialogs = new Map<string, string | undefined>();
  for (const { folder, dialog } of changed) dialogs.set(folder, dialog ?? dialogs.get(folder));
  for (const [folder, dialog] of dialogs) {
    const items = new Map<string, string>();
    for (const item of await localItems(local, folder, dialog)) items.set(keyOf(item), digestOf(item.body));
    for (const { record } of changed.filter((each) => each.folder === folder)) {
      const { time, author } = record;
      journal.dropItem(goneFolder, keyOf(record));
      journal.setItem(folder, keyOf(record), { time, author, digest: items.get(keyOf(record)) ?? '' });
    }
  }
}
