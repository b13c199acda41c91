import { isObject } from '../../store/base/core.ts';
import { type DialogTarget, targetOf } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';
import type { ShowOptions } from '../panes/showing.ts';

/** Stands in the place of an id for whichever context of a dialog is the active one. */
export const activeId = 'active';

/** A context that a command or a pane works on. */
export interface ContextTarget extends DialogTarget {
  /** The id of an archived context, or `activeId`. */
  readonly contextId: string;
}

/** The context a menu, a pane or another extension names: a node of the tree or `{folder, dialog, contextId}`. */
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
  /** The time of a turn to scroll to. Milliseconds. */
  readonly ts?: number | undefined;
}
