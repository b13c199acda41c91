import { createHash } from 'node:crypto';
import type { ModelRequest } from '../transcripts/shared/types.ts';
import type { PricedRequest } from './prices.ts';

/**
 * A request in numbers: its id, 0 where it has none; its time in seconds; the place of its model among those of the
 * session; input, output, cache reads, cache writes and those for an hour. -1 stands for what is not told.
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

/** Requests as they are kept. */
export class RequestRows {
  readonly rows: RequestRow[] = [];
  readonly #models = new Map<string, number>();

  get models(): readonly string[] {
    return [...this.#models.keys()];
  }

  add({ id, at, model, input, output, cacheRead, cacheWrite, cacheWriteHour }: ModelRequest): void {
    const place = this.#placeOf(model);
    const counts = [input, output, cacheRead, cacheWrite, cacheWriteHour].map((count) => count ?? unknown);
    const [read = unknown, wrote = unknown, fromCache = unknown, toCache = unknown, hour = unknown] = counts;
    const seconds = Math.floor(at / 1_000);
    this.rows.push([
      id === undefined ? 0 : numberOf(id),
      seconds,
      place,
      read,
      wrote,
      fromCache,
      toCache,
      hour,
    ]);
  }

  #placeOf(model: string | undefined): number {
    if (model === undefined) return unknown;
    const place = this.#models.get(model) ?? this.#models.size;
    this.#models.set(model, place);
    return place;
  }
}

/** 48 bits of its hash: of a million different ids two have the same once in 500 times. */
const numberOf = (id: string): number => createHash('sha1').update(id).digest().readUIntBE(0, 6) || 1;

const told = (count: number): number | undefined => (count === unknown ? undefined : count);

/** A request that is kept, as prices need it: one after the other, for there are a hundred thousand of them. */
export class ReadRequest implements PricedRequest {
  at = 0;
  model: string | undefined;
  input: number | undefined;
  output: number | undefined;
  cacheRead: number | undefined;
  cacheWrite: number | undefined;
  cacheWriteHour: number | undefined;

  /** From now on it is this one. */
  take(row: RequestRow, models: readonly string[]): void {
    this.at = row[1] * 1_000;
    this.model = models[row[2]];
    this.input = told(row[3]);
    this.output = told(row[4]);
    this.cacheRead = told(row[5]);
    this.cacheWrite = told(row[6]);
    this.cacheWriteHour = told(row[7]);
  }
}

/** What names a request wherever it was copied to; 0 for nothing. */
export const idIn = (row: RequestRow): number => row[0];

/** When it was, milliseconds. */
export const timeIn = (row: RequestRow): number => row[1] * 1_000;
