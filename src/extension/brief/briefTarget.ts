import { defined } from '../../disk/base/core.ts';
import type { BriefResource, PanePurpose } from '../../protocol/briefPane.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';

/** What agents of a project receive, for a purpose. */
export interface BriefTarget {
  readonly project: Project;
  /** Absent to keep the one shown. */
  readonly purpose?: PanePurpose;
  /** Id of the session described after its compaction; absent for the latest. */
  readonly session?: string;
}

/** Returns what a pane showed. */
export function briefTargetOf(
  resource: BriefResource | undefined,
  projects: Projects,
): BriefTarget | undefined {
  const project = projectOf(resource, projects);
  if (!resource || !project) return undefined;
  const { purpose, session } = resource;
  return { project, purpose, ...defined({ session }) };
}
