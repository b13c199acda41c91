import { isOrdinary, isPlaceholder } from './ordinary.ts';
import type { FoundSecret } from './presetRules.ts';

/*
 * Values that are known as secrets by what they are called: `DB_PASSWORD=…`, `"api_key": "…"`, `密码：…`, headers, and
 * options of programs. A value counts only where it looks like none of what code and prose have in its place: a word, a
 * type, a call, a path, a variable, a placeholder.
 */

const words =
  '[Pp]assword|PASSWORD|[Pp]asswd|PASSWD|[Pp]assphrase|PASSPHRASE|[Ss]ecret|SECRET|[Tt]oken|TOKEN';
const keys = '(?:[Aa]pi|API|[Aa]ccess|ACCESS|[Pp]rivate|PRIVATE|[Ss]ecret|SECRET)[_-]?(?:[Kk]ey|KEY)';
const name = `(?:${keys}|${words})(?:_[A-Z0-9_]{1,20}|\\d{1,2})?`;
const separator = '[ \\t]{0,8}(?:=>|:=|[:=])[ \\t]{0,8}';
const quote = '(?:\\\\{0,3}["\'`])?';
const value = '([^\\s"\'`\\\\,;<>(){}[\\]|&，。；、]{1,512})';

interface Rule {
  readonly kind: string;
  /** What is looked for first, of what `QuickPattern` knows. */
  readonly anchor: string;
  /** The value is its last group, and ends what it matches. */
  readonly pattern: RegExp;
  readonly isSecret: (value: string, match: RegExpExecArray) => boolean;
}

