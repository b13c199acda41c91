import type { JsonObject } from '../../base/core.ts';
import { textOf } from '../shared/fields.ts';

/** What was typed while Claude Code worked, and what became of it. */
interface Queued {
  /** Number of its line. */
  readonly at: number;
  /** On one line; empty where the line does not tell. */
  readonly text: string;
  /** Whether a person typed it; what runs in the background reports through the same queue. */
  readonly typed: boolean;
  state: 'waiting' | 'next' | 'absorbed';
  /** Whether another line of the transcript holds it, too. */
  delivered: boolean;
}

/** Reasons for which a prompt left the queue without getting to the agent. */
const takenBack: ReadonlySet<string> = new Set(['cleared_on_cancel', 'dropped_by_hook']);

/**
 * The queue of prompts that a transcript tells of in lines `queue-operation`: `enqueue` with the text; `dequeue` where
 * one becomes the next prompt, which then has a line of its own; `remove` where the agent was given it while it worked,
 * of which only newer versions write a line of their own (an attachment); `popAll` and `popOne` where the person took
 * it back. Only newer versions say of which one they tell.
 */
export class ClaudeQueue {
  #queued: Queued[] = [];

  /** `text` is what the person typed, empty for what no person did. */
  enqueue(at: number, { content }: JsonObject, text: string): void {
    const typed = text !== '' || content === undefined;
    this.#queued.push({ at, text: oneLine(text), typed, state: 'waiting', delivered: false });
  }

  /** Any other operation. */
  operate({ operation, content, reason }: JsonObject): void {
    const text = textOf(content);
    if (operation === 'dequeue') this.#move('next', text);
    else if (operation === 'popAll' || operation === 'popOne') this.#takeBack(text, operation === 'popAll');
    else if (operation === 'remove' && takenBack.has(textOf(reason) ?? '')) this.#takeBack(text, false);
    else if (operation === 'remove') this.#move('absorbed', text);
  }

  /** A prompt came up: one that had waited, unless nothing did. The number of the line that holds it, too. */
  prompted(texts: readonly string[]): number | undefined {
    const lines = texts.map(oneLine).filter((line) => line !== '');
    if (lines.length === 0) return undefined;
    const open = this.#queued.filter(({ state, delivered }) => !delivered && state !== 'absorbed');
    const next = open.filter(({ state }) => state === 'next');
    const same = open.find(({ text }) => lines.includes(text));
    // Several may become one prompt; and what was pasted or called is written out in it.
    const parts = next.filter(({ text }) => text !== '' && lines.some((line) => line.includes(text)));
    const which = [...(same ? [same] : []), ...parts];
    for (const queued of which.length > 0 ? which : next.slice(0, 1)) queued.delivered = true;
    return which[0]?.at;
  }

  /** An attachment came up that holds a prompt the agent was given while it worked. The number of the other line. */
  attached(text: string): number | undefined {
    const line = oneLine(text);
    const same = this.#queued.find((queued) => !queued.delivered && queued.text === line);
    if (same) same.delivered = true;
    return same?.at;
  }

  /** The lines that are all there is of what the person said. */
  get alone(): ReadonlySet<number> {
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

  #takeBack(content: string | undefined, all: boolean): void {
    const waiting = this.#queued.filter(({ state, typed }) => state === 'waiting' && typed);
    const same = content === undefined ? waiting : waiting.filter(({ text }) => text === oneLine(content));
    const back = content === undefined && all ? same : same.slice(-1);
    this.#queued = this.#queued.filter((queued) => !back.includes(queued));
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
