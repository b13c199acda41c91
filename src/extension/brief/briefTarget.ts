import { defined } from '../../store/base/core.ts';
import type { BriefResource, PanePurpose } from '../../protocol/briefPane.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';

/** What agents of a project receive, for a purpose. */
export interface BriefTarget {
  readonly project: Project;
  /** Absent where whichever is shown may stay. */
  readonly purpose?: PanePurpose;
  /** The id of the session that is told after its compaction; absent for the last one. */
  readonly session?: string;
}

/** What a pane showed. */
export function briefTargetOf(
  resource: BriefResource | undefined,
  projects: Projects,
): BriefTarget | undefined {
  const project = projectOf(resource, projects);
  if (!resource || !project) return undefined;
  const { purpose, session } = resource;
  return { project, purpose, ...defined({ session }) };
}
