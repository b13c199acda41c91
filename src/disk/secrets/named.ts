import type { FoundSecret } from './presetRules.ts';

/*
 * Values recognised as secrets by their names: `DB_PASSWORD=…`, `"api_key": "…"`, `密码：…`, headers, and program options.
 * A value counts only if it is unlike what code and prose have there: a word, a type, a call, a path, a variable, a
 * placeholder.
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
  /** Pattern for a quick search, within what `QuickPattern` supports. */
  readonly anchor: string;
  /** The value is the last group, at the end of the match. */
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
    anchor: `${name}["'\\\\\`]{0,4}[ \\t]{0,8}=[ \\t]{0,8}[\\r\\n\\\\]{1,8}[nr\\\\]{0,8}[ \\t]{0,8}["'\\\\\`]{0,4}[^\\s"'\`\\\\,;<>(){}]{6}`,
    // On the next line, unless that begins with a name of its own, as in an `.env` file.
    pattern: new RegExp(
      `(?<name>${name})\\\\{0,3}["'\`]?[ \\t]{0,8}=[ \\t]{0,8}\\r?\\n[ \\t]{0,8}${quote}(?![\\w.-]{1,80}[ \\t]{0,4}[=:])${value}(?![({[]|\\s?=>)`,
      'g',
    ),
    isSecret: (text, match) => text.length >= 12 && isNamedSecret(text, match),
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
    isSecret: (text) => text.split(/[;\s]/).some(hasMixedValue) && !isPlaceholder(text),
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

/** Pattern that texts with a possible named secret match. */
export const namedAnchor = patterns.map(({ anchor }) => anchor).join('|');

/** Matches names before values that are recognised only with them. */
export const valueName = new RegExp(
  `(?:${name}|[Aa]uthorization|[Cc]ookie|secret_?access_?key|_auth(?:Token)?|^auth|AccountKey|client-key-data)$`,
);

/** Finds values by their names, and their other occurrences in the text. */
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

/** Converts a name to the form `API_KEY`. */
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

/** Removes punctuation that ends a sentence. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && '.:!?)]*_'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Whether a cookie has letters and digits in its value. */
function hasMixedValue(cookie: string): boolean {
  const value = cookie.slice(cookie.indexOf('=') + 1);
  return value !== cookie && /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Whether a value is a secret: tokens and keys are long; a password may be short, but is unlike code. */
function isNamedSecret(text: string, { groups }: RegExpExecArray): boolean {
  if (/pass/i.test(groups?.name ?? '')) return isPassword(text);
  return text.length >= 12 && isOpaque(text);
}

/** Whether letters and digits are mixed unlike in words, numbers, paths or names in code. */
const isOpaque = (text: string): boolean =>
  /\d/.test(text) &&
  /[A-Za-z]/.test(text) &&
  !isPlaceholder(text) &&
  !isOrdinary(text) &&
  !/^[A-Za-z_$][\w$]*(?:[.:]{1,2}[A-Za-z_$][\w$]*)+$/.test(text) &&
  !/^[a-z]+(?:[A-Z][a-z]+\d*)+$/.test(text) &&
  !/^(?:[A-Za-z]+\d{0,4}|\d{1,4})(?:_(?:[A-Za-z]+(?:\d{1,4}[a-z]?)?|\d{1,4})){2,}$/.test(text);

const isPassword = (text: string): boolean =>
  text.length >= 6 &&
  isOpaque(text) &&
  !/pass|pwd|secret|token|user|hash|crypt|input|field|text|type|key|^sha\d|^v\d/i.test(text);

const placeholder =
  /change[-_ ]?me|your[-_ ]|<[^>]*>|\$\{|x{4,}|\*{3}|\.{3}|placeholder|example|dummy|replace[-_ ]?(?:me|with|this)|insert[-_ ]|to[-_ ]?do\b/i;

/** Whether a value only marks the position of a secret: a variable, a mask, a request to fill it in. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value) || /^[$%]|~{6}/.test(value);

/** Whether a part of a value occurs in ordinary text. */
export const isOrdinary = (part: string): boolean =>
  part === '' ||
  /^[\d.:+eETZ/_-]*$/.test(part) || // numbers, times, network addresses
  /^(?:\.{0,2}|~|[A-Za-z]:)?[/\\]/.test(part) || // paths
  /^(?:[\w-]+\/)+[\w.-]+$/.test(part) ||
  /^[\w.+-]+@[\w.-]+\.[a-z]+$/i.test(part) ||
  /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?$/i.test(part) || // hosts
  part
    .split(/[-_.]/)
    .every((word) => /^(?:\d{1,4}|v\d+|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*|[A-Z]{2,}|[A-Za-z])$/.test(word)); // words
