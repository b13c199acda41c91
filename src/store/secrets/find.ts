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

const keyBegins = '-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----';
/** What is found by looking for its begin and its end. */
export const blockBegins = new RegExp(`${keyBegins}|<private>`, 'i');
/** What every text without secrets is asked for, so that it is quick. */
export const anySecret = `${presetAnchor}|${providerAnchor}|PRIVATE KEY|<[Pp](?:rivate|RIVATE)>`;
const anything = new QuickPattern(anySecret);

/** Secrets in a text, in order and apart from one another; what is masked already is none. */
export function findSecrets(text: string, known: readonly KnownSecret[]): FoundSecret[] {
  const found: FoundSecret[] = [];
  if (anything.test(text)) {
    const plain = withoutEscapes(text);
    found.push(...findBlocks(text), ...findTokens(plain));
    if (plain !== text) found.push(...findBlocks(plain));
  }
  found.push(...findKnown(text, known));
  if (found.length === 0) return found;
  const already = [...text.matchAll(masked)].map(
    ({ 0: { length }, index }) => [index, index + length] as const,
  );
  return apart(found.filter(({ start, end }) => !already.some(([from, to]) => start < to && end > from)));
}

/** Names in front of values that only with them are known as secrets. */
const telling = /(?:secret_?access_?key|_auth|_authToken|AccountKey)$/i;

/** The secrets in the value of a name, as in JSON. */
export function findInValue(name: string, value: string, known: readonly KnownSecret[]): FoundSecret[] {
  if (!telling.test(name)) return findSecrets(value, known);
  const before = `${name}=`.length;
  return findSecrets(`${name}=${value}`, known)
    .filter(({ start }) => start >= before)
    .map(({ kind, start, end }) => ({ kind, start: start - before, end: end - before }));
}

/** Whether a document may hold secrets, in strings of JSON as well; false only where it holds none. */
export const mayHoldSecrets = (text: string, known: readonly KnownSecret[]): boolean =>
  anything.test(text) || known.some((secret) => text.includes(secret.text)) || /\\u00[2-7]|\\\//i.test(text); // characters that need no escape may hide one

/** Names in code look like some tokens, but have words where these have none. */
const findTokens = (text: string): FoundSecret[] =>
  [...findByPreset(text), ...findByForms(text)].filter(
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

/** What is longer is no key. Characters. */
const longestKey = 32_768;

/**
 * Private keys and what a person marked as private. A key is masked also where its end is missing, as in output that
 * was cut, or numbers of lines stand in it. A private block that is never closed is ordinary text.
 */
function findBlocks(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { 0: begin, index } of text.matchAll(new RegExp(keyBegins, 'g'))) {
    const from = index + begin.length;
    const body = text.slice(from, from + longestKey);
    const close = /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/.exec(body);
    const length = close ? close.index + close[0].length : lengthOfKey(body);
    const within = close ? body.slice(0, close.index) : body.slice(0, length);
    if (/[A-Za-z\d+/]{40}/.test(within))
      found.push({ kind: 'PRIVATE_KEY', start: index, end: from + length });
  }
  return [...found, ...findPrivate(text)];
}

/** A tag in backticks is spoken of, and not meant. */
function findPrivate(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let open: number | undefined;
  for (const { 0: tag, index } of text.matchAll(/(?<!`)<\/?private>/gi))
    if (!tag.startsWith('</')) open ??= index;
    else if (open !== undefined) {
      found.push({ kind: privateKind, start: open, end: index + tag.length });
      open = undefined;
    }
  return found;
}

/** What a person marked as private is left out, and has no name. */
export const privateKind = 'private';

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
