import type { InsightFilter } from '../../protocol/insightPane.ts';
import type { Project } from '../base/project.ts';

/** What an insight pane shows: a project, and which figures of it. */
export interface InsightTarget {
  readonly project: Project;
  readonly filter: InsightFilter;
}

/** What is shown first. */
export const firstFilter: InsightFilter = { days: 30 };
