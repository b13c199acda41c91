import { stemmer } from 'stemmer';

const words = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts written without blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;
const humps = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu;

/**
 * Returns the terms of a text, for indexing and queries.
 *
 * They are lower-case stemmed words (Porter), parts of camelCase and snake_case identifiers, and single characters and
 * bigrams of scripts without blanks.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const word of wordsOf(text)) for (const term of termsOf(word)) found.push(term);
  return found;
}

/**
 * Whether each UTF-16 unit is part of words; computed once there are many words, as the check is half of the cost of
 * finding them.
 */
let inWords: Uint8Array | undefined;

/** Computed by matching words in a text of all units, in a tenth of the time of checking each. */
function unitsInWords(): Uint8Array {
  const units = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
  const inWord = new Uint8Array(units.length);
  for (const { 0: run, index } of Buffer.from(units.buffer).toString('utf16le').matchAll(words))
    inWord.fill(1, index, index + run.length);
  return inWord;
}

/** Normalises characters: full-width letters become ordinary ones. */
export const normalForm = (text: string): string => text.normalize('NFKC');

/**
 * Visits the words of a normalised text, runs of letters and digits of any script, with their hashes. Returns false
 * without visiting any if the text has surrogate pairs, which `wordsOf` supports.
 */
export function eachWord(text: string, visit: (start: number, end: number, hash: number) => void): boolean {
  if (/[\uD800-\uDFFF]/.test(text)) return false;
  const isInWord = (inWords ??= unitsInWords());
  let start = -1;
  let hash = 0;
  for (let n = 0; n < text.length; n++) {
    const unit = text.charCodeAt(n);
    if (isInWord[unit] === 1) {
      if (start < 0) {
        start = n;
        hash = 0;
      }
      hash = (Math.imul(hash, 31) + unit) | 0;
    } else if (start >= 0) {
      visit(start, n, hash ^ (hash >>> 15));
      start = -1;
    }
  }
  if (start >= 0) visit(start, text.length, hash ^ (hash >>> 15));
  return true;
}

/** Amount of text searched before the table of units is computed. Characters. */
const minCharsForTable = 50_000;
let charsSeen = 0;

/** Returns the words of a text: runs of letters and digits of any script. */
export function wordsOf(text: string): readonly string[] {
  const normal = normalForm(text);
  charsSeen += normal.length;
  if (!inWords && charsSeen < minCharsForTable) return normal.match(words) ?? [];
  const found: string[] = [];
  const simple = eachWord(normal, (start, end) => found.push(normal.slice(start, end)));
  return simple ? found : (normal.match(words) ?? []);
}

/** Returns the words with their start index in the text, UTF-16 units. */
export const wordsWithIndex = (text: string): { readonly word: string; readonly index: number }[] =>
  [...text.matchAll(words)].map(({ 0: word, index }) => ({ word, index }));

/** Whether a term or word is of a script without blanks. */
export const isUnspaced = (word: string): boolean => unspaced.test(word);

/** Splits a word to runs of scripts with and without blanks. */
export const runsOf = (word: string): readonly string[] => word.match(unspacedRun) ?? [];

/** Cache of terms by word: most words recur, and stemming is slow. */
const termCache = new Map<string, readonly string[]>();
const maxCachedTerms = 20_000;
/** Length limit of cached words; longer ones would keep the text they were cut from in memory. */
const maxCachedLength = 12;

/** Returns the terms of one word of `wordsOf`, the whole word first. */
export function termsOf(word: string): readonly string[] {
  const before = termCache.get(word);
  if (before) return before;
  const found = [...word.normalize('NFKC').matchAll(unspacedRun)].flatMap(([run]) =>
    unspaced.test(run) ? characterTerms(run) : wordTerms(run),
  );
  if (word.length > maxCachedLength) return found;
  if (termCache.size >= maxCachedTerms) termCache.clear();
  termCache.set(word, found);
  return found;
}

const termOf = (word: string): string => stemmer(baseForm(word.toLowerCase()));

function wordTerms(word: string): string[] {
  const parts = word.match(humps) ?? [];
  return parts.length > 1 ? [termOf(word), ...parts.map(termOf)] : [termOf(word)];
}

function characterTerms(run: string): string[] {
  const characters = Array.from(run);
  const bigrams = characters.slice(1).map((character, n) => `${characters[n] ?? ''}${character}`);
  return [...characters, ...bigrams];
}

/** English forms that stemmers do not reduce to their word: `word: forms`. */
const forms = `become: became; begin: began begun; break: broke broken; bring: brought; build: built; buy: bought;
catch: caught; child: children kid kids; choose: chose chosen; come: came; dig: dug; draw: drew drawn; drive: drove driven;
eat: ate eaten; fall: fell fallen; father: dad; feed: fed; feel: felt; fight: fought; find: found; fly: flew flown;
forget: forgot forgotten; freeze: froze frozen; get: got gotten; give: gave given; go: went gone; good: better best;
grow: grew grown; hang: hung; hear: heard; hide: hid hidden; hold: held; keep: kept; know: knew known; lead: led;
learn: learnt; leave: left; life: lives; lose: lost; make: made; mean: meant; meet: met; mother: mom mum; pay: paid;
person: people; ride: rode ridden; rise: rose risen; run: ran; say: said; see: saw seen; sell: sold; send: sent;
shake: shook shaken; shoot: shot; show: shown; sing: sang sung; sit: sat; sleep: slept; speak: spoke spoken; spend: spent;
stand: stood; steal: stole stolen; stick: stuck; strike: struck; swear: swore sworn; swim: swam swum; take: took taken;
teach: taught; tear: tore torn; tell: told; think: thought; throw: threw thrown; understand: understood; wake: woke woken;
wear: wore worn; wife: wives; win: won; write: wrote written`;

const bases = new Map(
  forms.split(/;\s*/).flatMap((entry) => {
    const [base = '', all = ''] = entry.split(': ');
    return all.split(' ').map((form) => [form, base] as const);
  }),
);

/** Returns the word of an irregular form; other words are returned unchanged. */
const baseForm = (word: string): string => bases.get(word) ?? word;

const commonWords =
  'a about also an and any are as at be been being but by can could d did do does for from had has have how i in is it its just kind like ll m many me much my not of on or our really re s should so some that the their them then there these they this to type us ve was we were what when where which who why will with would you your t';
const commonCharacters = '的了是在和与或也就都而及着把被这那我你他她它们吗呢吧啊';

/** Computed on first use, as stemming is slow. */
let stopWords: ReadonlySet<string> | undefined;

const findStopWords = (): ReadonlySet<string> =>
  new Set([
    ...commonWords.split(' ').flatMap((word) => [word, stemmer(word)]),
    ...Array.from(commonCharacters),
  ]);

/** Whether a term, stemmed or not, is too common to indicate a text's subject. */
export const isStopWord = (term: string): boolean => (stopWords ??= findStopWords()).has(term);
