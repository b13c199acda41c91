import { parseSessionPaneMemory } from '../../protocol/sessionPane.ts';
import type { MessageOptions } from '../panes/messageWindow.ts';
import { Panes } from '../panes/panes.ts';
import type { Projects } from '../base/projects.ts';
import { SessionPane, type SessionPaneServices } from './sessionPane.ts';
import { paneTitle } from './sessionPaneState.ts';
import { isSameSource, type SourceTarget } from './sessionSource.ts';

/** The open session panes. */
export class SessionPanes extends Panes<SourceTarget, SessionPane, MessageOptions> {
  constructor(projects: Projects, services: SessionPaneServices) {
    super(projects, {
      name: 'session',
      extension: services.extension,
      create: (panel, target) => new SessionPane(panel, target, services),
      title: paneTitle,
      isSame: isSameSource,
      remembered: (state) => {
        const memory = parseSessionPaneMemory(state);
        const project = memory && projects.find(memory.folder);
        return project && { project, kind: memory.kind, id: memory.id };
      },
    });
  }
}
