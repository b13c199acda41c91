import { structuredPatch } from 'diff';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { PaneEdit } from '../../protocol/sessionPane.ts';
import { highlight } from '../../markdown/highlight.ts';
import { sanitize } from '../markdown/sanitize.ts';
import { useSession } from './sessionServices.ts';

interface CodeProps {
  readonly label: string;
  readonly text: string;
  /** A language of the highlighter; others remain plain. */
  readonly language: string;
}

/** A labelled block of code or output. */
export function Code({ label, text, language }: CodeProps): JSX.Element {
  const { strings } = useSession();
  const code = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const html = highlight(text, language);
    code.current?.replaceChildren(html === undefined ? text : sanitize(html));
  }, [text, language]);
  return (
    <div class="code">
      <div class="code-bar">
        <span class="code-label">{label}</span>
      </div>
      <pre tabIndex={0}>
        <code ref={code} />
      </pre>
      {/* Copied by the frame of the pane, like code in Markdown. */}
      <button
        type="button"
        class="icon-button copy-code codicon codicon-copy"
        title={strings.copyCode}
        aria-label={strings.copyCode}
      />
    </div>
  );
}

const marks = { add: '+', remove: '-', same: ' ', place: '' } as const;

/** A change to a file, line by line. */
export function EditDiff({ edit }: { edit: PaneEdit }): JSX.Element {
  const { strings, format } = useSession();
  const lines = useMemo(() => linesOfEdit(edit), [edit]);
  const added = count(lines, 'add');
  const removed = count(lines, 'remove');
  const told = [
    added > 0 && fill(added === 1 ? strings.added : strings.addeds, format.count(added)),
    removed > 0 && fill(removed === 1 ? strings.removed : strings.removeds, format.count(removed)),
  ].filter((text) => text !== false);
  return (
    <div class="code">
      <div class="code-bar">
        <span class="code-label">{edit.path === '' ? strings.change : edit.path}</span>
        <span class="code-count">{told.join(' · ')}</span>
      </div>
      <pre class="diff" tabIndex={0}>
        {lines.map(({ kind, text }) => (
          <span class={`diff-${kind}`}>{`${marks[kind]}${text}\n`}</span>
        ))}
      </pre>
    </div>
  );
}

const count = (lines: readonly DiffLine[], wanted: DiffLine['kind']): number =>
  lines.filter(({ kind }) => kind === wanted).length;

/** A line of a change; a `place` states the position of the following lines. */
interface DiffLine {
  readonly kind: 'add' | 'remove' | 'same' | 'place';
  /** Without its `+`, `-` or space. */
  readonly text: string;
}

/** Number of unchanged lines shown around a change. */
const context = 3;
/** Maximum time of a comparison; after it, everything is shown as removed and added. Milliseconds. */
const timeout = 200;

/** Compares the texts of a change by lines. */
function linesOfEdit(edit: PaneEdit): readonly DiffLine[] {
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
