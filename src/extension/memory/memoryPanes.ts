import { parseMemoryPaneMemory } from '../../protocol/memoryPane.ts';
import type { PaneServices } from '../panes/panePage.ts';
import { Panes } from '../panes/panes.ts';
import type { Projects } from '../base/projects.ts';
import { MemoryPane, provisionalTitle } from './memoryPane.ts';
import { isSameMemory, memoryTargetOf, type MemoryTarget } from './memoryTarget.ts';

/** The open memory panes. */
export class MemoryPanes extends Panes<MemoryTarget, MemoryPane> {
  constructor(projects: Projects, services: PaneServices) {
    super(projects, {
      name: 'memory',
      extension: services.extension,
      create: (panel, target) => new MemoryPane(panel, target, services),
      title: provisionalTitle,
      isSame: isSameMemory,
      remembered: (state) => memoryTargetOf(parseMemoryPaneMemory(state), projects),
    });
  }
}
