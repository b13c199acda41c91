import { join } from 'node:path';
import { projectsState, type Machine } from '../disk/base/stateFolder.ts';

/** Folder of the hub settings on this machine, among the person's own files and outside any project. */
export const hubsState = (machine: Machine): string => join(projectsState(machine), 'hubs');

/** Path of the hub settings of a project, by its UUID; absent if no hub is set up. */
export const hubSettingsFile = (machine: Machine, project: string): string =>
  join(hubsState(machine), `${project}.json`);
