import type { JSX } from 'preact';
import { useRef, useEffect, useState } from 'preact/hooks';
import type {
  BriefPaneAction,
  BriefPaneContent,
  BriefPaneState,
  BriefResource,
  PanePurpose,
} from '../../protocol/briefPane.ts';
import type { Host } from '../base/host.ts';
import { Failure } from '../base/notices.tsx';
import { useKeptFocus } from '../base/useKeptFocus.ts';
import { BriefHeader, textPanelId } from './briefHeader.tsx';
import { BriefFrame, useBriefPane } from './briefServices.ts';
import { BriefText } from './briefText.tsx';
import { ChoicePanels } from './choicePanels.tsx';
import { GivenPanel, GivenText, References } from './givenPanel.tsx';
import { StatementPanels } from './statementPanels.tsx';

export type BriefHost = Host<BriefPaneAction, BriefResource>;

interface BriefViewProps {
  readonly content: BriefPaneContent;
  readonly host: BriefHost;
}

/** The brief pane: the current brief and given ones, or why nothing can be shown. */
export function BriefView({ content, host }: BriefViewProps): JSX.Element {
  return (
    <BriefFrame content={content} host={host}>
      {content.type === 'failure' ? <Failure failure={content} /> : <Content state={content} />}
    </BriefFrame>
  );
}

function Content({ state }: { state: BriefPaneState }): JSX.Element {
  const { shown, resource } = state;
  const container = useRef<HTMLDivElement>(null);
  const [purpose, choosePurpose] = usePurpose(resource.purpose, shown?.id);
  const isWaiting = purpose !== resource.purpose;
  useKeptFocus(container, '.side button, .brief-back', state);
  return (
    <div class="context brief" ref={container}>
      <BriefHeader state={state} purpose={purpose} onPurpose={choosePurpose} />
      <div class="context-columns">
        <div
          id={textPanelId}
          class={`brief-column${isWaiting ? ' brief-waiting' : ''}`}
          role="tabpanel"
          aria-label={state.strings.exactText}
          aria-busy={isWaiting}
        >
          {shown ? <GivenText shown={shown} /> : <BriefText state={state} />}
        </div>
        {/* Focusable, so that the keyboard can scroll it. */}
        <div class="side" tabIndex={0} role="region" aria-label={state.strings.details}>
          {shown ? <References shown={shown} /> : <StatementPanels state={state} />}
          <ChoicePanels state={state} />
          <GivenPanel state={state} />
        </div>
      </div>
    </div>
  );
}

/** Returns the purpose just chosen until the extension has sent its content, else the one shown. */
function usePurpose(
  sent: PanePurpose,
  shown: string | undefined,
): [PanePurpose, (purpose: PanePurpose) => void] {
  const { send } = useBriefPane();
  const [asked, ask] = useState<PanePurpose>();
  useEffect(() => ask(undefined), [sent]);
  const choose = (purpose: PanePurpose): void => {
    if (purpose !== sent) ask(purpose);
    if (purpose !== sent || shown !== undefined) send({ type: 'purpose', purpose });
  };
  return [asked ?? sent, choose];
}
