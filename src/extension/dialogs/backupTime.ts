import type { Backup } from '../../store/dialogs/types.ts';

/** When a backup was made, as its id says, which its order follows; copying a project makes all its files new. Milliseconds. */
export function backupTime({ id, mtime }: Pick<Backup, 'id' | 'mtime'>): number {
  const time = Date.parse((id.split('_')[0] ?? '').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  return Number.isNaN(time) ? mtime : time;
}
