import { join } from 'node:path';
import { isObject } from '../base/json.ts';
import { readJson, WrongContent } from '../files/json.ts';
import { syncFolder, writeAtomic } from '../files/atomic.ts';
import { removeFile } from '../files/folders.ts';
import type { Lease } from '../files/lock.ts';

/** Stands in a dialog's folder while an operation of several steps is under way. */
export const pendingFile = 'pending.json';

/**
 * An operation that has been decided but perhaps not finished. From the moment this file is there readers see
 * the result, and whoever next changes the dialog finishes it: there is no half-cleared dialog.
 */
export type Pending =
  | { readonly op: 'clear' }
  | { readonly op: 'restore'; readonly from: string }
  | { readonly op: 'rename'; readonly to: string };

/** The operation under way in a dialog's folder, if any. */
export async function readPending(folder: string): Promise<Pending | undefined> {
  const read = await readJson(join(folder, pendingFile), parsePending);
  return read.state === 'read' ? read.value : undefined;
}

/** Decides an operation. */
export async function writePending(folder: string, pending: Pending, lease: Lease): Promise<void> {
  const text = `${JSON.stringify({ v: 1, ...pending })}\n`;
  await writeAtomic(join(folder, pendingFile), text, lease);
}

/** Ends an operation. */
export async function removePending(folder: string): Promise<void> {
  await removeFile(join(folder, pendingFile));
  await syncFolder(folder);
}

/** Whether a string can be the id of a backup, and so a folder name that stays where it is. */
export const isBackupId = (id: string): boolean => /^[^./\\\0][^/\\\0]{0,200}$/.test(id);

function parsePending(value: unknown): Pending {
  if (isObject(value)) {
    if (value.op === 'clear') return { op: 'clear' };
    if (value.op === 'restore' && typeof value.from === 'string' && isBackupId(value.from))
      return { op: 'restore', from: value.from };
    if (value.op === 'rename' && typeof value.to === 'string') return { op: 'rename', to: value.to };
  }
  throw new WrongContent('not an operation this version knows');
}
