import { addressAnchor, findInAddresses } from './addresses.ts';
import { hasMarkers, outsideMarkers, withoutMarkers } from './markers.ts';
import { findNamed, kindOfValue, namedAnchor, valueName } from './named.ts';
import { findByPreset, presetAnchor, type FoundSecret } from './presetRules.ts';
import { findByForms, providerAnchor } from './providers.ts';
import { QuickPattern } from './quickPattern.ts';

/** A secret known in advance, such as a value of an `.env` file. */
export interface KnownSecret {
  readonly kind: string;
  /** Spelling to find. */
  readonly text: string;
  /** The value as its owner wrote it; all spellings count as one secret. */
  readonly same: string;
}

/** Replacement of an unclosed block, with which everything after it is removed. */
export const unclosedText = '[private: the block was not closed, so all behind it is left out]';

const keyBegins = '-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----';
/** Matches the beginning of blocks that are found by their beginning and end. */
export const blockBegins = new RegExp(`${keyBegins}|<private[ \\t]{0,8}>`, 'i');
/** Pattern that every text with a secret matches, as a quick test. */
export const anySecret = `${presetAnchor}|${providerAnchor}|${addressAnchor}|${namedAnchor}|PRIVATE KEY|(?:[<;]|3[cC])[ \\t]{0,8}[Pp](?:rivate|RIVATE)[ \\t]{0,8}[>\\\\&%]`;
const anything = new QuickPattern(anySecret);

/**
 * Finds secrets in a text, in order and without overlaps. A block is a secret regardless of its content; in other secrets
 * masked parts are skipped, so that markers cannot disable masking. An unclosed private block counts unless `unclosed`
 * is false.
 */
export function findSecrets(
  text: string,
  known: readonly KnownSecret[],
  { unclosed = true } = {},
): FoundSecret[] {
  const blocks: FoundSecret[] = [];
  const found: FoundSecret[][] = [];
  if (mayHold(text)) {
    const plain = withoutEscapes(unmarked(text));
    for (const each of new Set([text, plain]))
      for (const block of findBlocks(each)) if (unclosed || block.kind !== unclosedKind) blocks.push(block);
    found.push(inSlices(withoutPrivate(plain, blocks), findTokens));
    // Chinese names are not escapes, but part of the match.
    if (/密码|口令|密钥|令牌/.test(text)) found.push(inSlices(unmarked(text), findNamed));
  }
  found.push(repetitionsOf(text, found.flat()), findKnown(text, known));
  const others = outsideMarkers(text, found.flat(), isToken);
  return blocks.length === 0 && others.length === 0 ? [] : mergedOverlaps([...blocks, ...others]);
}

const unmarked = (text: string): string => withoutMarkers(text, isToken);

/** Whether a kind in a marker is a token, as no kind is. */
const isToken = (kind: string): boolean => anything.test(kind) && findTokens(kind).length > 0;

/** Whether a text may hold secrets, also around masked parts. */
const mayHold = (text: string): boolean =>
  anything.test(text) || (hasMarkers(text) && anything.test(unmarked(text)));

/** Replaces private blocks like masked parts, so that they hide no end of an address around them. */
function withoutPrivate(text: string, blocks: readonly FoundSecret[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { kind, start, end } of blocks)
    if (kind === privateKind && start >= at) {
      pieces.push(text.slice(at, start), '~'.repeat(end - start));
      at = end;
    }
  return at === 0 ? text : pieces.join('') + text.slice(at);
}

/** Finds further occurrences of values that are secrets by their name. */
function repetitionsOf(text: string, found: readonly FoundSecret[]): FoundSecret[] {
  const values = found
    .filter(({ kind, start, end }) => namedKinds.has(kind) && end - start >= shortestAgain)
    .map(({ kind, start, end }) => ({ kind, text: text.slice(start, end) }));
  const all = [...new Map(values.map((value) => [value.text, value])).values()].slice(0, mostAgain);
  return findKnown(
    text,
    all.map((value) => ({ ...value, same: value.text })),
  );
}

/** Longer texts are searched in pieces of this length, which bounds the cost of any pattern. Characters. */
const sliceChars = 128 * 1024;
/** Context included before and after a piece; no part of a form is farther away. Characters. */
const [beforeChars, behindChars] = [512, 24 * 1024];

function inSlices(text: string, find: (text: string) => FoundSecret[]): FoundSecret[] {
  if (text.length <= sliceChars) return find(text);
  const found: FoundSecret[] = [];
  for (let from = 0; from < text.length; from += sliceChars) {
    const begin = Math.max(0, from - beforeChars);
    for (const { kind, start, end } of find(text.slice(begin, from + sliceChars + behindChars)))
      if (begin + start >= from && begin + start < from + sliceChars)
        found.push({ kind, start: begin + start, end: begin + end });
  }
  return found;
}

/** Finds secrets in the value of a name, as in JSON. */
export function findInValue(name: string, value: string, known: readonly KnownSecret[]): FoundSecret[] {
  if (!valueName.test(name)) return findSecrets(value, known);
  const kind = kindOfValue(name, value);
  if (kind !== undefined) return [{ kind, start: 0, end: value.length }];
  const before = `"${name}=`.length;
  return findSecrets(`"${name}=${value}`, known)
    .filter(({ start }) => start >= before)
    .map(({ kind, start, end }) => ({ kind, start: start - before, end: end - before }));
}

/** Whether a document may contain secrets, also in JSON strings; false only if it has none. */
export const mayHoldSecrets = (text: string, known: readonly KnownSecret[]): boolean =>
  // characters escaped without need may hide one
  mayHold(text) || known.some((secret) => text.includes(secret.text)) || /\\u00[2-7]|\\\//i.test(text);

