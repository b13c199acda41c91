import type { Project } from '../base/project.ts';
import type { DialogNode, ProjectNode } from './dialogNodes.ts';

/** The nodes that events are fired for. VS Code knows them by identity, so there is only one object of each. */
export class LastingNodes {
  readonly #projects = new Map<Project, ProjectNode>();
  readonly #dialogs = new Map<string, DialogNode>();

  project(project: Project): ProjectNode {
    const known = this.#projects.get(project);
    if (known) return known;
    const node: ProjectNode = { kind: 'project', id: project.root, parent: undefined, project };
    this.#projects.set(project, node);
    return node;
  }

  dialog(project: Project, dialog: string, parent: ProjectNode | undefined): DialogNode {
    const known = this.shown(project, dialog);
    if (known) return known;
    const id = dialogId(project, dialog);
    const node: DialogNode = { kind: 'dialog', id, parent, project, dialog };
    this.#dialogs.set(id, node);
    return node;
  }

  /** The node of a dialog, if there is one already. */
  shown(project: Project, dialog: string): DialogNode | undefined {
    return this.#dialogs.get(dialogId(project, dialog));
  }

  /** Forgets all, because parents are others now. */
  clear(): void {
    this.#projects.clear();
    this.#dialogs.clear();
  }
}

/** No id of a node begins like that of another dialog, whatever their names are. */
const dialogId = (project: Project, dialog: string): string => JSON.stringify([project.root, dialog]);
