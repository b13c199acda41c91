import type { JsonObject } from '../../base/core.ts';
import type { Part, Thought, TokenCounts, ToolCall } from '../shared/types.ts';
import type { CodexOutput } from './codexTools.ts';

/** What a line of a rollout says. */
export type CodexFact =
  | { readonly kind: 'session'; readonly meta: JsonObject }
  | {
      readonly kind: 'turn';
      readonly id: string | undefined;
      readonly model: string | undefined;
      readonly cwd: string | undefined;
    }
  | { readonly kind: 'prompt'; readonly parts: readonly Part[]; readonly commands: readonly string[] }
  | { readonly kind: 'text'; readonly parts: readonly Part[] }
  | { readonly kind: 'thought'; readonly thoughts: readonly Thought[] }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'output'; readonly output: CodexOutput }
  | { readonly kind: 'compacted'; readonly summary: string | undefined }
  | { readonly kind: 'notice'; readonly type: 'info' | 'error' | 'warning'; readonly text: string }
  | { readonly kind: 'tokens'; readonly tokens: TokenCounts }
  | { readonly kind: 'rollback'; readonly turns: number }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'other' };

/** A fact, when it was, and which of the two accounts of the conversation it belongs to, if to one. */
export interface CodexEntry {
  readonly fact: CodexFact;
  readonly time: string | undefined;
  /** Codex writes the conversation twice: as items of the API and as events for its screen. */
  readonly account: 'items' | 'events' | undefined;
}

/** A fact that is not of the conversation. */
export const other: CodexFact = { kind: 'other' };

/** Finds, in the first reading of a rollout, the entries that tell again what others tell. */
export class CodexRepeats {
  readonly #found = new Set<number>();
  /** Calls that the items of the API tell of. */
  readonly #itemised = new Set<string>();
  /** The entries of calls that only events told of so far. */
  readonly #shown = new Map<string, number>();
  /** The end of the conversation in each account, which may turn out to be a summary. */
  readonly #ends = new Map<CodexEntry['account'], { text: string; entries: number[] }>();

  /** Takes in entry number `at`. */
  add(fact: CodexFact, at: number, account: CodexEntry['account']): void {
    if (fact.kind === 'call' && fact.call.id !== '') this.#addCall(fact.call.id, at, account);
    if (fact.kind === 'compacted') this.#addSummary(fact.summary ?? '');
    else if (fact.kind === 'thought' || fact.kind === 'text') this.#addToEnd(fact, at, account);
    else if (account !== undefined && fact.kind !== 'other') this.#ends.delete(account);
  }

  /** Numbers of the entries found, once all were added. */
  all(): ReadonlySet<number> {
    const repeated = [...this.#shown].filter(([id]) => this.#itemised.has(id)).map(([, at]) => at);
    return new Set([...this.#found, ...repeated]);
  }

  #addCall(id: string, at: number, account: CodexEntry['account']): void {
    if (account === 'items') this.#itemised.add(id);
    else if (this.#shown.has(id)) this.#found.add(at);
    else this.#shown.set(id, at);
  }

  #addToEnd(
    fact: Extract<CodexFact, { kind: 'text' | 'thought' }>,
    at: number,
    account: CodexEntry['account'],
  ): void {
    const before = this.#ends.get(account);
    // Thoughts come before the text they lead to.
    const entries = before?.text === '' ? before.entries : [];
    const text =
      fact.kind === 'text' ? fact.parts.map((part) => ('text' in part ? part.text : '')).join('') : '';
    this.#ends.set(account, { text: text.trim(), entries: [...entries, at] });
  }

  /** Codex asks the model for the summary as for any answer, and writes that down as one. */
  #addSummary(summary: string): void {
    for (const { text, entries } of this.#ends.values())
      if (text !== '' && summary.trimEnd().endsWith(text)) for (const at of entries) this.#found.add(at);
    this.#ends.clear();
  }
}
