import { putInDialog } from './applyRecords.ts';
import { digestOf, localItems } from './localHistory.ts';
import type { HubSync } from './openedHistory.ts';
import type { PulledRecord } from './types.ts';
import { keyOf } from './versions.ts';

/** Stands in the journal as the author of what was fetched: what is of others here is the person's own. */
export const fetchedAuthor = 'fetched';

/**
 * Puts the summary or a context snapshot of a colleague into the dialog of this name, where it is `taken`, unless it is `known`;
 * one that the person wrote or changed there is `kept`.
 */
export async function takeFetched(
  { local, journal }: HubSync,
  name: string,
  record: PulledRecord,
): Promise<'taken' | 'known' | 'kept'> {
  const { kind, id, body, time } = record;
  const itemHere = async () => {
    const { base } = await local.access.locate(name);
    const all = await localItems(local, base, name);
    const item = all.find((each) => each.kind === kind && (kind === 'summary' || each.id === id));
    return item && { place: base, key: keyOf(item), digest: digestOf(item.body) };
  };
  const before = await itemHere();
  if (before) {
    const known = journal.item(before.place, before.key);
    if (known?.author !== fetchedAuthor || known.digest !== before.digest) return 'kept';
    if (known.time >= time) return 'known';
  }
  await putInDialog(local, { kind, body }, name);
  const after = await itemHere();
  if (after) journal.setItem(after.place, after.key, { time, author: fetchedAuthor, digest: after.digest });
  return after ? 'taken' : 'kept';
}
