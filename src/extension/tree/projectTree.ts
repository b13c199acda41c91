import { EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { Disposable } from '../base/disposable.ts';
import { errorText } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import {
  moreNodes,
  pageLength,
  type CommonNode,
  type Node,
  type ProblemNode,
  type ProjectNode,
} from './nodes.ts';

/** A tree of items of every project, in lists of any length. Reads nothing before it is shown. */
export abstract class ProjectTree<Own extends Node>
  extends Disposable
  implements TreeDataProvider<CommonNode | Own>
{
  protected readonly projects: Projects;
  readonly #changed = this._register(new EventEmitter<(CommonNode | Own)[] | undefined>());
  readonly #lengths = new Map<string, number>();
  readonly #projectNodes = new Map<Project, ProjectNode>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(projects: Projects) {
    super();
    this.projects = projects;
  }

  abstract getTreeItem(node: CommonNode | Own): TreeItem | Promise<TreeItem>;

  /** Adds the tooltip of a node. */
  abstract resolveTreeItem(item: TreeItem, node: CommonNode | Own): TreeItem | Promise<TreeItem>;

  /** Returns the children of a node. An error is shown instead of them. */
  protected abstract childrenOf(node: CommonNode | Own): Promise<(CommonNode | Own)[]>;

  /** Redraws everything, e.g. because time has passed. */
  repaint(): void {
    this.#changed.fire(undefined);
  }

  /** Redraws these nodes, which the editor knows by identity, and those below them. */
  protected repaintOnly(nodes: readonly (CommonNode | Own)[]): void {
    this.#changed.fire([...nodes]);
  }

  /** Extends the list that ends with this node by a page; ignores other nodes. */
  showMore(node: unknown): void {
    if (!isObject(node) || typeof node.list !== 'string' || typeof node.page !== 'number') return;
    const { list, page } = node;
    this.#lengths.set(list, this.lengthOf(list, page) + page);
    this.repaint();
  }

  /** Never fails: what cannot be read becomes a child with the reason. */
  async getChildren(node?: CommonNode | Own): Promise<(CommonNode | Own)[]> {
    try {
      return await (node === undefined ? this.#roots() : this.childrenOf(node));
    } catch (error) {
      return this.problemNodes(node, error);
    }
  }

  /** Returns nodes for children or roots that cannot be read; empty without a project. */
  protected problemNodes(node: Node | undefined, error: unknown): ProblemNode[] {
    const project = node?.project ?? this.projects.all[0];
    if (project === undefined) return [];
    const id = `${node?.id ?? project.root}/problem`;
    return [{ kind: 'problem', id, project, text: errorText(error) }];
  }

  /**
   * Returns the node of a project, always the same object; undefined if it is the only project, whose children are
   * the roots.
   */
  protected projectNode(project: Project): ProjectNode | undefined {
    if (this.projects.all.length <= 1) return undefined;
    const known = this.#projectNodes.get(project);
    const node: ProjectNode = known ?? { kind: 'project', id: project.root, project };
    this.#projectNodes.set(project, node);
    return node;
  }

  /** Returns the number of nodes a list currently shows. */
  protected lengthOf(list: string, page = pageLength): number {
    return this.#lengths.get(list) ?? page;
  }

  /** Returns the first nodes of a list, as many as it shows, and a node for the others. */
  protected paged(node: Node, nodes: readonly (CommonNode | Own)[]): (CommonNode | Own)[] {
    const shown = nodes.slice(0, this.lengthOf(node.id));
    const hidden = nodes.length - shown.length;
    return [...shown, ...moreNodes(node.project, { list: node.id, hidden })];
  }

  async #roots(): Promise<(CommonNode | Own)[]> {
    const { all } = this.projects;
    const several = all.flatMap((project) => this.projectNode(project) ?? []);
    const [only] = all;
    if (only === undefined || several.length > 0) return several;
    return this.childrenOf({ kind: 'project', id: only.root, project: only });
  }
}
