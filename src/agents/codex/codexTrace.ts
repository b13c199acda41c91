import { Bars } from '../reading/bars.ts';
import type { NextPlace, ReadBefore } from '../reading/continued.ts';
import { listOf, textOf } from '../reading/fields.ts';
import type { CodexEntry } from './codexFacts.ts';
import type { CodexIndex, CodexPlan } from './codexIndex.ts';

/** Number of later messages after which a call without output counts as abandoned. */
const patience = 3;
/** Number of calls to remember before a place, as late lines may mention them. */
const remembered = 64;

/** The mentions of a call: of itself, in both accounts, and of its output. */
interface Mentions {
  readonly first: number;
  last: number;
  hasOutput: boolean;
  hasCall: boolean;
}

type Account = NonNullable<CodexEntry['account']>;
const accounts: readonly Account[] = ['items', 'events'];

/** Notes what decides where a rollout can be divided, while it is indexed. */
export class CodexTrace {
  /** Entries at which a part can begin, with the lines of the file that they fill. */
  readonly #starts = new Map<number, number>();
  readonly #calls = new Map<string, Mentions>();
  /** By account, the first entry of an answer that may become a summary, or the last other entry. */
  readonly #ends = new Map<Account, { readonly at: number; readonly isOpen: boolean }>();
  /** Compactions with the value of `#ends` at each. */
  readonly #compactions: { readonly at: number; readonly ends: ReadonlyMap<Account, number> }[] = [];
  readonly #shown = new Set<string>();
  readonly #turns: {
    readonly at: number;
    readonly id: string | undefined;
    readonly model: string | undefined;
  }[] = [];
  /** The first line about the session. */
  #session: { readonly at: number; readonly cwd: string | undefined } | undefined;
  #ordinal = -1;
  #isOrdered = true;
  readonly #before: ReadBefore | undefined;

  constructor(before: ReadBefore | undefined) {
    this.#before = before;
  }

  /** Adds entry number `at`, and the line of the file that it fills, if any. */
  add({ fact, time, account }: CodexEntry, at: number, line: number | undefined): void {
    if (line !== undefined && time !== undefined) this.#starts.set(at, line);
    if (fact.kind === 'call' && fact.call.id !== '') this.#mention(fact.call.id, at, 'hasCall');
    if (fact.kind === 'output') this.#mention(fact.output.callId, at, 'hasOutput');
    if (fact.kind === 'turn') this.#turns.push({ at, id: fact.id, model: fact.model });
    if (fact.kind === 'session') this.#session ??= { at, cwd: textOf(fact.meta.cwd) };
    if (fact.kind === 'compacted') this.#compacted(at);
    else if (account !== undefined && fact.kind !== 'other') this.#said(fact.kind, at, account);
  }

  /** Takes the number of a line, by which messages are numbered. */
  number(ordinal: number): void {
    if (ordinal <= this.#ordinal) this.#isOrdered = false;
    this.#ordinal = ordinal;
  }

  /** Whether entries change earlier messages: they undo them, or continue their calls. */
  reachesBack(index: CodexIndex, plan: CodexPlan): boolean {
    const { memory } = this.#before ?? {};
    if (!memory) return false;
    const [calls, known, shown] = [memory.calls, memory.itemised, memory.shown].map(listOf);
    return (
      !this.#isOrdered ||
      plan.begins[0] !== 0 ||
      !this.#starts.has(0) ||
      plan.reaches.some(([from]) => from === undefined) ||
      [...this.#calls].some(([id, { hasCall }]) => calls?.includes(id) === true || !hasCall) ||
      index.itemised.some((kind) => known?.includes(kind) === false && shown?.includes(kind) === true) ||
      this.#compactions.some(({ ends }) => relevant(plan).some((account) => !ends.has(account)))
    );
  }

  /** Returns the last entry at which a part can begin, and what to remember of the entries before it. */
  next(index: CodexIndex, plan: CodexPlan): NextPlace | undefined {
    const bars = this.#isOrdered ? this.#bars(plan) : undefined;
    const records = bars?.lastFree(plan.begins.filter((at) => at > 0 && this.#starts.has(at)));
    const line = records === undefined ? undefined : this.#starts.get(records);
    if (records === undefined || line === undefined) return undefined;
    const { memory = {} } = this.#before ?? {};
    const calls = [...this.#calls].filter(([, { first }]) => first < records).map(([id]) => id);
    const turns = this.#turns.filter(({ at }) => at < records);
    const model = turns.findLast((turn) => turn.model !== undefined)?.model;
    const cwd = this.#session && this.#session.at < records ? this.#session.cwd : undefined;
    return {
      records,
      line,
      memory: {
        calls: [...listOf(memory.calls), ...calls].slice(-remembered),
        itemised: index.itemised,
        shown: [...new Set([...listOf(memory.shown), ...this.#shown])],
        model: model ?? memory.model ?? null,
        turn: (turns.length > 0 ? turns.at(-1)?.id : textOf(memory.turn)) ?? null,
        cwd: memory.cwd ?? cwd ?? null,
        session: index.facts.sessionId ?? memory.session ?? null,
      },
    };
  }

  #bars({ begins, reaches, ...plan }: CodexPlan): Bars {
    const bars = new Bars();
    for (const [from = 0, at] of reaches) bars.add(from, at);
    for (const { first, last, hasCall, hasOutput } of this.#calls.values()) {
      bars.add(hasCall ? first : 0, last);
      if (!hasOutput) bars.addUntil(last, begins, patience);
    }
    for (const { at, ends } of this.#compactions)
      for (const account of relevant(plan)) bars.add(ends.get(account) ?? 0, at);
    return bars;
  }

  #mention(id: string, at: number, what: 'hasCall' | 'hasOutput'): void {
    const known = this.#calls.get(id) ?? { first: at, last: at, hasCall: false, hasOutput: false };
    known.last = at;
    known[what] = true;
    this.#calls.set(id, known);
  }

  #said(kind: CodexEntry['fact']['kind'], at: number, account: Account): void {
    if (account === 'events') this.#shown.add(kind);
    const isOpen = kind === 'thought';
    const before = this.#ends.get(account);
    this.#ends.set(account, { at: before?.isOpen === true ? before.at : at, isOpen });
  }

  #compacted(at: number): void {
    const ends = new Map([...this.#ends].map(([account, end]) => [account, end.at]));
    this.#compactions.push({ at, ends });
  }
}

/** The accounts from which answers are read. */
const relevant = ({ accounts: of }: Pick<CodexPlan, 'accounts'>): readonly Account[] =>
  accounts.filter((account) => of.text === account || of.thought === account);
