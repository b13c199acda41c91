import type { JsonObject } from '../../disk/base/core.ts';
import { newline } from '../../disk/files/lines.ts';
import type { AgentTranscripts } from './agent.ts';
import { Bars } from './bars.ts';
import type { ContinueTranscript, Helpers, NextPlace, ReadBefore } from './continued.ts';
import { fieldsOf, listOf, objectOf, textOf } from './fields.ts';
import { chunksOf, copied, JsonLines, recordsIn } from './lines.ts';
import type { MessageRecord, ReadTranscript, TranscriptSource } from './types.ts';

/** Number of later prompts after which a call without result counts as abandoned. */
const patience = 2;
/** Number of abandoned calls to remember, as late records may mention them. */
const remembered = 64;

/** Longer parts are left to a whole reading, which holds no bytes. */
const maxPartBytes = 64 * 1024 * 1024;

/** What a record means for dividing a transcript. */
export interface RecordMeaning {
  /** Id by which a rewind may name it. */
  readonly id?: string | undefined;
  /** Whether it is a prompt with an id and a time, after which earlier messages change by results or rewinds only. */
  readonly begins?: boolean;
  /** Ids of the calls that it makes or mentions. */
  readonly calls?: readonly string[];
  /** Ids of the calls that it answers. */
  readonly results?: readonly string[];
  /** Whether it takes messages back, and the id of the last or first of these; without one it takes back all. */
  readonly rewinds?: { readonly to: string | undefined };
  /** Kind of state that it sets for later messages, such as the model. */
  readonly sets?: string | undefined;
  /** Kind of state without which it cannot be read. */
  readonly needs?: string | undefined;
  /** Whether it belongs to a subagent. */
  readonly isHelpers?: boolean;
}

/** Makes a function that returns the meaning of each record of a transcript, called in order. */
export type RecordMeanings = () => (record: JsonObject) => RecordMeaning;

/**
 * Continues reading transcripts of an agent by reading each part as a transcript of its own: that gives the messages of
 * a whole reading where parts begin with prompts and with the records that set the state before them.
 */
export function inParts(
  read: ReadTranscript,
  meanings: RecordMeanings,
  helpersOf: (source: TranscriptSource) => Helpers = () => noHelpers,
): ContinueTranscript {
  return async (open, source, before) => {
    const bytes = await joined(open());
    if (bytes === undefined) return undefined;
    const trace = new PartTrace(before);
    const lines = new JsonLines(chunksOf(bytes));
    const meaningOf = meanings();
    for await (const record of lines) trace.add(record, meaningOf(record), lines.wholeLine);
    if (trace.isUndivided) return undefined;
    if (trace.reachesBack) return 'reaches back';
    const next = trace.next();
    const end = next ? offsetOf(bytes, next.line) : bytes.length;
    const messagesOf = async (
      part: Uint8Array,
      { memory }: Partial<ReadBefore>,
    ): Promise<readonly MessageRecord[]> =>
      (await read(chunksOf(...settersOf(memory), part), source)).messages;
    return {
      messages: async function* (settled) {
        yield* await messagesOf(bytes.subarray(0, end), before ?? {});
        if (!next) return;
        settled();
        yield* await messagesOf(bytes.subarray(end), next);
      },
      next: next && { ...next, records: (before?.records ?? 0) + next.records },
      facts: {}, // its folder is the listed one
      lines: lines.ended,
      helpers: helpersOf(source),
    };
  };
}

/** Makes `tailStart` of an agent from the meanings of its records. */
export const tailStartBy =
  (meanings: RecordMeanings): NonNullable<AgentTranscripts['tailStart']> =>
  (lines) => {
    const trace = new PartTrace(undefined, true);
    const meaningOf = meanings();
    for (const [at, line] of lines.entries()) {
      const records = recordsIn(line);
      for (const record of records)
        trace.add(record, meaningOf(record), records.length === 1 ? at : undefined);
    }
    return trace.isUndivided ? undefined : trace.firstLine();
  };

const noHelpers: Helpers = {
  async *subagents() {
    // None.
  },
  state: () => Promise.resolve(''),
};

/** Notes what decides where a transcript can be divided. */
class PartTrace {
  isUndivided = false;
  reachesBack = false;
  readonly #before: ReadBefore | undefined;
  readonly #isTail: boolean;
  readonly #bars = new Bars();
  /** Records at which a part can begin, with the lines that they fill. */
  readonly #starts = new Map<number, number>();
  readonly #ids = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #open = new Set<string>();
  readonly #abandoned: ReadonlySet<unknown>;
  readonly #setters: { readonly at: number; readonly kind: string; readonly record: JsonObject }[] = [];
  #at = 0;

