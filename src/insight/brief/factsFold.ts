import type { Secrets } from '../../disk/base/context.ts';
import { textHash } from '../../disk/text/textHash.ts';
import { isStill } from '../../agents/reading/fileWindow.ts';
import type { Helpers, TranscriptRest } from '../../agents/reading/continued.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import { all } from '../../agents/reading/whole.ts';
import { doneByHelpers, FactsOfSession } from '../../history/facts/sessionFacts.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import { briefFactsWith, type BriefFacts } from './briefFacts.ts';
import type { FactsPoint, HelpersDone } from './factsPoint.ts';
import { RequestLog } from './requestLog.ts';

/** The facts of a whole session, and points from which to read on, the last one last. */
export interface FoldedFacts {
  readonly told: BriefFacts;
  readonly points: readonly FactsPoint[];
}

/** Reads transcripts on. */
export interface FactsAccess {
  readonly reader: Pick<TranscriptReader, 'goOn'>;
  readonly secrets: Secrets;
}

/** Amount of a transcript to read before a point is kept. Bytes. */
const usualStep = 4 * 1024 * 1024;
/** Factor by which a step grows after one without progress. */
const growth = 8;
/** Number of points that are kept, and their least distance, so that a rewind seldom goes back to the beginning. Bytes. */
const [maxPoints, span] = [3, 256 * 1024];
/** Number of times that one reading may go back before it starts over in one step. */
const maxBack = 8;

const noHelpers: HelpersDone = { state: '', count: 0, done: 0, hash: 0, until: '' };

/** What a step has come to. */
interface FactsStep {
  readonly next?: FactsPoint;
  readonly told: BriefFacts;
  readonly isAll: boolean;
}

/** Collects the facts of a session, going on where an earlier reading ended. */
export class FactsFold {
  readonly #session: Pick<SessionInfo, 'source' | 'path'>;
  readonly #access: FactsAccess;
  readonly #cwd: string | undefined;
  readonly #stepBytes: number;
  /** What subagents did, once it was read. */
  #helped: { readonly state: string; readonly messages: readonly MessageRecord[] } | undefined;

  constructor(
    session: Pick<SessionInfo, 'source' | 'path'>,
    access: FactsAccess,
    cwd: string | undefined,
    stepBytes = usualStep,
  ) {
    this.#session = session;
    this.#access = access;
    this.#cwd = cwd;
    this.#stepBytes = stepBytes;
  }

