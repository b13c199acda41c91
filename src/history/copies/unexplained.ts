import { join } from 'node:path';
import { entriesNow } from '../../disk/files/folders.ts';
import { trashFolder } from '../../disk/files/trash.ts';
import { dialogFolders } from './copyPlaces.ts';

/**
 * Reports whether a history lost most of the dialogs that its copy has, and neither its trash nor its log of changes
 * (`isNoted`) explains it: then something other than this product deleted them.
 */
export function isUnexplained(history: string, copy: string, isNoted: boolean): boolean {
  const copied = dialogFolders(copy);
  const there = new Set(dialogFolders(history));
  const gone = copied.filter((name) => !there.has(name)).length;
  if (isNoted || gone * 2 <= copied.length) return false;
  return itemsIn(history).filter((id) => !itemsIn(copy).includes(id)).length < gone;
}

const itemsIn = (history: string): readonly string[] =>
  (entriesNow(join(history, trashFolder)) ?? []).map(({ name }) => name);
