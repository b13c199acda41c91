const opening = /^( *)(?:(`{3,})[^`]*|(~{3,}).*)$/s;
const closing = /^( *)(`{3,}|~{3,})[ \t]*\r?$/;
const blank = /^[ \t]*\r?$/;
/** Number of lines in which the end of an indented block, as in a list, is searched. */
const indentedReach = 2_000;

interface Fence {
  readonly at: number;
  readonly indent: number;
  readonly run: string;
}

/**
 * Finds fenced code blocks in a text that all Markdown readers recognise with the same end, in lists too (CommonMark
 * 0.31, "Fenced code blocks"). Ambiguous ones are left out.
 */
export class CodeBlocks {
  readonly #lines: readonly string[];
  /** Lines that may close a block, from the first not yet passed. */
  #closings: readonly Fence[];
  #passed = 0;
  /** Shortest run that is no longer closed, by character and indentation. */
  readonly #unclosed = new Map<string, number>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#closings = lines.flatMap((line, at) => fence(closing.exec(line), at) ?? []);
  }

  /** Last line of the block opened on line `at`, undefined if none is. Must be called in ascending order. */
  endOf(at: number): number | undefined {
    const line = this.#lines[at] ?? '';
    const open = line.includes('```') || line.includes('~~~') ? fence(opening.exec(line), at) : undefined;
    if (open === undefined) return undefined;
    const kind = `${open.run.charAt(0)} ${open.indent > 0}`;
    if (open.run.length >= (this.#unclosed.get(kind) ?? Infinity)) return undefined;
    while ((this.#closings[this.#passed]?.at ?? Infinity) <= at) this.#passed++;
    for (let n = this.#passed; n < this.#closings.length; n++) {
      const close = this.#closings[n];
      if (close === undefined || !closes(close, open)) continue;
      return open.indent === 0 || this.#isSure(open, close) ? close.at : undefined;
    }
    this.#unclosed.set(kind, open.run.length);
    return undefined;
  }

  /** Whether an indented block is one in every possible list context. */
  #isSure(open: Fence, close: Fence): boolean {
    if (close.indent !== open.indent || close.at - open.at > indentedReach) return false;
    const margin = ' '.repeat(open.indent);
    const content = this.#lines.slice(open.at + 1, close.at);
    if (!content.every((line) => line.startsWith(margin) || blank.test(line))) return false;
    if (open.indent < 4 || blank.test(this.#lines[open.at - 1] ?? '')) return true;
    // It may continue a paragraph instead, which is fine if none of its lines has a meaning there.
    const info = (this.#lines[open.at] ?? '').slice(open.indent + open.run.length);
    if (close.run !== open.run || content.some((line) => blank.test(line))) return false;
    return [info, ...content].every((line) => !/[<`]/.test(line));
  }
}

function fence(match: RegExpExecArray | null, at: number): Fence | undefined {
  if (match === null) return undefined;
  return { at, indent: match[1]?.length ?? 0, run: match[2] ?? match[3] ?? '' };
}

function closes(close: Fence, open: Fence): boolean {
  return close.run.startsWith(open.run) && (open.indent > 0 || close.indent < 4);
}
