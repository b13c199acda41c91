import { isObject } from '../base/core.ts';
import { maxFutureMs } from '../base/limits.ts';
import { parseMessages } from '../dialogs/messages.ts';
import type { Message } from '../dialogs/types.ts';
import { hubMessageId, messageRecord, type LocalHistory } from './localHistory.ts';
import type { HubRecord } from './types.ts';

/** Adds messages of other machines to their dialogs, those that are there already left out. Gives how many were added. */
export async function saveMessages(local: LocalHistory, records: readonly HubRecord[]): Promise<number> {
  const latest = local.context.clock.now() + maxFutureMs;
  const dialogs = new Map<string, Map<string, Message>>();
  for (const record of records) {
    const of = messageOf(local, record);
    if (of === undefined) continue;
    const messages = dialogs.get(of.dialog) ?? new Map<string, Message>();
    const { id = hubMessageId(record.id), ts, ...message } = of.message;
    // A clock that was ahead when it was written is so no more than the store takes.
    dialogs.set(of.dialog, messages.set(record.id, { ...message, id, ts: Math.min(ts, latest) }));
  }
  let saved = 0;
  for (const [dialog, messages] of dialogs) {
    for await (const known of local.dialogs.all(dialog))
      for (const message of known) messages.delete(messageRecord(local, dialog, message, '').id);
    const result = await local.dialogs.save(dialog, [...messages.values()]);
    saved += result.saved;
  }
  return saved;
}

/** The message that a record holds, with the name of its dialog; undefined, and logged, for one that cannot be read. */
export function messageOf(
  { context }: LocalHistory,
  { kind, id, body }: HubRecord,
): { readonly dialog: string; readonly message: Message } | undefined {
  if (kind !== 'message') return undefined;
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
