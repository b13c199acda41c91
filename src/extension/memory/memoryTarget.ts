import { isObject } from '../../disk/base/core.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';

/** A memory for a command or pane. */
export interface MemoryTarget {
  readonly project: Project;
  /** Its content hash. */
  readonly hash: string;
}

/** Returns the memory given by a menu, pane or other extension: a tree node or `{folder, hash}`. */
export function memoryTargetOf(argument: unknown, projects: Projects): MemoryTarget | undefined {
  if (!isObject(argument) || typeof argument.hash !== 'string') return undefined;
  const project = projectOf(argument, projects);
  return project && { project, hash: argument.hash };
}

export const isSameMemory = (a: MemoryTarget, b: MemoryTarget): boolean =>
  a.project === b.project && a.hash === b.hash;
