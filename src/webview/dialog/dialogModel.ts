import type {
  DialogPaneAction,
  DialogPaneMemory,
  DialogPaneMessage,
  DialogPaneState,
} from '../../protocol/dialogPane.ts';
import { summaryPosition } from '../../protocol/find.ts';
import { defined } from '../../protocol/json.ts';
import { isFiltered } from '../../protocol/messageKinds.ts';
import type { Host } from '../base/host.ts';
import { DraftCount } from '../base/useDraft.ts';
import { WindowedList } from '../messages/windowedList.ts';

export type DialogHost = Host<DialogPaneAction, DialogPaneMemory>;

/** State of the dialog pane: the latest state, the messages received and the scroll position. */
export class DialogModel {
  readonly list: WindowedList<DialogPaneMessage>;
  readonly drafts = new DraftCount();
  readonly #host: DialogHost;
  #state: DialogPaneState | undefined;

  constructor(host: DialogHost) {
    this.#host = host;
    this.list = new WindowedList({
      request: (offset, limit) => host.send({ type: 'window', offset, limit }),
      keep: (position) => this.#keep(position),
    });
  }

  /** Informs the extension that the page is ready, and of the filter it had before a reload. */
  begin(): void {
    const kinds = this.#host.recall()?.kinds;
    if (kinds !== undefined) this.#host.send({ type: 'filter', kinds });
    this.#host.send({ type: 'ready' });
  }

  receive(state: DialogPaneState): void {
    // Another dialog, or the same one after clearing or restoring, starts at its newest message.
    const epoch = JSON.stringify([state.resource, state.window.epoch]);
    const start = state.filter.start ?? (this.#state === undefined ? this.#startOf(state) : undefined);
    this.#state = state;
    if (epoch === this.list.cache.epoch && start !== undefined) this.list.goBack(start);
    this.list.receive({ ...state.window, epoch }, start);
    if (state.reveal !== undefined && state.reveal !== summaryPosition) this.list.reveal(state.reveal);
  }

  #startOf({ resource }: DialogPaneState): number | undefined {
    const memory = this.#host.recall();
    if (memory?.folder !== resource.folder || memory.dialog !== resource.dialog) return undefined;
    return memory.position;
  }

  #keep(position: number | undefined): void {
    if (this.#state === undefined) return;
    const { resource, filter } = this.#state;
    const kinds = isFiltered(filter.kinds) ? filter.kinds : undefined;
    this.#host.remember({ ...resource, ...defined({ position, kinds }) });
    this.#host.send({ type: 'place', resource, ...defined({ at: this.list.placeInView }) });
  }
}
