import type { Edit } from '../../history/facts/edits.ts';

/** A file before and after a change, or the known parts of it. */
export interface Sides {
  readonly before: string;
  readonly after: string;
  /** Whether these are complete files, with `after` the current one. */
  readonly whole: boolean;
}

/** A text and its replacement. */
type Replacement = Omit<Sides, 'whole'>;

/** Separates texts that are apart in a file. */
const gap = '\n⋯\n';

/**
 * Returns what successive edits of a file changed: the complete file if each can be reverted, because its text occurs
 * exactly once in it; else only the edits' texts.
 */
export function sidesOf(edits: readonly Edit[], now: string | undefined): Sides {
  const done = edits.flatMap(replacementsIn);
  const text = now?.replaceAll('\r\n', '\n');
  const before = text === undefined ? undefined : takenBack(done, text);
  if (before !== undefined && text !== undefined) return { before, after: text, whole: true };
  const side = (name: 'before' | 'after'): string => done.map((each) => each[name]).join(gap);
  return { before: side('before'), after: side('after'), whole: false };
}

/** Returns the text before replacements; undefined if uncertain. */
function takenBack(done: readonly Replacement[], now: string): string | undefined {
  let text = now;
  for (const { before, after } of done.toReversed()) {
    const at = after === '' ? -1 : text.indexOf(after);
    if (at === -1 || text.includes(after, at + 1)) return undefined;
    text = text.slice(0, at) + before + text.slice(at + lengthWith(text, at, { before, after }));
  }
  return done.length === 0 ? undefined : text;
}

/** Returns the length to remove: for added lines, including the last line break. */
function lengthWith(text: string, at: number, { before, after }: Replacement): number {
  const isLines = before === '' && (at === 0 || text[at - 1] === '\n') && text[at + after.length] === '\n';
  return after.length + (isLines ? 1 : 0);
}

function replacementsIn(edit: Edit): Replacement[] {
  if (edit.kind === 'patch') return hunksIn(edit.patch);
  const lines = (text: string): string => text.replaceAll('\r\n', '\n');
  return [{ before: lines(edit.before), after: lines(edit.after) }];
}

/** Returns each run of adjacent lines of a patch. */
function hunksIn(patch: string): Replacement[] {
  const lines = patch.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  const hunks: { before: string; after: string }[] = [];
  let hunk: { before: string; after: string } | undefined;
  for (const [n, line] of lines.entries()) {
    const isOutside = hunk === undefined && lines[n - 1]?.startsWith('@@') !== true;
    const isHeader = isOutside && /^(?:---|\+\+\+) /.test(line);
    const isInside = line === '' ? hunk !== undefined : /^[ +-]/.test(line) && !isHeader;
    if (!isInside) hunk = undefined;
    else if (hunk === undefined) hunks.push((hunk = { before: '', after: '' }));
    if (hunk && !line.startsWith('+')) hunk.before += `${line.slice(1)}\n`;
    if (hunk && !line.startsWith('-')) hunk.after += `${line.slice(1)}\n`;
  }
  return hunks;
}
