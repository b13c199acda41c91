import type { JSX } from 'preact';
import type { BriefPaneState, PaneStatement } from '../../protocol/briefPane.ts';
import { fill } from '../../protocol/format.ts';
import { Panel } from '../base/panel.tsx';
import { useBriefPane } from './briefServices.ts';
import { Statement } from './statement.tsx';

/** Included statements, and those that did not fit. */
export function StatementPanels({ state }: { state: BriefPaneState }): JSX.Element {
  const { strings, format } = useBriefPane();
  const { items, left } = state.brief;
  return (
    <>
      {items.length > 0 && (
        <Panel title={strings.included} aside={<Count of={items} />}>
          <Statements all={items} editable={state.editable} />
        </Panel>
      )}
      {left.length > 0 && (
        <Panel title={strings.leftOut} aside={<Count of={left} />}>
          <p class="hint">{fill(strings.leftOutHint, format.count(state.maxTokens))}</p>
          <Statements all={left} editable={state.editable} />
        </Panel>
      )}
    </>
  );
}

/** The number of items of a list. */
export function Count({ of }: { of: readonly unknown[] }): JSX.Element {
  const { format } = useBriefPane();
  return <span class="badge">{format.count(of.length)}</span>;
}

function Statements({ all, editable }: { all: readonly PaneStatement[]; editable: boolean }): JSX.Element {
  const { strings } = useBriefPane();
  return (
    <ul class="statements" data-one-stop>
      {all.map((statement, index) => {
        const { key, pinned } = statement;
        const offered = editable ? ([pinned ? 'unpin' : 'pin', 'neverAgain'] as const) : [];
        // Repeated statements have the same key, so number them.
        const nth = all.slice(0, index).filter((one) => one.key === key).length;
        return (
          <Statement key={`${nth} ${key}`} statement={statement} offered={offered}>
            {pinned && !editable && <div class="hint">{strings.isPinned}</div>}
          </Statement>
        );
      })}
    </ul>
  );
}
