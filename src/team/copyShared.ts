import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defined, isObject } from '../disk/base/core.ts';
import { removeHeld, writeAtomic } from '../disk/files/atomic.ts';
import { makeFolder, sweep } from '../disk/files/folders.ts';
import { ensureHistoryFolder } from '../disk/files/historyFolder.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { withLock } from '../disk/files/lock.ts';
import { formatShared, itemEnding } from '../history/shared/sharedFile.ts';
import { sharedFolder, type SharedItem } from '../history/shared/types.ts';
import type { LocalHistory } from './localHistory.ts';
import type { OwnedRecord } from './pull.ts';

/** Writes a shared item as its original file, or deletes the file once no one shares it. */
export async function copyShared(
  { context }: LocalHistory,
  record: OwnedRecord,
  updateHolders: boolean,
): Promise<void> {
  const folder = join(context.folder, sharedFolder);
  const file = fileOf(record);
  const item = record.deleted ? undefined : itemOf(record, file);
  if (item === undefined && updateHolders) return;
  await ensureHistoryFolder(context.folder);
  await withLock(lockFolder(context.folder, '.shared'), async (lease) => {
    await makeFolder(folder);
    await sweep(folder, lease);
    if (item) await writeAtomic(join(folder, file), formatShared(item), lease);
    else await removeHeld([join(folder, file)], lease);
  });
  context.wrote(sharedFolder);
}

/** Derives the file name from the id: a name in the record is untrusted and might be a path. */
const fileOf = ({ id }: OwnedRecord): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 24) + itemEnding;

function itemOf({ body, owner, time }: OwnedRecord, file: string): SharedItem | undefined {
  if (!isObject(body) || typeof body.id !== 'string' || typeof body.text !== 'string') return undefined;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const createdAt = typeof body.createdAt === 'number' ? body.createdAt : time;
  return defined({
    id: body.id,
    file,
    kind: text(body.kind) ?? 'note',
    title: text(body.title) ?? body.id,
    author: text(body.author) ?? owner,
    of: text(body.of),
    text: body.text,
    createdAt,
    updatedAt: typeof body.updatedAt === 'number' ? body.updatedAt : time,
    tags: Array.isArray(body.tags) ? body.tags.filter((tag) => typeof tag === 'string') : [],
  });
}
