import { local, type Span } from './calendar.ts';

/** A part of a day; the night reaches into the next one. */
export function partOf({ from }: Span, part: string): Span {
  const hour = (hours: number): number => {
    const date = new Date(from);
    return local(date.getFullYear(), date.getMonth(), date.getDate(), hours);
  };
  if (/早|晨|morning/i.test(part)) return { from: hour(5), to: hour(12) };
  if (part.includes('上午')) return { from: hour(6), to: hour(12) };
  if (/中午|noon$/i.test(part) && !/after/i.test(part)) return { from: hour(11), to: hour(14) };
  if (/下午|afternoon/i.test(part)) return { from: hour(12), to: hour(18) };
  if (/傍晚|evening/i.test(part)) return { from: hour(17), to: hour(24) };
  return { from: hour(18), to: hour(30) };
}
