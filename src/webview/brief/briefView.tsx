import type { JSX } from 'preact';
import { useRef, useEffect, useState } from 'preact/hooks';
import {
  type BriefPaneAction,
  type BriefPaneContent,
  type BriefPaneState,
  type BriefResource,
  type PanePurpose,
  type PanePin,
  panePurposes,
} from '../../protocol/briefPane.ts';
import type { Host } from '../base/host.ts';
import { Failure, Notice } from '../base/notices.tsx';
import { useKeptFocus } from '../base/useKeptFocus.ts';
import { BriefFrame, useBriefPane } from './briefServices.ts';
import { BriefText } from './briefText.tsx';
import { GivenPanel, GivenText, References } from './givenPanel.tsx';
import { StatementPanels, Count } from './statementPanels.tsx';
import type { BriefPaneStrings } from '../../protocol/briefPaneStrings.ts';
import { fill } from '../../protocol/format.ts';
import { Panel } from '../base/panel.tsx';
import { Statement } from './statement.tsx';
import { IconButton } from '../base/buttons.tsx';
import { PaneHeader } from '../base/paneHeader.tsx';
import { Tabs, type TabTexts } from '../base/tabs.tsx';

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

/** Pinned and excluded statements, each with a button to revert the decision. */
function ChoicePanels({ state }: { state: BriefPaneState }): JSX.Element {
  const { strings } = useBriefPane();
  const { pins, never, editable } = state;
  return (
    <>
      <Panel title={strings.pins} aside={pins.length > 0 && <Count of={pins} />}>
        {pins.length === 0 && <p class="hint">{strings.noPins}</p>}
        <ul class="statements" data-one-stop>
          {pins.map((pin) => (
            <Statement key={pin.key} statement={pin} offered={editable ? ['unpin'] : []}>
              <PinStatus pin={pin} strings={strings} />
            </Statement>
          ))}
        </ul>
      </Panel>
      <Panel title={strings.never} aside={never.length > 0 && <Count of={never} />}>
        {never.length === 0 && <p class="hint">{strings.noNever}</p>}
        <ul class="statements" data-one-stop>
          {never.map((one) => (
            <Statement key={one.key} statement={one} offered={editable ? ['includeAgain'] : []} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** Explains why a pinned statement is not in the text. */
function PinStatus({ pin, strings }: { pin: PanePin; strings: BriefPaneStrings }): JSX.Element | null {
  if (pin.state === 'told') return null;
  const text =
    pin.state === 'replaced'
      ? fill(strings.replacedBy, pin.by)
      : pin.state === 'deleted'
        ? strings.deleted
        : strings.noRoom;
  return <div class="pin-status">{text}</div>;
}

/** Id of the element with the text. */
const textPanelId = 'brief-text';

interface BriefHeaderProps {
  readonly state: BriefPaneState;
  readonly purpose: PanePurpose;
  readonly onPurpose: (purpose: PanePurpose) => void;
}

/** Header: purpose and session of the brief, and whether agents receive it automatically. */
function BriefHeader({ state, purpose, onPurpose }: BriefHeaderProps): JSX.Element {
  const { strings, send } = useBriefPane();
  const notice = noticeOf(state.mode, purpose);
  return (
    <PaneHeader
      title={`${strings.heading} · ${state.project}`}
      actions={
        <div class="actions" role="group" aria-label={strings.actions}>
          <IconButton
            icon="gear"
            label={strings.openSettings}
            onPress={() => send({ type: 'command', command: 'openSettings' })}
          />
        </div>
      }
    >
      <div class="facts">
        <Purposes purpose={purpose} onPurpose={onPurpose} />
        {purpose === 'afterCompaction' && <Session title={state.session} />}
      </div>
      {notice && <Notice kind="info">{strings[notice]}</Notice>}
    </PaneHeader>
  );
}

/** Returns a note on when the brief is sent; undefined if agents receive it as shown. */
function noticeOf(
  mode: BriefPaneState['mode'],
  purpose: PanePurpose,
): 'modeOff' | 'modeNotAtStart' | 'modeHandOver' | undefined {
  if (purpose === 'handOver') return 'modeHandOver';
  if (mode === 'off') return 'modeOff';
  return mode === 'afterCompaction' && purpose === 'start' ? 'modeNotAtStart' : undefined;
}

function Purposes({ purpose, onPurpose }: Omit<BriefHeaderProps, 'state'>): JSX.Element {
  const { strings } = useBriefPane();
  const texts: TabTexts<PanePurpose> = {
    start: [strings.purposeStart, strings.purposeStartHint],
    afterCompaction: [strings.purposeAfterCompaction, strings.purposeAfterCompactionHint],
    handOver: [strings.purposeHandOver, strings.purposeHandOverHint],
  };
  return (
    <Tabs
      label={strings.purpose}
      panel={textPanelId}
      all={panePurposes}
      texts={texts}
      chosen={purpose}
      onChoose={onPurpose}
    />
  );
}

function Session({ title }: { title: string | undefined }): JSX.Element {
  const { strings, send } = useBriefPane();
  return (
    <div class="brief-session">
      <span class="brief-session-title" title={title}>
        {title === undefined ? strings.noSession : fill(strings.ofSession, title)}
      </span>
      {title !== undefined && (
        <button
          type="button"
          class="link-button"
          onClick={() => send({ type: 'command', command: 'chooseSession' })}
        >
          {strings.chooseSession}
        </button>
      )}
    </div>
  );
}
