import type { CodexEntry, CodexFact } from './codexLine.ts';
import { fieldsOf, textOf, timeOf } from './fields.ts';
import { titleOfPrompt } from './titles.ts';

/** What a rollout says of its session as a whole. */
export interface CodexFacts {
  readonly sessionId?: string | undefined;
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly version?: string | undefined;
  readonly title?: string | undefined;
  /** Earliest and latest time of any line, ISO 8601 in UTC. */
  readonly startTime?: string | undefined;
  readonly lastUpdated?: string | undefined;
}

/** How to read the conversation the second time. */
export interface CodexPlan {
  /** Entries there were; what comes after them was written later. */
  readonly entries: number;
  readonly account: 'items' | 'events';
  readonly commands: readonly string[];
  /** What the first prompt would make as a title. */
  readonly title: string | undefined;
  /** Ranges of entries the person rolled back, the end not included. */
  readonly dropped: readonly (readonly [number, number])[];
  /** Messages in those ranges. */
  readonly rewound: number;
  /** The last entry with output of a call. */
  readonly outputs: ReadonlyMap<string, number>;
}

/**
 * Tells where an answer begins: Codex writes the thoughts, texts and calls of one without saying so. What tools give
 * back and what the person says ends it, and so does a second text, for every text was shown on its own.
 */
export class AnswerBounds {
  #open = false;
  #text = false;

  /** Whether the fact begins an answer. Facts must come in order. */
  begins(fact: CodexFact): boolean {
    if (fact.kind !== 'text' && fact.kind !== 'thought' && fact.kind !== 'call') {
      if (fact.kind === 'prompt' || fact.kind === 'output' || fact.kind === 'compacted') this.#open = false;
      return false;
    }
    const begins = !this.#open || (this.#text && fact.kind !== 'call');
    if (begins) this.#text = false;
    this.#open = true;
    this.#text ||= fact.kind === 'text';
    return begins;
  }
}

/** One of the two accounts Codex gives of a conversation. */
class Account {
  readonly commands: string[] = [];
  readonly dropped: [number, number][] = [];
  prompts = 0;
  answers = 0;
  readonly #bounds = new AnswerBounds();
  #messages: number[] = [];
  #turns: { readonly id: string | undefined; readonly at: number; readonly title: string | undefined }[] = [];
  rewound = 0;

  /** The title of the first prompt that was not rolled back. */
  get title(): string | undefined {
    return this.#turns.find(({ title }) => title !== undefined)?.title;
  }

  add(fact: CodexFact, at: number, turn: string | undefined): void {
    if (this.#bounds.begins(fact)) this.#messages.push(at);
    if (fact.kind === 'text' || fact.kind === 'call') this.answers++;
    if (fact.kind !== 'prompt') return;
    this.commands.push(...fact.commands);
    if (fact.parts.length === 0) return;
    this.prompts++;
    this.#messages.push(at);
    // What the person adds while the agent is at work belongs to the same turn.
    if (turn !== undefined && this.#turns.at(-1)?.id === turn) return;
    const text = fact.parts
      .map((part) => ('text' in part ? part.text : ''))
      .find((said) => said.trim() !== '');
    this.#turns.push({ id: turn, at, title: titleOfPrompt(text ?? '') });
  }

  rollBack(turns: number, at: number): void {
    const gone = turns > 0 ? this.#turns.splice(-turns) : [];
    const from = gone[0]?.at;
    if (from === undefined) return;
    this.dropped.push([from, at]);
    const kept = this.#messages.filter((message) => message < from);
    this.rewound += this.#messages.length - kept.length;
    this.#messages = kept;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The first reading of a rollout: facts, and which account of the conversation is whole. */
export class CodexIndex {
  readonly #facts: Mutable<CodexFacts> = {};
  readonly #accounts = { items: new Account(), events: new Account() };
  readonly #outputs = new Map<string, number>();
  #hasSession = false;
  #turn: string | undefined;
  #entries = 0;

  get facts(): CodexFacts {
    return this.#facts;
  }

  add({ fact, time, account }: CodexEntry): void {
    const at = this.#entries++;
    this.#addTime(time);
    this.#addFact(fact, at);
    if (account) this.#accounts[account].add(fact, at, this.#turn);
  }

  plan(): CodexPlan {
    const { items, events } = this.#accounts;
    const account = isWhole(items, events) || !isWhole(events, items) ? 'items' : 'events';
    const { commands, dropped, rewound, title } = this.#accounts[account];
    return { entries: this.#entries, account, commands, dropped, rewound, title, outputs: this.#outputs };
  }

  #addFact(fact: CodexFact, at: number): void {
    const facts = this.#facts;
    if (fact.kind === 'session' && !this.#hasSession) {
      // A session that continues another repeats that one's first line after its own.
      this.#hasSession = true;
      const { meta } = fact;
      facts.sessionId = textOf(meta.id) ?? textOf(meta.session_id);
      facts.cwd = textOf(meta.cwd) ?? facts.cwd;
      facts.version = textOf(meta.cli_version);
      facts.gitBranch = textOf(fieldsOf(meta.git).branch);
      this.#addTime(timeOf(meta.timestamp));
    } else if (fact.kind === 'turn') {
      this.#turn = fact.id;
      facts.cwd ??= fact.cwd;
    } else if (fact.kind === 'title') {
      facts.title = fact.title;
    } else if (fact.kind === 'output') {
      this.#outputs.set(fact.output.callId, at);
    } else if (fact.kind === 'rollback') {
      for (const one of Object.values(this.#accounts)) one.rollBack(fact.turns, at);
    }
  }

  #addTime(time: string | undefined): void {
    if (time === undefined) return;
    const { startTime, lastUpdated } = this.#facts;
    if (startTime === undefined || time < startTime) this.#facts.startTime = time;
    if (lastUpdated === undefined || time > lastUpdated) this.#facts.lastUpdated = time;
  }
}

/** Whether an account lacks neither side of a conversation that the other has. */
function isWhole(account: Account, than: Account): boolean {
  return (account.prompts > 0 || than.prompts === 0) && (account.answers > 0 || than.answers === 0);
}
