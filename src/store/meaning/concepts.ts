import { lineAt, placesIn } from '../text/tableLines.ts';
import { isStopWord, isUnspaced, termsOf } from '../text/tokens.ts';
import { conceptTable } from './conceptTable.ts';
import { conceptOf, tokensOf, type Concept, type Form } from './forms.ts';
import type { Synonym, Meaning } from './types.ts';

/** What words of the same meaning count beside the word itself, and those that are only related. */
const weights = { same: 0.8, related: 0.5 } as const;
/** So many words may stand for one. */
const maxSynonyms = 64;
/** Words that may stand between the words of a phrase like `sign … in`. */
const maxBetween = 2;
const particles = new Set(['in', 'on', 'off', 'out', 'up', 'down', 'back', 'over', 'away'].flatMap(tokensOf));

/** Where in a query something of a concept stands. Ends are after the last token, or the last character. */
interface Match {
  readonly start: number;
  readonly end: number;
  readonly concept: Concept;
  readonly isCore: boolean;
}

/** What words of a query mean, as the table of concepts tells. */
export function conceptsIn(query: string): readonly Meaning[] {
  const tokens = tokensOf(query);
  const matches = [...matchesOfPhrases(tokens), ...tokens.flatMap(matchesInRun)];
  const isTold = ({
    terms,
    of,
  }: {
    readonly terms: readonly string[];
    readonly of: readonly Found[];
  }): boolean => terms.length > 0 || of.some(({ start, end }) => end - start > 1);
  return spans(matches)
    .filter(isTold)
    .map(({ terms, of }) => ({ terms, synonyms: synonymsOf(of, new Set(terms)) }));
}

interface Found extends Match {
  /** Terms of the query that it covers. */
  readonly terms: readonly string[];
}

function matchesOfPhrases(tokens: readonly string[]): Found[] {
  return tokens.flatMap((token, start) => {
    if (isUnspaced(token)) return [];
    return conceptsWith(token).flatMap((concept) =>
      formsOf(concept).flatMap(({ form, isCore }) => {
        const end = endOf(form, tokens, start);
        if (end < 0) return [];
        const terms = form.tokens.filter((term) => !isStopWord(term));
        return [{ start, end, concept, isCore, terms }];
      }),
    );
  });
}

/** Where the tokens of a form end that begins at a place; -1 where it does not stand there. */
function endOf({ tokens: wanted, isSought }: Form, tokens: readonly string[], start: number): number {
  if (isSought || tokens[start] !== wanted[0]) return -1;
  let at = start + 1;
  for (const token of wanted.slice(1)) {
    const between = particles.has(token) ? maxBetween : 0;
    const next = tokens.slice(at, at + between + 1).indexOf(token);
    if (next < 0) return -1;
    at += next + 1;
  }
  return at;
}

/** Longest Chinese form of the table. Characters. */
const longest = 6;

/** Forms within a run of Chinese. Places are characters; those of different runs are told apart by their number. */
function matchesInRun(run: string, number: number): Found[] {
  if (!isUnspaced(run)) return [];
  const base = (number + 1) * 10_000;
  const found: Found[] = [];
  for (let start = 0; start < run.length; start++)
    for (let end = Math.min(run.length, start + longest); end > start; end--) {
      const part = run.slice(start, end);
      for (const concept of conceptsWith(part))
        for (const { form, isCore } of formsOf(concept))
          if (!form.isSought && form.tokens.length === 1 && form.tokens[0] === part)
            found.push({
              ...{ start: base + start, end: base + end, concept, isCore },
              terms: termsOf(part).filter((term) => !isStopWord(term)),
            });
    }
  return found;
}

const formsOf = ({
  core,
  related,
}: Concept): readonly { readonly form: Form; readonly isCore: boolean }[] => [
  ...core.map((form) => ({ form, isCore: true })),
  ...related.map((form) => ({ form, isCore: false })),
];

/** What overlaps belongs together; what stands within something longer is not meant by itself. */
function spans(matches: readonly Found[]): { terms: string[]; of: Found[] }[] {
  const outer = matches.filter(
    ({ start, end }) =>
      !matches.some(
        (other) => other.start <= start && other.end >= end && other.end - other.start > end - start,
      ),
  );
  const found: { terms: string[]; of: Found[]; end: number }[] = [];
  for (const match of outer.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && match.start < last.end) {
      last.end = Math.max(last.end, match.end);
      last.of.push(match);
      last.terms = [...new Set([...last.terms, ...match.terms])];
    } else found.push({ terms: [...match.terms], of: [match], end: match.end });
  }
  return found;
}

function synonymsOf(matches: readonly Found[], asked: ReadonlySet<string>): readonly Synonym[] {
  const best = new Map<string, Synonym>();
  const take = ({ terms }: Form, weight: number): void => {
    if (terms.length === 0 || terms.every((term) => asked.has(term))) return;
    const key = terms.join(' ');
    if (weight > (best.get(key)?.weight ?? 0)) best.set(key, { terms, weight, origin: 'concept' });
  };
  for (const { concept, isCore } of matches) {
    for (const form of concept.core) take(form, isCore ? weights.same : weights.related);
    if (isCore) for (const form of concept.related) take(form, weights.related);
  }
  return [...best.values()].sort((a, b) => b.weight - a.weight).slice(0, maxSynonyms);
}

const parsed = new Map<string, Concept>();

/** The concepts that may have a word. Only their lines are read. */
const conceptsWith = (token: string): readonly Concept[] =>
  [...(isChinese(token) ? linesWithChinese(token) : linesWith(token))].map((line) => {
    const concept = parsed.get(line) ?? conceptOf(line);
    parsed.set(line, concept);
    return concept;
  });

/** Chinese stands behind all other letters of the table. */
const isChinese = (text: string): boolean => text >= '\u2e80';

/** The lines with a form that begins with the same two letters, as stems begin with those of their words. In their order. */
function linesWith(token: string): ReadonlySet<string> {
  const letters = token.slice(0, 2);
  const first = [...placesIn(conceptTable, `\n${letters}`)].map((at) => at + 1);
  const others = [...placesIn(conceptTable, ` ${letters}`)]
    .filter((at) => /[,|]/.test(conceptTable[at - 1] ?? ''))
    .map((at) => at + 1);
  // A word of one letter stands by itself, as in `z-index`.
  const isWord = (at: number): boolean => letters.length > 1 || !/[a-z\d]/.test(conceptTable[at + 1] ?? '');
  const places = [...first, ...others].filter(isWord).sort((a, b) => a - b);
  return new Set(places.map((at) => lineAt(conceptTable, at)));
}

let chinese: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The lines with a Chinese form. Every piece of a run of Chinese may be one, so that all are found at once. */
const linesWithChinese = (form: string): ReadonlySet<string> =>
  (chinese ??= linesOfChinese()).get(form) ?? new Set();

function linesOfChinese(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of conceptTable.trim().split('\n'))
    for (const text of line.split(/[,|]/)) {
      const form = text.trim().replace('?', '');
      if (isChinese(form)) found.set(form, (found.get(form) ?? new Set()).add(line));
    }
  return found;
}
