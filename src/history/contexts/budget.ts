import type { Turn } from './types.ts';
import { safeBeginning } from '../../disk/secrets/cut.ts';

/** Limits on the content of a context. */
export interface Budget {
  readonly maxTurns: number;
  /** Characters (UTF-16 units) of all turns together. */
  readonly maxChars: number;
}

export interface Fitted {
  readonly turns: readonly Turn[];
  /** Number of oldest turns left out. */
  readonly dropped: number;
}

/** Returns the newest turns that fit. A single turn over the budget is cut and marked rather than dropped. */
export function fitTurns(turns: readonly Turn[], { maxTurns, maxChars }: Budget): Fitted {
  const kept: Turn[] = [];
  let chars = 0;
  for (const turn of turns.toReversed()) {
    if (kept.length === maxTurns || (kept.length > 0 && chars + turn.text.length > maxChars)) break;
    const whole = turn.text.length <= maxChars ? turn : { ...turn, text: cutText(turn.text, maxChars) };
    chars += whole.text.length;
    kept.unshift(whole);
  }
  return { turns: kept, dropped: turns.length - kept.length };
}

/**
 * Cuts a text to at most `maxChars` characters, between code points and outside secrets, including a note of the number
 * left out.
 */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const mark = (left: number): string => `\n[… ${left} more characters]`;
  const room = Math.max(0, maxChars - mark(text.length).length);
  const head = safeBeginning(text, room);
  return `${head}${mark(text.length - head.length)}`.slice(0, Math.max(maxChars, 0));
}
