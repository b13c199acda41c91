/** Weight of similarity of meaning relative to words. */
const weight = 0.5;

/** Number of entries found by meaning alone. */
export const maxByMeaning = 100;

/** Combines results by words and by meaning to one score each, after scaling both to 0..1. */
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

/** Scales scores linearly, least to 0 and greatest to 1; missing ones become 0. */
function scale(scores: readonly number[]): (score: number | undefined) => number {
  const [least, greatest] = scores.reduce(
    ([a, b], one) => [Math.min(a, one), Math.max(b, one)],
    [Infinity, -Infinity],
  );
  const span = greatest - least;
  return (score) => (score === undefined ? 0 : span > 0 ? (score - least) / span : 1);
}
