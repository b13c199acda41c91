import { defined } from '../../disk/base/core.ts';
import { itemOf } from './styles.ts';
import { baseOfReference, statementKey } from './identity.ts';
import type { Statement } from './statements.ts';
import { contradicts, isAlike } from './superseded.ts';
import type { BriefChoices, BriefSection, ChosenStatement, OutdatedPin } from './types.ts';

/** Statements after people's choices are applied. */
export interface ChosenStatements {
  readonly statements: readonly Statement[];
  readonly outdated: readonly OutdatedPin[];
}

/** The choices, and what is known beyond the statements of the brief. */
interface Knowledge {
  readonly choices: BriefChoices;
  /** Statements included only where they are pinned or replace a pinned one. */
  readonly beside: readonly Statement[];
  /** Statements that no longer hold. */
  readonly closed: readonly Statement[];
  /** Reports whether the source of a statement was deleted. */
  readonly isDeleted: (statement: ChosenStatement) => boolean;
}

/** A pinned statement is never cut below this length. Characters. */
const minPinLength = 120;

/** Sections of events: repeated text there is about another event. */
const ownEvents: readonly BriefSection[] = ['requests', 'commands', 'files'];

/**
 * Drops what people excluded and puts pinned statements first, even those no longer among `statements`. A statement
 * that replaces a pinned one takes its position; where room is short, the latest pins win.
 */
export function applyChoices(
  statements: readonly Statement[],
  { choices: { pinned, never }, beside, closed, isDeleted }: Knowledge,
): ChosenStatements {
  if (pinned.length === 0 && never.length === 0) return { statements, outdated: [] };
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
    const current = now ?? by ?? pin;
    if (!isGone && !first.has(keyOf(current)))
      first.set(keyOf(current), {
        ...current,
        pinned: true,
        rank: n - pinned.length,
        minLength: minLengthOf(current),
      });
  }
  const others = statements.filter((one) => !first.has(keyOf(one)));
  return { statements: [...first.values(), ...others].filter((one) => !not.has(keyOf(one))), outdated };
}

const keyOf = ({ base, entry, text }: Statement): string =>
  statementKey({ reference: `${base}/${entry}`, text });

const minLengthOf = ({ text, minLength }: Statement): number =>
  Math.max(minLength, Math.min(text.length, minPinLength));

function statementOf({ section, text, time, reference, about }: ChosenStatement): Statement {
  const base = baseOfReference(reference);
  const entry = reference.slice(base.length + 1);
  return { section, text, time, base, entry, minLength: 60, rank: 0, ...defined({ about }) };
}

/** Finds the newest later statement of the same section that is about the same subject or says nearly the same. */
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
