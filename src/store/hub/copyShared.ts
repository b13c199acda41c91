import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defined, isObject } from '../base/core.ts';
import { writeAtomic } from '../files/atomic.ts';
import { makeFolder, removeFile } from '../files/folders.ts';
import { ensureHistoryFolder } from '../files/historyFolder.ts';
import { lockFolder } from '../files/ignored.ts';
import { withLock } from '../files/lock.ts';
import { formatShared, itemEnding } from '../shared/sharedFile.ts';
import { sharedFolder, type SharedItem } from '../shared/types.ts';
import type { LocalHistory } from './localHistory.ts';
import type { OwnedRecord } from './pull.ts';

/** Writes what somebody shared as the file it was; where nobody shares it any more, that goes. */
export async function copyShared(
  { context }: LocalHistory,
  record: OwnedRecord,
  isHeld: boolean,
): Promise<void> {
  const folder = join(context.folder, sharedFolder);
  const file = fileOf(record);
  const item = record.deleted ? undefined : itemOf(record, file);
  if (item === undefined && isHeld) return;
  await ensureHistoryFolder(context.folder);
  await withLock(lockFolder(context.folder, '.shared'), async (lease) => {
    await makeFolder(folder);
    if (item) await writeAtomic(join(folder, file), formatShared(item), lease);
    else await removeFile(join(folder, file));
  });
  context.wrote(sharedFolder);
}

/** What the record says of a name is another's, and would lead anywhere. */
const fileOf = ({ id }: OwnedRecord): string =>
  createHash('sha256').update(id).digest('hex').slice(0, 24) + itemEnding;

function itemOf({ body, owner, time }: OwnedRecord, file: string): SharedItem | undefined {
  if (!isObject(body) || typeof body.id !== 'string' || typeof body.text !== 'string') return undefined;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const createdAt = typeof body.createdAt === 'number' ? body.createdAt : time;
  return defined({
    ...{ id: body.id, file, kind: text(body.kind) ?? 'note', title: text(body.title) ?? body.id },
    ...{ author: text(body.author) ?? owner, of: text(body.of), text: body.text },
    ...{ createdAt, updatedAt: typeof body.updatedAt === 'number' ? body.updatedAt : time },
    tags: Array.isArray(body.tags) ? body.tags.filter((tag) => typeof tag === 'string') : [],
  });
}
