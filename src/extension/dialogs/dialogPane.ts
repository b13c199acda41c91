import { defined } from '../../store/base/core.ts';
import { basename } from 'node:path';
import { commands, EventEmitter, type WebviewPanel } from 'vscode';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseDialogPaneAction,
  parseDialogPaneMemory,
  type DialogCommand,
  type EntryCommand,
  type DialogPaneAction,
  type DialogPaneContent,
} from '../../protocol/dialogPane.ts';
import { Disposable } from '../base/disposable.ts';
import { PageDrafts } from '../panes/drafts.ts';
import { logError } from '../base/notices.ts';
import { usualWindow, type MessageOptions, type WantedWindow } from '../panes/showing.ts';
import { PanePage, type PaneServices } from '../panes/panePage.ts';
import { Panes, type Pane } from '../panes/panes.ts';
import type { ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { DialogActivity } from './dialogActivity.ts';
import { DialogFinding } from './dialogFinding.ts';
import type { MessageDocuments } from './messageDocuments.ts';
import { dialogFailure, readPaneState } from './dialogPaneState.ts';
import type { EntryRef, SummaryDraft } from '../../protocol/summaryEdits.ts';
import type { SummaryDrafts } from './dialogDrafts.ts';
import { type DialogTarget, targetOf } from '../base/pick.ts';
import { summaryPosition, type PaneFind } from '../../protocol/find.ts';
import type { MessageKind } from '../../protocol/messageKinds.ts';
import { copyMarkdown, copyMessage } from './copyMessages.ts';
import { DialogRows } from './dialogRows.ts';

type DialogAction = OwnAction<DialogPaneAction>;

const commandIds: Readonly<Record<DialogCommand, string>> = {
  clear: 'historyStore.clearDialog',
  compact: 'historyStore.compactDialog',
  continueDialog: 'historyStore.continueDialog',
  copyHistory: 'historyStore.copyDialogHistory',
  copyLink: 'historyStore.copyLink',
  share: 'historyStore.share',
  restoreBackup: 'historyStore.restoreBackup',
  export: 'historyStore.exportDialog',
  reveal: 'historyStore.revealFiles',
  togglePin: 'historyStore.togglePin',
};

const entryCommandIds: Readonly<Record<EntryCommand, string>> = {
  done: 'historyStore.markEntryDone',
  open: 'historyStore.markEntryOpen',
  promote: 'historyStore.promoteEntry',
  copyLink: 'historyStore.copyLink',
  share: 'historyStore.share',
  openMessage: 'historyStore.openEntryMessage',
};

/** What a dialog pane works with. */
export interface DialogPaneServices extends PaneServices {
  readonly projects: Projects;
  readonly drafts: SummaryDrafts;
  readonly documents: MessageDocuments;
}

/** One editor tab that shows a dialog. */
export class DialogPane extends Disposable implements Pane<DialogTarget, MessageOptions> {
  readonly page: PanePage<DialogAction, DialogPaneContent>;
  readonly #panel: WebviewPanel;
  readonly #services: DialogPaneServices;
  readonly #drafts: PageDrafts<DialogTarget, SummaryDraft>;
  readonly #activity = new DialogActivity();
  #target: DialogTarget;
  #reveal: number | undefined;
  #entry: EntryRef | undefined;
  #finding: DialogFinding | undefined;
  #rows: DialogRows;
  /** Where the dialog is kept, once read. */
  #folder: string | undefined;
  /** Of which dialog the page has a state. */
  #shown: DialogTarget | undefined;

  constructor(panel: WebviewPanel, target: DialogTarget, services: DialogPaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    this.#rows = rowsOf(target);
    const page = new PanePage<DialogAction, DialogPaneContent>(panel, services, {
      name: 'dialog',
      root: () => this.#target.project.root,
      parse: parseDialogPaneAction,
      begin: () => this.#begin(),
      send: () => this.#send(),
      run: (action) => this.#run(action),
    });
    this.page = this._register(page);
    this._register({ dispose: () => this.#find('') });
    this.#drafts = this._register(
      new PageDrafts(
        services.drafts,
        () => this.#target,
        () => page.update(),
      ),
    );
    panel.title = target.dialog;
  }

  get target(): DialogTarget {
    return this.#target;
  }

  /** Brings the pane to the front with this dialog. */
  show(target: DialogTarget, { position, entry, preserveFocus = false }: MessageOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    this.#reveal = position;
    this.#entry = entry;
    this.follow(target);
  }

  /** Shows this dialog from now on, wherever the pane is. */
  follow(target: DialogTarget): void {
    if (target.project !== this.#target.project || target.dialog !== this.#target.dialog) {
      this.#find('');
      this.#rows = rowsOf(target);
    }
    this.#target = target;
    this.#panel.title = target.dialog;
    this.page.update();
  }

  /** Shows the present state of the dialog, if it may be another one after this change. */
  update({ project, folders }: ProjectChange): void {
    if (project !== this.#target.project) return;
    if (folders && this.#folder !== undefined && !folders.has(basename(this.#folder))) return;
    this.page.update();
  }

  /** A new page looks for nothing. */
  #begin(): void {
    this.#shown = undefined;
    this.#drafts.begin();
    this.#find('');
  }

  async #send(wanted?: WantedWindow, start?: number): Promise<void> {
    const target = this.#target;
    try {
      await this.#sendState(target, wanted, start);
    } catch (error) {
      // Where something is shown, it stays, with what is being typed; else the pane itself says what is wrong.
      if (this.#shown === target) throw error;
      logError(error, this.#services.log);
      await this.page.post(await dialogFailure(target, error));
    }
  }

  async #sendState(target: DialogTarget, asked?: WantedWindow, start?: number): Promise<void> {
    const [place, revealEntry] = [this.#reveal, this.#entry];
    const reveal = await this.#rowToReveal(target, place);
    const wanted = (place === undefined ? asked : undefined) ?? usualWindow(reveal);
    const rows = this.#rows;
    const query = { wanted, rows, start };
    const { state, epoch, folder } = await readPaneState(target, query, this.#activity, () =>
      this.#drafts.reported(target),
    );
    if (rows !== this.#rows) return; // another filter holds, and its state comes next
    this.#folder = folder;
    const find = this.#found(epoch);
    const arrived = await this.page.post({ ...state, ...defined({ find, reveal, revealEntry }) });
    if (!arrived) return;
    if (this.#reveal === place) this.#reveal = undefined;
    if (this.#entry === revealEntry) this.#entry = undefined;
    this.#shown = target;
    const { messages: total } = state.header;
    if (this.#finding?.isUpToDate({ epoch, total }) === false) this.#findOn(this.#finding);
  }

  /** The row that shows the message at a place, whatever was left out before. */
  async #rowToReveal(target: DialogTarget, place: number | undefined): Promise<number | undefined> {
    if (place === undefined || place === summaryPosition) return place;
    const row = await this.#rows.rowFrom(place);
    if (this.#rows.rowOf(place) === row) return row;
    this.#rows = rowsOf(target);
    return place;
  }

  /** The rows in which something is found. */
  #found(epoch: string): PaneFind | undefined {
    const found = this.#finding?.found(epoch);
    return found && { ...found, matches: found.matches.flatMap((place) => this.#rows.rowOf(place) ?? []) };
  }

  /** The reader stays at the message at this place, or at the newest one. */
  #filter(kinds: readonly MessageKind[], at: number | undefined): void {
    const rows = rowsOf(this.#target, kinds);
    this.#rows = rows;
    this.page.send(async () => {
      const row = at === undefined ? undefined : await rows.rowFrom(at);
      await this.#send(usualWindow(row), at);
    });
  }

  /** Looks for a text from now on. States do not wait for it: what was found comes in one of its own. */
  #find(query: string): void {
    this.#finding?.stop();
    const { project, dialog } = this.#target;
    this.#finding = query === '' ? undefined : new DialogFinding(project.dialogs, dialog, query);
    if (this.#finding) this.#findOn(this.#finding);
  }

  #findOn(finding: DialogFinding): void {
    const show = (): void => {
      if (finding === this.#finding) this.page.update();
    };
    void finding.read().then(show).catch(this.#services.onError);
  }

  async #run(action: DialogAction): Promise<void> {
    switch (action.type) {
      case 'window':
        this.page.send(() => this.#send({ offset: action.offset, limit: action.limit }));
        return;
      case 'find':
        this.#find(action.query);
        return;
      case 'filter':
        this.#filter(action.kinds, action.at);
        return;
      case 'copyMarkdown':
        return copyMarkdown(this.#rows, action.places);
      case 'copyMessage':
        return copyMessage(this.#target, action.position);
      case 'openMessage':
        return this.#services.documents.open(this.#target, action.position);
      case 'draftSummary':
        this.#drafts.keep(targetOf(action.resource, this.#services.projects), action.draft);
        return;
      case 'saveSummary':
        return this.#drafts.save(targetOf(action.resource, this.#services.projects));
      case 'entry': {
        const { command, section, item } = action;
        return commands.executeCommand(entryCommandIds[command], { ...this.#resource(), section, item });
      }
      case 'shareMessages':
        return commands.executeCommand('historyStore.share', { ...this.#resource(), places: action.places });
      case 'command':
        return commands.executeCommand(commandIds[action.command], this.#resource());
    }
  }

  #resource(): { readonly folder: string; readonly dialog: string } {
    return { folder: this.#target.project.root, dialog: this.#target.dialog };
  }
}

/** The open dialog panes. */
export class DialogPanes extends Panes<DialogTarget, DialogPane, MessageOptions> {
  readonly #renamed = this._register(
    new EventEmitter<{ readonly from: DialogTarget; readonly to: DialogTarget }>(),
  );

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
  renamed(from: DialogTarget, to: DialogTarget): void {
    this.drafts.renamed(from, to);
    for (const pane of this.all) if (isSame(pane.target, from)) pane.follow(to);
    this.#renamed.fire({ from, to });
  }
}

const rowsOf = ({ project, dialog }: DialogTarget, kinds?: readonly MessageKind[]): DialogRows =>
  new DialogRows(project.dialogs, dialog, kinds);

const isSame = (a: DialogTarget, b: DialogTarget): boolean =>
  a.project === b.project && a.dialog === b.dialog;
