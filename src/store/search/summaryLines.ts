import { isObject, type JsonValue } from '../base/core.ts';

/** What a summary says, line by line, without the names of its sections, which are in every one. */
export function summaryLines(summary: JsonValue): string[] {
  return isObject(summary) ? Object.values(summary).flatMap((section) => linesOf(section)) : linesOf(summary);
}

function linesOf(value: JsonValue | undefined): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => linesOf(item));
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).map(([key, item]) => `${key}: ${linesOf(item).join(' ')}`);
}
