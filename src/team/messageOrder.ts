import type { HubJournal } from './journal.ts';
import { localFolders, type LocalHistory } from './localHistory.ts';
import { storable } from './members.ts';
import { MessageRecords } from './messageRecords.ts';
import { encodedMember, placeMember } from './recordBodies.ts';
import type { HubSync } from './hubSync.ts';
import { isFetched, type HubConnection } from './types.ts';

/** Number of messages read at a time, here and in the hub. */
const windowSize = 200;
const pageSize = 5_000;

/** Where a message stands in the hub. */
interface HubPlace {
  /** The number it had first. */
  readonly place: number;
  readonly isDeleted: boolean;
  /** It was last changed in this folder. */
  readonly isOwn: boolean;
  /** It was deleted once, and so has a later number by now. */
  readonly isMoved: boolean;
}

/**
 * Puts messages of dialogs that received some into the hub's order, which is the same on all machines: that of its
 * numbers, then what it does not have yet. Logs which dialogs changed; their cursors start over.
 */
export async function orderDialogs(sync: HubSync): Promise<void> {
  const { local, journal } = sync;
  if (!journal.hasUnordered) return;
  for (const [folder, dialog] of await localFolders(local))
    if (dialog !== undefined) await orderDialog(sync, folder, dialog);
  await journal.keep();
}

/** A dialog at one time, as far as the journal knows it. */
interface KnownDialog {
  readonly dialog: string;
  readonly epoch: string;
  readonly total: number;
  /** Number of messages at the beginning that the hub has. */
  readonly sent: number;
}

async function orderDialog(
  { local, journal, connection, project }: HubSync,
  folder: string,
  dialog: string,
): Promise<void> {
  const since = journal.folder(folder)?.unordered;
  if (since === undefined) return;
  const { epoch, messages: total } = await local.dialogs.version(dialog);
  const sentMessages = journal.folder(folder)?.messages;
  const sent = sentMessages?.epoch === epoch ? sentMessages.count : 0;
  const known: KnownDialog = { dialog, epoch, total, sent };
  const query = { project, dialog: local.masked.text(dialog), author: journal.state.author };
  let from = sent === 0 ? 0 : since;
  let places = await placesIn(connection, { ...query, from });
  if (from > 0 && [...places.values()].some(({ place }) => place <= from)) {
    from = 0;
    places = await placesIn(connection, { ...query, from });
  }
  const all = [...places.values()];
  const isAppended = from > 0 && sent === total && !all.some(({ isOwn }) => isOwn);
  const isAlone = all.every(({ isOwn, isMoved }) => isOwn && !isMoved);
  if (!isAppended && !isAlone && !(await arrange(local, journal, folder, known, { from, places }))) return;
  journal.setOrdered(folder);
}

/** Returns false if others replaced the dialog's messages meanwhile: the next exchange orders them. */
async function arrange(
  local: LocalHistory,
  journal: HubJournal,
  folder: string,
  known: KnownDialog,
  hub: HubPlaces,
): Promise<boolean> {
  const found = await keysOf(local, journal, known, hub);
  if (found === undefined) return false;
  const { keys, isThere } = found;
  const order = keys.map((_, n) => n).sort((a, b) => compareKeys(keys[a], keys[b]) || a - b);
  const isSorted = order.every((position, n) => position === n);
  const { dialogs, context } = local;
  const epoch = isSorted ? known.epoch : await dialogs.reorder(known.dialog, { epoch: known.epoch, keys });
  if (epoch === undefined) return false;
  const missing = order.findIndex((position) => isThere[position] !== true);
  journal.setMessages(folder, { epoch, count: missing === -1 ? order.length : missing });
  if (!isSorted)
    context.log.info(
      `"${known.dialog}": messages of your other machines are now where the hub has them, some before those of this one`,
    );
  return true;
}

/** What the hub has of a dialog from a number on. */
interface HubPlaces {
  readonly from: number;
  readonly places: ReadonlyMap<string, HubPlace>;
}

/** Returns for each message the number that orders it, and whether the hub has it. */
async function keysOf(
  local: LocalHistory,
  journal: HubJournal,
  { dialog, epoch, total, sent }: KnownDialog,
  { from, places }: HubPlaces,
): Promise<{ readonly keys: readonly number[]; readonly isThere: readonly boolean[] } | undefined> {
  const keys: number[] = [];
  const isThere: boolean[] = [];
  const records = new MessageRecords(local, dialog, journal);
  while (keys.length < total) {
    const window = await local.dialogs.window(dialog, keys.length, windowSize);
    if (window.epoch !== epoch || window.messages.length === 0) return undefined;
    for (const message of window.messages) {
      // What was fetched from a colleague stays behind what it follows.
      const place = isFetched(message) ? undefined : places.get(records.of(message).id);
      const isBefore = from > 0 && keys.length < sent;
      isThere.push(isFetched(message) || (place ? !place.isDeleted : isBefore));
      keys.push(isFetched(message) ? (keys.at(-1) ?? -1) : (place?.place ?? (isBefore ? from : Infinity)));
    }
  }
  return { keys, isThere };
}

const compareKeys = (a = Infinity, b = Infinity): number => (a === b ? 0 : a < b ? -1 : 1);

/** Returns the places of a dialog's messages with later numbers than `from`, by their ids; of some others as well. */
async function placesIn(
  connection: HubConnection,
  query: {
    readonly project: string;
    readonly dialog: string;
    readonly author: string;
    readonly from: number;
  },
): Promise<ReadonlyMap<string, HubPlace>> {
  const sql = `
    select id, seq, deleted, author = $4 as is_own, case jsonb_typeof(body -> '${placeMember}')
      when 'number' then (body ->> '${placeMember}')::bigint else seq end as place
    from history_hub.records
    where project = $1 and owner = session_user and kind = 'message' and seq > $3
      and (dialog_hash = hashtextextended($2, 0) or dialog_hash is null and body ? '${encodedMember}')
    order by seq limit ${pageSize}`;
  const places = new Map<string, HubPlace>();
  for (let from = query.from; ;) {
    const rows = await connection.query(sql, [query.project, storable(query.dialog), from, query.author]);
    for (const { id, seq, place, deleted, is_own } of rows) {
      const isMoved = Number(place) !== Number(seq);
      const state = { isDeleted: deleted === true, isOwn: is_own === true, isMoved };
      places.set(String(id), { place: Number(place), ...state });
    }
    if (rows.length < pageSize) return places;
    from = Number(rows.at(-1)?.seq);
  }
}
