import { isObject, StoreError } from '../disk/base/core.ts';
import { maxFutureMs } from '../disk/base/limits.ts';
import type { FetchedDialog, FetchRequest } from './clientTypes.ts';
import { messageOf } from './applyMessages.ts';
import { applyFetched } from './fetchedItems.ts';
import type { LocalHistory } from './localHistory.ts';
import { dialogRecords } from './pull.ts';
import type { HubSync } from './hubSync.ts';
import { copyName, fetchedMessageId, type PulledRecord } from './types.ts';

/**
 * Copies messages, summary and context snapshots of a colleague's dialog into a dialog of its own. A repeated call
 * adds what is new. Never replaces what the person wrote there, and fetched content is never sent. Throws `not_found`
 * if the hub has no such dialog for this person.
 */
export async function fetchDialog(
  sync: HubSync,
  { person, dialog, signal, onProgress }: FetchRequest,
): Promise<FetchedDialog> {
  const { local, connection, project } = sync;
  const name = copyName({ person, dialog });
  let summary: PulledRecord | undefined;
  const contexts: PulledRecord[] = [];
  let [saved, found] = [0, 0];
  for await (const page of dialogRecords(connection, { project, owner: person, dialog })) {
    signal?.throwIfAborted();
    const records = page.filter(({ body, deleted }) => !deleted && isObject(body) && body.dialog === dialog);
    found += records.length;
    saved += await saveFetched(local, name, records);
    onProgress?.(saved);
    contexts.push(...records.filter(({ kind }) => kind === 'context'));
    summary = records.findLast(({ kind }) => kind === 'summary') ?? summary;
  }
  if (found === 0)
    throw new StoreError(
      'not_found',
      `The hub has no dialog ${JSON.stringify(dialog)} of ${person} in this project. mcp-history-store team search finds what it has.`,
      { person, dialog },
    );
  let added = 0;
  for (const context of contexts) if ((await applyFetched(sync, name, context)) === 'taken') added++;
  const taken = summary && (await applyFetched(sync, name, summary));
  return { dialog: name, saved, summary: taken === 'taken' || taken === 'known', contexts: added };
}

async function saveFetched(
  local: LocalHistory,
  name: string,
  records: readonly PulledRecord[],
): Promise<number> {
  const latest = local.context.clock.now() + maxFutureMs;
  const messages = records.flatMap((record) => {
    const message = messageOf(local, record)?.message;
    return message ? [{ ...message, id: fetchedMessageId(record.id), ts: Math.min(message.ts, latest) }] : [];
  });
  return (await local.dialogs.save(name, messages)).saved;
}
