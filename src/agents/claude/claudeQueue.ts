import type { JsonObject } from '../../disk/base/core.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { textOf } from '../reading/fields.ts';

/** A prompt typed while Claude Code worked, and its fate. */
interface Queued {
  /** Number of its line. */
  readonly at: number;
  /** On one line; empty if the line has no text. */
  readonly text: string;
  /** Whether a person typed it; background tasks report through the same queue. */
  readonly typed: boolean;
  state: 'waiting' | 'next' | 'absorbed';
  /** Whether another line of the transcript holds it too. */
  delivered: boolean;
}

/** Prompts whose fate is open. */
export interface WaitingPrompts {
  /** Numbers of the lines of those that wait, or come next. */
  readonly lines: readonly number[];
  /** Those that the agent received; newer versions write an extra line for each. */
  readonly absorbed: readonly { readonly at: number; readonly text: string }[];
}

/** Reasons for which a prompt left the queue without reaching the agent. */
const cancelReasons: ReadonlySet<string> = new Set(['cleared_on_cancel', 'dropped_by_hook']);

/**
 * Prompt queue as recorded in `queue-operation` lines.
 *
 * `enqueue` has the text. `dequeue`: a prompt becomes the next one, with a line of its own. `remove`: the agent
 * received it while working; only newer versions add an attachment line. `popAll` and `popOne`: the person took it
 * back. Only newer versions name the prompt concerned.
 */
export class ClaudeQueue {
  #queued: Queued[] = [];

  /** `text` is what the person typed, empty if no person did. */
  enqueue(at: number, { content }: JsonObject, text: string): void {
    const typed = text !== '' || content === undefined;
    this.#queued.push({ at, text: oneLine(text), typed, state: 'waiting', delivered: false });
  }

  /** Handles any other operation. */
  operate({ operation, content, reason }: JsonObject): void {
    const text = textOf(content);
    if (operation === 'dequeue') this.#move('next', text);
    else if (operation === 'popAll' || operation === 'popOne') this.#cancel(text, operation === 'popAll');
    else if (operation === 'remove' && cancelReasons.has(textOf(reason) ?? '')) this.#cancel(text, false);
    else if (operation === 'remove') this.#move('absorbed', text);
  }

  /** Matches a prompt with the waiting ones, if any; returns the number of the queue line that also holds it. */
  prompted(texts: readonly string[]): number | undefined {
    const open = this.#queued.filter(({ state, delivered }) => !delivered && state !== 'absorbed');
    // Most sessions queue nothing, and making one line of a long text takes time.
    const lines = open.length === 0 ? [] : texts.map(oneLine).filter((line) => line !== '');
    if (lines.length === 0) return undefined;
    const next = open.filter(({ state }) => state === 'next');
    const same = open.find(({ text }) => lines.includes(text));
    // Several queued prompts may become one, with pasted text and commands expanded in it.
    const parts = next.filter(({ text }) => text !== '' && lines.some((line) => line.includes(text)));
    const which = [...(same ? [same] : []), ...parts];
    for (const queued of which.length > 0 ? which : next.slice(0, 1)) queued.delivered = true;
    return which[0]?.at;
  }

  /** Matches an attachment with a prompt delivered while the agent worked; returns the number of the queue line. */
  attached(text: string): number | undefined {
    const line = oneLine(text);
    const same = this.#queued.find((queued) => !queued.delivered && queued.text === line);
    if (same) same.delivered = true;
    return same?.at;
  }

  /** The prompts whose fate later lines may still decide. */
  get open(): WaitingPrompts {
    const open = this.#queued.filter(({ state, delivered }) => state === 'waiting' || !delivered);
    const absorbed = open.filter(({ state }) => state === 'absorbed');
    return {
      lines: open.filter(({ state }) => state !== 'absorbed').map(({ at }) => at),
      absorbed: absorbed.filter(({ text }) => text !== '').map(({ at, text }) => ({ at, text })),
    };
  }

  /** Lines that are the only record of a prompt. */
  get unmatchedLines(): ReadonlySet<number> {
    return new Set(
      this.#queued.filter(({ delivered, text }) => !delivered && text !== '').map(({ at }) => at),
    );
  }

  #move(to: 'next' | 'absorbed', content: string | undefined): void {
    const waiting = this.#queued.filter(({ state }) => state === 'waiting');
    const open =
      to === 'next' ? waiting : [...waiting, ...this.#queued.filter(({ state }) => state === 'next')];
    const moved =
      content === undefined
        ? (open.find(({ typed }) => typed) ?? open[0])
        : open.find(({ text }) => text === oneLine(content));
    if (moved) moved.state = to;
  }

  #cancel(content: string | undefined, all: boolean): void {
    const waiting = this.#queued.filter(({ state, typed }) => state === 'waiting' && typed);
    const same = content === undefined ? waiting : waiting.filter(({ text }) => text === oneLine(content));
    const back = content === undefined && all ? same : same.slice(-1);
    this.#queued = this.#queued.filter((queued) => !back.includes(queued));
  }
}
