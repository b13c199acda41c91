import { StoreError, isObject, type JsonValue } from '../../disk/base/core.ts';
import { parseSummary } from '../../history/dialogs/summary.ts';
import { readJson } from '../../disk/files/json.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import type { SearchEntry } from './types.ts';

/** Entry id of a dialog's or session's summary in references, where messages have their id or time. */
export const summaryEntry = '@summary';

/**
 * Reads a summary file as one entry; none if it is empty, undefined if it no longer exists. Throws if it is damaged.
 */
export async function readSummaryEntry(file: string): Promise<SearchEntry[] | undefined> {
  const stat = lstatOwn(file);
  const read = await readJson(file, parseSummary);
  if (read.state === 'missing' || stat === undefined) return undefined;
  if (read.state === 'damaged') throw new StoreError('damaged', `${file} is damaged: ${read.reason}.`);
  const text = summaryLines(read.value.value).join('\n');
  return text === '' ? [] : [{ role: 'summary', text, ts: Math.round(stat.mtimeMs), id: summaryEntry }];
}

/** Returns the lines of a summary without the section names, which occur in every summary. */
export function summaryLines(summary: JsonValue): string[] {
  return isObject(summary) ? Object.values(summary).flatMap((section) => linesOf(section)) : linesOf(summary);
}

function linesOf(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => linesOf(item));
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).map(([key, item]) => `${key}: ${linesOf(item).join(' ')}`);
}
