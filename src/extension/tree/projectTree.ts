import { EventEmitter, type MarkdownString, type TreeDataProvider, type TreeItem } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { errorText } from '../base/errors.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';

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
}
/** Stands where children could not be read. */
export interface ProblemNode extends Node {
  readonly kind: 'problem';
  readonly text: string;
}
export type CommonNode = ProjectNode | MoreNode | ProblemNode;

/** How much a list shows at first and how much each "Show more" adds. */
const pageLength = 100;

/** Stands where children of a node, or the roots, could not be read; undefined where there is no project. */
export function problemNode(
  parent: Node | undefined,
  { all }: Projects,
  error: unknown,
): ProblemNode | undefined {
  const project = parent?.project ?? all[0];
  if (project === undefined) return undefined;
  return { kind: 'problem', id: `${parent?.id ?? project.root}/problem`, project, text: errorText(error) };
}

/** A tree of something of every project, in lists of any length. Reads nothing before it is shown. */
export abstract class ProjectTree<Own extends Node>
  extends Disposable
  implements TreeDataProvider<CommonNode | Own>
{
  readonly #projects: Projects;
  readonly #changed = this._register(new EventEmitter<undefined>());
  readonly #lengths = new Map<string, number>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(projects: Projects) {
    super();
    this.#projects = projects;
  }

  /** Children of a node. What it throws is shown in their place. */
  protected abstract childrenOf(node: CommonNode | Own): Promise<(CommonNode | Own)[]>;

  protected abstract itemOf(node: CommonNode | Own): TreeItem;

  /** Asked for when the pointer rests on a node; undefined where the item has all there is to say. */
  protected abstract tooltipOf(node: CommonNode | Own): MarkdownString | undefined;

  /** Shows everything as it is now, e.g. because time has passed. */
  repaint(): void {
    this.#changed.fire(undefined);
  }

  /** Lengthens the list that ends with this node by one page. */
  showMore({ list }: Pick<MoreNode, 'list'>): void {
    this.#lengths.set(list, this.lengthOf(list) + pageLength);
    this.repaint();
  }

  /** Never fails: what cannot be read is a child that says why. */
  async getChildren(node?: CommonNode | Own): Promise<(CommonNode | Own)[]> {
    try {
      return await (node === undefined ? this.#roots() : this.childrenOf(node));
    } catch (error) {
      const problem = problemNode(node, this.#projects, error);
      return problem ? [problem] : [];
    }
  }

  getTreeItem(node: CommonNode | Own): TreeItem {
    const item = this.itemOf(node);
    item.id = node.id;
    return item;
  }

  resolveTreeItem(item: TreeItem, node: CommonNode | Own): TreeItem {
    const tooltip = this.tooltipOf(node);
    if (tooltip) item.tooltip = tooltip;
    return item;
  }

  /** How many nodes a list shows at the moment. */
  protected lengthOf(list: string): number {
    return this.#lengths.get(list) ?? pageLength;
  }

  /** The first nodes of a list, as many as it shows, and what stands for the others. */
  protected paged({ id, project }: Node, nodes: readonly (CommonNode | Own)[]): (CommonNode | Own)[] {
    const shown = nodes.slice(0, this.lengthOf(id));
    const hidden = nodes.length - shown.length;
    if (hidden > 0) shown.push({ kind: 'more', id: `${id}/more`, project, list: id, hidden });
    return shown;
  }

  async #roots(): Promise<(CommonNode | Own)[]> {
    const [only, ...others] = this.#projects.all.map(projectNode);
    if (only === undefined) return [];
    return others.length === 0 ? this.childrenOf(only) : [only, ...others];
  }
}

const projectNode = (project: Project): ProjectNode => ({ kind: 'project', id: project.root, project });
