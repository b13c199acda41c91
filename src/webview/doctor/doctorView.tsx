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
  type DoctorCommand,
} from '../../protocol/doctorPane.ts';
import { fill } from '../../protocol/format.ts';
import type { Host } from '../base/host.ts';
import { Failure } from '../base/notices.tsx';
import { useKeptFocus } from '../base/useKeptFocus.ts';
import { CheckView, LevelIcon } from './checkView.tsx';
import { DoctorFrame, useDoctorPane } from './doctorServices.ts';
import { resultText, countOf, repairableOf } from './resultText.ts';
import { Progress, When } from '../base/facts.tsx';
import { PaneHeader } from '../base/paneHeader.tsx';

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
  const { checks, repairs, progress, repairing, due } = state;
  const open = [...ofLevel(checks, 'problem'), ...ofLevel(checks, 'note')];
  const well = ofLevel(checks, 'ok');
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
        <Links />
        {due > 0 && <Due count={due} />}
        {open.map((check) => (
          <CheckView key={check.id} check={check} busy={busy} />
        ))}
        {well.length > 0 && (
          <details class="check">
            <summary>
              <LevelIcon level="ok" />
              <h2>{fill(strings.well, well.map(({ title }) => title).join(', '))}</h2>
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

/** Says how many dialogs need compaction. */
function Due({ count }: { count: number }): JSX.Element {
  const { strings, send } = useDoctorPane();
  return (
    <section class="check due">
      <LevelIcon level="note" />
      <h2>{count === 1 ? strings.dueOne : fill(strings.due, String(count))}</h2>
      <button
        type="button"
        class="button button-secondary"
        onClick={() => send({ type: 'command', command: 'showDue' })}
      >
        {strings.showDue}
      </button>
    </section>
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

interface DoctorHeaderProps {
  readonly state: DoctorPaneState;
  readonly busy: boolean;
}

/** Header: the project, the result or progress, and actions. */
function DoctorHeader({ state, busy }: DoctorHeaderProps): JSX.Element {
  const { strings } = useDoctorPane();
  const { project, version, examinedAt, progress } = state;
  return (
    <PaneHeader title={`${strings.overview} · ${project}`} actions={<Actions state={state} busy={busy} />}>
      <div class="facts">
        {progress ? (
          <Progress
            {...{ title: strings.examining, ...progress }}
            text={fill(strings.examiningPlace, String(progress.ended), String(progress.all))}
          />
        ) : (
          <Result state={state} />
        )}
        <div class="counts">
          <span>{fill(strings.version, version)}</span>
          {examinedAt !== undefined && (
            <When ts={examinedAt} text={strings.examinedWhen} hint={strings.examinedAt} />
          )}
        </div>
      </div>
    </PaneHeader>
  );
}

function Result({ state }: { state: DoctorPaneState }): JSX.Element {
  const { strings } = useDoctorPane();
  if (state.repairing) return <span>{strings.repairing}</span>;
  const isWell = countOf(state, 'problem') === 0;
  return (
    <span class={`doctor-result doctor-result-${isWell ? 'ok' : 'problem'}`}>
      <span class={`codicon codicon-${isWell ? 'pass' : 'error'}`} aria-hidden="true" />
      {resultText(state, strings)}
    </span>
  );
}

function Actions({ state, busy }: DoctorHeaderProps): JSX.Element {
  const { strings } = useDoctorPane();
  const repairable = repairableOf(state);
  const known = state.examinedAt !== undefined;
  return (
    <div class="actions doctor-actions" role="group" aria-label={strings.actions}>
      {repairable > 0 && (
        <CommandButton
          command="repairAll"
          label={fill(strings.repairAll, String(repairable))}
          disabled={busy}
          primary
        />
      )}
      <CommandButton command="examine" label={strings.examine} disabled={busy} />
      <CommandButton command="copyReport" label={strings.copyReport} disabled={!known} />
      <CommandButton command="copyJson" label={strings.copyJson} disabled={!known} />
    </div>
  );
}

interface CommandButtonProps {
  readonly command: DoctorCommand;
  readonly label: string;
  readonly disabled: boolean;
  readonly primary?: boolean;
}

/** A button that keeps its place and the focus while disabled. */
function CommandButton({ command, label, disabled, primary = false }: CommandButtonProps): JSX.Element {
  const { strings, send, announce } = useDoctorPane();
  const press = (): void => {
    if (disabled) return;
    send({ type: 'command', command });
    if (command === 'copyReport' || command === 'copyJson') announce(strings.copied);
  };
  return (
    <button
      type="button"
      class={primary ? 'button' : 'button button-secondary'}
      aria-disabled={disabled}
      onClick={press}
    >
      {label}
    </button>
  );
}
