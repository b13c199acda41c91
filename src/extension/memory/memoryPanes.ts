import { parseMemoryPaneMemory } from '../../protocol/memoryPaneMessages.ts';
import { Panes } from '../panes.ts';
import type { Projects } from '../projects.ts';
import { MemoryPane, provisionalTitle, type MemoryPaneServices } from './memoryPane.ts';
import { isSameMemory, type MemoryTarget } from './memoryTarget.ts';

/** The open memory panes. */
export class MemoryPanes extends Panes<MemoryTarget, MemoryPane> {
  constructor(projects: Projects, services: MemoryPaneServices) {
    super(projects, {
      viewType: 'historyStore.memory',
      extension: services.extension,
      create: (panel, target) => new MemoryPane(panel, target, services),
      title: provisionalTitle,
      isSame: isSameMemory,
      remembered: (state) => {
        const memory = parseMemoryPaneMemory(state);
        const project = memory && projects.find(memory.folder);
        return project && { project, hash: memory.hash };
      },
    });
  }
}
