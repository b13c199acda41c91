import { isObject } from '../base/core.ts';
import { maxFutureMs } from '../base/limits.ts';
import { parseMessages } from '../dialogs/messages.ts';
import type { Message } from '../dialogs/types.ts';
import type { HubJournal } from './journal.ts';
import { hubIdOf, hubMessageId, messageRecord, type LocalHistory } from './localHistory.ts';
import type { PulledRecord } from './types.ts';

/** Of so many dialogs that is remembered: what came from one machine, came dialog after dialog. */
const knownDialogs = 20;

/** Ids of the messages in the hub that dialogs have, as far as these messages have no ids of their own; by name of the dialog. */
export type MessagesHere = Map<string, ReadonlySet<string>>;

/**
 * Adds messages of other machines to their dialogs, those that are there already left out. Gives how many were added. What
 * is known of dialogs is looked up once for all pages.
 */
export async function saveMessages(
  local: LocalHistory,
  journal: HubJournal,
  records: readonly PulledRecord[],
  knownMessages: MessagesHere = new Map(),
): Promise<number> {
  const latest = local.context.clock.now() + maxFutureMs;
  const dialogs = new Map<string, Map<string, Message>>();
  for (const record of records) {
    const of = messageOf(local, record);
    if (of === undefined) continue;
    const messages = dialogs.get(of.dialog) ?? new Map<string, Message>();
    const { id = hubMessageId(record.id), ts, ...message } = of.message;
    // A clock that was ahead when it was written is so no more than the store takes.
    dialogs.set(of.dialog, messages.set(record.id, { ...message, id, ts: Math.min(ts, latest) }));
    const { dialog } = of;
    if (ts > latest) journal.messages.set(record.id, { time: record.time, dialog, isGone: false });
  }
  let saved = 0;
  for (const [dialog, messages] of dialogs) {
    const known = knownMessages.get(dialog) ?? (await messagesWithoutId(local, journal, dialog));
    if (knownMessages.size >= knownDialogs) knownMessages.clear();
    knownMessages.set(dialog, known);
    for (const id of messages.keys()) if (known.has(id)) messages.delete(id);
    const result = await local.dialogs.save(dialog, [...messages.values()]);
    saved += result.saved;
  }
  return saved;
}

/** Those with an id are left out by it when they are saved, but where that is of another dialog. */
async function messagesWithoutId(
  local: LocalHistory,
  journal: HubJournal,
  dialog: string,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const name = local.masked.text(dialog);
  const isMoved = (message: Message): boolean => {
    const id = hubIdOf(message);
    return id !== undefined && journal.messages.isElsewhere(id, name);
  };
  for await (const messages of local.dialogs.all(dialog))
    for (const message of messages) {
      const { id } = message;
      if (id !== undefined && local.masked.text(id) === id && !isMoved(message)) continue;
      ids.add(messageRecord(local, dialog, message, journal).id);
    }
  return ids;
}

/** The message that a record holds, with the name of its dialog; undefined, and logged, for one that cannot be read. */
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
    // it is told below
  }
  context.log.warn(`the message ${id} of the hub cannot be read`);
  return undefined;
}
