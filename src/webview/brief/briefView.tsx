import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type {
  BriefPaneAction,
  BriefPaneContent,
  BriefPaneState,
  BriefResource,
} from '../../protocol/briefPane.ts';
import type { Host } from '../base/host.ts';
import { Failure } from '../base/notices.tsx';
import { useKeptFocus } from '../base/useKeptFocus.ts';
import { BriefHeader, textPanelId } from './briefHeader.tsx';
import { BriefFrame } from './briefServices.ts';
import { BriefText } from './briefText.tsx';
import { ChoicePanels } from './choicePanels.tsx';
import { GivenPanel, GivenText, References } from './givenPanel.tsx';
import { StatementPanels } from './statementPanels.tsx';
import { usePurpose } from './usePurpose.ts';

export type BriefHost = Host<BriefPaneAction, BriefResource>;

interface BriefViewProps {
  readonly content: BriefPaneContent;
  readonly host: BriefHost;
}

/** The whole pane: what an agent would be given now, and what was given, or why nothing can be shown. */
export function BriefView({ content, host }: BriefViewProps): JSX.Element {
  return (
    <BriefFrame content={content} host={host}>
      {content.type === 'failure' ? <Failure failure={content} /> : <Content state={content} />}
    </BriefFrame>
  );
}

function Content({ state }: { state: BriefPaneState }): JSX.Element {
  const { shown, resource } = state;
  const place = useRef<HTMLDivElement>(null);
  const [purpose, choosePurpose] = usePurpose(resource.purpose, shown?.id);
  const isWaiting = purpose !== resource.purpose;
  useKeptFocus(place, '.side button, .brief-back', state);
  return (
    <div class="context brief" ref={place}>
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
        {/* It scrolls, so it must be reached with the keyboard. */}
        <div class="side" tabIndex={0} role="region" aria-label={state.strings.details}>
          {shown ? <References shown={shown} /> : <StatementPanels state={state} />}
          <ChoicePanels state={state} />
          <GivenPanel state={state} />
        </div>
      </div>
    </div>
  );
}
