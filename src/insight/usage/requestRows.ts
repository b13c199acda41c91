import { createHash } from 'node:crypto';
import type { ModelRequest } from '../../agents/reading/types.ts';
import type { PricedRequest } from './prices.ts';

/**
 * A request as numbers: id (0 for none), time in seconds, index of its model, then tokens: input, output, cache
 * reads, cache writes, one-hour cache writes. -1 means unknown.
 */
export type RequestRow = readonly [
  id: number,
  at: number,
  model: number,
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite: number,
  hour: number,
];

export const unknown = -1;

/** Requests, and the models that they name by index. */
export interface RequestTable {
  readonly rows: readonly RequestRow[];
  readonly models: readonly string[];
}

/** Collects requests as rows. */
export class RequestRows implements RequestTable {
  readonly rows: RequestRow[];
  readonly #models: Map<string, number>;

  constructor({ rows, models }: RequestTable = { rows: [], models: [] }) {
    this.rows = [...rows];
    this.#models = new Map(models.map((model, n) => [model, n]));
  }

  get models(): readonly string[] {
    return [...this.#models.keys()];
  }

  add({ id, at, model, input, output, cacheRead, cacheWrite, cacheWriteHour }: ModelRequest): void {
    const modelIndex = this.#modelIndexOf(model);
    const counts = [input, output, cacheRead, cacheWrite, cacheWriteHour].map((count) => count ?? unknown);
    const [read = unknown, wrote = unknown, fromCache = unknown, toCache = unknown, hour = unknown] = counts;
    const seconds = Math.floor(at / 1_000);
    this.rows.push([
      id === undefined ? 0 : numberOf(id),
      seconds,
      modelIndex,
      read,
      wrote,
      fromCache,
      toCache,
      hour,
    ]);
  }

  #modelIndexOf(model: string | undefined): number {
    if (model === undefined) return unknown;
    const modelIndex = this.#models.get(model) ?? this.#models.size;
    this.#models.set(model, modelIndex);
    return modelIndex;
  }
}

/** Returns 48 bits of the id's hash: among a million ids, two collide once in 500 cases. */
const numberOf = (id: string): number => createHash('sha1').update(id).digest().readUIntBE(0, 6) || 1;

const recorded = (count: number): number | undefined => (count === unknown ? undefined : count);

/** A row in the form that prices need; reused for all rows, since there are hundreds of thousands. */
export class ReadRequest implements PricedRequest {
  at = 0;
  model: string | undefined;
  input: number | undefined;
  output: number | undefined;
  cacheRead: number | undefined;
  cacheWrite: number | undefined;
  cacheWriteHour: number | undefined;

  /** Takes the values of another row. */
  take(row: RequestRow, models: readonly string[]): void {
    this.at = row[1] * 1_000;
    this.model = models[row[2]];
    this.input = recorded(row[3]);
    this.output = recorded(row[4]);
    this.cacheRead = recorded(row[5]);
    this.cacheWrite = recorded(row[6]);
    this.cacheWriteHour = recorded(row[7]);
  }
}

/** Returns the id that all copies of a request share; 0 for none. */
export const idIn = (row: RequestRow): number => row[0];

/** Returns the time in milliseconds. */
export const timeIn = (row: RequestRow): number => row[1] * 1_000;