  /** Without `before`, it is the beginning of the transcript, or its end if that is what `isTail` says. */
  constructor(before?: ReadBefore, isTail = false) {
    this.#before = before;
    this.#isTail = isTail;
    this.#abandoned = new Set(listOf(before?.memory.abandoned));
  }

  /** Adds the next record, and the line that it fills, if any. */
  add(record: JsonObject, meaning: RecordMeaning, line: number | undefined): void {
    const at = this.#at++;
    const { id, begins = false, calls = [], results = [], rewinds, sets, needs } = meaning;
    this.isUndivided ||= meaning.isHelpers === true;
    if (begins && line !== undefined) this.#starts.set(at, line);
    else if (at === 0 && this.#before) this.reachesBack = true;
    if (sets !== undefined) this.#setters.push({ at, kind: sets, record });
    // What follows a rewind may continue the message before it.
    if (needs !== undefined && this.#isTail)
      this.#bars.add(this.#setters.findLast(({ kind }) => kind === needs)?.at ?? -1, at);
    // What follows a rewind may continue the message before it.
    if (needs !== undefined && !this.#before && !this.#setters.some(({ kind }) => kind === needs))
      this.#bars.add(-1, at);
    if (rewinds) this.#reach(this.#beforeId(rewinds.to), at);
    for (const call of results) {
      this.#reach(this.#calls.get(call), at);
      this.#open.delete(call);
    }
    for (const call of calls) {
      if (this.#abandoned.has(call)) this.reachesBack = true;
      if (this.#calls.has(call)) continue;
      this.#calls.set(call, at);
      this.#open.add(call);
    }
    if (id !== undefined) this.#ids.set(id, at);
  }

  /** Returns the last record at which a part can begin, and what to remember of the records before it. */
  next(): NextPlace | undefined {
    const places = [...this.#starts.keys()];
    for (const call of this.#open) this.#bars.addUntil(this.#calls.get(call) ?? 0, places, patience);
    const records = this.#bars.lastFree(places.filter((at) => at > 0));
    const line = records === undefined ? undefined : this.#starts.get(records);
    if (records === undefined || line === undefined) return undefined;
    const abandoned = [...this.#open].filter((call) => (this.#calls.get(call) ?? 0) < records);
    return {
      records,
      line,
      memory: {
        abandoned: [...listOf(this.#before?.memory.abandoned), ...abandoned].slice(-remembered),
        setters: this.#settersBefore(records),
      },
    };
  }

  /** Returns the record before one with an id; undefined for one before the part, or unknown. */
  #beforeId(id = ''): number | undefined {
    const at = this.#ids.get(id) ?? 0;
    return at === 0 ? undefined : at - 1;
  }

  /** Returns the line of the first record from which all later ones can be read by themselves. */
  firstLine(): number | undefined {
    const [first = -1] = this.#bars.free([...this.#starts.keys()]);
    return this.#starts.get(first);
  }

  /** Bars the places between a record and one that it changes; undefined for one before the part, or unknown. */
  #reach(from: number | undefined, at: number): void {
    if (from === undefined && this.#before) this.reachesBack = true;
    this.#bars.add(from ?? -1, at);
  }

  /** Returns the last records of each kind before a place. */
  #settersBefore(records: number): JsonObject[] {
    const last = new Map<string, JsonObject>();
    for (const setter of listOf(this.#before?.memory.setters)) {
      const { kind, record } = fieldsOf(setter);
      const known = objectOf(record);
      if (known) last.set(textOf(kind) ?? '', known);
    }
    for (const { at, kind, record } of this.#setters) {
      if (at >= records) break;
      last.delete(kind);
      last.set(kind, record);
    }
    return [...last].map(([kind, record]) => ({ kind, record }));
  }
}

/** Returns the lines of the records that set the state before a part. */
const settersOf = (memory: JsonObject = {}): string[] =>
  listOf(memory.setters).map((setter) => `${JSON.stringify(fieldsOf(setter).record)}\n`);

/** Joins chunks; undefined if they are too many. */
async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxPartBytes) return undefined;
    parts.push(copied(chunk));
  }
  return Buffer.concat(parts);
}

/** Returns the offset of a line in bytes. */
function offsetOf(bytes: Uint8Array, line: number): number {
  let offset = 0;
  for (let n = 0; n < line; n++) offset = bytes.indexOf(newline, offset) + 1;
  return offset;
}
