import { EventEmitter, l10n, ViewColumn, window, workspace, type WebviewPanel } from 'vscode';
import { defined } from '../../disk/base/core.ts';
import type { Light } from '../../protocol/light.ts';
import { paneViewType } from '../../protocol/panes.ts';
import { Disposable } from '../base/disposable.ts';
import { inform } from '../base/notices.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { Pane, type PaneKind } from './pane.ts';
import { paneOptions } from './paneHtml.ts';
import type { PaneServices } from './panePage.ts';
import type { PaneOpener, ShowOptions } from './showing.ts';

/** Something that was renamed. */
export interface Renamed<T> {
  readonly from: T;
  readonly to: T;
}

/** What all panes of a window require. */
export interface WindowServices extends PaneServices {
  readonly projects: Projects;
}

/** Defines a kind of panes by its parts; returns what opens them in a window. */
export const definePaneKind =
  <
    Services extends WindowServices,
    T extends { readonly project: Project },
    Content,
    Own extends { readonly type: string },
    O extends ShowOptions,
  >(
    kind: (services: Services) => PaneKind<T, Content, Own, O>,
  ) =>
  (services: Services): Panes<T, Content, Own, O> =>
    new Panes(kind(services), services);

/** The open panes of a kind: a reused one, and those opened beside it. */
export class Panes<
  T extends { readonly project: Project },
  Content,
  Own extends { readonly type: string },
  O extends ShowOptions = ShowOptions,
>
  extends Disposable
  implements PaneOpener<T, O>
{
  readonly #services: WindowServices;
  readonly #kind: PaneKind<T, Content, Own, O>;
  readonly #panes = new Set<Pane<T, Content, Own, O>>();
  readonly #opened = this._register(new EventEmitter<Pane<T, Content, Own, O>>());
  readonly #renamed = this._register(new EventEmitter<Renamed<T>>());
  #reusable: Pane<T, Content, Own, O> | undefined;

  readonly onDidOpen = this.#opened.event;
  readonly onDidRename = this.#renamed.event;

  constructor(kind: PaneKind<T, Content, Own, O>, services: WindowServices) {
    super();
    this.#kind = kind;
    this.#services = services;
    const { projects } = services;
    this._register(projects.onDidChange((change) => this.#onChange(change)));
    this._register(projects.onDidChangeProjects(() => this.#onProjects()));
    this._register(workspace.onDidGrantWorkspaceTrust(() => this.#refresh()));
    this._register(
      workspace.onDidChangeConfiguration((event) => {
        if (kind.setting !== undefined && event.affectsConfiguration(kind.setting)) this.#refresh();
      }),
    );
    this._register(
      window.registerWebviewPanelSerializer(paneViewType(kind.name), {
        deserializeWebviewPanel: (panel, state: unknown) => {
          this.#restore(panel, state);
          return Promise.resolve();
        },
      }),
    );
  }

  get all(): readonly Pane<T, Content, Own, O>[] {
    return [...this.#panes];
  }

  /** Returns what the active pane of this kind shows, if any. */
  get active(): T | undefined {
    return this.all.find(({ panel }) => panel.active)?.target;
  }

  open(target: T, options?: O): void {
    const shown = this.all.find((pane) => this.#kind.isSame(pane.target, target)) ?? this.#reusable;
    const pane = shown ?? this.#create(target, options);
    if (!shown) this.#reusable = pane;
    if (shown || options) pane.show(target, options);
    pane.page.light(lightOf(options));
  }

  /** Returns what shows again what the reused pane shows now, or closes one opened since. */
  keepShown(): () => void {
    const before = this.#reusable;
    const back = before?.keepShown();
    return () => {
      if (this.#reusable !== before) this.#reusable?.dispose();
      else back?.();
    };
  }

  openInNewPane(target: T): void {
    this.#create(target);
  }

  /** Panes of something renamed show it under its new name, with its draft. */
  renamed(from: T, to: T): void {
    this.#kind.unsaved?.drafts.renamed(from, to);
    this.follow((target) => (this.#kind.isSame(target, from) ? to : undefined));
    this.#renamed.fire({ from, to });
  }

  /** Panes whose target has another name now show it under that name. */
  follow(nameNow: (target: T) => T | undefined): void {
    for (const pane of this.all) {
      const target = nameNow(pane.target);
      if (target !== undefined) pane.follow(target);
    }
  }

  override dispose(): void {
    for (const pane of this.all) pane.dispose();
    super.dispose();
  }

  #create(target: T, { preserveFocus = false, beside = false }: ShowOptions = {}): Pane<T, Content, Own, O> {
    const place = { viewColumn: beside ? ViewColumn.Beside : ViewColumn.Active, preserveFocus };
    const options = { ...paneOptions(this.#services.extension), retainContextWhenHidden: false };
    const { name, title } = this.#kind;
    return this.#add(window.createWebviewPanel(paneViewType(name), title(target), place, options), target);
  }

  #add(panel: WebviewPanel, target: T): Pane<T, Content, Own, O> {
    const pane = new Pane(panel, target, this.#kind, this.#services);
    this.#panes.add(pane);
    panel.onDidDispose(() => {
      pane.dispose();
      this.#panes.delete(pane);
      if (this.#reusable === pane) this.#reusable = undefined;
      if (!this.disposed) this.#offerDraft(pane);
    });
    this.#opened.fire(pane);
    return pane;
  }

  /** Offers to save a draft when the last pane that shows it is closed. */
  #offerDraft(closed: Pane<T, Content, Own, O>): void {
    const { unsaved } = this.#kind;
    const { target } = closed;
    if (unsaved?.drafts.isChanged(target) !== true) return;
    if (this.all.some((pane) => this.#kind.isSame(pane.target, target))) return;
    inform(
      l10n.t('The unsaved changes to the summary of “{0}” are kept.', unsaved.name(target, closed.title)),
      [
        { label: l10n.t('Open'), run: () => this.open(target, unsaved.show) },
        { label: l10n.t('Discard'), run: () => unsaved.drafts.discard(target) },
      ],
    );
  }

  /** Restores a pane after a reload; closes it if its folder is gone. */
  #restore(panel: WebviewPanel, state: unknown): void {
    const target = this.#kind.remembered(state);
    if (target === undefined || !this.#services.projects.all.includes(target.project)) {
      panel.dispose();
      return;
    }
    const pane = this.#add(panel, target);
    this.#reusable ??= pane;
  }

  #onChange(change: ProjectChange): void {
    for (const pane of this.all) pane.update(change);
  }

  #refresh(): void {
    for (const pane of this.all) pane.update({ project: pane.target.project, folders: undefined });
  }

  /** Closes panes of folders removed from the window. */
  #onProjects(): void {
    const { all } = this.#services.projects;
    for (const pane of this.all) if (!all.includes(pane.target.project)) pane.dispose();
  }
}

const lightOf = ({ light, position }: ShowOptions = {}): Light | undefined =>
  light && light.length > 0 ? { words: light, ...defined({ position }) } : undefined;
