import type { JSX, TargetedClipboardEvent, TargetedKeyboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import {
  previewChars,
  previewModes,
  type ContextPreview,
  type PreviewMode,
  type PreviewQuery,
} from '../../protocol/contextPane.ts';
import { fill } from '../../protocol/format.ts';
import { Panel } from '../base/panel.tsx';
import type { ContextModel } from './contextModel.ts';
import { useContextPane } from './contextServices.ts';
import { PreviewLimit } from './previewLimit.tsx';

interface PreviewPanelProps {
  readonly model: ContextModel;
  readonly preview: ContextPreview;
}

/** Exactly the text an agent would receive, in the mode and up to the size the reader chooses. */
export function PreviewPanel({ model, preview }: PreviewPanelProps): JSX.Element {
  const { strings } = useContextPane();
  const [chosen, setChosen] = useState<PreviewQuery | undefined>(model.preview);
  const { mode, maxChars } = chosen ?? preview;
  const choose = (query: PreviewQuery) => {
    setChosen(query);
    model.choose(query);
  };
  // Until the extension has sent what was chosen, the earlier text stays, marked as not the one.
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
        aria-labelledby={modeTabId(mode)}
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

/** The element that shows the text of the chosen mode. */
const modePanelId = 'preview-text';

/** The element of a mode's tab. */
function modeTabId(mode: PreviewMode): string {
  return `preview-${mode}`;
}

interface PreviewModesProps {
  readonly mode: PreviewMode;
  readonly onChoose: (mode: PreviewMode) => void;
}

/** The modes as tabs: arrow keys, Home and End go from one to the next, as in the editor's own. */
function PreviewModes({ mode, onChoose }: PreviewModesProps): JSX.Element {
  const { strings } = useContextPane();
  const tabs = useRef<HTMLDivElement>(null);
  const texts: Readonly<Record<PreviewMode, readonly [string, string]>> = {
    summary: [strings.modeSummary, strings.modeSummaryHint],
    recent: [strings.modeRecent, strings.modeRecentHint],
    full: [strings.modeFull, strings.modeFullHint],
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const target = targetOf(event.key, mode);
    if (target === undefined) return;
    event.preventDefault();
    onChoose(target);
    tabs.current?.querySelector<HTMLElement>(`#${modeTabId(target)}`)?.focus();
  };
  return (
    <div ref={tabs} class="tabs" role="tablist" aria-label={strings.mode} onKeyDown={onKeyDown}>
      {previewModes.map((each) => (
        <button
          key={each}
          type="button"
          id={modeTabId(each)}
          class="tab"
          role="tab"
          title={texts[each][1]}
          aria-selected={each === mode}
          aria-controls={modePanelId}
          tabIndex={each === mode ? 0 : -1}
          data-text={texts[each][0]}
          onClick={() => onChoose(each)}
        >
          {texts[each][0]}
        </button>
      ))}
    </div>
  );
}

function targetOf(key: string, mode: PreviewMode): PreviewMode | undefined {
  const { length } = previewModes;
  const at = previewModes.indexOf(mode);
  if (key === 'ArrowRight') return previewModes[(at + 1) % length];
  if (key === 'ArrowLeft') return previewModes[(at + length - 1) % length];
  if (key === 'Home') return previewModes[0];
  return key === 'End' ? previewModes[length - 1] : undefined;
}

/**
 * A text as it is, to read and to copy: what is selected is copied character by character, also where a page shows
 * nothing (blanks at the end, carriage returns). Select All within it means this text.
 */
function ExactText({ text, label }: { text: string; label: string }): JSX.Element {
  const place = useRef<HTMLPreElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!isSelectAll(event) || place.current === null) return;
    event.preventDefault();
    event.stopPropagation(); // the editor would select the whole pane
    getSelection()?.selectAllChildren(place.current);
  };
  return (
    <pre
      ref={place}
      class="exact"
      role="region"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={copyExactly}
    >
      {text}
    </pre>
  );
}

function copyExactly(event: TargetedClipboardEvent<HTMLElement>): void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0 || event.clipboardData === null) return;
  const range = selection.getRangeAt(0);
  if (!event.currentTarget.contains(range.commonAncestorContainer)) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', range.toString());
}

function isSelectAll(event: TargetedKeyboardEvent<HTMLElement>): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'a'
  );
}
