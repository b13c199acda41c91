import { StoreError } from '../base/core.ts';
import { parseSummary } from '../dialogs/summary.ts';
import { readJson } from '../files/json.ts';
import { peek } from '../files/way.ts';
import { summaryLines } from './summaryLines.ts';
import type { SearchEntry } from './types.ts';

/** Names the summary of a dialog or a session in references, where messages have their id or time. */
export const summaryEntry = '@summary';

/** The summary in a file as one entry; none where it is empty. Undefined when it is gone, and throws where it is damaged. */
export async function readSummaryEntry(file: string): Promise<SearchEntry[] | undefined> {
  const stat = peek(file);
  const read = await readJson(file, parseSummary);
  if (read.state === 'missing' || stat === undefined) return undefined;
  if (read.state === 'damaged') throw new StoreError('damaged', `${file} is damaged: ${read.reason}.`);
  const text = summaryLines(read.value.value).join('\n');
  return text === '' ? [] : [{ role: 'summary', text, ts: Math.round(stat.mtimeMs), id: summaryEntry }];
}
