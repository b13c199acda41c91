import { parseContextPaneMemory } from '../../protocol/contextPaneMessages.ts';
import type { DialogPanes } from '../dialogs/dialogPanes.ts';
import type { PaneServices } from '../panePage.ts';
import { Panes } from '../panes.ts';
import type { Projects } from '../projects.ts';
import { ContextPane, provisionalTitle, type ContextShowOptions } from './contextPane.ts';
import { contextTargetOf, isSameContext, type ContextTarget } from './contextTarget.ts';

/** The open context panes. */
export class ContextPanes extends Panes<ContextTarget, ContextPane, ContextShowOptions> {
  constructor(projects: Projects, services: PaneServices, dialogs: DialogPanes) {
    super(projects, {
      viewType: 'historyStore.context',
      extension: services.extension,
      create: (panel, target) => new ContextPane(panel, target, services),
      title: provisionalTitle,
      isSame: isSameContext,
      remembered: (state) => contextTargetOf(parseContextPaneMemory(state), projects),
    });
    this._register(dialogs.onDidRename(({ from, to }) => this.#onRename(from, to)));
  }

  #onRename(
    from: { readonly project: unknown; readonly dialog: string },
    to: { readonly dialog: string },
  ): void {
    for (const pane of this.all) {
      const { project, dialog } = pane.target;
      if (project === from.project && dialog === from.dialog)
        pane.follow({ ...pane.target, dialog: to.dialog });
    }
  }
}
