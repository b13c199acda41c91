import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import {
  type ContextPaneContent,
  type ContextPaneState,
  previewChars,
  previewModes,
  type ContextPreview,
  type PreviewMode,
  type PreviewQuery,
} from '../../protocol/contextPane.ts';
import { holds } from '../../protocol/find.ts';
import { Failure } from '../base/notices.tsx';
import { FindBar, useFinding, type FindInPane } from '../find/finding.tsx';
import { setHighlightTarget } from '../find/searchHighlight.ts';
import { ContextHeaderView } from './contextHeader.tsx';
import { contextKey, type ContextHost, type ContextModel } from './contextModel.ts';
import { ContextFrame, useContextPane } from './contextServices.ts';
import { SummaryText, useSummaryText } from './summaryText.tsx';
import { TurnList } from './turnList.tsx';
import { fill } from '../../protocol/format.ts';
import { ExactText } from '../base/exactText.tsx';
import { Panel } from '../base/panel.tsx';
import { tabId, Tabs, type TabTexts } from '../base/tabs.tsx';
import { PreviewLimit } from './previewLimit.tsx';

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

interface PreviewPanelProps {
  readonly model: ContextModel;
  readonly preview: ContextPreview;
}

/** The exact text an agent would receive, in the chosen mode and size. */
function PreviewPanel({ model, preview }: PreviewPanelProps): JSX.Element {
  const { strings } = useContextPane();
  const [chosen, setChosen] = useState<PreviewQuery | undefined>(model.preview);
  const { mode, maxChars } = chosen ?? preview;
  const choose = (query: PreviewQuery) => {
    setChosen(query);
    model.choose(query);
  };
  // Marks the previous text as outdated until the extension has sent the chosen one.
  const ready = preview.mode === mode && preview.maxChars === maxChars;
  return (
    <Panel title={strings.preview} class="preview">
      <div class="preview-controls">
        <PreviewModes mode={mode} onChoose={(next) => choose({ mode: next, maxChars })} />
        <PreviewLimit
          maxChars={maxChars}
          usual={[4_000, previewChars.usual, 48_000]}
          onChoose={(next) => choose({ mode, maxChars: next })}
        />
      </div>
      <div
        id={modePanelId}
        class={`preview-text${ready ? '' : ' preview-waiting'}`}
        role="tabpanel"
        aria-labelledby={tabId(modePanelId, mode)}
        aria-busy={!ready}
      >
        <ExactText text={preview.text} label={strings.previewText} />
      </div>
      <Foot preview={preview} />
    </Panel>
  );
}

function Foot({ preview }: { preview: ContextPreview }): JSX.Element {
  const { strings, format, send } = useContextPane();
  const { chars, tokens, omittedTurns } = preview;
  const omitted = omittedTurns === 1 ? strings.omittedTurn : strings.omittedTurns;
  return (
    <div class="preview-foot">
      <div class="counts preview-size">
        <span>{fill(strings.characters, format.count(chars))}</span>
        <span title={strings.tokensDetail}>{fill(strings.tokens, format.count(Math.round(tokens)))}</span>
        {omittedTurns > 0 && <span class="preview-omitted">{fill(omitted, format.count(omittedTurns))}</span>}
      </div>
      <div class="preview-buttons">
        <button type="button" class="button" onClick={() => send({ type: 'copyInjection' })}>
          {strings.loadText}
        </button>
        <button type="button" class="button button-secondary" onClick={() => send({ type: 'openInChat' })}>
          {strings.openInChat}
        </button>
      </div>
    </div>
  );
}

/** Id of the element with the text of the chosen mode. */
const modePanelId = 'preview-text';

interface PreviewModesProps {
  readonly mode: PreviewMode;
  readonly onChoose: (mode: PreviewMode) => void;
}

function PreviewModes({ mode, onChoose }: PreviewModesProps): JSX.Element {
  const { strings } = useContextPane();
  const texts: TabTexts<PreviewMode> = {
    summary: [strings.modeSummary, strings.modeSummaryHint],
    recent: [strings.modeRecent, strings.modeRecentHint],
    full: [strings.modeFull, strings.modeFullHint],
  };
  return (
    <Tabs
      label={strings.mode}
      panel={modePanelId}
      all={previewModes}
      texts={texts}
      chosen={mode}
      onChoose={onChoose}
    />
  );
}
