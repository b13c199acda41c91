import { createHash } from 'node:crypto';
import { StoreError } from '../../disk/base/core.ts';
import { backUp, replaceWithStaged, stage } from './backups.ts';
import type { DialogAccess } from './dialogAccess.ts';
import type { DialogSnapshot, LockedDialog } from './dialogSnapshot.ts';
import { noteRemoval } from './removalNotes.ts';
import { openPart, summaryFile } from './layout.ts';
import { formatMessages } from './messages.ts';
import { checkSummary, formatSummary } from './summary.ts';
import type { Compacted, Compaction, DialogVersion } from './compactionTypes.ts';
import type { Message } from './types.ts';

/** Returns the version of a dialog, which reveals changes. */
export async function versionOf(reading: DialogSnapshot): Promise<DialogVersion> {
  const [{ messages }, summary] = [await reading.totals(), await reading.summary()];
  const mark = createHash('sha256')
    .update(JSON.stringify(summary?.value ?? null))
    .digest('hex');
  return { epoch: reading.layout.epoch, messages, summary: mark.slice(0, 16) };
}

/**
 * Clears the dialog, sets the summary and saves the remaining messages in one step: readers see the state before or
 * after.
 */
export async function compact(
  access: DialogAccess,
  held: LockedDialog,
  { version, summary, keep, keepAdded = false }: Compaction,
): Promise<Compacted> {
  checkSummary(summary);
  const now = await versionOf(held.reading);
  const added = Math.max(0, now.messages - version.messages);
  if (now.epoch !== version.epoch || now.summary !== version.summary || now.messages < version.messages)
    return { state: 'replaced' };
  if (added > 0 && !keepAdded) return { state: 'added', added };
  checkPlaces(keep, version.messages);
  const places = new Set(keep);
  const messages = await chosen(held.reading, (place) => places.has(place) || place >= version.messages);
  await access.quarantine(held, held.reading.damage);
  const files = [
    [openPart, formatMessages(messages)],
    [summaryFile, formatSummary(summary)],
  ] as const;
  const staged = await stage(access, held, files); // older than the backup, which remains the newest
  const backup = await backUp(access, held);
  if (backup === undefined) throw new StoreError('not_found', `The dialog "${held.name}" is empty.`);
  await noteRemoval(access.context, held);
  await replaceWithStaged(access, held, staged);
  return { state: 'compacted', backup, kept: messages.length, added };
}

function checkPlaces(keep: readonly number[], total: number): void {
  const wrong = keep.find((place) => !Number.isInteger(place) || place < 0 || place >= total);
  if (wrong !== undefined)
    throw new StoreError(
      'invalid_argument',
      `Message ${wrong} cannot stay: the dialog has ${total} messages, the oldest is 0.`,
    );
}

/** Returns the remaining messages, reading only their parts. */
async function chosen(reading: DialogSnapshot, stays: (place: number) => boolean): Promise<Message[]> {
  const found: Message[] = [];
  let from = 0;
  for (const [part, { count }] of (await reading.allStats()).entries()) {
    const places = Array.from({ length: count }, (_, n) => from + n).filter(stays);
    const messages = places.length === 0 ? [] : await reading.part(part);
    for (const place of places) found.push(...messages.slice(place - from, place - from + 1));
    from += count;
  }
  return found;
}
