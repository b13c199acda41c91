import { join } from 'node:path';
import { projectsState, type Machine } from '../base/stateFolder.ts';

/** Folder of what a person has set of hubs, on this machine: among the person's own files, in no project. */
export const hubsState = (machine: Machine): string => join(projectsState(machine), 'hubs');

/** What is set of the hub of a project, by its UUID: there is no such file where it has none. */
export const hubSettingsFile = (machine: Machine, project: string): string =>
  join(hubsState(machine), `${project}.json`);
