import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type {
  DoctorPaneAction,
  DoctorPaneContent,
  DoctorPaneState,
  DoctorResource,
  PaneRepair,
} from '../../protocol/doctorPane.ts';
import type { Host } from '../base/host.ts';
import { Failure } from '../base/notices.tsx';
import { useKeptFocus } from '../base/useKeptFocus.ts';
import { CheckView } from './checkView.tsx';
import { DoctorHeader } from './doctorHeader.tsx';
import { DoctorFrame, useDoctorPane } from './doctorServices.ts';
import { resultText } from './resultText.ts';

export type DoctorHost = Host<DoctorPaneAction, DoctorResource>;

interface DoctorViewProps {
  readonly content: DoctorPaneContent;
  readonly host: DoctorHost;
}

/** The whole pane: what was found in a project and on the machine, or why nothing was examined. */
export function DoctorView({ content, host }: DoctorViewProps): JSX.Element {
  return (
    <DoctorFrame content={content} host={host}>
      {content.type === 'failure' ? <Failure failure={content} /> : <Content state={content} />}
    </DoctorFrame>
  );
}

function Content({ state }: { state: DoctorPaneState }): JSX.Element {
  const { checks, repairs, progress, repairing } = state;
  const place = useRef<HTMLDivElement>(null);
  const busy = progress !== undefined || repairing;
  useSpokenResult(state);
  useKeptFocus(place, '.finding button', state);
  return (
    <div class="doctor" ref={place} aria-busy={busy}>
      <DoctorHeader state={state} busy={busy} />
      {/* It scrolls, so it must be reached with the keyboard. */}
      <div class="doctor-body" tabIndex={0}>
        {repairs.length > 0 && <Repairs repairs={repairs} />}
        {checks.map((check) => (
          <CheckView key={check.id} check={check} busy={busy} />
        ))}
      </div>
    </div>
  );
}

function Repairs({ repairs }: { repairs: readonly PaneRepair[] }): JSX.Element {
  const { strings } = useDoctorPane();
  return (
    <section class="check" aria-labelledby="repairs">
      <h2 id="repairs">{strings.repairs}</h2>
      <ul class="findings">
        {repairs.map(({ done, text }, index) => (
          <li key={repairs.length - index} class={`finding finding-${done ? 'ok' : 'problem'}`}>
            <span
              class={`codicon codicon-${done ? 'check' : 'error'}`}
              role="img"
              aria-label={done ? strings.repaired : strings.notRepaired}
            />
            <div class="finding-text">{text}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Tells screen readers what came of an examination, and of a repair, when it has ended. */
function useSpokenResult(state: DoctorPaneState): void {
  const { strings, announce } = useDoctorPane();
  const { progress, repairing, repairs } = state;
  const [latest] = repairs;
  const examining = progress !== undefined;
  useEffect(() => {
    if (repairing) announce(strings.repairing);
    else announce(examining ? strings.examining : resultText(state, strings));
  }, [examining, repairing]);
  useEffect(() => {
    if (latest) announce(latest.text);
  }, [repairs.length]);
}
