import { backUp, orderSuffix, replaceWithStaged, stage } from './backups.ts';
import type { DialogAccess } from './dialogAccess.ts';
import type { DialogSnapshot, LockedDialog } from './dialogSnapshot.ts';
import { isOpenSealed, openPart } from './layout.ts';
import { formatMessages } from './messages.ts';
import { stateFiles } from './apply.ts';
import type { Message, MessageOrder } from './types.ts';

/** Number of parts kept in memory: an order rarely takes turns between more. */
const maxParts = 8;

/** A part with the positions of its messages. */
interface PartRange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Puts the messages of a dialog into another order, rewriting the parts from the first one that changes. Returns the
 * epoch from then on; undefined if others replaced the messages.
 */
export async function reorder(
  access: DialogAccess,
  held: LockedDialog,
  { epoch, keys }: MessageOrder,
): Promise<string | undefined> {
  const { reading, place } = held;
  if (reading.layout.epoch !== epoch) return undefined;
  const parts = await rangesOf(reading);
  const total = parts.at(-1)?.to ?? 0;
  if (total < keys.length) return undefined;
  const order = orderOf(keys, total);
  const first = order.findIndex((position, n) => position !== n);
  if (first === -1) return epoch;
  await access.quarantine(held, reading.damage);
  const changed = parts.filter(({ from, to }) => to > Math.max(first, from));
  const names = new Set(changed.map(({ name }) => name));
  const isTwin = isOpenSealed(reading.layout);
  const linked = (await stateFiles(place.folder)).filter(
    (name) => !names.has(name) && !(isTwin && name === openPart),
  );
  const staged = await stage(access, held, rewritten(reading, parts, changed, order), linked);
  const backup = await backUp(access, held, orderSuffix);
  await replaceWithStaged(access, held, staged);
  return backup;
}

async function rangesOf(reading: DialogSnapshot): Promise<readonly PartRange[]> {
  const names = [...reading.layout.sealed, openPart];
  const parts: PartRange[] = [];
  for (const [n, { count }] of (await reading.allStats()).entries()) {
    const from = parts.at(-1)?.to ?? 0;
    parts.push({ name: names[n] ?? openPart, from, to: from + count });
  }
  return parts;
}

/** Returns the old position for each new one. */
function orderOf(keys: readonly number[], total: number): readonly number[] {
  const key = (position: number): number => keys[position] ?? Infinity;
  const positions = Array.from({ length: total }, (_, n) => n);
  return positions.sort((a, b) => (key(a) === key(b) ? a - b : key(a) < key(b) ? -1 : 1));
}

/** Yields each changed part with its messages in the new order. */
async function* rewritten(
  reading: DialogSnapshot,
  parts: readonly PartRange[],
  changed: readonly PartRange[],
  order: readonly number[],
): AsyncGenerator<readonly [string, string]> {
  const known = new Map<number, readonly Message[]>();
  const messageAt = async (position: number): Promise<readonly Message[]> => {
    const n = parts.findIndex(({ to }) => position < to);
    const messages = known.get(n) ?? (await reading.part(n));
    known.delete(n);
    known.set(n, messages);
    const [oldest] = known.keys();
    if (known.size > maxParts && oldest !== undefined) known.delete(oldest);
    const at = position - (parts[n]?.from ?? 0);
    return messages.slice(at, at + 1);
  };
  for (const { name, from, to } of changed) {
    const messages: Message[] = [];
    for (const position of order.slice(from, to)) messages.push(...(await messageAt(position)));
    yield [name, formatMessages(messages)];
  }
}
