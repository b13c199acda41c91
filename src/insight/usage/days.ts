import { quarterMs } from './figures.ts';

/** A quarter of an hour in local time. */
export interface LocalQuarter {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** 0 is Monday. */
  readonly weekday: number;
  readonly hour: number;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Converts times to local days and hours, computing each quarter of an hour once. */
export class LocalTime {
  readonly #known = new Map<number, LocalQuarter>();
  /** Successive calls often ask for the same quarter. */
  #last: readonly [quarter: number, local: LocalQuarter] | undefined;

  /** Converts milliseconds since 1970. */
  at(ms: number): LocalQuarter {
    return this.quarter(Math.floor(ms / quarterMs));
  }

  quarter(quarter: number): LocalQuarter {
    if (this.#last?.[0] === quarter) return this.#last[1];
    const local = this.#known.get(quarter) ?? this.#workOut(quarter);
    this.#last = [quarter, local];
    return local;
  }

  #workOut(quarter: number): LocalQuarter {
    const date = new Date(quarter * quarterMs);
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const local = { day, weekday: (date.getDay() + 6) % 7, hour: date.getHours() };
    this.#known.set(quarter, local);
    return local;
  }
}
