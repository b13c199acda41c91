import { isObject } from '../base/core.ts';
import { back } from './recordBodies.ts';
import type { HubRecord } from './types.ts';
import {
  digestOf,
  isFetched,
  localItems,
  messageRecord,
  type LocalHistory,
  type LocalItem,
} from './localHistory.ts';
import type { KnownItem, SentMessages, KnownPlace } from './hubState.ts';
import type { HubJournal } from './journal.ts';
import { keyOf, nextVersion } from './versions.ts';

/** Messages that are read at a time. */
const windowSize = 200;

/** A place whose items were compared with what the hub has: the journal of it, and what the hub lacks. */
export interface ComparedPlace {
  readonly known: KnownPlace;
  readonly unsent: readonly HubRecord[];
}

/**
 * Compares what lies in a folder with the journal: what differs gets a new version of its own, later than the last one, and
 * so does what is gone.
 */
export async function compare(
  local: LocalHistory,
  author: string,
  {
    before = { items: {} },
    gone,
  }: { readonly before?: KnownPlace | undefined; readonly gone?: KnownPlace | undefined },
  { place, dialog }: { readonly place: string; readonly dialog: string | undefined },
): Promise<ComparedPlace> {
  const items: Record<string, KnownItem> = {};
  const unsent: HubRecord[] = [];
  for (const item of await localItems(local, place, dialog)) {
    const key = keyOf(item);
    const known = versionOf(item, before.items[key] ?? gone?.items[key], author);
    items[key] = known;
    if (known.unsent) unsent.push({ ...item, time: known.time, author: known.author, deleted: false });
  }
  for (const [key, known] of Object.entries(before.items)) {
    if (key in items) continue;
    const gone = goneVersion(key, known, local, author);
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

/** Summaries go when a dialog is cleared, which concerns this machine: the hub keeps the last one. */
function goneVersion(
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

/** The messages of a dialog that the hub may lack, each with how many it has then. */
export async function* unsentMessages(
  local: LocalHistory,
  journal: HubJournal,
  place: string,
  dialog: string,
): AsyncGenerator<{ readonly record: HubRecord; readonly count: SentMessages }> {
  const { epoch, messages: total } = await local.dialogs.version(dialog);
  const known = journal.place(place)?.messages;
  let count = known?.epoch === epoch ? known.count : 0;
  while (count < total) {
    const { messages, epoch: present } = await local.dialogs.window(dialog, count, windowSize);
    if (present !== epoch || messages.length === 0) return; // replaced meanwhile: the next push sends what is there then
    for (const message of messages) {
      if (isFetched(message)) {
        count++;
        continue;
      }
      const record = sinceDeleted(messageRecord(local, dialog, message, journal), local, journal);
      yield { record, count: { epoch, count: ++count } };
    }
  }
}

/** A message that is here though it was deleted once was brought back: that is later than its deletion. */
function sinceDeleted(record: HubRecord, { context }: LocalHistory, { messages }: HubJournal): HubRecord {
  const known = messages.get(record.id);
  if (known === undefined) return record;
  const { isGone, dialog } = known;
  const time = isGone ? Math.max(context.clock.now(), known.time + 1) : known.time;
  if (isGone) messages.set(record.id, { time, dialog, isGone: false });
  return { ...record, time, body: isObject(record.body) ? { ...record.body, [back]: true } : record.body };
}

/** Notes what was brought back before anything is taken in. */
export async function noteBack(
  local: LocalHistory,
  journal: HubJournal,
  place: string,
  dialog: string,
): Promise<void> {
  const messages = unsentMessages(local, journal, place, dialog);
  while ((await messages.next()).done !== true);
}
