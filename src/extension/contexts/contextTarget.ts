import { isObject } from '../../disk/base/core.ts';
import { type DialogTarget, targetOf } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';
import type { ShowOptions } from '../panes/showing.ts';

/** Replaces the id of a dialog's active context. */
export const activeId = 'active';

/** A context for a command or pane. */
export interface ContextTarget extends DialogTarget {
  /** Id of an archived context, or `activeId`. */
  readonly contextId: string;
}

/** Returns the context given by a menu, pane or other extension: a tree node or `{folder, dialog, contextId}`. */
export function contextTargetOf(argument: unknown, projects: Projects): ContextTarget | undefined {
  const target = targetOf(argument, projects);
  if (target === undefined || !isObject(argument) || typeof argument.contextId !== 'string') return undefined;
  return { ...target, contextId: argument.contextId };
}

export const isSameContext = (a: ContextTarget, b: ContextTarget): boolean =>
  a.project === b.project &&
  a.contextId === b.contextId &&
  (a.contextId !== activeId || a.dialog === b.dialog);

/** How a context is shown in its pane. */
export interface ContextShowOptions extends ShowOptions {
  /** Time of a turn to scroll to. Milliseconds. */
  readonly ts?: number | undefined;
}
