/** Masks a text; `name` is the name of its field. */
export type Mask = (text: string, name?: string) => string;

/**
 * Masks JSON, JSON lines or any other text, so that JSON stays valid: strings with secrets are masked by their
 * unescaped value. Other lines are masked as text by `maskPlain`.
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

/** Whether a line begins like JSON, possibly within a value of many lines. */
const isJsonLine = (line: string): boolean => /^[\s\uFEFF\0]*["{}[\],]/.test(line.slice(0, 200));

/** Yields lines including their line feeds. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    yield text.slice(start, end + 1);
    start = end + 1;
  }
  if (start < text.length) yield text.slice(start);
}

/** Masks the text in quotes and between them. The last string may be torn. */
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

/** Parses a JSON string; undefined if it is invalid. */
function parsed(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // not JSON after all: masked as plain text
  }
}
