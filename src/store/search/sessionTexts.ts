import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { WrongContent } from '../files/json.ts';
import { PerSession } from '../sessions/perSession.ts';
import type { SearchEntry } from './types.ts';

/** What was said in sessions, in `.index/sessions/`. */
export const sessionTexts = (context: StoreContext): PerSession<readonly SearchEntry[]> =>
  new PerSession(context, { folder: 'sessions', version: 4, parse });

function parse(value: unknown): readonly SearchEntry[] {
  if (!Array.isArray(value) || !value.every(isEntry)) throw new WrongContent('no entries');
  return value;
}

function isEntry(value: unknown): value is SearchEntry {
  if (!isObject(value) || (value.role !== 'user' && value.role !== 'assistant')) return false;
  if (value.agent !== undefined && typeof value.agent !== 'string') return false;
  return (
    typeof value.text === 'string' &&
    typeof value.ts === 'number' &&
    typeof value.id === 'string' &&
    typeof value.position === 'number'
  );
}
