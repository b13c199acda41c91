import { l10n, type WebviewPanel, type Event } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import type { CommonAction, Gone } from '../../protocol/paneMessages.ts';
import type { PaneName } from '../../protocol/panes.ts';
import { Disposable, type Releasable } from '../base/disposable.ts';
import { logError } from '../base/notices.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import { PanePage, type PaneServices } from './panePage.ts';
import type { ShowOptions } from './showing.ts';

/** Something of a project. */
interface InProject {
  readonly project: Project;
}

/** An action of a page. */
interface Action {
  readonly type: string;
}

/** What was read of a target. */
interface Read<T, Content> {
  readonly content: Content;
  /** Title of the tab; absent to keep it. */
  readonly title?: string;
  /** The target under its current name; absent if unchanged. */
  readonly target?: T;
  /** The folder of the history whose changes concern the pane; absent for all. */
  readonly folder?: string | undefined;
  /** Whether the target no longer exists, and this is what is left of it. */
  readonly gone?: boolean;
  /** Called when the page has the content. */
  readonly arrived?: () => void;
}

/** What one tab of a kind reads and does. All but reading and actions has a default. */
export interface PaneParts<T, Content, Own, O> {
  /** Reads what the page shows; undefined if another state follows anyway. */
  readonly read: (target: T) => Promise<Read<T, Content> | undefined>;
  /** Returns what the page shows if reading failed; may throw, so that the page keeps what it shows. */
  readonly failure?: (target: T, error: unknown) => Content | Promise<Content>;
  /** Returns the content of something deleted, in which nothing can be changed. */
  readonly frozen?: (content: Content, target: T) => Content;
  readonly run: (action: Own) => unknown;
  /** Called when a new page starts, before it gets a state. */
  readonly begin?: () => void;
  /** Called when a person opens a target; by default the pane follows it. */
  readonly show?: (target: T, options?: O) => void;
  /** Forgets what belongs to the target that is shown, since another one follows. */
  readonly leave?: (next: T) => void;
  /** Returns what goes back to the place where the user is. */
  readonly keepPlace?: () => () => unknown;
  /** Called when folders of the project changed, or anything (undefined); by default the pane is updated. */
  readonly changed?: (folders: ReadonlySet<string> | undefined) => void;
}

/** Takes something out of the trash. */
export type Restore = () => unknown;

/** Unsaved input of a kind of panes. */
interface Unsaved<T, O> {
  readonly drafts: {
    readonly onDidChange: Event<unknown>;
    isChanged(target: T): boolean;
    discard(target: T): void;
    renamed(from: T, to: T): void;
  };
  /** Returns the displayed name. */
  readonly name: (target: T, title: string) => string;
  /** Options that show its location in a pane. */
  readonly show: NoInfer<O>;
}

/** A kind of panes, as a value: what it shows, how it identifies that, and what its tabs read and do. */
export interface PaneKind<T extends InProject, Content, Own extends Action, O extends ShowOptions> {
  readonly name: PaneName;
  /** Returns the tab's title before the target is read. */
  readonly title: (target: T) => string;
  readonly isSame: (a: T, b: T) => boolean;
  /** Returns what a pane showed before a reload, from its saved state; undefined if not in this window. */
  readonly remembered: (state: unknown) => T | undefined;
  /** Parses an action of the page; undefined if it is not in the protocol. */
  readonly parse: (message: unknown) => Own | CommonAction | undefined;
  /** The setting that changes what its panes show, if any. */
  readonly setting?: string;
  readonly parts: (pane: Pane<T, Content, Own, O>) => PaneParts<T, Content, Own, O>;
  readonly unsaved?: Unsaved<T, O>;
  /** Returns what takes a deleted target out of the trash; undefined if it is not there. */
  readonly restorer?: (target: T) => Promise<Restore | undefined>;
}

/** An editor tab that shows something of a project. */
export class Pane<
  T extends InProject,
  Content,
  Own extends Action,
  O extends ShowOptions = ShowOptions,
