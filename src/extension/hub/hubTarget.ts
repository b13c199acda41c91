import { Uri } from 'vscode';
import { isObject, jsonOf } from '../../store/base/core.ts';
import type { HitSession } from '../../store/hub/searchRecords.ts';
import type { RecordKind } from '../../store/hub/types.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';

/** A dialog of a colleague in the hub of a project. */
export interface HubDialog {
  readonly project: Project;
  /** A role of the database. */
  readonly person: string;
  readonly dialog: string;
}

/** A session of a colleague, of which there are archives in the hub of a project. */
export interface HubSessionTarget {
  readonly project: Project;
  /** A role of the database. */
  readonly person: string;
  /** Its id. */
  readonly session: string;
}

/** A record that is to be opened. */
export interface RecordToOpen {
  readonly project: Project;
  readonly owner: string;
  readonly kind: RecordKind;
  readonly id: string;
  /** Whether this person sent it. */
  readonly isMine: boolean;
  readonly dialog?: string | undefined;
  /** The session that it is of. */
  readonly session?: HitSession | undefined;
  /** What a person calls it. */
  readonly title: string;
  /** Milliseconds. */
  readonly ts: number;
  /** The words that were found. */
  readonly light: readonly string[];
}

/** Documents with records of hubs. */
export const hubScheme = 'history-hub';

/** What of a colleague a row, a result of a search, a document, or what another extension passes names. */
export const hubDialogIn = (argument: unknown, projects: Projects): HubDialog | undefined =>
  dialogOf(valuesIn(argument), projects);

/** As `hubDialogIn`, a session: `{folder, person, session}`. */
export const hubSessionIn = (argument: unknown, projects: Projects): HubSessionTarget | undefined =>
  sessionOf(valuesIn(argument), projects);

type Values = Readonly<Record<string, unknown>>;

/** `{project or folder, person, dialog or session}` in whatever a command is called with. */
function valuesIn(argument: unknown): Values {
  if (argument instanceof Uri) return argument.scheme === hubScheme ? inQuery(argument) : {};
  if (!isObject(argument)) return {};
  return isObject(argument.finding) ? inFinding(argument.finding) : argument;
}

function inFinding({ project, inHub, hit }: Values): Values {
  if (!isObject(inHub) || !isObject(hit)) return {};
  const session = isObject(inHub.session) ? inHub.session.id : undefined;
  return { project, person: inHub.owner, dialog: hit.dialog, session };
}

function inQuery({ query }: Uri): Values {
  const record = jsonOf(query);
  if (!isObject(record)) return {};
  return { folder: record.root, person: record.owner, dialog: record.dialog, session: record.session };
}

function dialogOf(values: Values, projects: Projects): HubDialog | undefined {
  const project = projectOf(values, projects);
  const { person, dialog } = values;
  return project && typeof person === 'string' && typeof dialog === 'string'
    ? { project, person, dialog }
    : undefined;
}

function sessionOf(values: Values, projects: Projects): HubSessionTarget | undefined {
  const project = projectOf(values, projects);
  const { person, session } = values;
  return project && typeof person === 'string' && typeof session === 'string'
    ? { project, person, session }
    : undefined;
}
