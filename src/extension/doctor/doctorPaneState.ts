import { defined } from '../../store/base/core.ts';
import type {
  DoctorPaneFailure,
  DoctorPaneState,
  PaneCheck,
  PaneFinding,
  PaneRepair,
} from '../../protocol/doctorPane.ts';
import { doctorPaneStrings, type DoctorPaneStrings } from '../../protocol/doctorPaneStrings.ts';
import type { CheckReport, Finding, RepairReport } from '../../doctor/types.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import type { DoctorTarget } from './doctorTarget.ts';
import type { Examination } from './examination.ts';
import { labelOf, placeOf } from './places.ts';
import { inLanguage } from './reportText.ts';

const texts = paneTexts<DoctorPaneStrings>(doctorPaneStrings);

/** All the pane shows. */
export function doctorPaneState(
  { project }: DoctorTarget,
  examination: Examination,
  version: string,
): DoctorPaneState {
  const { progress, repairing, examinedAt } = examination;
  return {
    type: 'state',
    resource: { folder: project.root },
    ...{ project: project.name, version, repairing },
    checks: examination.checks.map((check) => paneCheck(check, project.folder)),
    ...(progress && { progress }),
    ...defined({ examinedAt }),
    repairs: examination.repairs.map((each) => paneRepair(each, project.folder)),
    ...texts(),
  };
}

/** What the pane shows where nothing may be examined. */
export const doctorFailure = ({ project }: DoctorTarget, error: unknown): DoctorPaneFailure =>
  paneFailure({ folder: project.root }, error, texts());

/** A message of a repair does not tell what it is about. */
function paneRepair({ check, id, subject, state, message }: RepairReport, history: string): PaneRepair {
  const text = inLanguage(message);
  const about = subject === '' ? text : `${labelOf(subject, history)}: ${text}`;
  return { check, id, subject, done: state !== 'failed', text: about };
}

const paneCheck = ({ id, title, level, findings }: CheckReport, history: string): PaneCheck => ({
  ...{ id, title: inLanguage(title), level },
  findings: findings.map((finding) => paneFinding(id, finding, history)),
});

function paneFinding(check: string, finding: Finding, history: string): PaneFinding {
  const { id, subject, level, message, repair } = finding;
  const place = placeOf(finding, history);
  return {
    ...{ check, id, subject, level, text: inLanguage(message) },
    ...(repair && { repair: inLanguage(repair) }),
    ...(place && { place: place.label }),
  };
}
