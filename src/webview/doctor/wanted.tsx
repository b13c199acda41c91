import type { JSX } from 'preact';
import type { DoctorCommand, DoctorPaneState } from '../../protocol/doctorPane.ts';
import { fill } from '../../protocol/format.ts';
import { LevelIcon } from './checkView.tsx';
import { useDoctorPane } from './doctorServices.ts';

/** Lines about what the person may want to do, each with a button that does it. */
export function Wanted({ due, unconnected }: Pick<DoctorPaneState, 'due' | 'unconnected'>): JSX.Element {
  const { strings } = useDoctorPane();
  return (
    <>
      {due > 0 && (
        <WantedLine
          title={due === 1 ? strings.dueOne : fill(strings.due, String(due))}
          label={strings.showDue}
          command="showDue"
        />
      )}
      {unconnected.length > 0 && (
        <WantedLine
          title={
            unconnected.length === 1
              ? strings.unconnectedOne
              : fill(strings.unconnected, String(unconnected.length))
          }
          more={unconnected.join(strings.comma)}
          label={strings.connectAgents}
          command="connectAgents"
        />
      )}
    </>
  );
}

interface WantedLineProps {
  readonly title: string;
  readonly more?: string;
  readonly label: string;
  readonly command: DoctorCommand;
}

function WantedLine({ title, more, label, command }: WantedLineProps): JSX.Element {
  const { send } = useDoctorPane();
  return (
    <section class="check wanted">
      <LevelIcon level="note" />
      <div class="wanted-text">
        <h2>{title}</h2>
        {more !== undefined && <p>{more}</p>}
      </div>
      <button
        type="button"
        class="button button-secondary"
        onClick={() => send({ type: 'command', command })}
      >
        {label}
      </button>
    </section>
  );
}
