import { isOneToken } from './singleTokens.ts';

/** Short English words that are one token and common in texts about programs. */
const short: ReadonlySet<string> = new Set(
  `a an the i you he she it we they me him her us them my your his its our their this that these those who what
which when where why how is are was were be been being am do does did done has have had can could will would
shall should may might must not no yes and or but if then else than as at by for from in into of off on onto
out over to up with about after all also any back both down each even ever few first get gets give go goes got
here just keep kept last less let like line lines made make makes many more most much need new next now old
once one only open other own page part per put read run runs same save say see set show side since size so some
still stop such sure take task tell test tests text there thing think three time too top try turn two type
under until use used user uses using very view want way web well went work works write wrong year zero add adds
again ask bad best better big both break bug bugs build call calls case change check clean clear click close
code cost copy count data date day days diff drop edit empty end error every fail fails fast file files find
fine fix fixed flag form found full good great group hard head help hide high home host issue item items job
join key keys kind know large later left level link list load local log login logs long look looks loop low mail
main match mean merge mode month move moved name names null null number order pass patch path paths plan please
point port post press print pull push query quick quiet queue rate ready repo reset right role root round row
rule rules safe sent server ship short shown shows sign skip slow small sort space spec split start state step
store style sum table tag team them time title today token total totals tool tools tree true value video wait
wants warn watch week while whole why wide width word words world wrap`.split(/\s+/),
);

/** Number of words examined together: few enough to be of one language. */
const groupSize = 8;
/** Share of known words in English. */
const minKnownShare = 0.34;
/** Letters per token in languages of which models know few words. */
const lettersPerToken = 2.1;

const proseWord = /(?<![\w./\\-])[A-Za-z]+(?![\w/\\]|\.\w)/g;

/**
 * Estimates the additional tokens of a text in a language of Latin letters that models know little of, such as Finnish,
 * Swahili or Basque. `english` returns the tokens of an English word.
 */
export function foreignGain(text: string, english: (word: string) => number): number {
  const words = text.match(proseWord) ?? [];
  let gain = 0;
  for (let at = 0; at < words.length; at += groupSize) {
    const some = words.slice(Math.max(0, Math.min(at, words.length - groupSize)), at + groupSize);
    const known = some.filter(isKnown).length;
    if (known < minKnownShare * some.length) gain += gainOf(words.slice(at, at + groupSize), english);
  }
  return gain;
}

const isKnown = (word: string): boolean => {
  const small = word.toLowerCase();
  return short.has(small) || isOneToken(small);
};

const gainOf = (words: readonly string[], english: (word: string) => number): number =>
  words.reduce((sum, word) => sum + Math.max(0, word.length / lettersPerToken - english(word)), 0);
