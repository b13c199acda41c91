import { structuredPatch } from 'diff';
import type { PaneEdit } from '../../protocol/sessionPane.ts';

/** A line of a change; a `place` says where in which file the lines after it are. */
export interface DiffLine {
  readonly kind: 'add' | 'remove' | 'same' | 'place';
  /** Without its mark. */
  readonly text: string;
}

/** Lines around a change that are shown with it. */
const context = 3;
/** Longer than this no comparison takes; then all is removed and added. Milliseconds. */
const timeout = 200;

/** The change of a file by lines. */
export function linesOfEdit(edit: PaneEdit): readonly DiffLine[] {
  if (edit.kind === 'patch') return edit.patch.split('\n').map(lineOf);
  const { before, after } = edit;
  const patch = structuredPatch('', '', before, after, '', '', { context, timeout });
  if (patch === undefined) return [...linesIn(before, 'remove'), ...linesIn(after, 'add')];
  return patch.hunks.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : [{ kind: 'place' as const, text: '…' }]),
    ...lines.filter((line) => !line.startsWith('\\')).map(lineOf),
  ]);
}

const linesIn = (text: string, kind: 'add' | 'remove'): DiffLine[] =>
  text === '' ? [] : text.split('\n').map((line) => ({ kind, text: line }));

function lineOf(line: string): DiffLine {
  if (/^(?:@@|\*\*\* |--- |\+\+\+ )/.test(line)) return { kind: 'place', text: line };
  if (line.startsWith('+')) return { kind: 'add', text: line.slice(1) };
  if (line.startsWith('-')) return { kind: 'remove', text: line.slice(1) };
  return { kind: 'same', text: line.startsWith(' ') ? line.slice(1) : line };
}
