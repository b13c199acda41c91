import { isObject } from '../disk/base/core.ts';
import { restoredMember } from './recordBodies.ts';
import { isFetched, type HubRecord } from './types.ts';
import { digestOf, localItems, type LocalHistory, type LocalItem } from './localHistory.ts';
import { MessageRecords } from './messageRecords.ts';
import type { KnownItem, SentMessages, SyncedFolder } from './hubState.ts';
import type { HubJournal } from './journal.ts';
import { keyOf, nextVersion } from './versions.ts';

/** Number of messages read at a time. */
const windowSize = 200;
/** Number of messages before those to be sent that are looked at for equal ones of the same time. */
const lookBack = 50;

/** A folder's state after comparison, and what the hub lacks of it. */
export interface ComparedFolder {
  readonly known: SyncedFolder;
  readonly unsent: readonly HubRecord[];
}

/** Compares a folder with the journal: changed and deleted items get a new version, later than the last one. */
export async function compare(
  local: LocalHistory,
  author: string,
  {
    before = { items: {} },
    gone,
  }: { readonly before?: SyncedFolder | undefined; readonly gone?: SyncedFolder | undefined },
  { folder, dialog }: { readonly folder: string; readonly dialog: string | undefined },
): Promise<ComparedFolder> {
  const items: Record<string, KnownItem> = {};
  const unsent: HubRecord[] = [];
  for (const item of await localItems(local, folder, dialog)) {
    const key = keyOf(item);
    const known = versionOf(item, before.items[key] ?? gone?.items[key], author);
    items[key] = known;
    if (known.unsent) unsent.push({ ...item, time: known.time, author: known.author, deleted: false });
  }
  for (const [key, known] of Object.entries(before.items)) {
    if (key in items) continue;
    const gone = deletedVersion(key, known, local, author);
    if (gone === undefined) continue;
    items[key] = gone;
    if (gone.unsent) unsent.push(tombstone(key, gone));
  }
  return { known: { ...before, items }, unsent };
}

function versionOf(item: LocalItem, known: KnownItem | undefined, author: string): KnownItem {
  const digest = digestOf(item.body);
  if (known?.digest === digest) return known;
  return { ...nextVersion(known, item.time, author), digest, unsent: true };
}

/**
 * Returns undefined for summaries: clearing a dialog concerns this machine only, and the hub keeps the last summary.
 */
function deletedVersion(
  key: string,
  known: KnownItem,
  { context }: LocalHistory,
  author: string,
): KnownItem | undefined {
  if (key.startsWith('summary ')) return undefined;
  if (known.digest === '') return known;
  return { ...nextVersion(known, context.clock.now(), author), digest: '', unsent: true };
}

function tombstone(key: string, { time, author }: KnownItem): HubRecord {
  const [kind = '', id = ''] = key.split(' ', 2);
  const of = kind === 'context' || kind === 'shared' ? kind : 'memory';
  return { kind: of, id, time, author, body: null, text: '', deleted: true };
}

/** Yields messages the hub may lack, each with the resulting count. */
export async function* unsentMessages(
  local: LocalHistory,
  journal: HubJournal,
  folder: string,
  dialog: string,
): AsyncGenerator<{ readonly record: HubRecord; readonly count: SentMessages }> {
  const { epoch, messages: total } = await local.dialogs.version(dialog);
  const known = journal.folder(folder)?.messages;
  let count = known?.epoch === epoch ? known.count : 0;
  if (known !== undefined && known.epoch !== epoch) journal.setUnordered(folder, 0); // as from a backup
  const names = new MessageRecords(local, dialog, journal);
  if (count > 0 && count < total) {
    const from = Math.max(0, count - lookBack);
    const before = await local.dialogs.window(dialog, from, count - from);
    for (const message of before.messages) if (!isFetched(message)) names.of(message);
  }
  while (count < total) {
    const { messages, epoch: present } = await local.dialogs.window(dialog, count, windowSize);
    if (present !== epoch || messages.length === 0) return; // replaced since: the next push sends the new messages
    for (const message of messages) {
      if (isFetched(message)) {
        count++;
        continue;
      }
      const named = names.of(message);
      const record = afterDeletion(named, local, journal);
      if (record !== named) journal.setUnordered(folder, 0); // others put it where it was
      yield { record, count: { epoch, count: ++count } };
    }
  }
}

/** Gives a message that is present despite an earlier deletion a version later than that. */
function afterDeletion(record: HubRecord, { context }: LocalHistory, { messages }: HubJournal): HubRecord {
  const known = messages.get(record.id);
  if (known === undefined) return record;
  const { isGone, dialog } = known;
  const time = isGone ? Math.max(context.clock.now(), known.time + 1) : known.time;
  if (isGone) messages.set(record.id, { time, dialog, isGone: false });
  return {
    ...record,
    time,
    body: isObject(record.body) ? { ...record.body, [restoredMember]: true } : record.body,
  };
}

/** Records restored messages before anything is received. */
export async function noteRestored(
  local: LocalHistory,
  journal: HubJournal,
  folder: string,
  dialog: string,
): Promise<void> {
  const messages = unsentMessages(local, journal, folder, dialog);
  while ((await messages.next()).done !== true);
}
