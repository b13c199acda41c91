import { oneLine } from '../../disk/text/containText.ts';
import { firstCodePoints } from '../../disk/text/textLength.ts';
import type { MessageRecord, ToolCall } from '../../agents/reading/types.ts';
import { RequestCounter } from './requestCounter.ts';
import { changesIn } from './callChanges.ts';
import { FileWrites, type Moment } from './fileWrites.ts';
import { wholeReads } from './wholeReads.ts';
import type { SessionChanges } from './sessionChanges.ts';

/** Maximum length of a displayed request. Characters. */
const maxRequestLength = 200;

/** Collects the file changes of a session message by message, in memory independent of the size of tool results. */
export class RecordedChanges {
  readonly #writes: FileWrites;
  readonly #requests = new Map<number, string>();
  /** Time of each message, to place the calls of subagents. */
  readonly #times: { readonly at: number; readonly asked: number }[] = [];
  readonly #asked = new RequestCounter();

  /** `cwd`: the folder the session ran in. */
  constructor(cwd?: string) {
    this.#writes = new FileWrites(cwd);
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
