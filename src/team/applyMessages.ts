import { isObject } from '../disk/base/core.ts';
import { maxFutureMs } from '../disk/base/limits.ts';
import { parseMessages } from '../history/dialogs/messages.ts';
import type { Message } from '../history/dialogs/types.ts';
import type { HubJournal } from './journal.ts';
import type { LocalHistory } from './localHistory.ts';
import { hubIdOf, hubMessageId, MessageRecords } from './messageRecords.ts';
import type { PulledRecord } from './types.ts';

/** Maximum number of dialogs whose message ids are cached. Messages from one machine arrive dialog by dialog. */
const knownDialogs = 20;

/** What is known of dialogs that messages are added to, across pages. */
export class Reception {
  /** Hub ids of messages without ids of their own, by name of the dialog. */
  readonly localIds = new Map<string, ReadonlySet<string>>();
  /** Dialogs with nothing but what was received in the hub's order. */
  readonly ordered = new Set<string>();
}

/**
 * Adds messages from other machines to their dialogs, skipping those already present. Returns how many were added.
 * Notes where they may have to go before others.
 */
export async function saveMessages(
  local: LocalHistory,
  journal: HubJournal,
  records: readonly PulledRecord[],
  reception = new Reception(),
): Promise<number> {
  const { localIds, ordered } = reception;
  const latest = local.context.clock.now() + maxFutureMs;
  const dialogs = new Map<string, Map<string, Message>>();
  for (const record of records) {
    const of = messageOf(local, record);
    if (of === undefined) continue;
    const messages = dialogs.get(of.dialog) ?? new Map<string, Message>();
    const { id = hubMessageId(record.id), ts, ...message } = of.message;
    // Limits the time a fast clock wrote to the latest one the store accepts.
    dialogs.set(of.dialog, messages.set(record.id, { ...message, id, ts: Math.min(ts, latest) }));
    const { dialog } = of;
    if (ts > latest) journal.messages.set(record.id, { time: record.time, dialog, isGone: false });
  }
  let saved = 0;
  for (const [dialog, messages] of dialogs) {
    const known = localIds.get(dialog) ?? (await messagesWithoutId(local, journal, dialog));
    if (localIds.size >= knownDialogs) localIds.clear();
    localIds.set(dialog, known);
    for (const id of messages.keys()) if (known.has(id)) messages.delete(id);
    const received = await saveReceived(local, journal, dialog, [...messages.values()]);
    saved += received.saved;
    if (received.isAlone) ordered.add(dialog);
    if (received.isAlone || (ordered.has(dialog) && received.isAll)) continue;
    ordered.delete(dialog);
    journal.setUnordered((await local.access.locate(dialog)).base, journal.state.cursor);
  }
  return saved;
}

/** What became of messages that were saved. */
interface Saved {
  readonly saved: number;
  /** Nothing else is in the dialog. */
  readonly isAlone: boolean;
  /** The hub has all of the dialog. */
  readonly isAll: boolean;
}

/** Saves messages of the hub, and notes that it has them where it had all of the dialog before: none is sent back. */
async function saveReceived(
  local: LocalHistory,
  journal: HubJournal,
  dialog: string,
  messages: readonly Message[],
): Promise<Saved> {
  const { access, dialogs } = local;
  const { exists } = await access.locate(dialog);
  const before = exists ? await dialogs.version(dialog) : { messages: 0 };
  const { saved } = await dialogs.save(dialog, messages);
  if (saved === 0) return { saved, isAlone: false, isAll: false };
  const now = await dialogs.version(dialog);
  const { base } = await access.locate(dialog);
  const sent = journal.folder(base)?.messages;
  const isAllSent = before.messages === 0 || (sent?.epoch === now.epoch && sent.count === before.messages);
  // Another program may have saved something meanwhile.
  const isAll = isAllSent && now.messages === before.messages + saved;
  if (isAll) journal.setMessages(base, { epoch: now.epoch, count: now.messages });
  return { saved, isAlone: isAll && before.messages === 0, isAll };
}

/** Returns hub ids of the messages that saving cannot recognize as duplicates by their own id. */
async function messagesWithoutId(
  local: LocalHistory,
  journal: HubJournal,
  dialog: string,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const records = new MessageRecords(local, dialog, journal);
  const name = local.masked.text(dialog);
  const isMoved = (message: Message): boolean => {
    const id = hubIdOf(message);
    return id !== undefined && journal.messages.isElsewhere(id, name);
  };
  for await (const messages of local.dialogs.all(dialog))
    for (const message of messages) {
      const { id } = message;
      if (id !== undefined && local.masked.text(id) === id && !isMoved(message)) continue;
      ids.add(records.of(message).id);
    }
  return ids;
}

/** Parses the message of a record and the name of its dialog; logs an unreadable record and returns undefined. */
export function messageOf(
  { context }: LocalHistory,
  { kind, id, body, deleted }: PulledRecord,
): { readonly dialog: string; readonly message: Message } | undefined {
  if (kind !== 'message' || deleted) return undefined;
  try {
    const { dialog, message: fields } = isObject(body) ? body : {};
    const [message] = parseMessages([fields]);
    if (typeof dialog === 'string' && dialog !== '' && message) return { dialog, message };
  } catch {
    // logged below
  }
  context.log.warn(`the message ${id} of the hub cannot be read`);
  return undefined;
}
