import type { JsonObject } from '../../disk/base/core.ts';
import type { Part, Thought, TokenCounts, ToolCall } from '../reading/types.ts';
import type { CodexOutput } from './codexTools.ts';

/** Content of a rollout line. */
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
  /** The beginning of a turn that a person typed. */
  | { readonly kind: 'typed' }
  | { readonly kind: 'other' };

/** A fact with its time and the account it belongs to, if any. */
export interface CodexEntry {
  readonly fact: CodexFact;
  readonly time: string | undefined;
  /** Codex writes the conversation twice: as API items and as screen events. */
  readonly account: 'items' | 'events' | undefined;
}

/** The fact of lines outside the conversation. */
export const other: CodexFact = { kind: 'other' };

/** Finds entries that repeat others, in the first pass over a rollout. */
export class CodexRepeats {
  readonly #found = new Set<number>();
  /** Calls that appear in API items. */
  readonly #itemised = new Set<string>();
  /** Entries of calls seen only in events so far. */
  readonly #shown = new Map<string, number>();
  /** The latest text of each account, which may turn out to be a summary. */
  readonly #ends = new Map<CodexEntry['account'], { text: string; entries: number[] }>();

  /** Adds entry number `at`. */
  add(fact: CodexFact, at: number, account: CodexEntry['account']): void {
    if (fact.kind === 'call' && fact.call.id !== '') this.#addCall(fact.call.id, at, account);
    if (fact.kind === 'compacted') this.#addSummary(fact.summary ?? '');
    else if (fact.kind === 'thought' || fact.kind === 'text') this.#addToEnd(fact, at, account);
    else if (account !== undefined && fact.kind !== 'other') this.#ends.delete(account);
  }

  /** Returns the numbers of repeating entries; call it after all were added. */
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

  /** Marks the answer that became a compaction's summary; Codex requests and records it like any answer. */
  #addSummary(summary: string): void {
    for (const { text, entries } of this.#ends.values())
      if (text !== '' && summary.trimEnd().endsWith(text)) for (const at of entries) this.#found.add(at);
    this.#ends.clear();
  }
}
