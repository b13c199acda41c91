import { basename } from 'node:path';
import { numberOf } from '../reading/fields.ts';
import type { Lines } from '../reading/lines.ts';
import type { MessageRecord } from '../reading/types.ts';
import type { CodexPlan } from './codexIndex.ts';
import { readCodexLine } from './codexLine.ts';
import { CodexMessages } from './codexMessages.ts';
import { rolloutOf } from './codexRollouts.ts';

/** A part of a rollout. */
interface CodexPart {
  /** Number of entries before it, and the model then. */
  readonly before?: number;
  readonly model?: string | undefined;
  readonly until?: number | undefined;
  readonly settled?: () => void;
}

/** Yields messages; calls `settled` before the entry `until` of the plan, once all earlier messages are complete. */
export async function* messagesOf(
  lines: Lines,
  plan: CodexPlan,
  startTime: string,
  { before = 0, model, until, settled }: CodexPart = {},
): AsyncGenerator<MessageRecord> {
  const conversation = new CodexMessages(plan, model);
  let at = 0;
  let time = startTime;
  for await (const line of lines) {
    const ordinal = numberOf(line.ordinal);
    // Lines appended since the first pass are left to the next read.
    if (at >= plan.entries) break;
    for (const entry of readCodexLine(line)) {
      time = entry.time ?? time;
      if (at === until) {
        yield* conversation.completedAt(Infinity);
        settled?.();
      }
      conversation.feed(at, entry, time, ordinal ?? before + at);
      yield* conversation.completedAt(at);
      at++;
    }
  }
  yield* conversation.completedAt(Infinity);
}

/** Returns the thread in the file's name, otherwise the whole name. */
export const sessionIdOf = (path: string): string =>
  rolloutOf(path).thread ?? basename(path).replace(/\.jsonl?(?:\.zst)?$/, '');
