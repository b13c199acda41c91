import type { KnownSecret } from './find.ts';

/** Shorter values would be found in words that have nothing to do with them. Characters. */
const shortest = 12;
const placeholder =
  /change[-_ ]?me|your[-_ ]|<[^>]*>|\$\{|x{4,}|\*{3}|\.{3}|placeholder|example|dummy|replace[-_ ]?(?:me|with|this)|insert[-_ ]|to[-_ ]?do\b/i;

/** The secrets of an `.env` file: values that are no paths, addresses, numbers, plain words or placeholders. */
export const secretsOfEnv = (text: string): KnownSecret[] =>
  assignments(text)
    .filter(({ value }) => mayBeSecretValue(value))
    .flatMap(({ name, value }) =>
      spellings(value).map((spelling) => ({ kind: name, text: spelling, same: value })),
    );

interface Assignment {
  readonly name: string;
  readonly value: string;
}

/** `NAME=value` as dotenv reads it: quotes, values of several lines, `export`, comments. */
function assignments(text: string): Assignment[] {
  const line =
    /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*[=:][ \t]*('[^']{0,10000}'|"(?:\\[^]|[^"\\]){0,10000}"|`[^`]{0,10000}`|[^#\r\n]*(?:#\S[^#\r\n]*)*)/gm;
  return [...text.matchAll(line)].map(([, name = '', text = '']) => ({
    name: name.replace(/[^A-Za-z\d_]/g, '_').slice(0, 60),
    value: unquoted(text.trim()),
  }));
}

function unquoted(value: string): string {
  const quote = /^(['"`])([^]*)\1$/.exec(value);
  if (quote?.[2] === undefined) return value;
  return quote[1] === '"' ? quote[2].replaceAll('\\n', '\n').replaceAll('\\r', '\r') : quote[2];
}

/** The value as it is, as it stands in JSON and in JSON inside JSON, and as a part of an address. */
function spellings(value: string): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(inJson).slice(1, -1);
  const inAddress = value.isWellFormed() ? encodeURIComponent(value) : value;
  return [...new Set([value, inJson, twice, inAddress])];
}

/** Whether a value is none of what stands in other text without being a secret. */
export function mayBeSecretValue(value: string): boolean {
  if (value.length < shortest || placeholder.test(value)) return false;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return /^[^/]+\/\/[^/\s]*:[^/\s]+@/.test(value);
  return !value.split(/[,;\s|]+/).every(isOrdinary);
}

/** Whether a value only shows where a secret belongs: a variable, a mask, words that ask for it. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value) || /^[$%]|~{6}/.test(value);

/** A part of a value that stands in other text without being a secret. */
export const isOrdinary = (part: string): boolean =>
  part === '' ||
  /^[\d.:+eETZ/_-]*$/.test(part) || // numbers, times, addresses of networks
  /^(?:\.{0,2}|~|[A-Za-z]:)?[/\\]/.test(part) || // paths
  /^(?:[\w-]+\/)+[\w.-]+$/.test(part) ||
  /^[\w.+-]+@[\w.-]+\.[a-z]+$/i.test(part) ||
  /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?$/i.test(part) || // hosts
  part
    .split(/[-_.]/)
    .every((word) => /^(?:\d{1,4}|v\d+|(?:[A-Z]?[a-z]{2,})+|[A-Z]{2,}|[A-Za-z])$/.test(word)); // words
