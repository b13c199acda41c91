import type { At } from '../facts/at.ts';
import { formatReference } from '../search/reference.ts';
import type { BriefSection } from './types.ts';

/** Something a brief may tell. */
export interface Statement {
  readonly section: BriefSection;
  /** Milliseconds. */
  readonly time: number;
  /** What the reference is of, `history://sessions/0a12da8e`, and the entry there. */
  readonly base: string;
  readonly entry: string;
  /** On one line. */
  readonly text: string;
  /** Who said it, where that is told. */
  readonly by?: string;
  /** The same in fewer words, for where room is short. */
  readonly short?: string;
  /** It is cut at the end to no fewer characters. */
  readonly least: number;
  /** What there is no room for is left out from the highest down; what has 0 or less is told longer than others. */
  readonly rank: number;
  /** It is told only where others need not be cut to fewer characters. */
  readonly roomy?: number;
  /** It is told only where others are cut to fewer characters, in place of several. */
  readonly tight?: number;
  /** A later statement of the same section about the same replaces it. */
  readonly about?: string;
  /** It was decided otherwise, or is done: it is not told. */
  readonly closed?: true;
  /** Somebody pinned it. */
  readonly pinned?: true;
}

/** How much of the beginning of a session's id tells it from others nearly always. */
export const idLength = 8;

export const baseOf = (source: 'sessions' | 'dialogs' | 'memories' | 'shared', name: string): string =>
  formatReference({ source, name, entry: 'x' }).slice(0, -2);

export type Located = (at: At) => Pick<Statement, 'base' | 'entry' | 'time'>;
