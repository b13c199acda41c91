import { addressAnchor, findInAddresses } from './addresses.ts';
import { findNamed, namedAnchor, tellingName } from './named.ts';
import { findByPreset, presetAnchor, type FoundSecret } from './presetRules.ts';
import { findByForms, providerAnchor } from './providers.ts';
import { QuickPattern } from './quickPattern.ts';

/** A secret known beforehand, as a value of an `.env` file: its name there and its text. */
export interface KnownSecret {
  readonly kind: string;
  /** As it is looked for. */
  readonly text: string;
  /** As its owner wrote it: several spellings are one secret. */
  readonly same: string;
}

/** What a masked secret looks like, and what is left of a `<private>` block. */
const masked = /\[secret: [^\]\n]{1,100} #\d+\]/g;
export const privateText = '[private]';
/** The same where nothing ends the block, so that all behind it is left out. */
export const unclosedText = '[private: the block was not closed, so all behind it is left out]';

const keyBegins = '-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----';
/** What is found by looking for its begin and its end. */
export const blockBegins = new RegExp(`${keyBegins}|<private[ \\t]{0,8}>`, 'i');
/** What every text without secrets is asked for, so that it is quick. */
export const anySecret = `${presetAnchor}|${providerAnchor}|${addressAnchor}|${namedAnchor}|PRIVATE KEY|<[Pp](?:rivate|RIVATE)[ \\t]{0,8}>`;
const anything = new QuickPattern(anySecret);

/**
 * Finds secrets in a text, in order and apart from one another. A block is one whatever stands in it; of other secrets
 * only what is masked already is left out, so that nobody can switch masking off with it. A private block that is not
 * closed counts unless `unclosed` is false.
 */
export function findSecrets(
  text: string,
  known: readonly KnownSecret[],
  { unclosed = true } = {},
): FoundSecret[] {
  const blocks: FoundSecret[] = [];
  const others: FoundSecret[] = [];
  if (anything.test(text)) {
    const plain = withoutEscapes(withoutMarkers(text));
    for (const each of new Set([text, plain]))
      blocks.push(...findBlocks(each).filter(({ kind }) => unclosed || kind !== unclosedKind));
    others.push(...inSlices(plain, findTokens));
    // Names in Chinese are no escapes, but part of what is found.
    if (/密码|口令|密钥|令牌/.test(text)) others.push(...inSlices(withoutMarkers(text), findNamed));
  }
  others.push(...findKnown(text, known), ...again(text, others));
  if (blocks.length === 0 && others.length === 0) return [];
  return apart([...blocks, ...besideMarkers(text, others)]);
}

/** The same text, as long, with something that no token has in the place of what is masked already. */
const withoutMarkers = (text: string): string =>
  text.includes('[secret: ') ? text.replace(masked, (marker) => '~'.repeat(marker.length)) : text;

