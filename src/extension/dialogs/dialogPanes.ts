import { EventEmitter } from 'vscode';
import { parseDialogPaneMemory } from '../../protocol/dialogPaneMessages.ts';
import { Panes } from '../panes.ts';
import type { Projects } from '../projects.ts';
import { DialogPane, type PaneServices, type ShowOptions } from './dialogPane.ts';
import type { Target } from './target.ts';

/** The open dialog panes. */
export class DialogPanes extends Panes<Target, DialogPane, ShowOptions> {
  readonly #renamed = this._register(new EventEmitter<{ readonly from: Target; readonly to: Target }>());

  /** A dialog got another name. */
  readonly onDidRename = this.#renamed.event;

  constructor(projects: Projects, services: PaneServices) {
    super(projects, {
      viewType: 'historyStore.dialog',
      extension: services.extension,
      create: (panel, target) => new DialogPane(panel, target, services),
      title: ({ dialog }) => dialog,
      isSame,
      remembered: (state) => {
        const memory = parseDialogPaneMemory(state);
        const project = memory && projects.find(memory.folder);
        return project && { project, dialog: memory.dialog };
      },
    });
  }

  /** Panes of a renamed dialog go on under its new name. */
  renamed(from: Target, to: Target): void {
    for (const pane of this.all) if (isSame(pane.target, from)) pane.follow(to);
    this.#renamed.fire({ from, to });
  }
}

const isSame = (a: Target, b: Target): boolean => a.project === b.project && a.dialog === b.dialog;
