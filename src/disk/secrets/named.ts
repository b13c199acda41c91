import {
  isNamedSecret,
  isOfAllKinds,
  isOpaque,
  isPassword,
  isPlaceholder,
  isUserWithPassword,
  isOfWords,
} from './likeness.ts';
import { bare, name, quote, quoted, run, separator, value, type Rule } from './namedParts.ts';
import type { FoundSecret } from './presetRules.ts';

/*
 * Values recognised as secrets by their names: `DB_PASSWORD=…`, `"api_key": "…"`, `密码：…`, headers, and program options.
 * A value counts only if it is unlike what code and prose have there: a word, a type, a call, a path, a variable, a
 * placeholder.
 */

/* Values on the lines after their names: `api_key=`, `**Token:**`, and block scalars of YAML such as `password: >-`. */

/** A line that begins with a name of its own, as in an `.env` file or YAML; base64 may end with `=`. */
const ownName = '(?!["\'`]?[\\w.-]{1,80}[ \\t]{0,4}(?::|=(?!=?[ \\t]{0,8}\\r?$)))';
/** What separates lines; a line feed that was escaped twice is two blanks by now. */
const gap = '[ \\t\\r]{0,8}(?:\\n|[ \\t]{2})\\s{0,40}';
/** A value that ends where a line, a text or a text in quotes does. */
const word = '[^\\s"\'`\\\\]{6,512}(?![^\\s"\'`\\\\])';
const ends = '(?=["\'`]?[ \\t]{0,8}(?:\\r?$|[ \\t]{2}|\\\\{0,8}"))';

const nextLineRules: readonly Rule[] = [
  {
    kind: 'PASSWORD',
    anchor: `${name}["'\\\\\`]{0,4}[ \\t]{0,8}=[ \\t]{0,8}[\\r\\n\\\\]{1,8}[nr\\\\]{0,8}[ \\t]{0,8}["'\\\\\`]{0,4}[^\\s"'\`\\\\,;<>(){}]{6}`,
    pattern: new RegExp(
      `(?<name>${name})\\\\{0,3}["'\`]?[ \\t]{0,8}=[ \\t]{0,8}\\r?\\n[ \\t]{0,8}${ownName}(?:${quoted}|${bare}(?![({[]|\\s?=>))`,
      'gm',
    ),
    isSecret: (text, { groups }) => text.length >= 12 && isNamedSecret(text, groups?.name),
  },
  {
    kind: 'PASSWORD',
    anchor: `${name}["'\\\\\`*_]{0,4}[ \\t]{0,8}:[*_]{0,2}[ \\t]{0,8}(?:[\\r\\n\\\\]|[ \\t]{2})`,
    // After a colon it is all of its line, as code and YAML go on there, too; a fence of Markdown may precede it.
    pattern: new RegExp(
      `(?<name>${name})["'\`]?[*_]{0,2}[ \\t]{0,8}:[*_]{0,2}${gap}(?:\`\`\`[a-z]{0,10}${gap})?${ownName}["'\`]?(?<quoted>[^\\s"'\`\\\\,;<>(){}[\\]|&，。；、]{6,512})${ends}`,
      'gm',
    ),
    isSecret: (text, { groups }) => isGenerated(text) && isNamedSecret(text, groups?.name),
  },
  {
    kind: 'PASSWORD',
    anchor: `${name}["']?:[ \\t]{1,8}[|>]`,
    pattern: new RegExp(
      `(?<name>${name})["']?:[ \\t]{1,8}[|>](?:[+-]?\\d?|\\d[+-])(?:[ \\t]{0,8}(?:#[^\\r\\n]{0,80})?(?:\\r?\\n){1,3}[ \\t]{1,40}|[ \\t]{3,48})(?<quoted>${word}(?:\\r?\\n[ \\t]{1,40}${word}(?<!:)(?=[ \\t]{0,8}\\r?$)){0,40})${ends}`,
      'gm',
    ),
    isSecret: (text, { groups }) => isNamedSecret(text.split(/\s/, 1)[0] ?? '', groups?.name),
  },
];

