import type { JSX } from 'preact';
import type { DoctorLevel, PaneCheck, PaneFinding, PaneFindingName } from '../../protocol/doctorPane.ts';
import { fill } from '../../protocol/format.ts';
import { useUniqueId } from '../base/uniqueId.ts';
import { useDoctorPane } from './doctorServices.ts';

interface CheckViewProps {
  readonly check: PaneCheck;
  /** Whether repairs are currently impossible. */
  readonly busy: boolean;
}

/** Result of a check; collapsed if all is well. */
export function CheckView({ check, busy }: CheckViewProps): JSX.Element {
  const { title, level, findings } = check;
  return (
    <details class="check" open={level !== 'ok'}>
      <summary>
        <LevelIcon level={level} />
        <h2>{title}</h2>
      </summary>
      <ul class="findings" data-one-stop>
        {findings.map((finding) => (
          <FindingView key={`${finding.id}\n${finding.subject}`} finding={finding} busy={busy} />
        ))}
      </ul>
    </details>
  );
}

const icons: Readonly<Record<DoctorLevel, string>> = { ok: 'pass', note: 'info', problem: 'error' };

/** Shows how serious a finding is. */
export function LevelIcon({ level }: { level: DoctorLevel }): JSX.Element {
  const { strings } = useDoctorPane();
  const labels = { ok: strings.levelOk, note: strings.levelNote, problem: strings.levelProblem };
  return (
    <span class={`codicon codicon-${icons[level]} level-${level}`} role="img" aria-label={labels[level]} />
  );
}

function FindingView({ finding, busy }: { finding: PaneFinding; busy: boolean }): JSX.Element {
  const { strings, send } = useDoctorPane();
  const textId = useUniqueId();
  const { check, id, subject, level, text, repair, place, hasShape, hasEdit } = finding;
  const name = { check, id, subject };
  return (
    <li class={`finding finding-${level}`}>
      <LevelIcon level={level} />
      <div class="finding-text">
        <div id={textId}>{text}</div>
        {repair !== undefined && <div class="finding-repair">{repair}</div>}
        {place !== undefined && (
          <button
            type="button"
            class="link-button"
            onClick={() => send({ type: 'openPlace', finding: name })}
          >
            {fill(strings.open, place)}
          </button>
        )}
        {hasShape && <More type="sample" finding={name} about={textId} text={strings.sample} />}
        {hasEdit && <More type="edit" finding={name} about={textId} text={strings.edit} />}
      </div>
      {repair !== undefined && (
        <button
          type="button"
          class="button button-secondary"
          aria-disabled={busy}
          aria-describedby={textId}
          onClick={() => busy || send({ type: 'repair', finding: name })}
        >
          {strings.repair}
        </button>
      )}
    </li>
  );
}

interface MoreProps {
  readonly type: 'sample' | 'edit';
  readonly finding: PaneFindingName;
  /** Id of the text that it is about. */
  readonly about: string;
  readonly text: string;
}

/** A button below a finding that opens more about it. */
function More({ type, finding, about, text }: MoreProps): JSX.Element {
  const { send } = useDoctorPane();
  return (
    <div>
      <button
        type="button"
        class="link-button"
        aria-describedby={about}
        onClick={() => send({ type, finding })}
      >
        {text}
      </button>
    </div>
  );
}
