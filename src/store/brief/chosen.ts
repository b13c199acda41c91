import { defined } from '../base/core.ts';
import { itemOf } from './compose.ts';
import { baseOfReference, statementKey } from './identity.ts';
import type { Statement } from './statements.ts';
import { contradicts, isAlike } from './superseded.ts';
import type { BriefChoices, BriefSection, ChosenStatement, OutdatedPin } from './types.ts';

/** Statements as they are to be told after what people decided. */
export interface Chosen {
  readonly told: readonly Statement[];
  readonly outdated: readonly OutdatedPin[];
}

/** What people decided, and what is known besides the statements that are to be told. */
interface Knowledge {
  readonly choices: BriefChoices;
  /** Statements that are told only where they are pinned, or replace one that is. */
  readonly beside: readonly Statement[];
  /** Statements that hold no longer. */
  readonly closed: readonly Statement[];
  /** Whether what a statement is of was deleted. */
  readonly isDeleted: (statement: ChosenStatement) => boolean;
}

/** A pinned statement is cut to no fewer characters. */
const leastOfPin = 120;

/** What is said once more is said of something else there. */
const ownEvents: readonly BriefSection[] = ['requests', 'commands', 'files'];

/**
 * Leaves out what is never to be told, and puts first what is pinned, also where it is not among the statements any
 * more; where there is no room for all of it, what was pinned last is told. What replaces a pinned statement is told in
 * its place.
 */
export function withChoices(
  statements: readonly Statement[],
  { choices: { pinned, never }, beside, closed, isDeleted }: Knowledge,
): Chosen {
  if (pinned.length === 0 && never.length === 0) return { told: statements, outdated: [] };
  const not = new Set(never.map(statementKey));
  const over = new Set(closed.map(keyOf));
  const present = [...beside, ...statements];
  const known = new Map(present.map((one) => [keyOf(one), one]));
  const all = [...present, ...pinned.map(statementOf)];
  const first = new Map<string, Statement>();
  const outdated: OutdatedPin[] = [];
  for (const [n, statement] of pinned.entries()) {
    const pin = statementOf(statement);
    const now = known.get(keyOf(pin));
    const by = now ? undefined : replacementOf(pin, all);
    const isGone = !now && !by && (over.has(keyOf(pin)) || isDeleted(statement));
    if (by || isGone) outdated.push({ statement, ...(by && { by: itemOf(by) }) });
    const told = now ?? by ?? pin;
    if (!isGone && !first.has(keyOf(told)))
      first.set(keyOf(told), { ...told, pinned: true, rank: n - pinned.length, least: leastOf(told) });
  }
  const others = statements.filter((one) => !first.has(keyOf(one)));
  return { told: [...first.values(), ...others].filter((one) => !not.has(keyOf(one))), outdated };
}

const keyOf = ({ base, entry, text }: Statement): string =>
  statementKey({ reference: `${base}/${entry}`, text });

const leastOf = ({ text, least }: Statement): number => Math.max(least, Math.min(text.length, leastOfPin));

function statementOf({ section, text, time, reference, about }: ChosenStatement): Statement {
  const base = baseOfReference(reference);
  const entry = reference.slice(base.length + 1);
  return { section, text, time, base, entry, least: 60, rank: 0, ...defined({ about }) };
}

/** The newest statement of the same section that came later and is about the same, or says nearly the same. */
function replacementOf(pin: Statement, others: readonly Statement[]): Statement | undefined {
  const isDecided = pin.section === 'decisions' || pin.section === 'constraints';
  const saysOtherwise = isDecided ? contradicts : isAlike;
  const isSame = (one: Statement): boolean =>
    one.about !== undefined || pin.about !== undefined
      ? one.about === pin.about
      : !ownEvents.includes(pin.section) && saysOtherwise(one.text, pin.text);
  return others
    .filter((one) => one.section === pin.section && one.time > pin.time && isSame(one))
    .sort((a, b) => b.time - a.time)[0];
}
