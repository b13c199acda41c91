import { isObject } from '../../store/base/core.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';

/** A memory that a command or a pane works on. */
export interface MemoryTarget {
  readonly project: Project;
  /** Its content hash. */
  readonly hash: string;
}

/** The memory a menu, a pane or another extension names: a node of the tree or `{folder, hash}`. */
export function memoryTargetOf(argument: unknown, projects: Projects): MemoryTarget | undefined {
  if (!isObject(argument) || typeof argument.hash !== 'string') return undefined;
  const project = projectOf(argument, projects);
  return project && { project, hash: argument.hash };
}

export const isSameMemory = (a: MemoryTarget, b: MemoryTarget): boolean =>
  a.project === b.project && a.hash === b.hash;
