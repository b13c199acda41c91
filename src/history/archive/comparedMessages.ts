import { textHash } from '../../disk/text/textHash.ts';
import {
  hasGrown,
  isSameSummary,
  keyOf,
  longestShape,
  shapeOf,
  type KnownConversation,
  type Shape,
} from './knownMessages.ts';
import type { NotedMessages, StoredMessages } from './storedMessages.ts';
import type { ArchivedMessage } from './types.ts';

/** The messages in earlier parts of a session, as they were stored. */
export class StoredConversation implements KnownConversation {
  readonly settled: ReadonlySet<number>;
  readonly complete: ReadonlySet<number>;
  readonly summaries: readonly string[];
  readonly #open: ReadonlyMap<string, Shape>;
  /** Whether the parts themselves must be compared, as more is said of a message that had changed no more. */
  isUnsure = false;

  constructor({ settled, complete, open, summaries }: StoredMessages) {
    this.settled = new Set(numbersIn(settled));
    this.complete = new Set(numbersIn(complete));
    this.summaries = summaries;
    this.#open = new Map(
      open.map(([id, calls, pending, length]) => [id, { calls, pending, length: length ?? undefined }]),
    );
  }

  /** Ids of the messages that may still change. */
  get keys(): Iterable<string> {
    return this.#open.keys();
  }

  shapeOf(key: string): Shape | undefined {
    return this.#open.get(key);
  }

  compare(message: ArchivedMessage): ReturnType<KnownConversation['compare']> {
    const key = keyOf(message);
    const now = shapeOf(message);
    const before = this.#open.get(key);
    if (before) return hasGrown(before, now) ? 'grown' : 'known';
    if (this.settled.has(textHash(key))) {
      this.isUnsure ||= !this.complete.has(textHash(shaped(key, now)));
      return 'known';
    }
    const { summary } = message.compaction ?? {};
    return summary !== undefined && this.hasSummary(summary) ? 'known' : 'new';
  }

  hasSummary(summary: string): boolean {
    return this.summaries.some((known) => isSameSummary(known, summary));
  }
}

/** Messages in the parts before one that is written. */
interface EarlierMessages extends KnownConversation {
  readonly keys: Iterable<string>;
  readonly summaries: readonly string[];
  readonly shapeOf: (key: string) => Shape | undefined;
}

/** Notes what the parts hold once the messages that are compared are written, so that archiving can go on. */
export class ComparedMessages implements KnownConversation {
  readonly #before: EarlierMessages;
  readonly #stored: StoredConversation | undefined;
  #noted: NotedMessages;
  readonly #shapes = new Map<string, Shape>();
  readonly #summaries: string[];
  /** Hashes of the ids of messages that change no more. */
  readonly #settled: Set<number>;
  /** The last message of each subagent. */
  readonly #last = new Map<string, string>();

  constructor(before: EarlierMessages, noted: NotedMessages) {
    this.#before = before;
    this.#stored = before instanceof StoredConversation ? before : undefined;
    this.#noted = noted;
    this.#summaries = [...before.summaries];
    this.#settled = new Set(this.#stored?.settled);
  }

  get isUnsure(): boolean {
    return this.#stored?.isUnsure === true;
  }

  compare(message: ArchivedMessage): ReturnType<KnownConversation['compare']> {
    const state = this.#before.compare(message);
    if (this.#noted === 'ids') this.#settled.add(textHash(keyOf(message)));
    if (this.#noted === 'all') this.#note(message, state === 'known');
    const { summary } = message.compaction ?? {};
    if (state !== 'known' && summary !== undefined) this.#summaries.push(summary);
    return state;
  }

  #note(message: ArchivedMessage, isKnown: boolean): void {
    const key = keyOf(message);
    if (message.subagent) this.#last.set(message.subagent.agentId, key);
    if (this.#settled.has(textHash(key))) return;
    const now = shapeOf(message);
    const before = this.#shapes.get(key) ?? this.#before.shapeOf(key);
    this.#shapes.set(key, before ? (isKnown ? before : longestShape(before, now)) : now);
  }

  hasSummary(summary: string): boolean {
    return this.#before.hasSummary(summary);
  }

  /** Takes the messages compared so far for such that change no more. */
  settle(): void {
    this.#noted = 'all';
  }

  get state(): StoredMessages {
    const settled = new Set(this.#settled);
    const complete = new Set(this.#stored?.complete);
    const open: StoredMessages['open'][number][] = [];
    const last = new Set(this.#last.values());
    for (const [key, shape] of this.#shapes) {
      const isOpen = !isSubagents(key) || last.has(key) || shape.pending > 0;
      if (isOpen) open.push(openEntry(key, shape));
      else settled.add(textHash(key));
      if (!isOpen) complete.add(textHash(shaped(key, shape)));
    }
    for (const key of this.#before.keys) {
      if (this.#shapes.has(key)) continue;
      const shape = this.#stored && isSubagents(key) ? this.#stored.shapeOf(key) : undefined;
      if (shape) open.push(openEntry(key, shape));
      else settled.add(textHash(key));
    }
    return {
      settled: textOfNumbers(settled),
      complete: textOfNumbers(complete),
      open,
      summaries: this.#summaries,
    };
  }
}

/** Whether a message is of a subagent; the id of another may look alike. */
const isSubagents = (key: string): boolean => key.startsWith('["');

const openEntry = (key: string, { calls, pending, length }: Shape): StoredMessages['open'][number] => [
  key,
  calls,
  pending,
  length ?? null,
];

const shaped = (key: string, { calls, pending, length }: Shape): string =>
  `${key} ${calls} ${pending} ${length ?? ''}`;

const textOfNumbers = (numbers: Iterable<number>): string =>
  Buffer.from(Float64Array.from(numbers).buffer).toString('base64');

function numbersIn(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float64Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 3);
}
