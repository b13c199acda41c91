import type { Secrets } from '../../disk/base/context.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { textHash } from '../../disk/text/textHash.ts';
import { isStill } from '../../agents/reading/fileWindow.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import type { Helpers, TranscriptRest } from '../../agents/reading/continued.ts';
import type { TranscriptStream } from '../../agents/reading/types.ts';
import { oneByOne } from '../../agents/reading/whole.ts';
import { readRecording } from '../../history/sessions/recordingList.ts';
import type { ListedSession } from '../../history/sessions/types.ts';
import {
  atBeginning,
  helperTexts,
  SessionDerivation,
  type HelperTexts,
  type FoldState,
} from './sessionDerivation.ts';
import type { HeadStore } from './headStore.ts';
import { unreadHead, type SessionHead } from './sessionTexts.ts';
import type { SearchEntry } from './types.ts';

/** Number of times that one reading may go back before it starts over in one step. */
const maxBack = 8;

/** Factor by which a step grows after one without progress. */
const growth = 8;

/** Reads sessions. */
export interface SessionAccess {
  readonly reader: TranscriptReader;
  readonly secrets: Secrets;
}

/** What was read in a step. */
interface Step {
  readonly derived: SessionDerivation;
  /** The state where reading continues, and the number of entries before it. */
  readonly closed: FoldState;
  readonly count: number;
  readonly rest: TranscriptRest;
}

/** Derives what search takes from a session, continuing where the last reading ended. */
export class SessionFold {
  readonly #session: ListedSession;
  readonly #access: SessionAccess;
  readonly #store: HeadStore;
  readonly #slices: TimeSlices;
  /** Hashes of the final words of this reading. */
  #said = new Set<number>();

  constructor(session: ListedSession, access: SessionAccess, store: HeadStore, slices: TimeSlices) {
    this.#session = session;
    this.#access = access;
    this.#store = store;
    this.#slices = slices;
  }

  /** Reads the session to its end; `reached` receives the head after each step with progress. */
  async read(reached: (head: SessionHead) => Promise<void>, anew = false): Promise<SessionHead> {
    const { stepBytes } = this.#store.sizes;
    let head = anew ? unreadHead : await this.#begin();
    for (let [bytes, times] = [stepBytes, 0]; ;) {
      const step = await this.#step(head.closed, bytes);
      if (step === undefined) return this.#whole();
      if (step === 'reaches back') {
        const earlier = times++ < maxBack ? this.#back(head) : unreadHead;
        bytes = times > maxBack ? Infinity : bytes + bytesOf(head.closed) - bytesOf(earlier.closed);
        head = earlier;
        continue;
      }
      const before = bytesOf(head.closed);
      head = await this.#taken(head, step);
      if (step.rest.isAll) return this.#finished(head, step);
      const isOn = bytesOf(head.closed) > before;
      bytes = isOn ? stepBytes : bytes * growth;
      if (isOn) await reached(head);
    }
  }

  /** Returns the stored head, as far back as the file is unchanged. */
  async #begin(): Promise<SessionHead> {
    const { path } = this.#session;
    for (let head = this.#store.head(path)?.head; head?.closed.place; head = this.#back(head))
      if (await isStill(path, head.closed.place)) return head;
    return unreadHead;
  }

