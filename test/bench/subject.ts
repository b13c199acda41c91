import type { Contender } from './contenders.ts';
import type { Row } from './row.ts';

/** What a subject is measured with. */
export interface Bench {
  /** A new, empty folder on the disk, removed with all others at the end. */
  readonly folder: (name: string) => string;
  readonly bare: Contender;
  /** Other servers from npm, as far as they could be installed. */
  readonly peers: readonly Contender[];
}

/** A part of the table. */
export interface Subject {
  /** By which it is run alone. */
  readonly name: string;
  /** How it is measured, in a sentence or two. */
  readonly about: string;
  /** What was tried where a limit is not reached; told only then. */
  readonly tried?: string;
  /** Gives each row as soon as it is measured. */
  readonly run: (bench: Bench) => AsyncIterable<Row>;
}

/** The sizes of a history everything is measured at that might grow with it. Messages. */
export const sizes: readonly number[] = [0, 100, 1_000, 10_000, 100_000];
