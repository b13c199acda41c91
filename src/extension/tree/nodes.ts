import type { Project } from '../base/project.ts';

/** What every node of a tree has. */
export interface Node {
  /** The same through every refresh, so that expansion and selection stay. */
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
  /** The list that grows: the id of its parent. */
  readonly list: string;
  readonly hidden: number;
  /** How much longer the list becomes. */
  readonly page: number;
}
/** Stands where children could not be read. */
export interface ProblemNode extends Node {
  readonly kind: 'problem';
  readonly text: string;
}
export type CommonNode = ProjectNode | MoreNode | ProblemNode;

/** How much a list shows at first and how much each "Show more" adds. */
export const pageLength = 100;

/** What ends a list of which some are hidden; nothing where none is. `list` is the id of the list. */
export const moreNodes = (
  project: Project,
  { list, hidden, page = pageLength }: Pick<MoreNode, 'list' | 'hidden'> & { readonly page?: number },
): MoreNode[] => (hidden > 0 ? [{ kind: 'more', id: `${list}/more`, project, list, hidden, page }] : []);
