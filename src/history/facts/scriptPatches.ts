const begin = '*** Begin Patch';
const end = '*** End Patch';

/**
 * Returns the patches in Codex's format in a text. Where the text is a script that applies them, they are decoded as the
 * literals they lie in: strings, templates, raw ones, and parts that are joined.
 */
export function patchTextsIn(text: string): readonly string[] {
  if (!text.includes(begin)) return [];
  const decoded = appliesPatches(text) ? patchesInLiterals(text) : [];
  return (decoded.length > 0 ? decoded : [text]).flatMap(separately);
}

/** Whether a text calls the tool, outside of its patches. */
function appliesPatches(text: string): boolean {
  const last = text.lastIndexOf(end);
  const around = text.slice(0, text.indexOf(begin)) + (last === -1 ? '' : text.slice(last));
  return /\bapply_patch["'\]]*\s*\(/.test(around);
}

/** Splits a text that holds several patches. */
function separately(text: string): string[] {
  const starts = [...text.matchAll(/\*\*\* Begin Patch/g)].map(({ index }) => index);
  return starts.map((start, n) => {
    const own = text.slice(start, starts[n + 1]);
    const last = own.indexOf(end);
    return last === -1 ? own : own.slice(0, last + end.length);
  });
}

interface Literal {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** Matches comments and literals of JavaScript; templates as a whole. */
const tokens =
  /\/\/[^\n]*|\/\*[^]*?\*\/|(?:\bString\.raw\s*)?`(?:\\[^]|[^`\\])*`|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/g;

function literalsIn(script: string): Literal[] {
  return [...script.matchAll(tokens)].flatMap(({ 0: token, index }) =>
    token.startsWith('/') ? [] : [{ value: valueOf(token), from: index, to: index + token.length }],
  );
}

/** Returns the text of a literal, without running anything: what a template inserts stays as it is written. */
function valueOf(token: string): string {
  if (token.startsWith('String')) return token.slice(token.indexOf('`') + 1, -1);
  return token
    .slice(1, -1)
    .replaceAll(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi, (_, ...parts: string[]) => {
      const code = parts.slice(0, 3).find(Boolean);
      return code === undefined ? escaped(parts[3] ?? '') : characterOf(Number.parseInt(code, 16));
    });
}

const characterOf = (code: number): string => (code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code));

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};

/** Returns what a backslash and a character mean; a line feed behind a backslash is none. */
const escaped = (character: string): string =>
  /[\r\n]/.test(character) ? '' : (escapes[character] ?? character);

function patchesInLiterals(script: string): string[] {
  const literals = literalsIn(script);
  return literals.flatMap(({ value }, n) =>
    value.includes(begin) ? [joined(script, literals.slice(n))] : [],
  );
}

/** Joins a literal with those that follow it in an array or a sum, up to the end of the patch. */
function joined(script: string, [first, ...following]: readonly Literal[]): string {
  if (!first) return '';
  const parts = [first.value];
  let [last, isList] = [first, false];
  for (const literal of following) {
    const between = script.slice(last.to, literal.from).trim();
    if (parts.at(-1)?.includes(end) === true || !/^[,+]$/.test(between)) break;
    isList ||= between === ',';
    parts.push(literal.value);
    last = literal;
  }
  return parts.join(isList ? separatorAfter(script.slice(last.to)) : '');
}

/** Returns what the parts of an array are joined with. */
function separatorAfter(rest: string): string {
  const token = /^[^\]]*\]\s*\.join\(\s*(["'`](?:\\[^]|[^"'`\\])*["'`])\s*\)/.exec(rest)?.[1];
  return token === undefined ? '\n' : valueOf(token);
}
