/** Masks a text; `name` is what it is the value of. */
export type Mask = (text: string, name?: string) => string;

/**
 * Masks a text that is JSON, lines of JSON, or anything else, so that JSON stays what it is but for the strings with
 * secrets: those are masked as what they say, however they are escaped. Other lines are masked as the text they are, by `maskPlain`.
 */
export function maskedDocument(text: string, mask: Mask, maskPlain: Mask = mask): string {
  const pieces: string[] = [];
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.length > 0) pieces.push(maskPlain(plain.join('')));
    plain = [];
  };
  for (const line of linesOf(text)) {
    if (!isJsonLine(line)) plain.push(line);
    else {
      flush();
      pieces.push(maskedLine(line, mask));
    }
  }
  flush();
  return pieces.join('');
}

/** Whether a line begins as JSON does, also in the middle of a value of many lines. */
const isJsonLine = (line: string): boolean => /^[\s\uFEFF\0]*["{}[\],]/.test(line.slice(0, 200));

/** Lines with their line feeds. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    yield text.slice(start, end + 1);
    start = end + 1;
  }
  if (start < text.length) yield text.slice(start);
}

/** Masks what stands in quotes, and what stands between. A last string may be torn. */
function maskedLine(line: string, mask: Mask): string {
  const pieces: string[] = [];
  let end = 0;
  let before = '';
  for (let start = line.indexOf('"'); start !== -1; start = line.indexOf('"', end)) {
    const between = line.slice(end, start);
    pieces.push(between);
    const close = closingQuote(line, start);
    end = close === -1 ? line.length : close + 1;
    const literal = line.slice(start, end);
    const name = /^\s*:\s*$/.test(between) ? before : undefined;
    pieces.push(maskedString(literal, close === -1, (text) => mask(text, name)));
    before = literal.slice(1, -1);
  }
  pieces.push(line.slice(end));
  return pieces.join('');
}

function closingQuote(line: string, open: number): number {
  for (let at = line.indexOf('"', open + 1); at !== -1; at = line.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (line[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

function maskedString(literal: string, isTorn: boolean, mask: Mask): string {
  if (isTorn) return literal.includes('\\') ? mask(literal) : literal.slice(0, 1) + mask(literal.slice(1));
  const text = literal.includes('\\') ? parsed(literal) : literal.slice(1, -1);
  if (text === undefined) return mask(literal);
  const masked = mask(text);
  return masked === text ? literal : JSON.stringify(masked);
}

/** What a string of JSON says; undefined where it is none. */
function parsed(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // not JSON after all: it is masked as it stands
  }
}
