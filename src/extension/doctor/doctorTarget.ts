import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';

/** A project that is examined, with the agents of the machine. */
export interface DoctorTarget {
  readonly project: Project;
}

/** The project a pane names. */
export function doctorTargetOf(argument: unknown, projects: Projects): DoctorTarget | undefined {
  const project = projectOf(argument, projects);
  return project && { project };
}
