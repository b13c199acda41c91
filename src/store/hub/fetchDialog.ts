import { isObject, StoreError } from '../base/core.ts';
import { maxFutureMs } from '../base/limits.ts';
import { messageOf } from './applyMessages.ts';
import { takeFetched } from './fetchedItems.ts';
import { fetchedMessageId, type LocalHistory } from './localHistory.ts';
import { dialogRecords } from './pull.ts';
import type { HubSync } from './openedHistory.ts';
import type { PulledRecord } from './types.ts';

/** What became of a dialog of a colleague. */
export interface FetchedDialog {
  /** The name of the copy. */
  readonly dialog: string;
  /** How many messages were added: those that were not there. */
  readonly saved: number;
  /** Whether the summary is now the one that the colleague has. */
  readonly summary: boolean;
  /** How many of its context snapshots were added, or are others now. */
  readonly contexts: number;
}

/** A dialog of a colleague. */
export interface FetchRequest {
  /** A role of the database. */
  readonly person: string;
  readonly dialog: string;
  /** Ends it with its reason; what came stays, and the next time the rest comes. */
  readonly signal?: AbortSignal;
  /** Is told how many messages were added so far. */
  readonly onProgress?: (saved: number) => void;
}

/** What the copy of a dialog of a colleague is called. */
export const copyName = ({ person, dialog }: Pick<FetchRequest, 'person' | 'dialog'>): string =>
  `${dialog} (${person})`;

/**
 * Copies messages, summary and context snapshots of a dialog of a colleague, a role of the database, into a dialog of its own
 * name. Once more it adds what is new. Nothing that the person wrote there is replaced, and nothing that was fetched is sent. Throws `not_found`
 * where the hub has no such dialog for this person.
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
  for (const context of contexts) if ((await takeFetched(sync, name, context)) === 'taken') added++;
  const taken = summary && (await takeFetched(sync, name, summary));
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
