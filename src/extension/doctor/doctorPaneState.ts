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
import { connectableAgentOf } from '../../connect/agents.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import type { Examination } from './examination.ts';
import { editedBy, labelOf, placeOf, sampledBy } from './places.ts';
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
    checks: examination.checks.flatMap((check) => paneCheck(check, project.folder)),
    unconnected: unconnectedIn(examination.checks),
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

/** Agents that are not connected are one line of the pane, with a button that connects them. */
const isUnconnected = ({ id }: Finding): boolean => id === 'agent.absent';

const unconnectedIn = (checks: readonly CheckReport[]): readonly string[] =>
  checks
    .flatMap(({ findings }) => findings.filter(isUnconnected))
    .map(({ subject }) => connectableAgentOf(subject)?.label ?? subject);

/** Returns what a check found, without agents that are not connected; nothing if that was all. */
function paneCheck({ id, title, findings }: CheckReport, history: string): readonly PaneCheck[] {
  const others = findings.filter((finding) => !isUnconnected(finding));
  if (others.length === 0 && findings.length > 0) return [];
  const level = (['problem', 'note'] as const).find((wanted) => others.some((one) => one.level === wanted));
  const shown = others.map((finding) => paneFinding(id, finding, history));
  return [{ id, title: inLanguage(title), level: level ?? 'ok', findings: shown }];
}

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
    ...(editedBy(finding) && { hasEdit: true }),
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
