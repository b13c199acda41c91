import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { ContextPaneContent, ContextPaneState } from '../../protocol/contextPane.ts';
import { holds } from '../../protocol/find.ts';
import { Failure } from '../base/notices.tsx';
import { FindBar, useFinding, type FindInPane } from '../find/finding.tsx';
import { setHighlightTarget } from '../find/searchHighlight.ts';
import { ContextHeaderView } from './contextHeader.tsx';
import { contextKey, type ContextHost, type ContextModel } from './contextModel.ts';
import { ContextFrame } from './contextServices.ts';
import { PreviewPanel } from './previewPanel.tsx';
import { SummaryText, useSummaryText } from './summaryText.tsx';
import { TurnList } from './turnList.tsx';

interface ContextViewProps {
  readonly model: ContextModel;
  readonly content: ContextPaneContent;
  readonly host: ContextHost;
}

/** The context pane: header, turns, summary and preview, or why they cannot be shown. */
export function ContextView({ model, content, host }: ContextViewProps): JSX.Element {
  return (
    <ContextFrame content={content} host={host}>
      {content.type === 'failure' ? (
        <Failure failure={content} onReveal={() => host.send({ type: 'command', command: 'reveal' })} />
      ) : (
        <Content key={contextKey(content.resource)} model={model} state={content} />
      )}
    </ContextFrame>
  );
}

function Content({ model, state }: { model: ContextModel; state: ContextPaneState }): JSX.Element {
  const { header, preview } = state;
  const summary = useSummaryText(model, state);
  const finding = useTurnFinding(state);
  return (
    <div class="context">
      <ContextHeaderView state={state} onFind={finding.open} />
      <div class="context-columns">
        <div class="with-find">
          {finding.opened > 0 && <FindBar finding={finding} />}
          <TurnList model={model} state={state} finding={finding} />
        </div>
        {header.status === 'archived' && (
          <div class="side">
            <SummaryText summary={summary} editable={header.editable && header.enabled} />
            {preview !== undefined && <PreviewPanel model={model} preview={preview} />}
          </div>
        )}
      </div>
    </div>
  );
}

/** How long a turn is highlighted after scrolling to it. Milliseconds. */
const flashMs = 2_000;

/** Searches the turns, all of which are in the page, and scrolls where the extension says. */
function useTurnFinding(state: ContextPaneState): FindInPane {
  const { turns } = state;
  const [query, search] = useState('');
  const found = useMemo(() => {
    const matches = turns.flatMap(({ text }, position) => (holds(text, query) ? [position] : []));
    return query === '' ? undefined : { query, matches };
  }, [turns, query]);
  useLayoutEffect(() => {
    if (state.reveal === undefined) return;
    revealTurn(state.reveal);
    setHighlightTarget(state.reveal);
  }, [state]);
  return useFinding({ found, search, reveal: revealTurn, firstInView });
}

function revealTurn(position: number): void {
  const row = document.querySelector(`.turn[data-position="${position}"]`);
  row?.scrollIntoView({ block: 'center' });
  row?.classList.add('message-flash');
  setTimeout(() => row?.classList.remove('message-flash'), flashMs);
}

/** Returns the first turn that is at least partly visible. */
function firstInView(): number {
  const top = document.querySelector('.turns-scroller')?.getBoundingClientRect().top ?? 0;
  const rows = [...document.querySelectorAll('.turn')];
  return Math.max(
    0,
    rows.findIndex((row) => row.getBoundingClientRect().bottom > top + 1),
  );
}
