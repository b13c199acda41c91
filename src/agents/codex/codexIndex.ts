import type { JsonObject } from '../../disk/base/core.ts';
import type { Mutable } from '../reading/drafts.ts';
import { type CodexEntry, type CodexFact, CodexRepeats } from './codexFacts.ts';
import { helperIn, isRunByProgram, ownFrom, parentIn, threadIn } from './codexMeta.ts';
import { CodexRequests } from './codexRequests.ts';
import { fieldsOf, listOf, textOf, timeOf } from '../reading/fields.ts';
import { titleOfPrompt } from '../reading/titles.ts';

/** Facts about the session as a whole. */
export interface CodexFacts {
  readonly sessionId?: string | undefined;
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly version?: string | undefined;
  readonly title?: string | undefined;
  /** The thread for which a helper's works, and the helper's name. */
  readonly parentId?: string | undefined;
  readonly helper?: string | undefined;
  readonly isAutomated?: true | undefined;
  /** Time from which turns are of the thread itself, and of the last one of those that a person typed. */
  readonly ownFrom?: string | undefined;
  readonly typedAt?: string | undefined;
  /** Earliest and latest time of any line, ISO 8601 in UTC. */
  readonly startTime?: string | undefined;
  readonly lastUpdated?: string | undefined;
}

/** Parts of a conversation that both accounts may hold. */
type DuplicatedPart = 'prompt' | 'text' | 'thought';
type AccountName = 'items' | 'events';

/** Plan for the second pass. */
export interface CodexPlan {
  /** Number of entries; later ones were appended afterwards. */
  readonly entries: number;
  /** Account to read each part from, never both. */
  readonly accounts: Readonly<Record<DuplicatedPart, AccountName>>;
  readonly commands: readonly string[];
  /** Title that the first prompt would make, and that prompt's entry. */
  readonly title: string | undefined;
  readonly titleAt: number | undefined;
  /** Ranges of entries the person rolled back, end exclusive. */
  readonly dropped: readonly (readonly [number, number])[];
  /** Numbers of messages that were rolled back, by the entries that did. */
  readonly rewound: ReadonlyMap<number, number>;
  /** Repeating entries: calls, and the answer that became a compaction's summary. */
  readonly repeats: ReadonlySet<number>;
  /** Last entry with output, by call. */
  readonly outputs: ReadonlyMap<string, number>;
  /** First entries of the messages that were not rolled back. */
  readonly begins: readonly number[];
  /** Rollbacks with the first entry that each needs; undefined if earlier turns are unknown. */
  readonly reaches: readonly (readonly [from: number | undefined, at: number])[];
}

/** Whether an entry is read for its content: it is of the chosen account and not a repeat. */
export function isChosen(
  { accounts, repeats }: Pick<CodexPlan, 'accounts' | 'repeats'>,
  at: number,
  { kind, account }: { readonly kind: CodexFact['kind']; readonly account: CodexEntry['account'] },
): boolean {
  if (repeats.has(at)) return false;
  const isSaid = kind === 'prompt' || kind === 'text' || kind === 'thought';
  return account === undefined || !isSaid || accounts[kind] === account;
}

/**
 * Detects where an answer begins, which Codex does not record. Tool results, the person's messages and a second text
 * end an answer, since each text was shown by itself.
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

/** The conversation in the chosen account, after rollbacks. */
class Replay {
  readonly commands: string[] = [];
  readonly dropped: [number, number][] = [];
  readonly reaches: [number | undefined, number][] = [];
  readonly rewound = new Map<number, number>();
  readonly #bounds = new AnswerBounds();
  #messages: number[] = [];
  readonly #turns: CodexPrompt[] = [];

  get begins(): readonly number[] {
    return this.#messages;
  }

  /** The first prompt with a title that was not rolled back. */
  get titled(): CodexPrompt | undefined {
    return this.#turns.find(({ title }) => title !== undefined);
  }

