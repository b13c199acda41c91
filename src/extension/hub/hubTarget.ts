import { Uri } from 'vscode';
import { isObject, jsonOf } from '../../disk/base/core.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';
import type { HitSession, RecordKind } from './hubTypes.ts';

/** A colleague's dialog in a project's hub. */
export interface HubDialog {
  readonly project: Project;
  /** A role of the database. */
  readonly person: string;
  readonly dialog: string;
}

/** A colleague's session with archives in a project's hub. */
export interface HubSessionTarget {
  readonly project: Project;
  /** A role of the database. */
  readonly person: string;
  /** Id of the session. */
  readonly session: string;
}

/** A record to open. */
export interface RecordToOpen {
  readonly project: Project;
  readonly owner: string;
  readonly kind: RecordKind;
  readonly id: string;
  /** Whether this person sent it. */
  readonly isMine: boolean;
  readonly dialog?: string | undefined;
  /** The session it belongs to. */
  readonly session?: HitSession | undefined;
  /** Its displayed name. */
  readonly title: string;
  /** Milliseconds. */
  readonly ts: number;
  /** Words to highlight. */
  readonly light: readonly string[];
}

/** Scheme of documents with records of hubs. */
export const hubScheme = 'history-hub';

/**
 * Returns the colleague's dialog referred to by a row, a search result, a document, or another extension's argument.
 */
export const hubDialogIn = (argument: unknown, projects: Projects): HubDialog | undefined =>
  dialogOf(valuesIn(argument), projects);

/** Returns the colleague's session referred to, as `hubDialogIn` does: `{folder, person, session}`. */
export const hubSessionIn = (argument: unknown, projects: Projects): HubSessionTarget | undefined =>
  sessionOf(valuesIn(argument), projects);

type Values = Readonly<Record<string, unknown>>;

/** Extracts `{project or folder, person, dialog or session}` from a command's argument. */
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
