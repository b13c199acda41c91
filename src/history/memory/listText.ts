import { jsonOf } from '../../disk/base/core.ts';

/** What separates the items of a list in a text without brackets. */
export const separators = /[,，、;；]/;

/** A text, number, constant or sign of a list in the form of Python. */
const piece =
  /[rbu]?'([^'\\]*(?:\\[^][^'\\]*)*)'|[rbu]?"([^"\\]*(?:\\[^][^"\\]*)*)"|(-?\d+(?:\.\d+)?)|(None|True|False)|([[({])|([\])}])|,|\s+/y;
const constants: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' };

/** Parses a whole text as a list in JSON, in the form of Python, or of words without quotes in brackets. */
export function listIn(text: string): readonly unknown[] | undefined {
  const trimmed = text.trim();
  if (!/^[[({][^]*[\])}]$/.test(trimmed)) return undefined;
  const list = jsonOf(trimmed) ?? pythonList(trimmed) ?? bareList(trimmed);
  return Array.isArray(list) ? list : undefined;
}

/** Reads a list, tuple or set of Python, such as `['a', "it's", None]`; one number in brackets is none. */
function pythonList(text: string): unknown {
  if (!/['",]/.test(text)) return undefined;
  const json: string[] = [];
  for (piece.lastIndex = 0; piece.lastIndex < text.length;) {
    const match = piece.exec(text);
    if (match === null) return undefined;
    const next = jsonPiece(match);
    if (next === ']' && json.at(-1) === ',') json.pop();
    if (next !== '') json.push(next);
  }
  return jsonOf(json.join(''));
}

/** Converts a piece to JSON; blanks become nothing. */
function jsonPiece([whole, single, double, number, constant, open, close]: RegExpExecArray): string {
  const content = single ?? double;
  if (content !== undefined) return JSON.stringify(unescaped(content));
  if (open !== undefined) return '[';
  return close === undefined ? (number ?? constants[constant ?? ''] ?? whole.trim()) : ']';
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unescaped = (text: string): string =>
  text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U(00(?:0[\da-fA-F]|10)[\da-fA-F]{4})|([^]))/g,
    (_, byte?: string, unit?: string, point?: string, sign?: string) =>
      sign === undefined
        ? String.fromCodePoint(Number.parseInt(byte ?? unit ?? point ?? '', 16))
        : (escapes[sign] ?? sign),
  );

/** Reads words without quotes between brackets, such as `[a, b]`; a single one may be a tag with brackets. */
function bareList(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  return text.startsWith('[') && inner.includes(',') && !/[[\](){}'"]/.test(inner)
    ? inner.split(',')
    : undefined;
}
