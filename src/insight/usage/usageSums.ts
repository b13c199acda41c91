import { defined } from '../../disk/base/core.ts';
import type { PricedRequest } from './prices.ts';
import type { Usage } from './types.ts';

const columns = ['input', 'output', 'cacheRead', 'cacheWrite', 'cost'] as const;

/** Sum of requests. Values that no request records stay undefined. */
export class UsageSum {
  /** By column; a typed array, since there are hundreds of thousands of additions. */
  readonly #sums = new Float64Array(columns.length);
  /** Number of requests that record each value. */
  readonly #recorded = new Uint32Array(columns.length);
  #requests = 0;
  #sessions = 0;
  #lastSession: unknown;

  /** Number of requests added. */
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

  /** Adds a session's sum. Sums of one session must be added consecutively. */
  addAll(sum: UsageSum, session: unknown): void {
    this.#requests += sum.#requests;
    for (let column = 0; column < columns.length; column++) {
      this.#sums[column] = (this.#sums[column] ?? 0) + (sum.#sums[column] ?? 0);
      this.#recorded[column] = (this.#recorded[column] ?? 0) + (sum.#recorded[column] ?? 0);
    }
    if (session !== this.#lastSession) this.#sessions++;
    this.#lastSession = session;
  }

  clear(): void {
    this.#requests = 0;
    this.#sums.fill(0);
    this.#recorded.fill(0);
  }

  get usage(): Usage {
    const recorded = columns.map(
      (name, n) => [name, (this.#recorded[n] ?? 0) > 0 ? this.#sums[n] : undefined] as const,
    );
    const priced = this.#recorded[4] ?? 0;
    return {
      requests: this.#requests,
      ...defined(Object.fromEntries(recorded)),
      unpriced: this.#requests - priced,
    };
  }

  row(key: string): Usage & { readonly key: string; readonly sessions: number } {
    return { key, sessions: this.#sessions, ...this.usage };
  }

  #count(column: number, count: number | undefined): void {
    if (count === undefined) return;
    this.#sums[column] = (this.#sums[column] ?? 0) + count;
    this.#recorded[column] = (this.#recorded[column] ?? 0) + 1;
  }
}

/** Sums by key. */
export class UsageSums {
  readonly #sums = new Map<string, UsageSum>();

  of(key: string): UsageSum {
    const known = this.#sums.get(key);
    if (known) return known;
    const sum = new UsageSum();
    this.#sums.set(key, sum);
    return sum;
  }

  /** Returns rows with at least one request. */
  get rows() {
    return [...this.#sums].map(([key, sum]) => sum.row(key)).filter(({ requests }) => requests > 0);
  }
}

/** Orders by cost, then by tokens, largest first. */
export const byCost = (a: Usage, b: Usage): number =>
  (b.cost ?? 0) - (a.cost ?? 0) || tokensOf(b) - tokensOf(a);

const tokensOf = ({ input = 0, output = 0 }: Usage): number => input + output;
