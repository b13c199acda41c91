import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  overviewLinks,
  type DoctorLevel,
  type DoctorPaneAction,
  type DoctorPaneContent,
  type DoctorPaneState,
  type DoctorResource,
  type PaneCheck,
  type PaneRepair,
} from '../../protocol/doctorPane.ts';
import type { Host } from '../base/host.ts';
import { Failure } from '../base/notices.tsx';
import { useKeptFocus } from '../base/useKeptFocus.ts';
import { CheckView, LevelIcon } from './checkView.tsx';
import { DoctorFrame, useDoctorPane } from './doctorServices.ts';
import { DoctorHeader } from './doctorHeader.tsx';
import { resultText } from './resultText.ts';
import { Wanted } from './wanted.tsx';

export type DoctorHost = Host<DoctorPaneAction, DoctorResource>;

interface DoctorViewProps {
  readonly content: DoctorPaneContent;
  readonly host: DoctorHost;
}

/** The doctor pane: findings in a project and on the machine, or why nothing was examined. */
export function DoctorView({ content, host }: DoctorViewProps): JSX.Element {
  return (
    <DoctorFrame content={content} host={host}>
      {content.type === 'failure' ? <Failure failure={content} /> : <Content state={content} />}
    </DoctorFrame>
  );
}

function Content({ state }: { state: DoctorPaneState }): JSX.Element {
  const { strings } = useDoctorPane();
  const { checks, repairs, progress, repairing } = state;
  const open = [...ofLevel(checks, 'problem'), ...ofLevel(checks, 'note')].map(withoutWell);
  const well = checks.map(onlyWell).filter(({ findings }) => findings.length > 0);
  const isAll = open.length === 0 && state.due === 0 && state.unconnected.length === 0;
  const container = useRef<HTMLDivElement>(null);
  const busy = progress !== undefined || repairing;
  useSpokenResult(state);
  useKeptFocus(container, '.finding button', state);
  return (
    <div class="doctor" ref={container} aria-busy={busy}>
      <DoctorHeader state={state} busy={busy} />
      {/* Focusable, so that the keyboard can scroll it. */}
      <div class="doctor-body" tabIndex={0}>
        {repairs.length > 0 && <Repairs repairs={repairs} />}
        <Wanted {...state} />
        {open.map((check) => (
          <CheckView key={check.id} check={check} busy={busy} />
        ))}
        <Links />
        {well.length > 0 && (
          <details class="check">
            <summary>
              <LevelIcon level="ok" />
              <h2>{isAll ? strings.well : strings.wellElse}</h2>
            </summary>
            <div class="well">
              {well.map((check) => (
                <CheckView key={check.id} check={check} busy={busy} />
              ))}
            </div>
          </details>
        )}
      </div>
    </div>
  );
}

const ofLevel = (checks: readonly PaneCheck[], level: DoctorLevel): readonly PaneCheck[] =>
  checks.filter((check) => check.level === level);

/** Returns what of a check needs attention. */
const withoutWell = (check: PaneCheck): PaneCheck => ({
  ...check,
  findings: check.findings.filter(({ level }) => level !== 'ok'),
});

const onlyWell = (check: PaneCheck): PaneCheck => ({
  ...check,
  level: 'ok',
  findings: check.findings.filter(({ level }) => level === 'ok'),
});

const linkIcons: Readonly<Record<(typeof overviewLinks)[number], string>> = {
  showInsight: 'graph',
  showBrief: 'list-selection',
  connectAgents: 'plug',
  consolidateMemories: 'fold',
  memoryHealth: 'heart',
  findSecrets: 'lock',
  listServers: 'server-process',
};

/** Links to the other panes and commands about the whole history. */
function Links(): JSX.Element {
  const { strings, send } = useDoctorPane();
  return (
    <nav class="overview-links" data-one-stop aria-label={strings.links}>
      {overviewLinks.map((command) => (
        <button
          key={command}
          type="button"
          class="link-button"
          onClick={() => send({ type: 'command', command })}
        >
          <span class={`codicon codicon-${linkIcons[command]}`} aria-hidden="true" /> {strings[command]}
        </button>
      ))}
    </nav>
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

/** Announces the result of completed checks and repairs to screen readers. */
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
