import { defined } from '../../store/base/core.ts';
import { EventEmitter, l10n, workspace, type Memento } from 'vscode';
import type { Drafted } from '../../protocol/paneMessages.ts';
import { Disposable } from '../base/disposable.ts';
import { errorText } from '../base/notices.ts';

/** How drafts of one kind are kept and stored. */
export interface DraftKind<T, Draft> {
  /** Where they stand in the memory of the workspace. */
  readonly key: string;
  /** The same text for the same thing, also in the next window. */
  readonly keyOf: (target: T) => string;
  /** What a person calls it. */
  readonly nameOf: (target: T) => string;
  readonly parse: (value: unknown) => Draft | undefined;
  /** Whether there is something to lose in it, besides that an editor is open. */
  readonly isChange: (draft: Draft) => boolean;
  /** Stores what a draft holds. */
  readonly store: (target: T, draft: Draft) => Promise<void>;
  /**
   * What a draft holds that was not stored: a page that did not know yet may send the rest once more. Undefined for
   * nothing; the draft itself where nothing of it was stored.
   */
  readonly unsaved: (draft: Draft) => Draft | undefined;
}

/** A draft became another one, by whoever it was. */
interface DraftChange {
  readonly of: string;
  readonly by: unknown;
}

/** What was typed into panes and not saved: it outlives the page, the tab and the window. */
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

  /** Whether there is something to save, or to lose. */
  isChanged(target: T): boolean {
    const draft = this.of(target);
    return draft !== undefined && this.#kind.isChange(draft);
  }

  /** Keeps what a page sent, undefined for none any more; tells whether it held something that was saved meanwhile. */
  take(target: T, draft: Draft | undefined, by: unknown): boolean {
    const rest = draft === undefined ? undefined : this.#kind.unsaved(draft);
    this.#set(this.#kind.keyOf(target), rest, by);
    return rest !== draft;
  }

  discard(target: T): void {
    this.take(target, undefined, undefined);
  }

  /** Stores a draft. Where that fails it stays one. */
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

  /** What it is a draft of has another name. */
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

/** What the page of one pane sends of its drafts, and is sent. */
export class PageDrafts<T, Draft> extends Disposable {
  readonly #drafts: Drafts<T, Draft>;
  readonly #update: () => void;
  /** How many drafts the page has sent. */
  #seen = 0;

  /** `update` sends the page of a pane a new state. */
  constructor(drafts: Drafts<T, Draft>, shown: () => T, update: () => void) {
    super();
    this.#drafts = drafts;
    this.#update = update;
    this._register(
      drafts.onDidChange(({ of, by }) => {
        if (by !== this && drafts.isOf(of, shown())) update();
      }),
    );
  }

  /** A new page has sent none. */
  begin(): void {
    this.#seen = 0;
  }

  /** What a state of this tells. */
  reported(target: T): Drafted<Draft> {
    const draft = this.#drafts.of(target);
    return { ...defined({ draft }), draftsSeen: this.#seen };
  }

  /** Keeps what the page sent; undefined for something this window does not know. */
  keep(target: T | undefined, draft: Draft | undefined): void {
    this.#seen++;
    if (target !== undefined && this.#drafts.take(target, draft, this)) this.#update();
  }

  async save(target: T | undefined): Promise<void> {
    if (target !== undefined && workspace.isTrusted) await this.#drafts.save(target);
  }
}
