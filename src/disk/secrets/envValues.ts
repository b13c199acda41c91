import type { KnownSecret } from './find.ts';
import { isOrdinary, isPlaceholder } from './likeness.ts';

/** Minimum length of values; shorter ones occur in unrelated words. Characters. */
const shortest = 12;
/** Returns the secrets of an `.env` file: values that are not paths, URLs, numbers, plain words or placeholders. */
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

/** Parses `NAME=value` as dotenv does: quotes, multi-line values, `export`, comments. */
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

/** Spellings of a value: plain, escaped in JSON and in JSON inside JSON, and encoded in a URL. */
function spellings(value: string): readonly string[] {
  const inJson = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(inJson).slice(1, -1);
  const inAddress = value.isWellFormed() ? encodeURIComponent(value) : value;
  return [...new Set([value, inJson, twice, inAddress])];
}

/** Whether a value is unlike anything that occurs in ordinary text. */
export function mayBeSecretValue(value: string): boolean {
  if (value.length < shortest || isPlaceholder(value)) return false;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return /^[^/]+\/\/[^/\s]*:[^/\s]+@/.test(value);
  return !value.split(/[,;\s|]+/).every(isOrdinary);
}