/** Finds tokens; names in code look like some of them, but consist of words. */
const findTokens = (text: string): FoundSecret[] =>
  [...findByPreset(text), ...findByForms(text), ...findInAddresses(text), ...findNamed(text)].filter(
    ({ kind, start, end }) =>
      (kind !== 'NPM_ACCESS_TOKEN' && kind !== 'GITHUB_TOKEN') ||
      !/^(?:npm|gh[pousr])_(?!\d+_eyJ)\w*_/.test(text.slice(start, end)),
  );

/**
 * Replaces characters that may precede a word without being part of it, keeping the length.
 *
 * They are letters of scripts without spaces, escaped line feeds in JSON inside JSON, terminal colours, and percent
 * signs of URLs.
 */
const withoutEscapes = (text: string): string =>
  text.replace(
    /(?:\x1b|(?<!\\)\\+(?:u001b|x1b|033))\[[\d;]*[A-Za-z]|(?<!\\)\\+(?:u[\da-f]{4}|x[\da-f]{2}|[nrtbfv])|%[\dA-F]{2}|[^\0-\x7f]/gi,
    (escape) => {
      if (escape.startsWith('%')) return `${escape.slice(0, 2)}+`;
      return (escape > '\x7f' ? '!' : ' ').repeat(escape.length);
    },
  );

/** Finds values that are whole words; as parts of longer words they are something else. */
function findKnown(text: string, known: readonly KnownSecret[]): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { kind, text: secret } of known)
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
      const end = at + secret.length;
      if (!isWordAt(text, at) && !isWordAt(text, end)) found.push({ kind, start: at, end });
    }
  return found;
}

/** Whether a word continues across an index; a preceding escape is not part of it. */
function isWordAt(text: string, at: number): boolean {
  if (!/^[A-Za-z\d]{2}$/.test(text.slice(at - 1, at + 1))) return false;
  return !/\\[nrtbfv]$|\\u[\da-f]{4}$|%[\dA-F]{2}$|\[[\d;]*m$/i.test(text.slice(Math.max(0, at - 8), at));
}

/** Kinds recognised by name alone; their values, if long enough, are searched for in the rest of the text. */
const namedKinds = new Set(['PASSWORD', 'SECRET', 'TOKEN', 'API_KEY', 'ACCESS_KEY', 'SECRET_KEY']);
const shortestAgain = 8;
const mostAgain = 100;

/** Length limit of a private key. Characters. */
const longestKey = 32_768;

/**
 * Finds private keys and private blocks. A key is also masked if its end is missing, as in truncated output, or line
 * numbers are in it.
 */
function findBlocks(text: string): FoundSecret[] {
  const begins = [...text.matchAll(new RegExp(keyBegins, 'g'))];
  const keys = begins.flatMap(({ 0: begin, index }, n) => {
    const from = index + begin.length;
    const body = text.slice(from, Math.min(from + longestKey, begins[n + 1]?.index ?? text.length));
    const close = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/.exec(body);
    const length = close ? close.index + close[0].length : lengthOfKey(body);
    const within = close ? body.slice(0, close.index) : body.slice(0, length);
    return /[A-Za-z\d+/]{40}/.test(within) ? [{ kind: 'PRIVATE_KEY', start: index, end: from + length }] : [];
  });
  return [...keys, ...findPrivate(text)];
}

/** Matches a tag of a private block, also with characters escaped as in JSON, HTML, Markdown, addresses or strings. */
const privateTag =
  /(?<!`)(?:<|\\{1,8}(?:u003c|x3c)|&(?:lt|#0{0,4}60|#x0{0,4}3c);|%3c)[ \t]{0,8}(?:(?:\\{0,8}\/|%2f)[ \t]{0,8})?private[ \t]{0,8}(?:\\{0,8}>|\\{1,8}(?:u003e|x3e)|&(?:gt|#0{0,4}62|#x0{0,4}3e);|%3e)/gi;

/** Finds private blocks. Tags in backticks are only mentioned. Blocks may nest; an unclosed one extends to the end. */
function findPrivate(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let [open, depth] = [0, 0];
  for (const { 0: tag, index } of text.matchAll(privateTag))
    if (!/\/|%2f/i.test(tag)) {
      if (depth++ === 0) open = index;
    } else if (depth > 0 && --depth === 0)
      found.push({ kind: privateKind, start: open, end: index + tag.length });
  if (
    depth > 0 &&
    /^<(?:private|PRIVATE)/.test(text.slice(open, open + 8)) &&
    !/\w/.test(text.charAt(open - 1))
  )
    found.push({ kind: unclosedKind, start: open, end: text.length });
  return found;
}

/** Kind of private blocks, which are removed without a name. */
export const privateKind = 'private';
export const unclosedKind = 'private, not closed';

/** Length of consecutive base64 lines, with escapes, quotes and line numbers between them. */
const lengthOfKey = (body: string): number =>
  /^(?:[^A-Za-z\d+/=]{0,12}(?:\d{1,6}[^A-Za-z\d+/=]{1,4})?(?:\\*[nr])*[A-Za-z\d+/=]{16,})*/.exec(body)?.[0]
    .length ?? 0;

/** Merges overlapping secrets to one of the longest part's kind. */
function mergedOverlaps(found: readonly FoundSecret[]): FoundSecret[] {
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: FoundSecret[] = [];
  let longest = 0;
  for (const finding of sorted) {
    const last = result.at(-1);
    if (last === undefined || finding.start >= last.end) {
      result.push(finding);
      longest = finding.end - finding.start;
    } else {
      const length = finding.end - finding.start;
      const kind = length > longest ? finding.kind : last.kind;
      longest = Math.max(longest, length);
      result.splice(-1, 1, { kind, start: last.start, end: Math.max(last.end, finding.end) });
    }
  }
  return result;
}
