import type { Backup } from '../../history/dialogs/types.ts';

/**
 * Returns a backup's time from its id, which determines the order: copying a project renews its file times.
 * Milliseconds.
 */
export function backupTime({ id, mtime }: Pick<Backup, 'id' | 'mtime'>): number {
  const time = Date.parse((id.split('_')[0] ?? '').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  return Number.isNaN(time) ? mtime : time;
}
