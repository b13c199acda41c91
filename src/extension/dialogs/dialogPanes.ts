import { EventEmitter, l10n } from 'vscode';
import { parseDialogPaneMemory } from '../../protocol/dialogPaneMessages.ts';
import { summaryPosition } from '../../protocol/find.ts';
import type { MessageOptions } from '../messageWindow.ts';
import { inform } from '../notices.ts';
import { Panes } from '../panes.ts';
import type { Projects } from '../projects.ts';
import { DialogPane, type DialogPaneServices } from './dialogPane.ts';
import type { SummaryDrafts } from './summaryDrafts.ts';
import { targetOf, type Target } from './target.ts';

/** The open dialog panes. */
export class DialogPanes extends Panes<Target, DialogPane, MessageOptions> {
  readonly #renamed = this._register(new EventEmitter<{ readonly from: Target; readonly to: Target }>());

  /** What is changed in summaries and not saved. */
  readonly drafts: SummaryDrafts;

  /** A dialog got another name. */
  readonly onDidRename = this.#renamed.event;

  constructor(projects: Projects, services: DialogPaneServices) {
    super(projects, {
      viewType: 'historyStore.dialog',
      extension: services.extension,
      create: (panel, target) => new DialogPane(panel, target, services),
      title: ({ dialog }) => dialog,
      isSame,
      remembered: (state) => targetOf(parseDialogPaneMemory(state), projects),
      closed: (pane) => this.#offerDraft(pane.target),
    });
    this.drafts = services.drafts;
  }

  /** Panes of a renamed dialog go on under its new name. */
  renamed(from: Target, to: Target): void {
    this.drafts.renamed(from, to);
    for (const pane of this.all) if (isSame(pane.target, from)) pane.follow(to);
    this.#renamed.fire({ from, to });
  }

  /** Where the last pane of a dialog is closed, nothing shows any more that its summary has changes to save. */
  #offerDraft(target: Target): void {
    if (this.drafts.of(target) === undefined || this.all.some((pane) => isSame(pane.target, target))) return;
    inform(l10n.t('The unsaved changes to the summary of “{0}” are kept.', target.dialog), [
      { label: l10n.t('Open'), run: () => this.open(target, { position: summaryPosition }) },
      { label: l10n.t('Discard'), run: () => this.drafts.discard(target) },
    ]);
  }
}

const isSame = (a: Target, b: Target): boolean => a.project === b.project && a.dialog === b.dialog;