const rules: readonly Rule[] = [
  {
    kind: 'PASSWORD',
    anchor: `${name}["'\\\\\`]{0,4}${separator}["'\\\\\`]{0,4}[^\\s"'\`\\\\,;<>(){}]{6}`,
    pattern: new RegExp(`(?<name>${name})\\\\{0,3}["'\`]?${separator}${quote}${value}(?![({[]|\\s?=>)`, 'g'),
    isSecret: (text, match) => isNamedSecret(text, match),
  },
  {
    kind: 'PASSWORD',
    anchor: '[Pp]assword is|[Pp]assphrase is|密码|口令|密钥|令牌',
    pattern: new RegExp(
      `(?:(?:[Pp]assword|[Pp]assphrase) is:?[ \\t]{1,4}|(?:密码|口令|密钥|令牌)[ \\t]{0,4}(?:[：:=]|是|为)[ \\t]{0,4})${quote}${value}`,
      'g',
    ),
    isSecret: (text) => isPassword(text),
  },
  {
    kind: 'AUTHORIZATION',
    anchor:
      '(?:[Aa]uthorization|AUTHORIZATION)["\'`\\\\]{0,4}[ \\t]{0,4}[:=]|[Bb]earer [A-Za-z0-9+/_.=~-]{8}',
    pattern:
      /(?:authorization\\{0,3}["'`]?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["'`]?(?:basic|bearer|token|digest)[ \t]{1,4}|(?<![A-Za-z])bearer )([A-Za-z0-9+/_.=~-]{8,2000})/gi,
    isSecret: (text) => isOpaque(text),
  },
  {
    kind: 'COOKIE',
    anchor: '[Cc]ookie["\'\\\\]{0,4}[ \\t]{0,4}[:=]',
    pattern:
      /(?<![\w.-])(?:set-)?cookie\\{0,3}["'`]?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["'`]?([\w.-]{1,80}=[^\r\n"'`\\]{8,4000})/gi,
    isSecret: (text) =>
      /=[^;\s]{0,200}(?:\d[^;\s]{0,200}[A-Za-z]|[A-Za-z][^;\s]{0,200}\d)/.test(text) && !isPlaceholder(text),
  },
  {
    kind: 'PASSWORD',
    anchor:
      'sshpass|mysql -|mysqldump -|mysqladmin -|mariadb -|(?:-u |--user[ =])[^\\s:]{1,80}:|--[a-z-]{0,20}(?:password|passwd|passphrase|token|secret|key)[ =]',
    pattern: new RegExp(
      [
        `sshpass[ \\t]{1,4}-p[ \\t]{0,4}`,
        `(?:mysql|mysqldump|mysqladmin|mariadb)[ \\t][^\\n|;]{0,200}?[ \\t]-p(?=[^\\s-])`,
        `(?<=\\s)(?:-u[ \\t]{0,2}|--user[ =])["']?[^\\s:"'\\\\/]{1,80}:`,
        `(?<=\\s)--(?:[a-z]{1,20}-){0,3}(?:password|passwd|passphrase|token|secret|api-?key)(?:=|[ \\t]{1,4})`,
      ]
        .join('|')
        .replace(/^/, '(?:')
        .concat(`)${quote}${value}`),
      'g',
    ),
    isSecret: (text) => isPassword(text),
  },
  {
    kind: 'PASSWORD',
    anchor: 'machine [^\\s]{1,80} ',
    pattern: /machine[ \t]{1,4}\S{1,200}\s{1,4}login[ \t]{1,4}\S{1,200}\s{1,4}password[ \t]{1,4}(\S{1,512})/g,
    isSecret: (text) => !isPlaceholder(text),
  },
  {
    kind: 'DOCKER_AUTH',
    anchor: '["\\\\.]auth["\\\\]{0,4}[ \\t]{0,4}[:=]',
    pattern:
      /(?<![A-Za-z])auth\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?([A-Za-z0-9+/]{12,2000}={0,2})/g,
    isSecret: (text) => /^[^\0-\x1f:]+:[\x20-\x7e]+$/.test(Buffer.from(text, 'base64').toString('latin1')),
  },
];

const patterns = rules.map((rule) => ({ ...rule, quick: new RegExp(rule.anchor) }));

/** What a text matches where a value may be called a secret. */
export const namedAnchor = patterns.map(({ anchor }) => anchor).join('|');

/** Names in front of values that only with them are known as secrets. */
export const tellingName = new RegExp(
  `(?:${name}|[Aa]uthorization|[Cc]ookie|secret_?access_?key|_auth(?:Token)?|^auth|AccountKey|client-key-data)$`,
);

/** Finds values by what they are called, and wherever else in the text they stand. */
export function findNamed(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { kind, quick, pattern, isSecret } of patterns)
    if (quick.test(text))
      for (const match of text.matchAll(pattern)) {
        const secret = trimmed(match.at(-1) ?? '');
        if (!isSecret(secret, match)) continue;
        const start = match.index + match[0].length - (match.at(-1)?.length ?? 0);
        found.push({ kind: kindOf(match, kind), start, end: start + secret.length });
      }
  return found;
}

/** A name as `API_KEY`. */
function kindOf({ groups }: RegExpExecArray, kind: string): string {
  const called = groups?.name;
  if (called === undefined) return kind;
  const [word = kind] =
    /api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|secret|token|pass/i.exec(called) ?? [];
  return /^pass/i.test(word)
    ? 'PASSWORD'
    : word
        .toUpperCase()
        .replace(/[_-]?KEY$/, '_KEY')
        .replace('PRIVATE_KEY', 'SECRET_KEY');
}

/** Without what ends a sentence. */
const trimmed = (text: string): string => text.replace(/[.:!?)\]*_]+$/, '');

/** Tokens and keys are long; a password may be short, but looks like none of what code has there. */
function isNamedSecret(text: string, { groups }: RegExpExecArray): boolean {
  if (/pass/i.test(groups?.name ?? '')) return isPassword(text);
  return text.length >= 12 && isOpaque(text);
}

/** Letters and digits in no order that words, numbers, paths or names in code have. */
const isOpaque = (text: string): boolean =>
  /\d/.test(text) &&
  /[A-Za-z]/.test(text) &&
  !isPlaceholder(text) &&
  !isOrdinary(text) &&
  !/^[A-Za-z_$][\w$]*(?:[.:]{1,2}[A-Za-z_$][\w$]*)+$/.test(text) &&
  !/^[a-z]+(?:[A-Z][a-z]+\d*)+$/.test(text) &&
  !/^(?:[A-Za-z]+\d{0,4}|\d{1,4})(?:_(?:[A-Za-z]+\d{0,4}[a-z]?|\d{1,4})){2,}$/.test(text);

const isPassword = (text: string): boolean =>
  text.length >= 6 &&
  isOpaque(text) &&
  !/pass|pwd|secret|token|user|hash|crypt|input|field|text|type|key|^sha\d|^v\d/i.test(text);
