import { EventEmitter, l10n, ViewColumn, window, workspace, type Uri, type WebviewPanel } from 'vscode';
import { defined } from '../../store/base/core.ts';
import type { Light } from '../../protocol/light.ts';
import { paneViewType, type PaneName } from '../../protocol/panes.ts';
import { Disposable, type Releasable } from '../base/disposable.ts';
import { inform } from '../base/notices.ts';
import { paneOptions } from './paneHtml.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import type { PaneOpener, ShowOptions } from './showing.ts';

/** One editor tab that shows something of a project. */
export interface Pane<T, O extends ShowOptions = ShowOptions> extends Releasable {
  readonly target: T;
  readonly page: { light(light: Light | undefined): void };
  /** Brings the pane to the front with this target. */
  show(target: T, options?: O): void;
  /** Shows what is there now, if it may be something else after this change. */
  update(change: ProjectChange): void;
}

/** What is typed into panes and not saved. */
interface Unsaved<T, P, O> {
  readonly drafts: { isChanged(target: T): boolean; discard(target: T): void };
  /** What a person knows by its name. */
  readonly name: (pane: P) => string;
  /** Shows where in a pane it is. */
  readonly show: O;
}

/** What is special about one kind of panes. */
export interface PaneKind<T, P, O> {
  readonly name: PaneName;
  readonly extension: Uri;
  create(panel: WebviewPanel, target: T): P;
  title(target: T): string;
  isSame(a: T, b: T): boolean;
  /** What a pane showed before the window was reloaded, from what it left behind; undefined for nothing of this window. */
  remembered(state: unknown): T | undefined;
  readonly unsaved?: Unsaved<T, P, O>;
}

/** The open panes of one kind: one that is used again and again, and those opened beside it. */
export class Panes<
  T extends { readonly project: Project },
  P extends Pane<T, O>,
  O extends ShowOptions = ShowOptions,
>
  extends Disposable
  implements PaneOpener<T, O>
{
  readonly #projects: Projects;
  readonly #kind: PaneKind<T, P, O>;
  readonly #panes = new Map<P, WebviewPanel>();
  readonly #opened = this._register(new EventEmitter<P>());
  #reusable: P | undefined;

  readonly onDidOpen = this.#opened.event;

  constructor(projects: Projects, kind: PaneKind<T, P, O>) {
    super();
    this.#projects = projects;
    this.#kind = kind;
    this._register(projects.onDidChange((change) => this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.#onProjects()));
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.#onTrust()));
    this._register(
      window.registerWebviewPanelSerializer(paneViewType(kind.name), {
        deserializeWebviewPanel: (panel, state: unknown) => {
          this.#restore(panel, state);
          return Promise.resolve();
        },
      }),
    );
  }

  get all(): readonly P[] {
    return [...this.#panes.keys()];
  }

  /** What the pane shows that is the active editor, if one of these is. */
  get active(): T | undefined {
    return [...this.#panes].find(([, panel]) => panel.active)?.[0].target;
  }

  open(target: T, options?: O): void {
    const shown = this.all.find((pane) => this.#kind.isSame(pane.target, target)) ?? this.#reusable;
    const pane = shown ?? this.#create(target, options);
    if (!shown) this.#reusable = pane;
    if (shown || options) pane.show(target, options);
    pane.page.light(lightOf(options));
  }

  openInNewPane(target: T): void {
    this.#create(target);
  }

  override dispose(): void {
    for (const pane of this.all) pane.dispose();
    super.dispose();
  }

  #create(target: T, { preserveFocus = false, beside = false }: ShowOptions = {}): P {
    const { name, extension } = this.#kind;
    const place = { viewColumn: beside ? ViewColumn.Beside : ViewColumn.Active, preserveFocus };
    const options = { ...paneOptions(extension), retainContextWhenHidden: false };
    return this.#add(
      window.createWebviewPanel(paneViewType(name), this.#kind.title(target), place, options),
      target,
    );
  }

  #add(panel: WebviewPanel, target: T): P {
    const pane = this.#kind.create(panel, target);
    this.#panes.set(pane, panel);
    panel.onDidDispose(() => {
      pane.dispose();
      this.#panes.delete(pane);
      if (this.#reusable === pane) this.#reusable = undefined;
      if (!this.disposed) this.#offerDraft(pane);
    });
    this.#opened.fire(pane);
    return pane;
  }

  /** Where the last pane of something is closed, nothing shows any more that its summary has changes to save. */
  #offerDraft(closed: P): void {
    const { unsaved } = this.#kind;
    const { target } = closed;
    if (unsaved?.drafts.isChanged(target) !== true) return;
    if (this.all.some((pane) => this.#kind.isSame(pane.target, target))) return;
    inform(l10n.t('The unsaved changes to the summary of “{0}” are kept.', unsaved.name(closed)), [
      { label: l10n.t('Open'), run: () => this.open(target, unsaved.show) },
      { label: l10n.t('Discard'), run: () => unsaved.drafts.discard(target) },
    ]);
  }

  /** After a reload of the window; a pane whose folder has gone is closed. */
  #restore(panel: WebviewPanel, state: unknown): void {
    const target = this.#kind.remembered(state);
    if (target === undefined || !this.#projects.all.includes(target.project)) {
      panel.dispose();
      return;
    }
    const pane = this.#add(panel, target);
    this.#reusable ??= pane;
  }

  #onChange(change: ProjectChange): void {
    for (const pane of this.all) pane.update(change);
  }

  /** Panes of a folder that was removed from the window close. */
  #onProjects(): void {
    for (const pane of this.all) if (!this.#projects.all.includes(pane.target.project)) pane.dispose();
  }

  #onTrust(): void {
    for (const pane of this.all) pane.update({ project: pane.target.project, folders: undefined });
  }
}

const lightOf = ({ light, position }: ShowOptions = {}): Light | undefined =>
  light && light.length > 0 ? { words: light, ...defined({ position }) } : undefined;
