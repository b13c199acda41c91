import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PaneEdit } from '../../protocol/sessionPane.ts';
import { fill } from '../../protocol/format.ts';
import { linesOfEdit, type DiffLine } from './diffLines.ts';
import { useSession } from './sessionServices.ts';

const marks = { add: '+', remove: '-', same: ' ', place: '' } as const;

/** A change of a file, line by line. */
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
