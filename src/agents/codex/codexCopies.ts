import type { JsonObject } from '../../disk/base/core.ts';
import { textOf, timeOf } from '../reading/fields.ts';
import { threadIn } from './codexMeta.ts';

/** Copies are written in one go; no model answers this fast. Milliseconds. */
const pauseMs = 500;

/**
 * Tells what a forked or spawned thread copied from another. Its rollout may begin with the other's lines, with their
 * own times or with that of the copy, and with or without the other's first line.
 */
export class CodexCopies {
  #id: string | undefined;
  #beganAt = -Infinity;
  #lastAt = -Infinity;
  #isForked = false;
  #isOver = false;

  /** Takes the session of a line; `at` is the line's time in milliseconds. */
  addSession(meta: JsonObject, at: number): void {
    const id = threadIn(meta);
    if (this.#id !== undefined) {
      if (id !== this.#id) this.#isForked = true;
      else this.#beganAt = Math.min(this.#beganAt, Date.parse(timeOf(meta.timestamp) ?? '') || at);
      return;
    }
    this.#id = id ?? '';
    this.#isForked = textOf(meta.forked_from_id) !== undefined || textOf(meta.parent_thread_id) !== undefined;
    this.#beganAt = Date.parse(timeOf(meta.timestamp) ?? '') || at;
    this.#lastAt = at;
  }

  /** Takes the time of any line, which may end the copy. */
  pass(at: number, turn: string | undefined): void {
    if (this.#isOver || !this.#isForked || at < this.#beganAt || this.#isOlder(turn)) return;
    this.#isOver = at - Math.max(this.#lastAt, this.#beganAt) >= pauseMs;
    this.#lastAt = at;
  }

  /** Whether the usage in the current line is another thread's; `thread` is the one it names. */
  isCopy(thread?: string): boolean {
    if (!this.#isForked) return false;
    return thread === undefined ? !this.#isOver : thread !== this.#id;
  }

  /** Whether a turn began before this thread, by the times in their ids. */
  #isOlder(turn: string | undefined): boolean {
    const [began, own] = [timeInId(turn), timeInId(this.#id)];
    return began !== undefined && own !== undefined && began < own;
  }
}

/** Returns the time in a UUID of version 7, milliseconds. */
function timeInId(id: string | undefined): number | undefined {
  const [, high, low] =
    /^([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.exec(id ?? '') ?? [];
  return high === undefined ? undefined : parseInt(`${high}${low ?? ''}`, 16);
}
