/** What English adds to a stem to name who does something, or what it is to do it; the stemmer leaves these in short words. */
const endings = ['er', 'or', 'ist', 'ian', 'ship', 'ment', 'anc', 'enc', 'ion', 'i'];
const shortestStem = 4;

/** Terms that may be of the same family as a stemmed English word, as `dancer` and `danc`; none for other words. */
export function formsOf(term: string): readonly string[] {
  if (!/^[a-z]{4,}$/.test(term)) return [];
  const shorter = endings
    .filter((ending) => term.endsWith(ending))
    .map((ending) => term.slice(0, -ending.length));
  const stems = [term, ...shorter].filter((stem) => stem.length >= shortestStem);
  const forms = new Set(stems.flatMap((stem) => [stem, ...endings.map((ending) => stem + ending)]));
  forms.delete(term);
  return [...forms];
}
