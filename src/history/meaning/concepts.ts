import { isStopWord, isUnspaced, termsOf } from '../../disk/text/tokens.ts';
import { conceptTable } from './conceptTable.ts';
import { conceptOf, tokensOf, type Concept, type Form } from './forms.ts';
import type { Synonym, Meaning } from './types.ts';

/** Weight of words with the same meaning, relative to the word itself, and of related ones. */
const weights = { same: 0.8, related: 0.5 } as const;
/** Maximum number of synonyms of a word. */
const maxSynonyms = 64;
/** Maximum number of words between the words of a phrase like `sign … in`. */
const maxBetween = 2;
const particles = new Set(['in', 'on', 'off', 'out', 'up', 'down', 'back', 'over', 'away'].flatMap(tokensOf));

/** Range of a concept in a query, in tokens or characters; the end is exclusive. */
interface Match {
  readonly start: number;
  readonly end: number;
  readonly concept: Concept;
  readonly isCore: boolean;
}

/** Returns meanings of a query's words according to the table of concepts. */
export function conceptsIn(query: string): readonly Meaning[] {
  const tokens = tokensOf(query);
  const matches = [...matchesOfPhrases(tokens), ...tokens.flatMap(matchesInRun)];
  const isMeaningful = ({
    terms,
    of,
  }: {
    readonly terms: readonly string[];
    readonly of: readonly Found[];
  }): boolean => terms.length > 0 || of.some(({ start, end }) => end - start > 1);
  return spans(matches)
    .filter(isMeaningful)
    .map(({ terms, of }) => ({ terms, synonyms: synonymsOf(of, new Set(terms)) }));
}

interface Found extends Match {
  /** Terms of the query it covers. */
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

/** Returns the end of a form's tokens from a start; -1 if the form is not there. */
function endOf({ tokens: wanted, isTextOnly }: Form, tokens: readonly string[], start: number): number {
  if (isTextOnly || tokens[start] !== wanted[0]) return -1;
  let at = start + 1;
  for (const token of wanted.slice(1)) {
    const between = particles.has(token) ? maxBetween : 0;
    const next = tokens.slice(at, at + between + 1).indexOf(token);
    if (next < 0) return -1;
    at += next + 1;
  }
  return at;
}

/** Maximum characters of a Chinese form in the table. */
const maxChineseLength = 6;

/** Finds forms within a run of Chinese. Positions are characters, offset by the number of the run. */
function matchesInRun(run: string, number: number): Found[] {
  if (!isUnspaced(run)) return [];
  const base = (number + 1) * 10_000;
  const found: Found[] = [];
  for (let start = 0; start < run.length; start++)
    for (let end = Math.min(run.length, start + maxChineseLength); end > start; end--) {
      const part = run.slice(start, end);
      for (const concept of conceptsWith(part))
        for (const { form, isCore } of formsOf(concept))
          if (!form.isTextOnly && form.tokens.length === 1 && form.tokens[0] === part)
            found.push({
              start: base + start,
              end: base + end,
              concept,
              isCore,
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

/** Merges overlapping matches, dropping those inside a longer one. */
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

/** Returns concepts that may contain a word, parsing only their lines. */
const conceptsWith = (token: string): readonly Concept[] =>
  [...(isChinese(token) ? linesWithChinese(token) : linesWith(token))].map((line) => {
    const concept = parsed.get(line) ?? conceptOf(line);
    parsed.set(line, concept);
    return concept;
  });

/** Chinese characters sort after all other letters in the table. */
const isChinese = (text: string): boolean => text >= '\u2e80';

/** Returns lines with a form that starts with the same two letters, in order: stems and their words share them. */
function linesWith(token: string): ReadonlySet<string> {
  const letters = token.slice(0, 2);
  const first = [...indexesOf(conceptTable, `\n${letters}`)].map((at) => at + 1);
  const others = [...indexesOf(conceptTable, ` ${letters}`)]
    .filter((at) => /[,|]/.test(conceptTable[at - 1] ?? ''))
    .map((at) => at + 1);
  // A single letter is a word of its own, as in `z-index`.
  const isWord = (at: number): boolean => letters.length > 1 || !/[a-z\d]/.test(conceptTable[at + 1] ?? '');
  const positions = [...first, ...others].filter(isWord).sort((a, b) => a - b);
  return new Set(positions.map((at) => lineAt(conceptTable, at)));
}

let chinese: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Returns lines with a Chinese form. All are indexed at once, since every part of a run may be one. */
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

/** Yields every index of a text in another; none for the empty text. */
function* indexesOf(text: string, sought: string): Generator<number> {
  if (sought === '') return;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) yield at;
}

/** Returns the line of a text that contains an index. */
function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end);
}
