/** Characters whose meaning a preceding backslash removes. */
const escapable = new Set('\\<`~#>=-[');
/** Without these characters and `lineForms`, a line has only its literal meaning. */
const special = /[\\<`]|~~~/;
const backtickRuns = /`+/g;
/** White space and list markers, after which Markdown still recognises headings and quotes. */
const lineStart = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?=[^ \t\r]))*/;
/** Headings, quotes, underlines of headings, and definitions of links or footnotes. */
const lineForms = /^(?:#{1,6}(?:[ \t\r]|$)|>|(?:=+|-+)[ \t]*\r?$|\[[^\]]+\]:)/;

/**
 * Escapes a line so that Markdown shows emphasis, lists, links and code spans, but no heading, quote, fence or HTML.
 * `unescapeLine` restores it exactly. The line contains no line feed.
 */
export function escapeLine(line: string): string {
  const start = lineStart.exec(line)?.[0].length ?? 0;
  const forms = lineForms.test(line.slice(start));
  if (!forms && !special.test(line)) return line;
  const spans = new CodeSpans(line);
  let escaped = '';
  for (let at = 0; at < line.length;) {
    const span = line[at] === '`' ? spans.from(at) : undefined;
    const end = span?.end ?? at + runLength(line, at);
    const piece = line.slice(at, end);
    if (span?.safe) escaped += piece;
    else if (forms && at === start) escaped += `\\${piece}`;
    else escaped += escapePiece(piece, line[end]);
    at = end;
  }
  return escaped;
}

/** Reverses `escapeLine`. */
export function unescapeLine(line: string): string {
  if (!line.includes('\\')) return line;
  const spans = new CodeSpans(line);
  let text = '';
  for (let at = 0; at < line.length;) {
    const next = line[at + 1];
    if (line[at] === '\\' && next !== undefined && escapable.has(next)) {
      text += next;
      at += 2;
    } else {
      const end = line[at] === '`' ? spans.from(at).end : plainEnd(line, at);
      text += line.slice(at, end);
      at = end;
    }
  }
  return text;
}

/** End of the literal characters from `at` on; at least one. */
function plainEnd(line: string, at: number): number {
  let end = at + 1;
  while (end < line.length && line[end] !== '\\' && line[end] !== '`') end++;
  return end;
}

/** Number of characters from `at` on that are escaped, or left, together. */
function runLength(line: string, at: number): number {
  const first = line[at];
  let end = at + 1;
  if (first === '~') while (line[end] === '~') end++;
  else if (first !== '\\' && first !== '<')
    while (end < line.length && !escapable.has(line[end] ?? '')) end++;
  return end - at;
}

function escapePiece(piece: string, next: string | undefined): string {
  switch (piece.charAt(0)) {
    case '\\':
      return next !== undefined && escapable.has(next) ? '\\\\' : '\\';
    case '<':
      return next !== undefined && /[A-Za-z/!?]/.test(next) ? '\\<' : '<';
    case '`':
      return piece.replaceAll('`', '\\`');
    case '~':
      return piece.length >= 3 ? piece.replaceAll('~', '\\~') : piece;
    default:
      return piece;
  }
}

/** Code spans of a line: a run of backticks up to the next run of the same length. */
class CodeSpans {
  readonly #line: string;
  /** Runs by length. */
  #runs: Map<number, Runs> | undefined;

  constructor(line: string) {
    this.#line = line;
  }

  /** Returns the span opened by the run at `at`; only the run if it is not closed. */
  from(at: number): { readonly end: number; readonly safe: boolean } {
    let length = 1;
    while (this.#line[at + length] === '`') length++;
    const close = this.#next(length, at);
    if (close === undefined) return { end: at + length, safe: false };
    const content = this.#line.slice(at + length, close);
    // In a table the bar would end the cell and the code, and what follows would be HTML.
    if (content.includes('|') && content.includes('<')) return { end: at + length, safe: false };
    return { end: close + length, safe: true };
  }

  #next(length: number, after: number): number | undefined {
    const runs = (this.#runs ??= runsByLength(this.#line)).get(length);
    while (runs && (runs.starts[runs.passed] ?? Infinity) <= after) runs.passed++;
    return runs?.starts[runs.passed];
  }
}

interface Runs {
  /** Ascending. */
  readonly starts: number[];
  /** Number of starts already passed. */
  passed: number;
}

function runsByLength(line: string): Map<number, Runs> {
  const runs = new Map<number, Runs>();
  for (const { 0: run, index } of line.matchAll(backtickRuns)) {
    const same = runs.get(run.length);
    if (same) same.starts.push(index);
    else runs.set(run.length, { starts: [index], passed: 0 });
  }
  return runs;
}
