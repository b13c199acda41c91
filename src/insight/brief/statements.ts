import type { At } from '../../history/facts/commandLog.ts';
import { formatReference } from '../../find/search/reference.ts';
import type { BriefSection } from './types.ts';

/** A statement that a brief may include. */
export interface Statement {
  readonly section: BriefSection;
  /** Milliseconds. */
  readonly time: number;
  /** The source, `history://sessions/0a12da8e`, and the entry in it. */
  readonly base: string;
  readonly entry: string;
  /** One line. */
  readonly text: string;
  /** The author, where known. */
  readonly by?: string;
  /** A shorter form for tight styles. */
  readonly short?: string;
  /** Its beginning and what it alone says; tight styles tell this rather than their length of it. */
  readonly excerpt?: string;
  /** Minimum length after a cut. Characters. */
  readonly minLength: number;
  /** Highest ranks are dropped first; ranks of 0 or less may be longer than others. */
  readonly rank: number;
  /** Included only in styles of at least this length. */
  readonly fromLength?: number;
  /** Included only in styles below this length, in place of several others. */
  readonly belowLength?: number;
  /** The subject; a later statement of the same section about it replaces this one. */
  readonly about?: string;
  /** A sentence of the request of its entry, told only where that is cut before it; not counted as left out. */
  readonly isPart?: true;
  /** Decided otherwise or done, so not included. */
  readonly closed?: true;
  /** Pinned by a person. */
  readonly pinned?: true;
}

/** Returns the statements without those that another one of their section says in the same words; the newest is kept. */
export function distinct(statements: readonly Statement[]): readonly Statement[] {
  const kept = new Map<string, Statement>();
  const weight = ({ pinned }: Statement): number => (pinned ? 1 : 0);
  for (const one of statements) {
    const key = `${one.section} ${one.by ?? ''} ${one.text}`;
    const other = kept.get(key);
    if (
      other === undefined ||
      weight(one) > weight(other) ||
      (weight(one) === weight(other) && one.time > other.time)
    )
      kept.set(key, one);
  }
  const left = new Set(kept.values());
  return statements.filter((one) => left.has(one));
}

/** Length of the beginning of a session's id, which is nearly always unique. */
export const idLength = 8;

export const baseOf = (source: 'sessions' | 'dialogs' | 'memories' | 'shared', name: string): string =>
  formatReference({ source, name, entry: 'x' }).slice(0, -2);

export type Locator = (at: At) => Pick<Statement, 'base' | 'entry' | 'time'>;
