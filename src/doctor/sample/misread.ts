import type { JsonValue } from '../../disk/base/core.ts';

/** Reports whether a reader meets something unknown in these records. */
export type IsMisread = (records: readonly JsonValue[]) => Promise<boolean>;

/**
 * Yields the records in which a reader meets something unknown, by reading halves of them: a few unknown ones among
 * many are found in few readings. Where it does so only in several together, all of these.
 */
export async function* misreadIn(
  records: readonly JsonValue[],
  isMisread: IsMisread,
): AsyncGenerator<JsonValue> {
  if (records.length === 0 || !(await isMisread(records))) return;
  if (records.length === 1) {
    yield* records;
    return;
  }
  const middle = Math.ceil(records.length / 2);
  let found = false;
  for (const half of [records.slice(0, middle), records.slice(middle)])
    for await (const record of misreadIn(half, isMisread)) {
      found = true;
      yield record;
    }
  if (!found) yield* await fewest(records, isMisread);
}

/** Leaves out as many records as the reader meets the unknown without. */
async function fewest(records: readonly JsonValue[], isMisread: IsMisread): Promise<readonly JsonValue[]> {
  let left = records;
  for (let size = Math.ceil(records.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < left.length;) {
      const rest = [...left.slice(0, at), ...left.slice(at + size)];
      if (rest.length > 0 && (await isMisread(rest))) left = rest;
      else at += size;
    }
  return left;
}
