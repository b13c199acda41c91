import type { JsonObject } from '../../disk/base/core.ts';
import { textOf } from '../reading/fields.ts';
import { recordsIn } from '../reading/lines.ts';
import { readLine } from './claudeLine.ts';

/**
 * Finds the first of a transcript's last lines from which they form a conversation by themselves.
 *
 * It is a prompt with no later line linked to an earlier one, so no rewind goes further back. Undefined if there is
 * none, or if lines are duplicated.
 */
export function claudeTailStart(lines: readonly string[]): number | undefined {
  const read = lines.flatMap((line, at) =>
    recordsIn(line).map((record, n) => ({ record, at, isFirst: n === 0 })),
  );
  const numbers = new Map<string, number>();
  for (const [n, { record }] of read.entries()) {
    const uuid = textOf(record.uuid);
    if (uuid !== undefined && numbers.has(uuid)) return undefined;
    if (uuid !== undefined) numbers.set(uuid, n);
  }
  let start: number | undefined;
  let earliest = Infinity;
  for (let n = read.length - 1; n >= 0 && earliest >= 0; n--) {
    const { record: line, at, isFirst } = read[n] ?? { record: {}, at: 0, isFirst: false };
    if (line.isSidechain === true || textOf(line.uuid) === undefined) continue;
    if (earliest >= n && isFirst && isPrompt(line)) start = at;
    const parent = textOf(line.parentUuid) ?? textOf(line.logicalParentUuid);
    const before = line.parentUuid === undefined ? n - 1 : -1;
    earliest = Math.min(earliest, parent === undefined ? before : (numbers.get(parent) ?? -1));
  }
  return start;
}

function isPrompt(line: JsonObject): boolean {
  const said = readLine(line);
  return line.type === 'user' && said.kind === 'user' && said.parts.length > 0 && said.results.length === 0;
}
