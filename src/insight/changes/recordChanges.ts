import type { Secrets } from '../../disk/base/context.ts';
import { defined, isObject } from '../../disk/base/core.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { firstCodePoints } from '../../disk/text/textLength.ts';
import type { MessageRecord, ToolCall } from '../../agents/reading/types.ts';
import { RequestCounter } from './requestCounter.ts';
import { changesIn } from './callChanges.ts';
import { FileWrites, type Moment, type WritesState } from './fileWrites.ts';
import { wholeReads } from './wholeReads.ts';
import type { SessionChanges } from './sessionChanges.ts';

/** Maximum length of a displayed request. Characters. */
const maxRequestLength = 200;
/** Number of the last requests that are stored even if they changed nothing so far. */
const keptRequests = 200;

/** What collecting needs to continue after some messages. */
export interface ChangesState {
  readonly cwd?: string;
  readonly writes: WritesState;
  /** Requests by message number, without early ones that changed nothing. */
  readonly requests: readonly (readonly [entry: number, request: string])[];
  /** Times of the messages, milliseconds, and the request of each. */
  readonly times: readonly number[];
  readonly asked: readonly number[];
}

/** Whether a stored value is such a state; its version vouches for the rest. */
export const isChangesState = (value: unknown): value is ChangesState =>
  isObject(value) &&
  [value.requests, value.times, value.asked].every(Array.isArray) &&
  isObject(value.writes) &&
  [value.writes.events, value.writes.own, value.writes.texts].every(Array.isArray);

/** Collects the file changes of a session message by message, in memory independent of the size of tool results. */
export class RecordedChanges {
  readonly #cwd: string | undefined;
  readonly #writes: FileWrites;
  readonly #requests: Map<number, string>;
  /** Time of each message, to place the calls of subagents. */
  readonly #times: { readonly at: number; readonly asked: number }[];
  readonly #asked: RequestCounter;
  #lacksRequest = false;

  /** `cwd`: the folder the session ran in. */
  constructor(cwd?: string, { writes, requests, times = [], asked = [] }: Partial<ChangesState> = {}) {
    this.#cwd = cwd;
    this.#writes = new FileWrites(cwd, writes);
    this.#requests = new Map(requests);
    this.#times = times.map((at, n) => ({ at, asked: asked[n] ?? 0 }));
    this.#asked = new RequestCounter(times.length, asked.at(-1));
  }

  /** Whether something was needed that the state did not contain, for the changes that were asked for last. */
  get isLacking(): boolean {
    return this.#writes.isLacking || this.#lacksRequest;
  }

  /** Returns the state after the messages so far; undefined if it contains a secret, or lacks something. */
  state(secrets: Pick<Secrets, 'value'>): ChangesState | undefined {
    const writes = this.isLacking ? undefined : this.#writes.state(secrets);
    return (
      writes && {
        ...defined({ cwd: this.#cwd }),
        writes,
        requests: this.#requestsToKeep(writes),
        times: this.#times.map(({ at }) => at),
        asked: this.#times.map(({ asked }) => asked),
      }
    );
  }

  /** Returns the requests of the events so far, and the last ones, in which a subagent may still work. */
  #requestsToKeep({ events }: WritesState): ChangesState['requests'] {
    const asked = new Set(events.map((event) => event.asked));
    const last = this.#requests.size - keptRequests;
    return [...this.#requests].filter(([entry], n) => n >= last || asked.has(entry));
  }

  add(message: MessageRecord): void {
    const request = this.#asked.next(message);
    const { entry, asked } = this.#asked;
    if (request !== undefined) this.#requests.set(entry, firstCodePoints(oneLine(request), maxRequestLength));
    const at = timeOf(message.timestamp, this.#times.at(-1)?.at ?? 0);
    this.#times.push({ at, asked });
    for (const call of message.toolCalls ?? [])
      this.#called(call, { at: timeOf(call.timestamp, at), entry, asked });
  }

  /** Attributes a subagent's calls to the session, at its last message before each call. */
  addSubagentMessage(messages: readonly MessageRecord[]): void {
    for (const { timestamp, toolCalls = [] } of messages)
      for (const call of toolCalls) {
        const at = timeOf(call.timestamp, timeOf(timestamp, 0));
        const index = this.#times.findLastIndex((message) => message.at <= at);
        this.#called(call, { at, entry: Math.max(1, index + 1), asked: this.#times[index]?.asked ?? 0 });
      }
  }

  get changes(): SessionChanges {
    const events = [...this.#writes.events].sort((a, b) => a.at - b.at);
    const asked = [...new Set(events.map((event) => event.asked))].filter((entry) => entry > 0);
    if (asked.some((entry) => !this.#requests.has(entry))) this.#lacksRequest = true;
    const requests = Object.fromEntries(
      asked.map((entry) => [String(entry), this.#requests.get(entry) ?? '']),
    );
    return { requests, events };
  }

  #called(call: ToolCall, moment: Omit<Moment, 'call'>): void {
    const changes = changesIn(call);
    const own = { ...moment, call: call.id.length >= 8 ? call.id : '' };
    for (const change of changes) this.#writes.take(change, own);
    if (changes.every(({ kind }) => kind === 'shell')) this.#writes.sawResult(call, wholeReads(call), own);
  }
}

/** Milliseconds; `otherwise` for an invalid time. */
function timeOf(timestamp: string | undefined, otherwise: number): number {
  const at = timestamp === undefined ? NaN : Date.parse(timestamp);
  return Number.isNaN(at) ? otherwise : at;
}
