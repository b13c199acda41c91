import type { CodexEntry, CodexFact } from './codexFacts.ts';

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
    const told = [...this.#shown].filter(([id]) => this.#itemised.has(id)).map(([, at]) => at);
    return new Set([...this.#found, ...told]);
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
