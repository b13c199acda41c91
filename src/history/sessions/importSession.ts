import { defined } from '../../disk/base/core.ts';
import { textOf } from '../archive/message.ts';
import type { DialogStore, NewEntry } from '../dialogs/types.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import type { SessionInfo } from './types.ts';

/** Number of messages saved at once. */
const batchLength = 200;

/**
 * Saves the messages of the person and the agent into a dialog, with ids, so that repeated imports add nothing. Skips
 * tool calls, thoughts and messages without text.
 */
export async function importSession(
  dialogs: DialogStore,
  dialog: string,
  { info, messages }: { readonly info: SessionInfo; readonly messages: AsyncIterable<MessageRecord> },
): Promise<{ readonly saved: number; readonly duplicates: number }> {
  const result = { saved: 0, duplicates: 0 };
  let batch: NewEntry[] = [];
  const save = async (): Promise<void> => {
    if (batch.length === 0) return;
    const { saved, duplicates } = await dialogs.save(dialog, batch);
    result.saved += saved;
    result.duplicates += duplicates;
    batch = [];
  };
  for await (const record of messages) {
    const entry = entryOf(record, info);
    if (entry) batch.push(entry);
    if (batch.length >= batchLength) await save();
  }
  await save();
  return result;
}

function entryOf(record: MessageRecord, { source, sessionId }: SessionInfo): NewEntry | undefined {
  const { id, timestamp, type, content, model } = record;
  if (type !== 'user' && type !== 'assistant') return undefined;
  const text = textOf(content);
  if (text.trim() === '') return undefined;
  const agent = source === 'history' ? {} : { agent: source };
  const author = type === 'user' ? {} : { ...agent, ...defined({ model }) };
  return {
    role: type === 'user' ? 'user' : 'assistant',
    text,
    ts: Date.parse(timestamp),
    id: `${source}:${sessionId}:${id}`,
    meta: { source: 'session', session: sessionId, ...author },
  };
}
