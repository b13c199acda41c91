/** A period in local time by which rows are grouped. */
export interface Stretch {
  readonly kind: 'today' | 'yesterday' | 'week' | 'day' | 'month';
  /** Its start, milliseconds. */
  readonly from: number;
}

/** Rows of a period, in their original order. */
export interface InStretch<T> {
  readonly stretch: Stretch;
  readonly items: readonly T[];
}

/** Fewer rows need no groups. */
export const handful = 20;

/** Number of past days that are separate periods. */
const daysApart = 14;

/**
 * Groups rows by period, newest first, in any input order: today, yesterday, then the rest of the previous seven days
 * together (`week`) or two weeks of single days (`days`), then months. Times in milliseconds.
 */
export function byStretch<T>(
  items: readonly T[],
  timeOf: (item: T) => number,
  now: number,
  near: 'week' | 'days',
): readonly InStretch<T>[] {
  const groups = new Map<string, { readonly stretch: Stretch; readonly items: T[] }>();
  const stretchAt = stretches(now, near);
  for (const item of items) {
    const stretch = stretchAt(timeOf(item));
    const key = stretchKey(stretch);
    const group = groups.get(key) ?? { stretch, items: [] };
    groups.set(key, group);
    group.items.push(item);
  }
  return [...groups.values()].sort((a, b) => b.stretch.from - a.stretch.from);
}

/** Returns a key that identifies a period. */
export const stretchKey = ({ kind, from }: Stretch): string => `${kind} ${from}`;

function stretches(now: number, near: 'week' | 'days'): (time: number) => Stretch {
  const [today, yesterday, week, days] = [0, 1, 7, daysApart].map((before) => startOfDay(now, before));
  return (time) => {
    if (time >= (today ?? 0)) return { kind: 'today', from: today ?? 0 };
    if (time >= (yesterday ?? 0)) return { kind: 'yesterday', from: yesterday ?? 0 };
    if (near === 'week' && time >= (week ?? 0)) return { kind: 'week', from: week ?? 0 };
    if (near === 'days' && time >= (days ?? 0)) return { kind: 'day', from: startOfDay(time, 0) };
    const date = new Date(time);
    // A month ends where more recent periods start, and sorts after them anyway.
    return { kind: 'month', from: new Date(date.getFullYear(), date.getMonth()).getTime() };
  };
}

function startOfDay(time: number, daysBefore: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime();
}
