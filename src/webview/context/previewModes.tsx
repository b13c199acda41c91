import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { previewModes, type PreviewMode } from '../../protocol/contextPane.ts';
import { useContextPane } from './contextServices.ts';

/** The element that shows the text of the chosen mode. */
export const modePanelId = 'preview-text';

/** The element of a mode's tab. */
export function modeTabId(mode: PreviewMode): string {
  return `preview-${mode}`;
}

interface PreviewModesProps {
  readonly mode: PreviewMode;
  readonly onChoose: (mode: PreviewMode) => void;
}

/** The modes as tabs: arrow keys, Home and End go from one to the next, as in the editor's own. */
export function PreviewModes({ mode, onChoose }: PreviewModesProps): JSX.Element {
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
