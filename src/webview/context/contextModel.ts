import type {
  ContextPaneAction,
  ContextPaneMemory,
  ContextResource,
  PreviewQuery,
} from '../../protocol/contextPane.ts';
import { defined } from '../../protocol/json.ts';
import type { Host } from '../base/host.ts';
import { DraftCount } from '../base/useDraft.ts';

export type ContextHost = Host<ContextPaneAction, ContextPaneMemory>;

type ReaderChoices = Pick<ContextPaneMemory, 'preview' | 'turn'>;

/** What the pane keeps beside the latest state: the reader's choices, which survive a reload. */
export class ContextModel {
  readonly drafts = new DraftCount();
  readonly #host: ContextHost;
  #resource: ContextResource | undefined;
  #kept: ReaderChoices = {};

  constructor(host: ContextHost) {
    this.#host = host;
    const preview = host.recall()?.preview;
    if (preview !== undefined) this.#kept = { preview };
  }

  /** The text the reader chose to see; undefined for whichever the extension sends. */
  get preview(): PreviewQuery | undefined {
    return this.#kept.preview;
  }

  /** The turn to begin at, from before a reload. */
  get turn(): number | undefined {
    return this.#kept.turn;
  }

  /** Tells the extension that the pane listens, and what the reader wants to see. */
  begin(): void {
    this.#host.send({ type: 'ready' });
    if (this.preview !== undefined) this.#host.send({ type: 'preview', ...this.preview });
  }

  /** Takes over which context is shown; another one begins at its own place. */
  receive({ resource }: { readonly resource: ContextResource }): void {
    const before = this.#resource ?? this.#host.recall();
    const same = before !== undefined && contextKey(before) === contextKey(resource);
    if (!same) this.#kept = this.preview === undefined ? {} : { preview: this.preview };
    else if (this.#resource === undefined) this.#kept = this.#host.recall() ?? {};
    this.#resource = resource;
    this.#remember();
  }

  choose(preview: PreviewQuery): void {
    this.#keep({ preview });
    this.#host.send({ type: 'preview', ...preview });
  }

  keepTurn(turn: number | undefined): void {
    this.#keep({ turn });
  }

  #keep(change: { readonly [Key in keyof ReaderChoices]: ReaderChoices[Key] | undefined }): void {
    this.#kept = defined({ ...this.#kept, ...change });
    this.#remember();
  }

  #remember(): void {
    if (this.#resource === undefined) return;
    const { folder, dialog, contextId } = this.#resource;
    this.#host.remember({ folder, dialog, contextId, ...this.#kept });
  }
}

/** The key of a context: equal for the same one. */
export function contextKey({ folder, dialog, contextId }: ContextResource): string {
  return JSON.stringify([folder, dialog, contextId]);
}
