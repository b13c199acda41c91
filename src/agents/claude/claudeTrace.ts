import type { JsonObject } from '../../disk/base/core.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { Bars } from '../reading/bars.ts';
import type { ReadBefore } from '../reading/continued.ts';
import { fieldsOf, listOf, textOf, timeOf } from '../reading/fields.ts';
import type { ClaudeLine } from './claudeLine.ts';

/** Number of answers to remember before a place, as late pieces may follow. */
const remembered = 32;

/** An answer by the ids of message and request. */
interface SeenAnswer {
  readonly at: number;
  readonly id: string;
  readonly request: string | undefined;
}

/** An indexed line. */
interface TracedLine {
  readonly read: ClaudeLine;
  readonly at: number;
  /** The subagent that it belongs to, if any. */
  readonly agent: string | undefined;
  /** Number of an earlier line with the same uuid. */
  readonly earlier: number | undefined;
}

/** Notes what decides where a Claude Code transcript can be divided, while it is indexed. */
export class ClaudeTrace {
  readonly bars = new Bars();
  /** Numbers of the records at which a part can begin, with the lines of the file that they fill. */
  readonly starts = new Map<number, number>();
  /** Whether it contains conversations of subagents. */
  hasAgents = false;
  /** Whether it continues an answer from before its beginning. */
  goesOn = false;
  /** Prompts that the agent received while it worked, each on one line. */
  readonly attached: { readonly at: number; readonly text: string }[] = [];
  readonly #earlier: readonly SeenAnswer[];
  readonly #answers: SeenAnswer[] = [];
  readonly #byId = new Map<string, readonly SeenAnswer[]>();
  readonly #prompts: number[] = [];
  readonly #wholeLine: () => number | undefined;

  /** `wholeLine` returns the line of the file that the line just read fills. */
  constructor(wholeLine: () => number | undefined, before?: ReadBefore) {
    this.#wholeLine = wholeLine;
    this.#earlier = listOf(before?.memory.answers).flatMap((answer) => {
      const { id, request } = fieldsOf(answer);
      return typeof id === 'string' ? [{ at: -1, id, request: textOf(request) }] : [];
    });
  }

  /** Adds a line that repeats an earlier one and is left out. */
  addCopy(at: number, earlier: number | undefined): void {
    this.bars.add(earlier ?? -1, at);
  }

  add(line: JsonObject, { read, at, agent, earlier }: TracedLine): void {
    if (earlier !== undefined) this.bars.add(earlier, at);
    if (agent !== undefined) this.hasAgents = true;
    const isPrompt = read.kind === 'user' && read.parts.length > 0;
    const isLinked = textOf(line.uuid) !== undefined && timeOf(line.timestamp) !== undefined;
    const whole = this.#wholeLine();
    if ((isPrompt || read.kind === 'answer') && isLinked && whole !== undefined) this.starts.set(at, whole);
    if (isPrompt && line.type !== 'queue-operation') this.#prompts.push(at);
    if (read.kind === 'user' && line.type === 'attachment')
      this.attached.push({ at, text: oneLine(read.words.join('\n')) });
    if (read.kind === 'answer' && read.messageId !== undefined)
      this.#addAnswer({ at, id: read.messageId, request: textOf(line.requestId) });
  }

  /** The answers to remember at a place, as JSON. */
  answersBefore(at: number): readonly JsonObject[] {
    const prompt = this.#prompts.findLast((one) => one < at) ?? -Infinity;
    const all = [...this.#earlier, ...this.#answers].filter(
      (answer) => answer.at < at && (answer.request !== undefined || answer.at > prompt),
    );
    return all
      .slice(-remembered)
      .map(({ id, request }) => ({ id, ...(request !== undefined && { request }) }));
  }

  #addAnswer(answer: SeenAnswer): void {
    const { id, request } = answer;
    const same = (one: SeenAnswer): boolean =>
      one.id === id && (one.request === undefined || request === undefined || one.request === request);
    if (this.#earlier.some(same)) this.goesOn = true;
    const prompt = this.#prompts.at(-1) ?? -1;
    const before = this.#byId.get(id) ?? [];
    for (const one of before)
      if (same(one) && (one.request !== undefined || one.at > prompt)) this.bars.add(one.at, answer.at);
    const last = this.#answers.at(-1);
    if (last?.id === id && last.request === request) return;
    this.#answers.push(answer);
    this.#byId.set(id, [...before.slice(1 - remembered), answer]);
  }
}
