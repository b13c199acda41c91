import type { TimeSlices } from '../base/timeSlices.ts';
import type { Mask } from './documents.ts';

/** Nothing that is nested deeper is stored. Levels. */
const deepest = 1_000;

/** Every string in a value, keys as well; what has no secret is given back as it is. Instances of classes are left alone. */
export function maskedValue(value: unknown, mask: Mask, name?: string, depth = 0): unknown {
  if (typeof value === 'string') return mask(value, name);
  if (depth > deepest) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const masked = items.map((item) => maskedValue(item, mask, name, depth + 1));
    return masked.every((item, n) => item === items[n]) ? value : masked;
  }
  return isPlain(value)
    ? maskedObject(value, mask, (item, key) => maskedValue(item, mask, key, depth + 1))
    : value;
}

function maskedObject(
  value: Readonly<Record<string, unknown>>,
  mask: Mask,
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

/** From so many items on masking a list takes so long that others want their turn meanwhile. */
const manyItems = 500;

/** Whether something is a long list, or an object with one. */
export const isLong = (value: unknown): boolean =>
  isLongList(value) || (isPlain(value) && Object.values(value).some(isLongList));

const isLongList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length >= manyItems;

interface Masking {
  readonly mask: Mask;
  /** Of what the items stand in. */
  readonly name?: string;
  readonly slices: TimeSlices;
}

/** As `maskedValue`, for what `isLong`: others have their turn between the items. */
export async function maskedInSlices(value: unknown, mask: Mask, slices: TimeSlices): Promise<unknown> {
  if (isLongList(value)) return maskedItems(value, { mask, slices });
  if (!isPlain(value)) return maskedValue(value, mask);
  const lists = new Map<string, unknown>();
  for (const [name, item] of Object.entries(value))
    if (isLongList(item)) lists.set(name, await maskedItems(item, { mask, name, slices }));
  return maskedObject(value, mask, (item, name) =>
    lists.has(name) ? lists.get(name) : maskedValue(item, mask, name, 1),
  );
}

async function maskedItems(
  items: readonly unknown[],
  { mask, name, slices }: Masking,
): Promise<readonly unknown[]> {
  const masked: unknown[] = [];
  for (const item of items) {
    masked.push(maskedValue(item, mask, name, 1));
    if (slices.isOver) await slices.pause();
  }
  return masked.every((item, n) => item === items[n]) ? items : masked;
}