const rules: readonly Rule[] = [
  {
    kind: 'PASSWORD',
    anchor: `${name}["'\\\\\`]{0,4}${separator}["'\\\\\`]{0,4}[^\\s"'\`\\\\]{6}`,
    pattern: new RegExp(
      `(?<name>${name})\\\\{0,3}["'\`]?${separator}(?:${quoted}|${bare}(?![({[]|\\s?=>))`,
      'g',
    ),
    isSecret: (text, { groups }) => isNamedSecret(text, groups?.name),
  },
  {
    kind: 'PASSWORD',
    anchor: `${name}["']?(?:=|:[ \\t]{1,8})[^\\s"'\`\\\\]{6}`,
    // A whole line of an `.env` file or of YAML; in a shell and in code such characters stand in quotes.
    pattern: new RegExp(
      `(?<name>${name})(?:(?<=^(?:export[ \\t]{1,4})?[A-Z0-9_]{1,90})=|(?<yaml>(?<=^[ \\t-]{0,40}["']?[\\w.-]{1,90})["']?:[ \\t]{1,8}))(?<quoted>[^\\s"'\`\\\\]{6,512})(?=[ \\t]*\\r?$)`,
      'gm',
    ),
    isSecret: (text, { groups }) =>
      isNamedSecret(text, groups?.name) && (groups?.yaml === undefined || isOfAllKinds(text)),
  },
  ...nextLineRules,
  {
    kind: 'PASSWORD',
    anchor: '[Pp]assword is|[Pp]assphrase is',
    pattern: new RegExp(`(?:[Pp]assword|[Pp]assphrase) is:?[ \\t]{1,4}(?:${quoted}|${quote}${run})`, 'g'),
    isSecret: (text) => isPassword(text),
  },
  {
    kind: 'PASSWORD',
    anchor: '密码|口令|密钥|令牌',
    pattern: new RegExp(
      `(?:密码|口令|密钥|令牌)["'\`」』”’]?[ \\t]{0,4}(?:[：:=]|是|为)[ \\t]{0,4}["'\`「『“‘]?${run}`,
      'g',
    ),
    isSecret: (text) => isPassword(text),
  },
  {
    kind: 'AUTHORIZATION',
    anchor:
      '(?:[Aa]uthorization|AUTHORIZATION)["\'`\\\\]{0,4}[ \\t]{0,4}[:=]|[Bb]earer [A-Za-z0-9+/_.=~-]{8}',
    pattern:
      /(?:authorization\\{0,3}["'`]?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["'`]?(?:basic|bearer|token|digest)[ \t]{1,4}|(?<![A-Za-z])bearer )(?<bare>[A-Za-z0-9+/_.=~-]{8,2000})/gi,
    isSecret: (text) => isOpaque(text) || isUserWithPassword(text),
  },
  {
    kind: 'COOKIE',
    anchor: '[Cc]ookie["\'\\\\]{0,4}[ \\t]{0,4}[:=]',
    pattern:
      /(?<![\w.-])(?:set-)?cookie\\{0,3}["'`]?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["'`]?(?<bare>[\w.-]{1,80}=[^\r\n"'`\\]{8,4000})/gi,
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
        .concat(`)${value}`),
      'g',
    ),
    isSecret: (text) => isPassword(text),
  },
  {
    kind: 'PASSWORD',
    anchor: '(?:-u |--user[ =])["\'][^\\s:]{1,80}:',
    pattern: /(?<=\s)(?:-u[ \t]{0,2}|--user[ =])["'][^\s:"'\\/]{1,80}:(?<quoted>[^\s"'`\\]{6,512})(?=["'])/g,
    isSecret: (text) => isPassword(text),
  },
  {
    kind: 'PASSWORD',
    anchor: 'machine [^\\s]{1,80} ',
    pattern:
      /machine[ \t]{1,4}\S{1,200}\s{1,4}login[ \t]{1,4}\S{1,200}\s{1,4}password[ \t]{1,4}(?<bare>\S{1,512})/g,
    isSecret: (text) => text !== '' && !isPlaceholder(text),
  },
  {
    kind: 'DOCKER_AUTH',
    anchor: '["\\\\.]auth["\\\\]{0,4}[ \\t]{0,4}[:=]',
    pattern:
      /(?<![A-Za-z])auth\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?(?<bare>[A-Za-z0-9+/]{12,2000}={0,2})/g,
    isSecret: (text) => isUserWithPassword(text),
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
        const { quoted, bare = '' } = match.groups ?? {};
        const value = quoted ?? bare;
        const secret = trimmed(value);
        if (!isSecret(withoutMasked(secret), match)) continue;
        const start = match.index + match[0].length - value.length;
        const { length } = quoted === undefined ? secret : value;
        found.push({ kind: kindOf(match.groups?.name, kind), start, end: start + length });
      }
  return found;
}

/** Removes what was masked before: the rest of a value is a secret or not by itself. */
const withoutMasked = (value: string): string => value.replace(/~{6,}/g, '');

/** Kind of a field's whole value if it is a secret by the field's name; undefined if not. */
export function kindOfValue(field: string, value: string): string | undefined {
  const [, named] = new RegExp(`(${name})$`).exec(field) ?? [];
  const isOne = named !== undefined && /^\S{6,512}$/.test(value) && !/\[secret: |\[private\]/.test(value);
  return isOne && isNamedSecret(value, named) ? kindOf(named, 'PASSWORD') : undefined;
}

/** Converts a name to the form `API_KEY`. */
function kindOf(called: string | undefined, kind: string): string {
  if (called === undefined) return kind;
  const [word = kind] =
    /api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|secret|token|pass|_PAT/i.exec(called) ?? [];
  return /^pass/i.test(word)
    ? 'PASSWORD'
    : word
        .toUpperCase()
        .replace(/[_-]?KEY$/, '_KEY')
        .replace('PRIVATE_KEY', 'SECRET_KEY')
        .replace(/^_PAT$/, 'TOKEN');
}

/** Removes punctuation that ends a sentence. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && '.:!?)]}>*_,;('.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Whether a cookie has letters and digits in its value. */
function hasMixedValue(cookie: string): boolean {
  const value = cookie.slice(cookie.indexOf('=') + 1);
  return value !== cookie && /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Whether a value is unlike names in code: not of words and numbers, and short only if of all kinds of characters. */
const isGenerated = (text: string): boolean =>
  text.length >= 12 ? !isOfWords(text) : text.length >= 8 && isOfAllKinds(text) && isPassword(text);