/** What is left of secrets beside what is masked already. */
function besideMarkers(text: string, found: readonly FoundSecret[]): FoundSecret[] {
  const markers = [...text.matchAll(masked)].map(
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  return found.flatMap((finding) => {
    const within = markers.filter(([from, to]) => from < finding.end && to > finding.start);
    const begins = [finding.start, ...within.map(([, to]) => to)];
    const ends = [...within.map(([from]) => from), finding.end];
    return begins.flatMap((start, n) => {
      const end = ends[n] ?? start;
      return /[A-Za-z\d]/.test(text.slice(start, end)) ? [{ kind: finding.kind, start, end }] : [];
    });
  });
}

/** A value that is called a secret is one wherever else it stands. */
function again(text: string, found: readonly FoundSecret[]): FoundSecret[] {
  const values = found
    .filter(({ kind, start, end }) => namedKinds.has(kind) && end - start >= shortestAgain)
    .map(({ kind, start, end }) => ({ kind, text: text.slice(start, end) }));
  const all = [...new Map(values.map((value) => [value.text, value])).values()].slice(0, mostAgain);
  return findKnown(
    text,
    all.map((value) => ({ ...value, same: value.text })),
  );
}

/** A text that is longer is looked through in pieces of this length, so that no form can cost more. Characters. */
const sliceChars = 128 * 1024;
/** What is looked at before a piece and behind it: no word of a form lies further away. Characters. */
const [beforeChars, behindChars] = [512, 24 * 1024];

function inSlices(text: string, find: (text: string) => readonly FoundSecret[]): readonly FoundSecret[] {
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

/** The secrets in the value of a name, as in JSON. */
export function findInValue(name: string, value: string, known: readonly KnownSecret[]): FoundSecret[] {
  if (!tellingName.test(name)) return findSecrets(value, known);
  const before = `"${name}=`.length;
  return findSecrets(`"${name}=${value}`, known)
    .filter(({ start }) => start >= before)
    .map(({ kind, start, end }) => ({ kind, start: start - before, end: end - before }));
}

/** Whether a document may hold secrets, in strings of JSON as well; false only where it holds none. */
export const mayHoldSecrets = (text: string, known: readonly KnownSecret[]): boolean =>
  anything.test(text) || known.some((secret) => text.includes(secret.text)) || /\\u00[2-7]|\\\//i.test(text); // characters that need no escape may hide one

/** Names in code look like some tokens, but have words where these have none. */
const findTokens = (text: string): FoundSecret[] =>
  [...findByPreset(text), ...findByForms(text), ...findInAddresses(text), ...findNamed(text)].filter(
    ({ kind, start, end }) =>
      (kind !== 'NPM_ACCESS_TOKEN' && kind !== 'GITHUB_TOKEN') ||
      !/^(?:npm|gh[pousr])_(?!\d+_eyJ)\w*_/.test(text.slice(start, end)),
  );

/**
 * The same text, as long, with something else for what may stand before a word and is no part of it: letters of scripts
 * without spaces, escaped line feeds in JSON inside JSON, colours of a terminal, percent signs of addresses.
 */
const withoutEscapes = (text: string): string =>
  text.replace(
    /(?:\x1b|\\+(?:u001b|x1b|033))\[[\d;]*[A-Za-z]|\\+(?:u[\da-f]{4}|x[\da-f]{2}|[nrtbfv])|%[\dA-F][A-F]|[^\0-\x7f]/gi,
    (escape) => {
      if (escape.startsWith('%')) return `${escape.slice(0, 2)}0`;
      return (escape > '\x7f' ? '!' : ' ').repeat(escape.length);
    },
  );

/** Every place where a value stands by itself: what is part of a longer word is something else. */
function findKnown(text: string, known: readonly KnownSecret[]): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { kind, text: secret } of known)
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
      const end = at + secret.length;
      if (!isWordAt(text, at) && !isWordAt(text, end)) found.push({ kind, start: at, end });
    }
  return found;
}

/** Whether a word goes on from before a place to behind it; an escape before it is none. */
function isWordAt(text: string, at: number): boolean {
  if (!/^[A-Za-z\d]{2}$/.test(text.slice(at - 1, at + 1))) return false;
  return !/\\[nrtbfv]$|\\u[\da-f]{4}$|%[\dA-F]{2}$|\[[\d;]*m$/i.test(text.slice(Math.max(0, at - 8), at));
}

/** Kinds that a name alone tells, whose values are looked for in the rest of the text, if they are long enough. */
const namedKinds = new Set(['PASSWORD', 'SECRET', 'TOKEN', 'API_KEY', 'ACCESS_KEY', 'SECRET_KEY']);
const shortestAgain = 8;
const mostAgain = 100;

/** What is longer is no key. Characters. */
const longestKey = 32_768;

/**
 * Private keys and what a person marked as private. A key is masked also where its end is missing, as in output that
 * was cut, or numbers of lines stand in it.
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

/** A tag in backticks is spoken of, and not meant. A block may hold others; one that is not closed goes to the end. */
function findPrivate(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let [open, depth] = [0, 0];
  for (const { 0: tag, index } of text.matchAll(/(?<!`)<(?:private[ \t]{0,8}|\/private[ \t]{0,8})>/gi))
    if (!tag.startsWith('</')) {
      if (depth++ === 0) open = index;
    } else if (depth > 0 && --depth === 0)
      found.push({ kind: privateKind, start: open, end: index + tag.length });
  if (depth > 0 && text.startsWith('<private', open) && !/\w$/.test(text.slice(0, open)))
    found.push({ kind: unclosedKind, start: open, end: text.length });
  return found;
}

/** What a person marked as private is left out, and has no name. */
export const privateKind = 'private';
export const unclosedKind = 'private, not closed';

/** How far lines of base64 go on, also with escapes, quotes and numbers of lines between them. */
const lengthOfKey = (body: string): number =>
  /^(?:[^A-Za-z\d+/=]{0,12}(?:\d{1,6}[^A-Za-z\d+/=]{1,4})?(?:\\*[nr])*[A-Za-z\d+/=]{16,})*/.exec(body)?.[0]
    .length ?? 0;

/** What overlaps becomes one, and is what its longest part is. */
function apart(found: readonly FoundSecret[]): FoundSecret[] {
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
