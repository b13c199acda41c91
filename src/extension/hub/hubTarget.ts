import { Uri } from 'vscode';
import { isObject, jsonOf } from '../../store/base/core.ts';
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

/** A record that is to be opened. */
export interface RecordToOpen {
  readonly project: Project;
  readonly owner: string;
  readonly kind: RecordKind;
  readonly id: string;
  /** Whether this person sent it. */
  readonly isMine: boolean;
  readonly dialog?: string | undefined;
  /** What a person calls it. */
  readonly title: string;
  /** Milliseconds. */
  readonly ts: number;
  /** The words that were found. */
  readonly light: readonly string[];
}

/** Documents with records of hubs. */
export const hubScheme = 'history-hub';

/** The dialog that a row, a result of a search, a document, or what another extension passes (`{folder, person, dialog}`) names. */
export function hubDialogIn(argument: unknown, projects: Projects): HubDialog | undefined {
  if (argument instanceof Uri) return argument.scheme === hubScheme ? inQuery(argument, projects) : undefined;
  if (!isObject(argument)) return undefined;
  return isObject(argument.finding) ? inFinding(argument.finding, projects) : named(argument, projects);
}

function named(value: Readonly<Record<string, unknown>>, projects: Projects): HubDialog | undefined {
  const project = projectOf(value, projects);
  const { person, dialog } = value;
  return project && typeof person === 'string' && typeof dialog === 'string'
    ? { project, person, dialog }
    : undefined;
}

function inFinding(
  { project, inHub, hit }: Readonly<Record<string, unknown>>,
  projects: Projects,
): HubDialog | undefined {
  if (!isObject(inHub) || !isObject(hit)) return undefined;
  return named({ project, person: inHub.owner, dialog: hit.dialog }, projects);
}

function inQuery({ query }: Uri, projects: Projects): HubDialog | undefined {
  const record = jsonOf(query);
  if (!isObject(record)) return undefined;
  return named({ folder: record.root, person: record.owner, dialog: record.dialog }, projects);
}
