import { EventEmitter, ViewColumn, window, workspace, type WebviewPanel } from 'vscode';
import { parseDialogPaneMemory } from '../../protocol/dialogPaneMessages.ts';
import { Disposable } from '../disposable.ts';
import type { ProjectChange } from '../project.ts';
import type { Projects } from '../projects.ts';
import { DialogPane, type PaneServices, type ShowOptions } from './dialogPane.ts';
import { paneOptions } from './paneHtml.ts';
import type { Target } from './target.ts';

const viewType = 'historyStore.dialog';

/** The open dialog panes: one that is used again and again, and those opened beside it. */
export class DialogPanes extends Disposable {
  readonly #projects: Projects;
  readonly #services: PaneServices;
  readonly #panes = new Set<DialogPane>();
  readonly #opened = this._register(new EventEmitter<DialogPane>());
  readonly #renamed = this._register(new EventEmitter<{ readonly from: Target; readonly to: Target }>());
  #reusable: DialogPane | undefined;

  readonly onDidOpen = this.#opened.event;
  /** A dialog got another name. */
  readonly onDidRename = this.#renamed.event;

  constructor(projects: Projects, services: PaneServices) {
    super();
    this.#projects = projects;
    this.#services = services;
    this._register(projects.onDidChange((change) => this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.#onProjects()));
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.#onTrust()));
    this._register(
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: (panel, state: unknown) => {
          this.#restore(panel, state);
          return Promise.resolve();
        },
      }),
    );
  }

  get all(): readonly DialogPane[] {
    return [...this.#panes];
  }

  /** Shows a dialog in the pane that shows it already, else in the reusable one. */
  open(target: Target, options: ShowOptions = {}): void {
    const shown = this.all.find((pane) => isSame(pane.target, target)) ?? this.#reusable;
    if (shown) {
      shown.show(target, options);
      return;
    }
    const pane = this.#create(target, options.preserveFocus ?? false);
    this.#reusable = pane;
    if (options.position !== undefined) pane.show(target, options);
  }

  /** Shows a dialog in a pane of its own. */
  openInNewPane(target: Target): void {
    this.#create(target, false);
  }

  /** Panes of a renamed dialog go on under its new name. */
  renamed(from: Target, to: Target): void {
    for (const pane of this.all) if (isSame(pane.target, from)) pane.follow(to);
    this.#renamed.fire({ from, to });
  }

  override dispose(): void {
    for (const pane of this.all) pane.dispose();
    super.dispose();
  }

  #create(target: Target, preserveFocus: boolean): DialogPane {
    const place = { viewColumn: ViewColumn.Active, preserveFocus };
    const options = { ...paneOptions(this.#services.extension), retainContextWhenHidden: false };
    return this.#add(window.createWebviewPanel(viewType, target.dialog, place, options), target);
  }

  #add(panel: WebviewPanel, target: Target): DialogPane {
    const pane = new DialogPane(panel, target, this.#services);
    this.#panes.add(pane);
    pane.onDidDispose(() => {
      this.#panes.delete(pane);
      if (this.#reusable === pane) this.#reusable = undefined;
    });
    this.#opened.fire(pane);
    return pane;
  }

  /** After a reload of the window; a pane whose folder has gone is closed. */
  #restore(panel: WebviewPanel, state: unknown): void {
    const memory = parseDialogPaneMemory(state);
    const project = memory && this.#projects.find(memory.folder);
    if (memory === undefined || project === undefined) {
      panel.dispose();
      return;
    }
    const pane = this.#add(panel, { project, dialog: memory.dialog });
    this.#reusable ??= pane;
  }

  #onChange(change: ProjectChange): void {
    for (const pane of this.#panes) pane.update(change);
  }

  /** Panes of a folder that was removed from the window close. */
  #onProjects(): void {
    for (const pane of this.all) if (!this.#projects.all.includes(pane.target.project)) pane.dispose();
  }

  #onTrust(): void {
    for (const pane of this.#panes) pane.update({ project: pane.target.project, folders: undefined });
  }
}

const isSame = (a: Target, b: Target): boolean => a.project === b.project && a.dialog === b.dialog;
