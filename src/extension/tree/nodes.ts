import type { Project } from '../base/project.ts';

/** Common properties of a tree's nodes. */
export interface Node {
  /** Stays the same across refreshes, which preserves expansion and selection. */
  readonly id: string;
  readonly project: Project;
}
/** One of several folders. */
export interface ProjectNode extends Node {
  readonly kind: 'project';
}
/** The last child of a list that shows only its first page. */
export interface MoreNode extends Node {
  readonly kind: 'more';
  /** Id of the list's parent. */
  readonly list: string;
  readonly hidden: number;
  /** Number of rows added to the list. */
  readonly page: number;
}
/** Shown instead of children that cannot be read. */
export interface ProblemNode extends Node {
  readonly kind: 'problem';
  readonly text: string;
}
export type CommonNode = ProjectNode | MoreNode | ProblemNode;

/** Number of rows a list shows initially, and that each "Show more" adds. */
export const pageLength = 100;

/** Returns the last node of a list with hidden rows, if any. `list` is the list's id. */
export const moreNodes = (
  project: Project,
  { list, hidden, page = pageLength }: Pick<MoreNode, 'list' | 'hidden'> & { readonly page?: number },
): MoreNode[] => (hidden > 0 ? [{ kind: 'more', id: `${list}/more`, project, list, hidden, page }] : []);
