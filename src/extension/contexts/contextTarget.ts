import { CancellationError, commands, l10n } from 'vscode';
import { isObject } from '../../store/base/json.ts';
import { targetOf, type Target } from '../base/dialogTarget.ts';
import { inform } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';

/** Stands in the place of an id for whichever context of a dialog is the active one. */
export const activeId = 'active';

/** A context that a command or a pane works on. */
export interface ContextTarget extends Target {
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

/** Throws `CancellationError` where contexts are switched off, after saying so. */
export function requireEnabled(project: Project): void {
  if (project.contexts.enabled) return;
  const run = (): Thenable<unknown> =>
    commands.executeCommand('workbench.action.openSettings', 'historyStore.contexts');
  inform(l10n.t('Context snapshots are switched off in the settings.'), [
    { label: l10n.t('Open Settings'), run },
  ]);
  throw new CancellationError();
}
