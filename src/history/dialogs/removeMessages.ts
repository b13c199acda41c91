import { backUp, replaceWithStaged, stage } from './backups.ts';
import type { DialogAccess } from './dialogAccess.ts';
import type { LockedDialog } from './dialogSnapshot.ts';
import { isOpenSealed, openPart, summaryFile } from './layout.ts';
import { formatMessages } from './messages.ts';
import { stateFiles } from './apply.ts';
import type { Message, MessageRemoval } from './types.ts';

/**
 * Removes messages from a dialog after a backup, leaving other parts unchanged. Returns the number removed; 0 changes
 * nothing.
 */
export async function removeMessages(
  access: DialogAccess,
  held: LockedDialog,
  { isGone, summary }: MessageRemoval,
): Promise<number> {
  const changed = new Map<string, readonly Message[]>();
  let removed = 0;
  for (const [place, name] of [...held.reading.layout.sealed, openPart].entries()) {
    const messages = await held.reading.part(place);
    const left = messages.filter((message) => !isGone(message));
    if (left.length === messages.length) continue;
    changed.set(name, left);
    removed += messages.length - left.length;
  }
  if (removed === 0 && !(summary && held.reading.layout.summary)) return 0;
  await access.quarantine(held, held.reading.damage);
  const written = [...changed].filter(([, left]) => left.length > 0);
  const files = written.map(([name, left]) => [name, formatMessages(left)] as const);
  const isTwin = isOpenSealed(held.reading.layout);
  const stays = (name: string): boolean =>
    !changed.has(name) && !(summary && name === summaryFile) && !(isTwin && name === openPart);
  const linked = (await stateFiles(held.place.folder)).filter(stays);
  const staged = await stage(access, held, files, linked); // older than the backup, which remains the newest
  await backUp(access, held);
  await replaceWithStaged(access, held, staged);
  return removed;
}
