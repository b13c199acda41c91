import { parseSummary } from '../dialogs/summary.ts';
import { readJson } from '../files/json.ts';
import { peek } from '../files/way.ts';
import { isObject, type JsonValue } from '../base/core.ts';
import type { SearchEntry } from './types.ts';

/** Names the summary of a dialog in references, where messages have their id or time. */
export const summaryEntry = '@summary';

/** The summary in a file as one entry; none where it is empty or damaged. Undefined when it is gone. */
export async function readSummaryEntry(file: string): Promise<SearchEntry[] | undefined> {
  const stat = peek(file);
  const read = await readJson(file, parseSummary);
  if (read.state === 'missing' || stat === undefined) return undefined;
  const text = read.state === 'read' ? summaryLines(read.value.value).join('\n') : '';
  return text === '' ? [] : [{ role: 'summary', text, ts: Math.round(stat.mtimeMs), id: summaryEntry }];
}

/** What a summary says, line by line, without the names of its sections, which are in every one. */
function summaryLines(summary: JsonValue): string[] {
  return isObject(summary) ? Object.values(summary).flatMap((section) => linesOf(section)) : linesOf(summary);
}

function linesOf(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => linesOf(item));
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).map(([key, item]) => `${key}: ${linesOf(item).join(' ')}`);
}
