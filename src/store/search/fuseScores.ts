/** How much nearness of meaning counts beside the words. */
const weight = 0.5;

/** Entries that are found by their meaning alone. */
export const byMeaning = 100;

/** What was found by words, by meaning, or by both, with one score of both, each between its least and its greatest. */
export function fuseScores<T>(
  words: ReadonlyMap<T, number>,
  meaning: ReadonlyMap<T, number>,
): ReadonlyMap<T, number> {
  const [ofWords, ofMeaning] = [scale([...words.values()]), scale([...meaning.values()])];
  return new Map(
    [...words.keys(), ...meaning.keys()].map((key) => [
      key,
      (ofWords(words.get(key)) + weight * ofMeaning(meaning.get(key))) / (1 + weight),
    ]),
  );
}

/** Brings scores between the least, 0, and the greatest, 1; what has none gets 0. */
function scale(scores: readonly number[]): (score: number | undefined) => number {
  const [least, greatest] = scores.reduce(
    ([a, b], one) => [Math.min(a, one), Math.max(b, one)],
    [Infinity, -Infinity],
  );
  const span = greatest - least;
  return (score) => (score === undefined ? 0 : span > 0 ? (score - least) / span : 1);
}
