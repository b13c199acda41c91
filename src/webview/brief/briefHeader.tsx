import type { JSX } from 'preact';
import { panePurposes, type BriefPaneState, type PanePurpose } from '../../protocol/briefPane.ts';
import { fill } from '../../protocol/format.ts';
import { IconButton } from '../base/buttons.tsx';
import { Notice } from '../base/notices.tsx';
import { PaneHeader } from '../base/paneHeader.tsx';
import { Tabs, type TabTexts } from '../base/tabs.tsx';
import { useBriefPane } from './briefServices.ts';

/** Id of the element with the text. */
export const textPanelId = 'brief-text';

interface BriefHeaderProps {
  readonly state: BriefPaneState;
  readonly purpose: PanePurpose;
  readonly onPurpose: (purpose: PanePurpose) => void;
}

/** Header: purpose and session of the brief, and whether agents receive it automatically. */
export function BriefHeader({ state, purpose, onPurpose }: BriefHeaderProps): JSX.Element {
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
