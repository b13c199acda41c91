import { putInDialog } from './applyRecords.ts';
import { digestOf, localItems } from './localHistory.ts';
import type { HubSync } from './hubSync.ts';
import type { PulledRecord } from './types.ts';
import { keyOf } from './versions.ts';

/** Author of fetched items in the journal, which distinguishes them from the person's own. */
export const fetchedAuthor = 'fetched';

/**
 * Puts a colleague's summary or context snapshot into a dialog: `taken`, `known` if unchanged, or `kept` if the
 * person's own version stays.
 */
export async function applyFetched(
  { local, journal }: HubSync,
  name: string,
  record: PulledRecord,
): Promise<'taken' | 'known' | 'kept'> {
  const { kind, id, body, time } = record;
  const itemHere = async () => {
    const { base } = await local.access.locate(name);
    const all = await localItems(local, base, name);
    const item = all.find((each) => each.kind === kind && (kind === 'summary' || each.id === id));
    return item && { folder: base, key: keyOf(item), digest: digestOf(item.body) };
  };
  const before = await itemHere();
  if (before) {
    const known = journal.item(before.folder, before.key);
    if (known?.author !== fetchedAuthor || known.digest !== before.digest) return 'kept';
    if (known.time >= time) return 'known';
  }
  await putInDialog(local, { kind, body }, name);
  const after = await itemHere();
  if (after) journal.setItem(after.folder, after.key, { time, author: fetchedAuthor, digest: after.digest });
  return after ? 'taken' : 'kept';
}