  /**
   * Reads a session to its end; undefined if its agent does more than append to it. `reached` receives what is known
   * after each step with progress.
   */
  async read(
    known: readonly FactsPoint[],
    reached: (facts: FoldedFacts) => Promise<void>,
  ): Promise<FoldedFacts | undefined> {
    let points = await this.#unchanged(known);
    for (let [bytes, times] = [this.#stepBytes, 0]; ;) {
      const from = points.at(-1);
      const step = await this.#step(from, bytes);
      if (step === undefined) return undefined;
      if (step === 'reaches back') {
        points = times++ < maxBack ? points.slice(0, -1) : [];
        bytes = times > maxBack ? Infinity : bytes + bytesOf(from) - bytesOf(points.at(-1));
        continue;
      }
      const { next, told, isAll } = step;
      if (next) points = withPoint(points, next);
      if (isAll) return { told, points };
      bytes = next ? this.#stepBytes : bytes * growth;
      if (next) await reached({ told, points });
    }
  }

  /** Returns the points before which the file is unchanged. */
  async #unchanged(points: readonly FactsPoint[]): Promise<readonly FactsPoint[]> {
    const last = points.at(-1);
    if (!last || (await isStill(this.#session.path, last.place))) return points;
    return this.#unchanged(points.slice(0, -1));
  }

  async #step(from: FactsPoint | undefined, bytes: number): Promise<FactsStep | 'reaches back' | undefined> {
    const { source: agent, path } = this.#session;
    const { reader, secrets } = this.#access;
    const rest = await reader.goOn({ agent, path }, secrets, { from: from?.place, bytes });
    if (rest === undefined || rest === 'reaches back') return rest;
    const helped = await this.#doneSince(from?.helpers ?? noHelpers, rest.helpers);
    if (!helped) return 'reaches back';
    const taking = new FactsTaking(rest, this.#cwd, helped, from);
    for await (const _ of taking.messages());
    return taking.step;
  }

  /** Returns what subagents did since a point; undefined if they wrote what belongs before it. */
  async #doneSince(before: HelpersDone, now: Helpers): Promise<HelpersAt | undefined> {
    const state = this.#helped?.state ?? (await now.state());
    if (state === before.state && before.done === before.count) return new HelpersAt(before, []);
    this.#helped ??= { state, messages: doneByHelpers(await all(now.subagents())) };
    const { messages } = this.#helped;
    const isLate = (messages[before.done]?.timestamp ?? before.until) < before.until;
    if (isLate || hashOf(messages.slice(0, before.done)) !== before.hash) return undefined;
    return new HelpersAt({ ...before, state, count: messages.length }, messages);
  }
}

/** Takes facts from what follows a point while its messages are read. */
export class FactsTaking {
  readonly #rest: TranscriptRest;
  readonly #cwd: string | undefined;
  readonly #helped: HelpersAt;
  readonly #from: FactsPoint | undefined;
  #step: FactsStep | undefined;

  constructor(rest: TranscriptRest, cwd: string | undefined, helped: HelpersAt, from?: FactsPoint) {
    this.#rest = rest;
    this.#cwd = cwd;
    this.#helped = helped;
    this.#from = from;
  }

  /** Takes facts from a whole transcript, with those of its subagents. */
  static async whole(rest: TranscriptRest): Promise<FactsTaking> {
    const state = await rest.helpers.state();
    const messages = state === '' ? [] : doneByHelpers(await all(rest.helpers.subagents()));
    const helped = new HelpersAt({ ...noHelpers, state, count: messages.length }, messages);
    return new FactsTaking(rest, rest.facts?.cwd, helped);
  }

  /** What it has come to; undefined unless the messages were read to the end. */
  get step(): FactsStep | undefined {
    return this.#step;
  }

  /** Yields the messages, and takes from them anew. */
  async *messages(settledToo: () => void = () => undefined): AsyncGenerator<MessageRecord> {
    const { next, isAll } = this.#rest;
    const from = this.#from;
    const helped = this.#helped.again();
    const requests = new RequestLog(from?.requests);
    const asked = requests.add.bind(requests);
    const facts = new FactsOfSession(this.#cwd, { asked, state: from?.facts });
    const reached: { next?: FactsPoint } = {};
    const settled = (): void => {
      settledToo();
      if (next && next.bytes > bytesOf(from))
        reached.next = { place: next, facts: facts.state, requests: requests.state, helpers: helped.done };
    };
    this.#step = undefined;
    for await (const message of this.#rest.messages(settled)) {
      for (const done of helped.until(message.timestamp)) facts.addSubagentMessage(done);
      facts.add(message);
      yield message;
    }
    if (isAll) for (const done of helped.until()) facts.addSubagentMessage(done);
    this.#step = { ...reached, told: briefFactsWith(requests, facts.facts), isAll };
  }
}

/** What subagents did, in the order of time, and how much of it was taken. */
class HelpersAt {
  readonly #before: HelpersDone;
  readonly #messages: readonly MessageRecord[];
  #taken: number;
  #until: string;

  constructor(before: HelpersDone, messages: readonly MessageRecord[]) {
    this.#before = before;
    this.#messages = messages;
    this.#taken = before.done;
    this.#until = before.until;
  }

  /** Returns it with no more taken than at the point. */
  again(): HelpersAt {
    return new HelpersAt(this.#before, this.#messages);
  }

  /** Takes what was done before a time, or the rest. */
  *until(time?: string): Generator<MessageRecord> {
    if (time !== undefined && time > this.#until) this.#until = time;
    for (;;) {
      const next = this.#messages[this.#taken];
      if (!next || (time !== undefined && next.timestamp >= time)) return;
      this.#taken++;
      yield next;
    }
  }

  get done(): HelpersDone {
    const until = this.#until;
    if (this.#messages.length === 0) return { ...this.#before, until };
    const done = this.#messages.slice(0, this.#taken);
    return { ...this.#before, until, done: done.length, hash: hashOf(done) };
  }
}

/** Returns a hash of what subagents did; 0 for nothing. */
function hashOf(messages: readonly MessageRecord[]): number {
  const texts = messages.flatMap(({ timestamp, toolCalls = [] }) => [
    timestamp,
    ...toolCalls.map(({ id, status }) => `${id} ${status}`),
  ]);
  return texts.length === 0 ? 0 : textHash(texts.join('\n'));
}

const bytesOf = (point: FactsPoint | undefined): number => point?.place.bytes ?? 0;

/** Adds a point, in the place of the last one if that is near the one before it. */
function withPoint(points: readonly FactsPoint[], next: FactsPoint): readonly FactsPoint[] {
  const [before, last] = points.slice(-2);
  const isNear = last !== undefined && bytesOf(last) - bytesOf(before) < span;
  return [...(isNear ? points.slice(0, -1) : points), next].slice(-maxPoints);
}
