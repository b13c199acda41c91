import { dirname } from 'node:path';
import { StoreError } from '../base/core.ts';
import { historySwitch, offError } from './historySwitch.ts';

/** The error for changing a history that is open for reading only, or turned off. */
export function readOnlyError(folder: string): StoreError {
  const { mode, by } = historySwitch(dirname(folder), { history: folder });
  if (mode === 'off') return offError(by);
  return new StoreError('storage', `The history in ${folder} is open for reading only; nothing was changed.`);
}
