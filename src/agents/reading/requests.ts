import { defined } from '../../disk/base/core.ts';
import type { MessageRecord, ModelRequest } from './types.ts';

/**
 * Returns the request behind an answer, if the answer records one. Copies in other sessions are identified by time,
 * model and tokens.
 */
export function requestOf({ tokens, model, timestamp }: MessageRecord): ModelRequest | undefined {
  if (!tokens) return undefined;
  const { input, cached: cacheRead, written: cacheWrite, tool = 0, total } = tokens;
  const all = input === undefined ? undefined : input + tool;
  const output = outputOf(tokens.output, total, all);
  const at = Date.parse(timestamp);
  const id = [timestamp, model ?? '', all ?? '', output ?? ''].join(' ');
  return { id, at, ...defined({ model, input: all, output, cacheRead, cacheWrite }) };
}

/** Output including thoughts, which are the part of the total that neither input nor output counts. */
function outputOf(output: number | undefined, total: number | undefined, input: number | undefined) {
  if (output === undefined || total === undefined || input === undefined) return output;
  return Math.max(output, total - input);
}

/**
 * Returns the requests of a session of which a part was rewound or left on a branch, which cost as much; undefined if
 * its messages record all of them.
 */
export function requestsWith(
  messages: readonly MessageRecord[],
  rewound: readonly MessageRecord[],
): readonly ModelRequest[] | undefined {
  const left = rewound.flatMap((message) => requestOf(message) ?? []);
  return left.length === 0
    ? undefined
    : [...left, ...messages.flatMap((message) => requestOf(message) ?? [])];
}
