import { basename } from 'node:path';
import { commands, env, EventEmitter, type WebviewPanel } from 'vscode';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseDialogPaneAction,
  parseDialogPaneMemory,
  type DialogCommand,
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
import { Activity } from './dialogActivity.ts';
import { DialogFinding } from './dialogFinding.ts';
import type { MessageDocuments } from './messageDocuments.ts';
import { dialogFailure, readPaneState } from './dialogPaneState.ts';
import type { SummaryDraft } from '../../protocol/summaryEdits.ts';
import type { SummaryDrafts } from './dialogDrafts.ts';
import { type DialogTarget, targetOf } from '../base/pick.ts';
import { summaryPosition } from '../../protocol/find.ts';

type DialogAction = OwnAction<DialogPaneAction>;

const commandIds: Readonly<Record<DialogCommand, string>> = {
  clear: 'historyStore.clearDialog',
  compact: 'historyStore.compactDialog',
  restoreBackup: 'historyStore.restoreBackup',
  export: 'historyStore.exportDialog',
  reveal: 'historyStore.revealFiles',
  togglePin: 'historyStore.togglePin',
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
  readonly #activity = new Activity();
  #target: DialogTarget;
  #reveal: number | undefined;
  #finding: DialogFinding | undefined;
  /** Where the dialog is kept, once read. */
  #folder: string | undefined;
  /** Of which dialog the page has a state. */
  #shown: DialogTarget | undefined;

  constructor(panel: WebviewPanel, target: DialogTarget, services: DialogPaneServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#target = target;
    const page = new PanePage<DialogAction, DialogPaneContent>(panel, services, {
      name: 'dialog',
      root: () => this.#target.project.root,
      parse: parseDialogPaneAction,
      begin: () => this.#begin(),
      send: () => this.#send(usualWindow(this.#reveal)),
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

  /** Whether it is the active editor. */
  get isActive(): boolean {
    return this.#panel.active;
  }

  /** Brings the pane to the front with this dialog. */
  show(target: DialogTarget, { position, preserveFocus = false }: MessageOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    this.#reveal = position;
    this.follow(target);
  }

  /** Shows this dialog from now on, wherever the pane is. */
  follow(target: DialogTarget): void {
    if (target.project !== this.#target.project || target.dialog !== this.#target.dialog) this.#find('');
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

  async #send(wanted: WantedWindow): Promise<void> {
    const target = this.#target;
    try {
      await this.#sendState(target, wanted);
    } catch (error) {
      // Where something is shown, it stays, with what is being typed; else the pane itself says what is wrong.
      if (this.#shown === target) throw error;
      logError(error, this.#services.log);
      await this.page.post(await dialogFailure(target, error));
    }
  }

  async #sendState(target: DialogTarget, wanted: WantedWindow): Promise<void> {
    const { state, folder } = await readPaneState(target, wanted, this.#activity, () =>
      this.#drafts.reported(target),
    );
    this.#folder = folder;
    const find = this.#finding?.found(state.window.epoch);
    const reveal = this.#reveal;
    const arrived = await this.page.post({
      ...state,
      ...(find && { find }),
      ...(reveal !== undefined && { reveal }),
    });
    if (!arrived) return;
    if (this.#reveal === reveal) this.#reveal = undefined;
    this.#shown = target;
    if (this.#finding?.isUpToDate(state.window) === false) this.#findOn(this.#finding);
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
      case 'copyMessage':
        return this.#copyMessage(action.position);
      case 'openMessage':
        return this.#services.documents.open(this.#target, action.position);
      case 'draftSummary':
        this.#drafts.keep(targetOf(action.resource, this.#services.projects), action.draft);
        return;
      case 'saveSummary':
        return this.#drafts.save(targetOf(action.resource, this.#services.projects));
      case 'command':
        return commands.executeCommand(commandIds[action.command], this.#resource());
    }
  }

  async #copyMessage(position: number): Promise<void> {
    const { project, dialog } = this.#target;
    const [message] = (await project.dialogs.window(dialog, position, 1)).messages;
    if (message) await env.clipboard.writeText(message.text);
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

const isSame = (a: DialogTarget, b: DialogTarget): boolean =>
  a.project === b.project && a.dialog === b.dialog;
