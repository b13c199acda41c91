import { isOpenQuestion, sentencesOf, tellsMore } from '../../history/facts/said.ts';
import { isStopWord, terms } from '../../disk/text/tokens.ts';
import type { Said } from '../../history/facts/sessionFacts.ts';
import type { Locator, Statement } from './statements.ts';
import { contradicts } from './superseded.ts';

/** Longer requests are pasted texts. Characters. */
const longest = 1_500;
/** Numbers of the newest sentences and open questions that are told. */
const [mostSentences, mostOpen] = [12, 6];
/** Length that a sentence keeps, and of requests below which there is no room for it. Characters. */
const [minLength, fromLength] = [56, 40];

/** Sentences of requests that a cut would lose: what corrects or limits, and what is left open. */
export function partStatements(
  { requests, settled }: { readonly requests: readonly Said[]; readonly settled: readonly Said[] },
  at: Locator,
): Statement[] {
  const parts = requests
    .filter(({ text }) => text.length <= longest)
    .flatMap((request) => {
      const known = settled.filter(({ entry }) => entry === request.entry);
      return sentencesOf(request.text)
        .map((text, n) => ({ request, text, n, isOpen: isOpenQuestion(text) }))
        .filter(
          ({ text }) =>
            !known.some((one) => text.includes(one.text)) && !isReplaced(text, request.entry, settled),
        );
    });
  const open = parts.filter(
    ({ isOpen, text, request }) => isOpen && !isAnswered(text, request.entry, settled),
  );
  const telling = parts.filter(({ isOpen, text, n }) => !isOpen && n > 0 && tellsMore(text));
  return [
    ...open
      .slice(-mostOpen)
      .map(({ request, text }): Statement => ({ ...at(request), section: 'plan', text, minLength, rank: 1 })),
    ...telling.slice(-mostSentences).map(({ request, text }): Statement => ({
      ...at(request),
      section: 'requests',
      text,
      minLength,
      rank: 3,
      fromLength,
      isPart: true,
    })),
  ];
}

/** Reports whether something settled later decides otherwise. */
const isReplaced = (text: string, entry: number, settled: readonly Said[]): boolean =>
  settled.some((one) => one.entry > entry && contradicts(one.text, text));

/** Reports whether something settled later speaks of the same. */
const isAnswered = (question: string, entry: number, settled: readonly Said[]): boolean => {
  const asked = new Set(terms(question).filter((word) => !isStopWord(word) && !saysOpen(word)));
  return settled.some((one) => {
    const said = new Set(terms(one.text));
    return one.entry > entry && [...asked].filter((word) => said.has(word)).length >= asked.size / 2;
  });
};

/** Computed on first use, as stemming is slow. */
let questionWords: ReadonlySet<string> | undefined;

/** Reports whether a term says that something is open, rather than what. */
const saysOpen = (term: string): boolean =>
  (questionWords ??= new Set(
    terms('open question issue point still to do decide decided be later todo 待定 待办'),
  )).has(term);
