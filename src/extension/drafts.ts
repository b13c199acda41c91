import { EventEmitter, type Memento } from 'vscode';
import { Disposable } from './disposable.ts';

/** How drafts of one kind are read and told to be nothing. */
export interface DraftKind<Draft> {
  /** Where they stand in the memory of the workspace. */
  readonly key: string;
  readonly parse: (value: unknown) => Draft | undefined;
  readonly isEmpty: (draft: Draft) => boolean;
}

/** A draft became another one, by whoever it was. */
export interface DraftChange {
  readonly of: string;
  readonly by: unknown;
}

/** What was typed into panes and not saved: it outlives the page, the tab and the window. */
export class Drafts<Draft> extends Disposable {
  readonly #memory: Memento;
  readonly #kind: DraftKind<Draft>;
  readonly #drafts = new Map<string, Draft>();
  readonly #changed = this._register(new EventEmitter<DraftChange>());
  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento, kind: DraftKind<Draft>) {
    super();
    this.#memory = memory;
    this.#kind = kind;
    for (const [of, value] of Object.entries(memory.get<object>(kind.key, {}))) {
      const draft = kind.parse(value);
      if (draft !== undefined) this.#drafts.set(of, draft);
    }
  }

  get(of: string): Draft | undefined {
    return this.#drafts.get(of);
  }

  /** Keeps a draft; an empty one is none. */
  set(of: string, draft: Draft, by?: unknown): void {
    if (this.#kind.isEmpty(draft)) this.#drafts.delete(of);
    else this.#drafts.set(of, draft);
    void this.#memory.update(this.#kind.key, Object.fromEntries(this.#drafts));
    this.#changed.fire({ of, by });
  }

  /** What it is a draft of has another name. */
  move(from: string, to: string): void {
    const draft = this.#drafts.get(from);
    if (draft === undefined) return;
    this.#drafts.delete(from);
    this.set(to, draft);
  }
}
