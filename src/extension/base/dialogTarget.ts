import { isObject } from '../../store/base/json.ts';
import type { Project } from './project.ts';
import { projectOf, type Projects } from './projects.ts';

/** A dialog that a command works on. */
export interface DialogTarget {
  readonly project: Project;
  readonly dialog: string;
}

/** The dialog a menu, a pane or another extension names: a node of the tree or `{folder, dialog}`. */
export function targetOf(argument: unknown, projects: Projects): DialogTarget | undefined {
  if (!isObject(argument) || typeof argument.dialog !== 'string') return undefined;
  const project = projectOf(argument, projects);
  return project && { project, dialog: argument.dialog };
}
