import type { StoreContext } from '../../disk/base/context.ts';
import { isObject } from '../../disk/base/core.ts';
import { Derived } from '../../disk/files/derived.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { entryRoles } from './filters.ts';
import type { SearchEntry } from './types.ts';

/** What search takes from sessions, a file each. */
export const sessionTexts = (context: StoreContext): Derived<readonly SearchEntry[]> =>
  new Derived({ name: 'sessions', version: 8, layout: 'files', values: jsonValues(parse) }, context);

const parse = (value: unknown): readonly SearchEntry[] | undefined =>
  Array.isArray(value) && value.every(isEntry) ? value : undefined;

function isEntry(value: unknown): value is SearchEntry {
  if (!isObject(value) || !entryRoles.some((role) => role === value.role)) return false;
  if (value.agent !== undefined && typeof value.agent !== 'string') return false;
  return (
    typeof value.text === 'string' &&
    typeof value.ts === 'number' &&
    typeof value.id === 'string' &&
    typeof value.position === 'number'
  );
}
