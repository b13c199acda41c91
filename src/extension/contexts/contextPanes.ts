import { parseContextPaneMemory } from '../../protocol/contextPane.ts';
import type { DialogPanes } from '../dialogs/dialogPanes.ts';
import { Panes } from '../panes/panes.ts';
import type { Projects } from '../base/projects.ts';
import {
  ContextPane,
  provisionalTitle,
  type ContextPaneServices,
  type ContextShowOptions,
} from './contextPane.ts';
import type { ContextDrafts } from './contextDrafts.ts';
import { contextTargetOf, isSameContext, type ContextTarget } from './contextTarget.ts';

/** The open context panes. */
export class ContextPanes extends Panes<ContextTarget, ContextPane, ContextShowOptions> {
  /** What is typed as summaries and not saved. */
  readonly drafts: ContextDrafts;

  constructor(projects: Projects, services: ContextPaneServices, dialogs: DialogPanes) {
    super(projects, {
      name: 'context',
      extension: services.extension,
      create: (panel, target) => new ContextPane(panel, target, services),
      title: provisionalTitle,
      isSame: isSameContext,
      remembered: (state) => contextTargetOf(parseContextPaneMemory(state), projects),
      unsaved: { drafts: services.drafts, name: ({ title }) => title, show: {} },
    });
    this.drafts = services.drafts;
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
