import type { Statement } from './statements.ts';
import { lackingIn, styles, tightest, type Style } from './styles.ts';
import type { BriefSection } from './types.ts';

/** A text in a style. */
interface Written {
  readonly style: Style;
  readonly included: readonly Statement[];
  /** Tokens, or more where the text is too long otherwise. */
  readonly cost: number;
}

/** Finds the first style that fits by bisection; falls back to the tightest. */
export function firstFitting<T extends Written>(drafted: (style: Style) => T, maxTokens: number): T {
  let draft: T | undefined;
  let [from, to] = [0, styles.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const one = drafted(styles[middle] ?? tightest);
    if (one.cost <= maxTokens) [draft, to] = [one, middle];
    else from = middle + 1;
  }
  return draft ?? drafted(tightest);
}

/** Length that keeps 40 letters, and below which no tighter style is tried. Characters. */
const leastLength = 49;
/** Numbers of steps to the tighter styles that are tried. */
const steps = [0, 2, 4];

/**
 * Tells as many statements as possible with all that they alone say, in the room that is left over or that a tighter
 * style gains.
 */
export function fullest<T extends Written>(
  fitting: T,
  statements: readonly Statement[],
  drafted: (style: Style) => T,
  maxTokens: number,
): T {
  const at = styles.indexOf(fitting.style);
  if (fitting.style.form === 'lines' || at < 0) return fitting;
  let [best, most] = [fitting, -1];
  for (const step of steps) {
    const style = styles[at + step] ?? tightest;
    if (step > 0 && style.length < leastLength) break;
    const draft = filled(style, statements, drafted, maxTokens);
    const told = draft.included.filter((one) => lackingIn(one, draft.style) === 0).length;
    if (told > most) [best, most] = [draft, told];
  }
  return best;
}

/** Sections whose statements are favoured; those of others stand together where there is little room. */
const mayGrow: ReadonlySet<BriefSection> = new Set(['requests', 'decisions', 'constraints', 'plan']);

/** Favours as many statements as fit, those first that lack least. */
function filled<T extends Written>(
  style: Style,
  statements: readonly Statement[],
  drafted: (style: Style) => T,
  maxTokens: number,
): T {
  const lacking = statements
    .filter(({ section }) => mayGrow.has(section))
    .map((one) => ({ one, chars: lackingIn(one, style) }))
    .filter(({ chars }) => chars > 0)
    .sort((a, b) => a.chars - b.chars)
    .map(({ one }) => one);
  let best = drafted(style);
  let [from, to] = [0, lacking.length];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    const draft = drafted({ ...style, favoured: new Set(lacking.slice(0, middle)) });
    if (draft.cost <= maxTokens) [best, from] = [draft, middle];
    else to = middle - 1;
  }
  return best;
}