  /** Returns the head at the beginning of the last stretch, or an empty one. */
  #back({ stretches, ...head }: SessionHead): SessionHead {
    this.#said = new Set();
    const last = stretches.at(-1);
    if (!last) return unreadHead;
    const earlier = {
      ...head,
      stretches: stretches.slice(0, -1),
      closed: last.from,
      helpers: unreadHead.helpers,
    };
    return bytesOf(last.from) === bytesOf(head.closed) ? this.#back(earlier) : earlier;
  }

  async #step(from: FoldState, bytes: number): Promise<Step | 'reaches back' | undefined> {
    if (this.#session.source === 'history') return undefined;
    const { reader, secrets } = this.#access;
    const rest = await reader.goOn(located(this.#session), secrets, {
      from: from.place,
      bytes,
      through: this.#through,
    });
    if (rest === undefined || rest === 'reaches back') return rest;
    const derived = new SessionDerivation(this.#session, from);
    let [closed, count] = [from, 0];
    const settled = (): void => {
      closed = derived.state(rest.next);
      count = derived.entries.length;
    };
    for await (const message of rest.messages(settled)) derived.add(message);
    return { derived, closed, count, rest };
  }

  /** Adds a step to a head. */
  async #taken(known: SessionHead, { derived, closed, count, rest }: Step): Promise<SessionHead> {
    const [settled, open] = [derived.entries.slice(0, count), derived.entries.slice(count)];
    for (const { text } of settled) this.#said.add(textHash(text));
    const head = await this.#store.sealed(this.#session.path, known);
    const { from = head.closed, entries = [] } = head.stretches.at(-1) ?? {};
    const stretches = [...head.stretches.slice(0, -1), { from, entries: [...entries, ...settled] }];
    return { ...head, stretches, closed, open, rest: [], end: rest.end };
  }

  /** Adds the words of subagents, and what tools did. */
  async #finished(head: SessionHead, { derived, rest }: Step): Promise<SessionHead> {
    const helpers = await this.#helpers(head, rest.helpers);
    const open = new Set(head.open.map(({ text }) => textHash(text)));
    return { ...head, helpers, rest: derived.rest(helpers.texts, open) };
  }

  /** Returns the words of subagents that the session does not repeat; reads them if they changed. */
  async #helpers(head: SessionHead, now: Helpers): Promise<SessionHead['helpers']> {
    const { helpers, sealed } = head;
    const state = await now.state();
    const isSame = state === helpers.state;
    const texts = isSame ? helpers.texts : await this.#helperTexts(now.subagents());
    if (texts.length === 0) return { state, texts };
    const said = new Set(this.#said);
    const earlier = isSame
      ? []
      : sealed.map((part, n) => this.#store.part(this.#session.path, n, part.fingerprint));
    for (const { text } of [...earlier.flatMap((part) => part ?? []), ...closedOf(head)])
      said.add(textHash(text));
    return { state, texts: texts.map((helper) => without(helper, said)) };
  }

  async #helperTexts(subagents: ReturnType<TranscriptStream['subagents']>): Promise<HelperTexts[]> {
    const texts: HelperTexts[] = [];
    for await (const subagent of subagents) texts.push(helperTexts(subagent, this.#session));
    return texts;
  }

  /** Reads a session that does not only grow. */
  async #whole(): Promise<SessionHead> {
    const { messages, subagents } = await this.#opened();
    const derived = new SessionDerivation(this.#session, atBeginning);
    for await (const message of messages()) derived.add(message);
    const said = new Set(derived.entries.map(({ text }) => textHash(text)));
    const texts = await this.#helperTexts(subagents());
    return { ...unreadHead, open: derived.entries, rest: derived.rest(texts, said) };
  }

  async #opened(): Promise<Pick<TranscriptStream, 'messages' | 'subagents'>> {
    if (this.#session.source === 'history') {
      const { messages, subagents = [] } = await readRecording(this.#session.path);
      return { messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
    }
    return this.#access.reader.stream(located(this.#session), this.#access.secrets, this.#through);
  }

  readonly #through = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
    this.#slices.between(chunks);
}

const located = ({ source, path }: ListedSession) => ({ agent: source, path });

const bytesOf = ({ place }: FoldState): number => place?.bytes ?? 0;

const without = ({ entries, ...helper }: HelperTexts, said: ReadonlySet<number>): HelperTexts => ({
  ...helper,
  entries: entries.filter(({ text }) => !said.has(textHash(text))),
});

const closedOf = ({ unsealed, stretches }: SessionHead): readonly SearchEntry[] => [
  ...unsealed,
  ...stretches.flatMap(({ entries }) => entries),
];

/** Returns the words of a session after its sealed parts. */
export const tailOf = (head: SessionHead): readonly SearchEntry[] => [...closedOf(head), ...head.open];
