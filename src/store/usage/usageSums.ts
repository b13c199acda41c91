import { defined } from '../base/core.ts';
import type { PricedRequest } from './prices.ts';
import type { Usage } from './types.ts';

const columns = ['input', 'output', 'cacheRead', 'cacheWrite', 'cost'] as const;

/** Adds up requests. A sum of what nobody told stays missing. */
export class UsageSum {
  /** By the place of their column; numbers that are added to a hundred thousand times need a place that holds numbers only. */
  readonly #sums = new Float64Array(columns.length);
  /** How many told of each. */
  readonly #told = new Uint32Array(columns.length);
  #requests = 0;
  #sessions = 0;
  #lastSession: unknown;

  /** How many requests were added. */
  get requests(): number {
    return this.#requests;
  }

  add({ input, output, cacheRead, cacheWrite }: PricedRequest, cost: number | undefined): void {
    this.#requests++;
    this.#count(0, input);
    this.#count(1, output);
    this.#count(2, cacheRead);
    this.#count(3, cacheWrite);
    this.#count(4, cost);
  }

  /** Adds what was added up of a session. All of one session must come one after the other. */
  addAll(sum: UsageSum, session: unknown): void {
    this.#requests += sum.#requests;
    for (let column = 0; column < columns.length; column++) {
      this.#sums[column] = (this.#sums[column] ?? 0) + (sum.#sums[column] ?? 0);
      this.#told[column] = (this.#told[column] ?? 0) + (sum.#told[column] ?? 0);
    }
    if (session !== this.#lastSession) this.#sessions++;
    this.#lastSession = session;
  }

  clear(): void {
    this.#requests = 0;
    this.#sums.fill(0);
    this.#told.fill(0);
  }

  get usage(): Usage {
    const told = columns.map(
      (name, n) => [name, (this.#told[n] ?? 0) > 0 ? this.#sums[n] : undefined] as const,
    );
    const priced = this.#told[4] ?? 0;
    return {
      requests: this.#requests,
      ...defined(Object.fromEntries(told)),
      unpriced: this.#requests - priced,
    };
  }

  row(key: string): Usage & { readonly key: string; readonly sessions: number } {
    return { key, sessions: this.#sessions, ...this.usage };
  }

  #count(column: number, count: number | undefined): void {
    if (count === undefined) return;
    this.#sums[column] = (this.#sums[column] ?? 0) + count;
    this.#told[column] = (this.#told[column] ?? 0) + 1;
  }
}

/** Sums by what they are of. */
export class UsageSums {
  readonly #sums = new Map<string, UsageSum>();

  of(key: string): UsageSum {
    const known = this.#sums.get(key);
    if (known) return known;
    const sum = new UsageSum();
    this.#sums.set(key, sum);
    return sum;
  }

  /** Those of which there is something. */
  get rows() {
    return [...this.#sums].map(([key, sum]) => sum.row(key)).filter(({ requests }) => requests > 0);
  }
}

/** Most cost first, then most tokens. */
export const byCost = (a: Usage, b: Usage): number =>
  (b.cost ?? 0) - (a.cost ?? 0) || tokensOf(b) - tokensOf(a);

const tokensOf = ({ input = 0, output = 0 }: Usage): number => input + output;
