import { defined } from '../../disk/base/core.ts';
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
import type { Examination } from './examination.ts';
import { labelOf, placeOf, sampledBy } from './places.ts';
import { inLanguage } from './reportText.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';

const texts = paneTexts<DoctorPaneStrings>(doctorPaneStrings);

/** Returns the complete content of the pane. */
export function doctorPaneState(
  { project }: DoctorTarget,
  examination: Examination,
  { version, due }: Pick<DoctorPaneState, 'version' | 'due'>,
): DoctorPaneState {
  const { progress, repairing, examinedAt } = examination;
  return {
    type: 'state',
    resource: { folder: project.root },
    project: project.name,
    version,
    repairing,
    due,
    checks: examination.checks.map((check) => paneCheck(check, project.folder)),
    ...(progress && { progress }),
    ...defined({ examinedAt }),
    repairs: examination.repairs.map((each) => paneRepair(each, project.folder)),
    ...texts(),
  };
}

/** Returns the pane's content if nothing may be examined. */
export const doctorFailure = ({ project }: DoctorTarget, error: unknown): DoctorPaneFailure =>
  paneFailure({ folder: project.root }, error, texts());

/** Adds the subject, which a repair's message lacks. */
function paneRepair({ check, id, subject, state, message }: RepairReport, history: string): PaneRepair {
  const text = inLanguage(message);
  const about = subject === '' ? text : `${labelOf(subject, history)}: ${text}`;
  return { check, id, subject, done: state !== 'failed', text: about };
}

const paneCheck = ({ id, title, level, findings }: CheckReport, history: string): PaneCheck => ({
  id,
  title: inLanguage(title),
  level,
  findings: findings.map((finding) => paneFinding(id, finding, history)),
});

function paneFinding(check: string, finding: Finding, history: string): PaneFinding {
  const { id, subject, level, message, repair, byChoice } = finding;
  const place = placeOf(finding, history);
  return {
    check,
    id,
    subject,
    level,
    text: inLanguage(message),
    ...(repair && { repair: inLanguage(repair) }),
    ...defined({ byChoice }),
    ...(place && { place: place.label }),
    ...(sampledBy(finding) && { hasShape: true }),
  };
}

/** A project to examine, with the machine's agents. */
export interface DoctorTarget {
  readonly project: Project;
}

/** Returns the project given by a pane. */
export function doctorTargetOf(argument: unknown, projects: Projects): DoctorTarget | undefined {
  const project = projectOf(argument, projects);
  return project && { project };
}
