import type { ExtensionContext } from 'vscode';
import type { Clock } from '../../store/base/clock.ts';
import type { Command } from '../base/commands.ts';
import type { PaneServices } from '../panes/panePage.ts';
import type { Projects } from '../base/projects.ts';
import { addMemoryCommands } from './addMemoryCommands.ts';
import { consolidateCommands } from './consolidateCommands.ts';
import { forgetCommands } from './forgetCommands.ts';
import { memoryCommands } from './memoryCommands.ts';
import { memoryFileCommands } from './memoryFileCommands.ts';
import { MemoryPanes } from './memoryPanes.ts';
import { MemoryReports } from './memoryReports.ts';
import { MemorySchedule } from './memorySchedule.ts';
import type { MemoryServices } from './memoryTarget.ts';
import { MemoryTree } from './memoryTree.ts';
import { MemoryView } from './memoryView.ts';

/** The view, the panes and the reports of the memories; released with the extension. */
export function memoryParts(
  { subscriptions, workspaceState }: Pick<ExtensionContext, 'subscriptions' | 'workspaceState'>,
  projects: Projects,
  { clock, ...services }: PaneServices & { readonly clock: Clock },
): Pick<MemoryServices, 'memoryView' | 'memoryPanes' | 'memoryReports'> {
  const tree = new MemoryTree(projects, clock);
  const memoryView = new MemoryView(tree, workspaceState);
  const memoryPanes = new MemoryPanes(projects, services);
  const memoryReports = new MemoryReports();
  const schedule = new MemorySchedule(projects, {
    ...{ memoryReports, memento: workspaceState, onError: services.onError },
  });
  subscriptions.push(tree, memoryView, memoryPanes, memoryReports, schedule);
  return { memoryView, memoryPanes, memoryReports };
}

/** Every command of memories. */
export const allMemoryCommands = (services: MemoryServices): readonly Command[] => [
  ...memoryCommands(services),
  ...addMemoryCommands(services),
  ...forgetCommands(services),
  ...memoryFileCommands(services),
  ...consolidateCommands(services),
];