  add(kind: CodexFact['kind'], at: number): void {
    if (this.#bounds.begins(kind)) this.#messages.push(at);
  }

  addPrompt(prompt: CodexPrompt): void {
    this.commands.push(...prompt.commands);
    if (!prompt.spoken) return;
    this.#messages.push(prompt.at);
    // Prompts sent while the agent works belong to the same turn.
    const continuesTurn = prompt.turn !== undefined && this.#turns.at(-1)?.turn === prompt.turn;
    if (!continuesTurn) this.#turns.push(prompt);
  }

  rollBack(turns: number, at: number): void {
    if (turns > 0) this.reaches.push([this.#turns.at(-turns - 1)?.at, at]);
    const removed = turns > 0 ? this.#turns.splice(-turns) : [];
    const from = removed[0]?.at;
    if (from === undefined) return;
    this.dropped.push([from, at]);
    const kept = this.#messages.filter((message) => message < from);
    this.rewound.set(at, this.#messages.length - kept.length);
    this.#messages = kept;
  }
}

interface CodexPrompt {
  readonly at: number;
  readonly turn: string | undefined;
  readonly title: string | undefined;
  readonly commands: readonly string[];
  /** Whether the person said something other than commands. */
  readonly spoken: boolean;
}

/** Kinds that affect the course of a conversation; entries are stored as indexes into this list. */
const kinds = ['other', 'prompt', 'text', 'thought', 'call', 'output', 'compacted', 'rollback'] as const;
const fromEvents = 8;
const fromItems = 16;

/** First pass over a rollout: facts, and which account holds which parts. */
export class CodexIndex {
  readonly requests = new CodexRequests();
  /** True if its earlier part is missing. */
  isRest: true | undefined;
  readonly #facts: Mutable<CodexFacts> = {};
  readonly #codes: number[] = [];
  readonly #prompts: CodexPrompt[] = [];
  readonly #rollbacks = new Map<number, number>();
  readonly #outputs = new Map<string, number>();
  readonly #repeats = new CodexRepeats();
  /** Kinds found in API items. */
  readonly #itemised = new Set<CodexFact['kind']>();
  #hasSession: boolean;
  #turn: string | undefined;

  /** `before` describes earlier entries: kinds seen as API items, the turn at their end, and the session. */
  constructor({ itemised, turn, session }: JsonObject = {}) {
    this.#hasSession = textOf(session) !== undefined;
    for (const kind of kinds) if (listOf(itemised).includes(kind)) this.#itemised.add(kind);
    this.#turn = textOf(turn);
  }

  get facts(): CodexFacts {
    return this.#facts;
  }

  /** Kinds found in API items so far. */
  get itemised(): readonly string[] {
    return [...this.#itemised];
  }

  add({ fact, time, account }: CodexEntry): void {
    const at = this.#codes.length;
    const code = Math.max(
      0,
      kinds.findIndex((kind) => kind === fact.kind),
    );
    this.#codes.push(code + (account === undefined ? 0 : account === 'items' ? fromItems : fromEvents));
    this.#addTime(time);
    this.#addFact(fact, at, time);
    this.#repeats.add(fact, at, account);
    const isEmpty = fact.kind === 'prompt' && fact.parts.length === 0;
    if (account === 'items' && !isEmpty) this.#itemised.add(fact.kind);
    if (fact.kind === 'prompt') this.#prompts.push(promptOf(fact, at, this.#turn));
  }

  plan(): CodexPlan {
    const account = (kind: DuplicatedPart) => (this.#itemised.has(kind) ? 'items' : 'events');
    const accounts = {
      prompt: account('prompt'),
      text: account('text'),
      thought: account('thought'),
    } as const;
    const repeats = this.#repeats.all();
    const replay = new Replay();
    let next = 0;
    this.#codes.forEach((_, at) => {
      const { kind, account: from } = this.#entry(at);
      const prompt = kind === 'prompt' ? this.#prompts[next++] : undefined;
      if (!isChosen({ accounts, repeats }, at, { kind, account: from })) return;
      replay.add(kind, at);
      if (prompt) replay.addPrompt(prompt);
      if (kind === 'rollback') replay.rollBack(this.#rollbacks.get(at) ?? 0, at);
    });
    const { commands, titled, dropped, rewound, reaches } = replay;
    const begins = dropped.length === 0 ? replay.begins : this.#begins({ accounts, repeats, dropped });
    return {
      entries: this.#codes.length,
      accounts,
      commands,
      title: titled?.title,
      titleAt: titled?.at,
      dropped,
      rewound,
      repeats,
      outputs: this.#outputs,
      begins,
      reaches,
    };
  }

  /** First entries of messages, with rollbacks known: a rollback ends no answer. */
  #begins(plan: Pick<CodexPlan, 'accounts' | 'repeats' | 'dropped'>): readonly number[] {
    const bounds = new AnswerBounds();
    const spoken = new Set(this.#prompts.filter((prompt) => prompt.spoken).map(({ at }) => at));
    return [...this.#codes.keys()].filter((at) => {
      const { kind, account } = this.#entry(at);
      if (!isChosen(plan, at, { kind, account })) return false;
      if (plan.dropped.some(([from, to]) => from <= at && at < to)) return false;
      return bounds.begins(kind) || spoken.has(at);
    });
  }

  /** Returns the kind of an entry, and its account. */
  #entry(at: number): Pick<CodexEntry, 'account'> & { readonly kind: (typeof kinds)[number] } {
    const code = this.#codes[at] ?? 0;
    const account = code >= fromItems ? 'items' : code >= fromEvents ? 'events' : undefined;
    return { kind: kinds[code % fromEvents] ?? 'other', account };
  }

  #addFact(fact: CodexFact, at: number, time = ''): void {
    const facts = this.#facts;
    if (fact.kind === 'session' && !this.#hasSession) {
      // A session that continues another repeats that one's first line after its own.
      this.#hasSession = true;
      const { meta } = fact;
      facts.sessionId = threadIn(meta);
      facts.parentId = parentIn(meta);
      facts.helper = helperIn(meta);
      facts.isAutomated = isRunByProgram(meta) || undefined;
      facts.ownFrom = ownFrom(meta);
      facts.cwd = textOf(meta.cwd) ?? facts.cwd;
      facts.version = textOf(meta.cli_version);
      facts.gitBranch = textOf(fieldsOf(meta.git).branch);
      this.#addTime(timeOf(meta.timestamp));
    } else if (fact.kind === 'turn') {
      this.#turn = fact.id;
      facts.cwd ??= fact.cwd;
    } else if (fact.kind === 'typed' && time >= (facts.ownFrom ?? '')) {
      facts.typedAt = time;
      facts.isAutomated = undefined;
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
