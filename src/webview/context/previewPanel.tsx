import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  previewChars,
  previewModes,
  type ContextPreview,
  type PreviewMode,
  type PreviewQuery,
} from '../../protocol/contextPane.ts';
import { fill } from '../../protocol/format.ts';
import { ExactText } from '../base/exactText.tsx';
import { Panel } from '../base/panel.tsx';
import { tabId, Tabs, type TabTexts } from '../base/tabs.tsx';
import type { ContextModel } from './contextModel.ts';
import { useContextPane } from './contextServices.ts';
import { PreviewLimit } from './previewLimit.tsx';

interface PreviewPanelProps {
  readonly model: ContextModel;
  readonly preview: ContextPreview;
}

/** The exact text an agent would receive, in the chosen mode and size. */
export function PreviewPanel({ model, preview }: PreviewPanelProps): JSX.Element {
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
