import type { ExtensionContext } from 'vscode';
import type { Command } from '../base/commands.ts';
import type { DialogPanes } from '../dialogs/dialogPanes.ts';
import type { PaneServices } from '../panes/panePage.ts';
import type { Projects } from '../base/projects.ts';
import { compareCommands } from './compareCommands.ts';
import { contextDrafts } from './contextDrafts.ts';
import { contextCommands, type ContextServices } from './contextCommands.ts';
import { ContextDocuments } from './contextDocuments.ts';
import { ContextPanes } from './contextPanes.ts';
import { loadCommands } from './loadCommands.ts';
import { trashCommands } from './trashCommands.ts';

/** The panes and the documents of the contexts; released with the extension. */
export function contextParts(
  { subscriptions, workspaceState }: Pick<ExtensionContext, 'subscriptions' | 'workspaceState'>,
  projects: Projects,
  { panes, ...services }: PaneServices & { readonly panes: DialogPanes },
): Pick<ContextServices, 'contextPanes' | 'contextDocuments'> {
  const drafts = contextDrafts(workspaceState);
  const contextPanes = new ContextPanes(projects, { ...services, projects, drafts }, panes);
  const contextDocuments = new ContextDocuments(projects);
  subscriptions.push(contextPanes, drafts, contextDocuments);
  return { contextPanes, contextDocuments };
}

/** Every command of contexts. */
export const allContextCommands = (services: ContextServices): readonly Command[] => [
  ...contextCommands(services),
  ...loadCommands(services),
  ...compareCommands(services),
  ...trashCommands(services),
];
