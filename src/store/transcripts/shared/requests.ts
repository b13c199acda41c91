import { defined } from '../../base/core.ts';
import type { MessageRecord, ModelRequest } from './types.ts';

/**
 * The request that an answer came from, where the answer tells of one. A copy of it in another session is known by its
 * time, its model and what it took.
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

/** What is neither input nor counted as output in the sum are thoughts. */
function outputOf(output: number | undefined, total: number | undefined, input: number | undefined) {
  if (output === undefined || total === undefined || input === undefined) return output;
  return Math.max(output, total - input);
}
