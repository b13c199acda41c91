import type { JSX } from 'preact';
import type { DoctorCommand, DoctorPaneState } from '../../protocol/doctorPane.ts';
import { fill } from '../../protocol/format.ts';
import { Progress, When } from '../base/facts.tsx';
import { MenuButton, type MenuItem } from '../base/menu.tsx';
import { PaneHeader } from '../base/paneHeader.tsx';
import { useDoctorPane } from './doctorServices.ts';
import { countOf, repairableOf, resultText } from './resultText.ts';

interface DoctorHeaderProps {
  readonly state: DoctorPaneState;
  readonly busy: boolean;
}

/** Header: the project, the result or progress, and actions. */
export function DoctorHeader({ state, busy }: DoctorHeaderProps): JSX.Element {
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
  const { strings, send, announce } = useDoctorPane();
  const repairable = repairableOf(state);
  const copying = (command: 'copyReport' | 'copyJson'): MenuItem => ({
    label: strings[command],
    run: () => {
      send({ type: 'command', command });
      announce(strings.copied);
    },
  });
  const copies = state.examinedAt === undefined ? [] : [copying('copyReport'), copying('copyJson')];
  return (
    <div class="actions doctor-actions" role="toolbar" aria-label={strings.actions} data-one-stop>
      {repairable > 0 && (
        <CommandButton
          command="repairAll"
          label={fill(strings.repairAll, String(repairable))}
          disabled={busy}
          primary
        />
      )}
      <CommandButton command="examine" label={strings.examine} disabled={busy} />
      <MenuButton label={strings.moreActions} items={copies} />
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
  const { send } = useDoctorPane();
  return (
    <button
      type="button"
      class={primary ? 'button' : 'button button-secondary'}
      aria-disabled={disabled}
      onClick={() => disabled || send({ type: 'command', command })}
    >
      {label}
    </button>
  );
}
