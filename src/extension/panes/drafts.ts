import { defined } from '../../disk/base/core.ts';
import { EventEmitter, l10n, workspace, type Memento } from 'vscode';
import type { DraftAction, Drafted } from '../../protocol/paneMessages.ts';
import { Disposable } from '../base/disposable.ts';
import { errorText } from '../base/notices.ts';

/** How drafts of a kind are kept and saved. */
export interface DraftKind<T, Draft> {
  /** Key in the workspace's state. */
  readonly key: string;
  /** Returns the same key for the same target, also in later windows. */
  readonly keyOf: (target: T) => string;
  /** Returns the target's displayed name. */
  readonly nameOf: (target: T) => string;
  readonly parse: (value: unknown) => Draft | undefined;
  /** Reports whether a draft contains changes, beyond an open editor. */
  readonly isChange: (draft: Draft) => boolean;
  /** Saves the content of a draft. */
  readonly store: (target: T, draft: Draft) => Promise<void>;
  /**
   * Returns the unsaved part of a draft, which an outdated page may send again. Undefined for none; the draft itself
   * if none of it was saved.
   */
  readonly unsaved: (draft: Draft) => Draft | undefined;
}

/** A change of a draft, from any source. */
interface DraftChange {
  readonly of: string;
  readonly by: unknown;
}

/** Unsaved input of panes, which outlives the page, the tab and the window. */
export class Drafts<T, Draft> extends Disposable {
  readonly #memory: Memento;
  readonly #kind: DraftKind<T, Draft>;
  readonly #drafts = new Map<string, Draft>();
  readonly #changed = this._register(new EventEmitter<DraftChange>());
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento, kind: DraftKind<T, Draft>) {
    super();
    this.#memory = memory;
    this.#kind = kind;
    for (const [of, value] of Object.entries(memory.get<object>(kind.key, {}))) {
      const draft = kind.parse(value);
      if (draft !== undefined) this.#drafts.set(of, draft);
    }
  }

  of(target: T): Draft | undefined {
    return this.#drafts.get(this.#kind.keyOf(target));
  }

  /** Reports whether there is something to save or lose. */
  isChanged(target: T): boolean {
    const draft = this.of(target);
    return draft !== undefined && this.#kind.isChange(draft);
  }

  /** Keeps what a page sent, undefined for no draft; returns whether it included something saved since. */
  take(target: T, draft: Draft | undefined, by: unknown): boolean {
    const rest = draft === undefined ? undefined : this.#kind.unsaved(draft);
    this.#set(this.#kind.keyOf(target), rest, by);
    return rest !== draft;
  }

  discard(target: T): void {
    this.take(target, undefined, undefined);
  }

  /** Saves a draft. It remains if that fails. */
  async save(target: T): Promise<void> {
    const draft = this.of(target);
    if (draft === undefined) return;
    try {
      await this.#kind.store(target, draft);
    } catch (error) {
      const text = l10n.t(
        'Could not save the summary of “{0}”: {1}',
        this.#kind.nameOf(target),
        errorText(error),
      );
      throw new Error(text, { cause: error });
    }
    this.take(target, this.of(target), undefined);
  }

  /** Moves a draft to its target's new name. */
  renamed(from: T, to: T): void {
    const draft = this.of(from);
    if (draft === undefined) return;
    this.#drafts.delete(this.#kind.keyOf(from));
    this.take(to, draft, undefined);
  }

  isOf(of: string, target: T): boolean {
    return of === this.#kind.keyOf(target);
  }

  #set(of: string, draft: Draft | undefined, by: unknown): void {
    if (draft === undefined) this.#drafts.delete(of);
    else this.#drafts.set(of, draft);
    void this.#memory.update(this.#kind.key, Object.fromEntries(this.#drafts));
    this.#changed.fire({ of, by });
  }
}

/** A pane that exchanges drafts with its page. */
interface DraftPane<T> {
  readonly target: T;
  readonly page: { update(): void };
}

/** Exchanges drafts with the page of one pane. */
export class PageDrafts<T, Draft, Resource> extends Disposable {
  readonly #pane: DraftPane<T>;
  readonly #drafts: Drafts<T, Draft>;
  readonly #named: (resource: Resource) => T | undefined;
  /** Number of drafts the page has sent. */
  #seen = 0;

  /** `named` returns what the page refers to; undefined if it is unknown. */
  constructor(pane: DraftPane<T>, drafts: Drafts<T, Draft>, named: (resource: Resource) => T | undefined) {
    super();
    this.#pane = pane;
    this.#drafts = drafts;
    this.#named = named;
    this._register(
      drafts.onDidChange(({ of, by }) => {
        if (by !== this && drafts.isOf(of, pane.target)) pane.page.update();
      }),
    );
  }

  /** Starts counting for a new page. */
  begin(): void {
    this.#seen = 0;
  }

  /** Returns the draft part of a state. */
  reported(target: T): Drafted<Draft> {
    const draft = this.#drafts.of(target);
    return { ...defined({ draft }), draftsSeen: this.#seen };
  }

  /** Keeps or saves what the page sent. */
  async run(action: DraftAction<Resource, Draft>): Promise<void> {
    const target = this.#named(action.resource);
    if (action.type === 'draftSummary') this.#keep(target, action.draft);
    else if (target !== undefined && workspace.isTrusted) await this.#drafts.save(target);
  }

  #keep(target: T | undefined, draft: Draft | undefined): void {
    this.#seen++;
    if (target !== undefined && this.#drafts.take(target, draft, this)) this.#pane.page.update();
  }
}
