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

type UserChoices = Pick<ContextPaneMemory, 'preview' | 'turn'>;

/** The user's choices, which the pane keeps in addition to the latest state and across reloads. */
export class ContextModel {
  readonly drafts = new DraftCount();
  readonly #host: ContextHost;
  #resource: ContextResource | undefined;
  #kept: UserChoices = {};

  constructor(host: ContextHost) {
    this.#host = host;
    const preview = host.recall()?.preview;
    if (preview !== undefined) this.#kept = { preview };
  }

  /** The text the user chose; undefined for the extension's choice. */
  get preview(): PreviewQuery | undefined {
    return this.#kept.preview;
  }

  /** The turn to start at after a reload. */
  get turn(): number | undefined {
    return this.#kept.turn;
  }

  /** Informs the extension that the pane is ready, and which text the user chose. */
  begin(): void {
    this.#host.send({ type: 'ready' });
    if (this.preview !== undefined) this.#host.send({ type: 'preview', ...this.preview });
  }

  /** Switches to the context of a state; another one starts at its own position. */
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

  #keep(change: { readonly [Key in keyof UserChoices]: UserChoices[Key] | undefined }): void {
    this.#kept = defined({ ...this.#kept, ...change });
    this.#remember();
  }

  #remember(): void {
    if (this.#resource === undefined) return;
    const { folder, dialog, contextId } = this.#resource;
    this.#host.remember({ folder, dialog, contextId, ...this.#kept });
  }
}

/** Returns a key that identifies a context. */
export function contextKey({ folder, dialog, contextId }: ContextResource): string {
  return JSON.stringify([folder, dialog, contextId]);
}