> extends Disposable {
  readonly panel: WebviewPanel;
  readonly page: PanePage<Own, Content>;
  readonly #kind: PaneKind<T, Content, Own, O>;
  readonly #parts: PaneParts<T, Content, Own, O>;
  readonly #services: PaneServices;
  #target: T;
  #title: string;
  /** The folder of what is shown, once read. */
  #folder: string | undefined;
  /** What was read last of the target while it existed. */
  #last: Read<T, Content> | undefined;

  constructor(panel: WebviewPanel, target: T, kind: PaneKind<T, Content, Own, O>, services: PaneServices) {
    super();
    this.panel = panel;
    this.#kind = kind;
    this.#services = services;
    this.#target = target;
    this.#title = kind.title(target);
    this.#entitle(this.#title);
    const drafts = kind.unsaved?.drafts;
    if (drafts) this._register(drafts.onDidChange(() => this.#entitle(this.#title)));
    this.page = this._register(
      new PanePage<Own, Content>(panel, services, {
        name: kind.name,
        root: () => this.#target.project.root,
        parse: kind.parse,
        begin: () => this.#parts.begin?.(),
        send: () => this.#send(this.#parts.read),
        restore: async () => (await kind.restorer?.(this.#target))?.(),
        run: (action) => this.#parts.run(action),
      }),
    );
    this.#parts = kind.parts(this);
  }

  get target(): T {
    return this.#target;
  }

  get title(): string {
    return this.#title;
  }

  /** Brings the pane to the front with this target. */
  show(target: T, options?: O): void {
    this.panel.reveal(undefined, options?.preserveFocus ?? false);
    if (this.#parts.show) this.#parts.show(target, options);
    else this.follow(target);
  }

  /** Shows this target without bringing the pane to the front. */
  follow(target: T): void {
    const { isSame, title } = this.#kind;
    if (!isSame(target, this.#target)) {
      this.#parts.leave?.(target);
      this.#last = undefined;
    }
    // A title that is the same for all targets stays until the target is read.
    if (title(target) !== title(this.#target)) this.#entitle(title(target));
    this.#target = target;
    this.page.update();
  }

  /** Returns what shows again what is shown now, at its place. */
  keepShown(): () => void {
    const target = this.#target;
    const isInFront = this.panel.active;
    const back = this.#parts.keepPlace?.();
    return () => {
      this.page.light(undefined);
      this.follow(target);
      back?.();
      if (isInFront) this.panel.reveal(undefined, false);
    };
  }

  /** Shows the current state if this change may affect it. */
  update({ project, folders }: ProjectChange): void {
    if (project !== this.#target.project) return;
    if (this.#parts.changed) this.#parts.changed(folders);
    else if (!folders || this.#folder === undefined || folders.has(this.#folder)) this.page.update();
  }

  /** Sends what is read in this way, unless no page listens. */
  send(read: PaneParts<T, Content, Own, O>['read']): void {
    this.page.send(() => this.#send(read));
  }

  /** Releases something with the pane. */
  register<R extends Releasable>(part: R): R {
    return this._register(part);
  }

  async #send(read: PaneParts<T, Content, Own, O>['read']): Promise<void> {
    const target = this.#target;
    const found = await this.#read(target, read);
    if (found === undefined || !this.#kind.isSame(target, this.#target)) return; // another state follows
    this.#folder = found.folder;
    this.#target = found.target ?? this.#target;
    if (found.title !== undefined) this.#entitle(found.title);
    if (await this.page.post(found.content)) found.arrived?.();
  }

  async #read(target: T, read: PaneParts<T, Content, Own, O>['read']): Promise<Read<T, Content> | undefined> {
    try {
      const found = await read(target);
      if (found?.gone === true) return await this.#left(target, found);
      if (found) this.#last = found;
      return found;
    } catch (error) {
      if (this.#parts.frozen === undefined || !isNotFound(error)) return this.#failed(target, error);
      return this.#left(target, this.#last ?? (await this.#failed(target, error)));
    }
  }

  /** Shows what is left of something deleted, and whether the trash has it. Any change may bring it back. */
  async #left(
    target: T,
    { content, title = this.#kind.title(target) }: Read<T, Content>,
  ): Promise<Read<T, Content>> {
    const gone: Gone = (await this.#kind.restorer?.(target)) ? 'trashed' : 'missing';
    const frozen = this.#parts.frozen?.(content, target) ?? content;
    return { content: { ...frozen, gone }, title: l10n.t('{0} (deleted)', title) };
  }

  /** The page shows the problem, so there is no notice. */
  async #failed(target: T, error: unknown): Promise<Read<T, Content>> {
    if (!this.#parts.failure) throw error;
    const content = await this.#parts.failure(target, error);
    logError(error, this.#services.log);
    return { content, folder: this.#folder };
  }

  #entitle(title: string): void {
    this.#title = title;
    const isChanged = this.#kind.unsaved?.drafts.isChanged(this.#target) === true;
    const shown = isChanged ? `● ${title}` : title;
    if (this.panel.title !== shown) this.panel.title = shown;
  }
}

const isNotFound = (error: unknown): boolean => error instanceof StoreError && error.code === 'not_found';
