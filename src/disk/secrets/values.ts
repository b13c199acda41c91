import type { TimeSlices } from '../base/timeSlices.ts';

/** Depth limit of stored values. Levels. */
const deepest = 1_000;

/** Fields in which people and agents store arbitrary data under any name. */
const contents = new Set(['summary', 'meta', 'metadata']);

/** Masks a text in the field `name`; in content that name may be arbitrary. */
export type MemberMask = (text: string, name?: string, isContent?: boolean) => string;

/** Position of a value. */
interface Position {
  readonly name?: string;
  readonly isContent?: boolean;
  readonly depth: number;
}

/** Masks every string in a value, keys included; parts without secrets and class instances are returned unchanged. */
export function maskedValue(value: unknown, mask: MemberMask, at: Position = { depth: 0 }): unknown {
  if (typeof value === 'string') return mask(value, at.name, at.isContent);
  if (at.depth > deepest) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const below = { ...at, depth: at.depth + 1 };
    const masked = items.map((item) => maskedValue(item, mask, below));
    return masked.every((item, n) => item === items[n]) ? value : masked;
  }
  return isPlain(value)
    ? maskedObject(value, mask, (item, key) => maskedValue(item, mask, memberOf(at, key)))
    : value;
}

const memberOf = ({ isContent = false, depth }: Position, name: string): Position => ({
  name,
  isContent: isContent || contents.has(name),
  depth: depth + 1,
});

function maskedObject(
  value: Readonly<Record<string, unknown>>,
  mask: MemberMask,
  each: (item: unknown, key: string) => unknown,
): unknown {
  const entries = Object.entries(value);
  const masked = entries.map(([key, item]) => [mask(key), each(item, key)] as const);
  const same = masked.every(([key, item], n) => key === entries[n]?.[0] && item === entries[n][1]);
  return same ? value : Object.fromEntries(masked);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Number of items from which masking a list must be interruptible. */
const manyItems = 500;

/** Whether a value is a long list, or an object with one. */
export const isLong = (value: unknown): boolean =>
  isLongList(value) || (isPlain(value) && Object.values(value).some(isLongList));

const isLongList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length >= manyItems;

interface Masking {
  readonly mask: MemberMask;
  /** Position of the list. */
  readonly at: Position;
  readonly slices: TimeSlices;
}

/** Masks as `maskedValue` does, for what `isLong`; yields to other work between the items. */
export async function maskedInSlices(value: unknown, mask: MemberMask, slices: TimeSlices): Promise<unknown> {
  const top: Position = { depth: 0 };
  if (isLongList(value)) return maskedItems(value, { mask, at: { depth: 1 }, slices });
  if (!isPlain(value)) return maskedValue(value, mask);
  const lists = new Map<string, unknown>();
  for (const [name, item] of Object.entries(value))
    if (isLongList(item)) lists.set(name, await maskedItems(item, { mask, at: memberOf(top, name), slices }));
  return maskedObject(value, mask, (item, name) =>
    lists.has(name) ? lists.get(name) : maskedValue(item, mask, memberOf(top, name)),
  );
}

async function maskedItems(
  items: readonly unknown[],
  { mask, at, slices }: Masking,
): Promise<readonly unknown[]> {
  const masked: unknown[] = [];
  for (const item of items) {
    masked.push(maskedValue(item, mask, at));
    if (slices.isOver) await slices.pause();
  }
  return masked.every((item, n) => item === items[n]) ? items : masked;
}
