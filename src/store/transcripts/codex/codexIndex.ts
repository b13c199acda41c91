import type { Mutable } from '../shared/drafts.ts';
import { type CodexEntry, type CodexFact, CodexRepeats } from './codexFacts.ts';
import { CodexRequests } from './codexRequests.ts';
import { fieldsOf, textOf, timeOf } from '../shared/fields.ts';
import { titleOfPrompt } from '../shared/titles.ts';

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

/** What of a conversation Codex may write in both of its accounts. */
type TwiceWritten = 'prompt' | 'text' | 'thought';
type AccountName = 'items' | 'events';

/** How to read the conversation the second time. */
export interface CodexPlan {
  /** Entries there were; what comes after them was written later. */
  readonly entries: number;
  /** From which account what is taken: never the same from both. */
  readonly accounts: Readonly<Record<TwiceWritten, AccountName>>;
  readonly commands: readonly string[];
  /** What the first prompt would make as a title. */
  readonly title: string | undefined;
  /** Ranges of entries the person rolled back, the end not included. */
  readonly dropped: readonly (readonly [number, number])[];
  /** Messages in those ranges. */
  readonly rewound: number;
  /** Entries that tell again what others tell: calls, and the answer that became the summary of a compaction. */
  readonly repeats: ReadonlySet<number>;
  /** The last entry with output of a call. */
  readonly outputs: ReadonlyMap<string, number>;
}

/** Whether an entry is read for what it says: it is of the account that is, and no other tells the same. */
export function isTaken(
  { accounts, repeats }: Pick<CodexPlan, 'accounts' | 'repeats'>,
  at: number,
  { kind, account }: { readonly kind: CodexFact['kind']; readonly account: CodexEntry['account'] },
): boolean {
  if (repeats.has(at)) return false;
  const isSaid = kind === 'prompt' || kind === 'text' || kind === 'thought';
  return account === undefined || !isSaid || accounts[kind] === account;
}

/**
 * Tells where an answer begins: Codex writes the thoughts, texts and calls of one without saying so. What tools give
 * back and what the person says ends it, and so does a second text, for every text was shown on its own.
 */
export class AnswerBounds {
  #open = false;
  #text = false;

  /** Whether a fact of this kind begins an answer. Facts must come in order. */
  begins(kind: CodexFact['kind']): boolean {
    if (kind !== 'text' && kind !== 'thought' && kind !== 'call') {
      if (kind === 'prompt' || kind === 'output' || kind === 'compacted') this.#open = false;
      return false;
    }
    const begins = !this.#open || (this.#text && kind !== 'call');
    if (begins) this.#text = false;
    this.#open = true;
    this.#text ||= kind === 'text';
    return begins;
  }
}

/** The conversation from the account that was chosen, with what was rolled back. */
class Replay {
  readonly commands: string[] = [];
  readonly dropped: [number, number][] = [];
  rewound = 0;
  readonly #bounds = new AnswerBounds();
  #messages: number[] = [];
  readonly #turns: CodexPrompt[] = [];

  /** The title of the first prompt that was not rolled back. */
  get title(): string | undefined {
    return this.#turns.find(({ title }) => title !== undefined)?.title;
  }

  add(kind: CodexFact['kind'], at: number): void {
    if (this.#bounds.begins(kind)) this.#messages.push(at);
  }

  addPrompt(prompt: CodexPrompt): void {
    this.commands.push(...prompt.commands);
    if (!prompt.spoken) return;
    this.#messages.push(prompt.at);
    // What the person adds while the agent is at work belongs to the same turn.
    const goesOn = prompt.turn !== undefined && this.#turns.at(-1)?.turn === prompt.turn;
    if (!goesOn) this.#turns.push(prompt);
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

interface CodexPrompt {
  readonly at: number;
  readonly turn: string | undefined;
  readonly title: string | undefined;
  readonly commands: readonly string[];
  /** Whether the person said anything, not only ran commands. */
  readonly spoken: boolean;
}

/** Kinds that matter for the course of a conversation; each entry is remembered by its place here alone. */
const kinds = ['other', 'prompt', 'text', 'thought', 'call', 'output', 'compacted', 'rollback'] as const;
const fromEvents = 8;
const fromItems = 16;

/** The first reading of a rollout: facts, and which account tells of what. */
export class CodexIndex {
  readonly requests = new CodexRequests();
  readonly #facts: Mutable<CodexFacts> = {};
  readonly #codes: number[] = [];
  readonly #prompts: CodexPrompt[] = [];
  readonly #rollbacks = new Map<number, number>();
  readonly #outputs = new Map<string, number>();
  readonly #repeats = new CodexRepeats();
  /** What the items of the API tell of. */
  readonly #itemised = new Set<CodexFact['kind']>();
  #hasSession = false;
  #turn: string | undefined;

  get facts(): CodexFacts {
    return this.#facts;
  }

  add({ fact, time, account }: CodexEntry): void {
    const at = this.#codes.length;
    const code = Math.max(
      0,
      kinds.findIndex((kind) => kind === fact.kind),
    );
    this.#codes.push(code + (account === undefined ? 0 : account === 'items' ? fromItems : fromEvents));
    this.#addTime(time);
    this.#addFact(fact, at);
    this.#repeats.add(fact, at, account);
    const silent = fact.kind === 'prompt' && fact.parts.length === 0;
    if (account === 'items' && !silent) this.#itemised.add(fact.kind);
    if (fact.kind === 'prompt') this.#prompts.push(promptOf(fact, at, this.#turn));
  }

  plan(): CodexPlan {
    const account = (kind: TwiceWritten) => (this.#itemised.has(kind) ? 'items' : 'events');
    const accounts = {
      prompt: account('prompt'),
      text: account('text'),
      thought: account('thought'),
    } as const;
    const repeats = this.#repeats.all();
    const course = new Replay();
    let next = 0;
    this.#codes.forEach((code, at) => {
      const kind = kinds[code % fromEvents] ?? 'other';
      const from = code >= fromItems ? 'items' : code >= fromEvents ? 'events' : undefined;
      const prompt = kind === 'prompt' ? this.#prompts[next++] : undefined;
      if (!isTaken({ accounts, repeats }, at, { kind, account: from })) return;
      course.add(kind, at);
      if (prompt) course.addPrompt(prompt);
      if (kind === 'rollback') course.rollBack(this.#rollbacks.get(at) ?? 0, at);
    });
    const { commands, title, dropped, rewound } = course;
    return {
      entries: this.#codes.length,
      accounts,
      commands,
      title,
      dropped,
      rewound,
      repeats,
      outputs: this.#outputs,
    };
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
    } else if (fact.kind === 'title') facts.title = fact.title;
    else if (fact.kind === 'output') this.#outputs.set(fact.output.callId, at);
    else if (fact.kind === 'rollback') this.#rollbacks.set(at, fact.turns);
  }

  #addTime(time: string | undefined): void {
    if (time === undefined) return;
    const { startTime, lastUpdated } = this.#facts;
    if (startTime === undefined || time < startTime) this.#facts.startTime = time;
    if (lastUpdated === undefined || time > lastUpdated) this.#facts.lastUpdated = time;
  }
}

function promptOf(
  fact: Extract<CodexFact, { kind: 'prompt' }>,
  at: number,
  turn: string | undefined,
): CodexPrompt {
  const texts = fact.parts.map((part) => ('text' in part ? part.text : ''));
  const title = titleOfPrompt(texts.find((text) => text.trim() !== '') ?? '');
  return { at, turn, title, commands: fact.commands, spoken: fact.parts.length > 0 };
}
