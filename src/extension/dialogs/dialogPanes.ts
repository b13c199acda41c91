import { EventEmitter } from 'vscode';
import { parseDialogPaneMemory } from '../../protocol/dialogPane.ts';
import { summaryPosition } from '../../protocol/find.ts';
import type { MessageOptions } from '../panes/messageWindow.ts';
import { Panes } from '../panes/panes.ts';
import type { Projects } from '../base/projects.ts';
import { DialogPane, type DialogPaneServices } from './dialogPane.ts';
import type { SummaryDrafts } from './dialogDrafts.ts';
import { targetOf, type Target } from '../base/dialogTarget.ts';

/** The open dialog panes. */
export class DialogPanes extends Panes<Target, DialogPane, MessageOptions> {
  readonly #renamed = this._register(new EventEmitter<{ readonly from: Target; readonly to: Target }>());

  /** What is changed in summaries and not saved. */
  readonly drafts: SummaryDrafts;

  /** A dialog got another name. */
  readonly onDidRename = this.#renamed.event;

  constructor(projects: Projects, services: DialogPaneServices) {
    super(projects, {
      name: 'dialog',
      extension: services.extension,
      create: (panel, target) => new DialogPane(panel, target, services),
      title: ({ dialog }) => dialog,
      isSame,
      remembered: (state) => targetOf(parseDialogPaneMemory(state), projects),
      unsaved: {
        drafts: services.drafts,
        name: ({ target }) => target.dialog,
        show: { position: summaryPosition },
      },
    });
    this.drafts = services.drafts;
  }

  /** Panes of a renamed dialog go on under its new name. */
  renamed(from: Target, to: Target): void {
    this.drafts.renamed(from, to);
    for (const pane of this.all) if (isSame(pane.target, from)) pane.follow(to);
    this.#renamed.fire({ from, to });
  }
}

const isSame = (a: Target, b: Target): boolean => a.project === b.project && a.dialog === b.dialog;
