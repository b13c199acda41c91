import type { SummaryDraft } from '../protocol/summary/draft.ts';
import { summaryPosition } from '../protocol/find.ts';
import type {
  DialogPaneAction,
  DialogPaneMemory,
  DialogPaneState,
  PaneMessage,
  PaneResource,
} from '../protocol/dialogPane.ts';
import { WindowedList } from './messages/windowedList.ts';
import type { Host } from './vscodeApi.ts';

/** What the pane knows of its dialog: the latest state, the messages received so far and where the reader is. */
export class PaneModel {
  readonly list: WindowedList<PaneMessage>;
  readonly #host: Host<DialogPaneAction, DialogPaneMemory>;
  #state: DialogPaneState | undefined;
  #draftsSent = 0;

  constructor(host: Host<DialogPaneAction, DialogPaneMemory>) {
    this.#host = host;
    this.list = new WindowedList({
      ask: (offset, limit) => host.send({ type: 'window', offset, limit }),
      keep: (position) => this.#keep(position),
    });
  }

  /** How many drafts of summaries this page has sent. */
  get draftsSent(): number {
    return this.#draftsSent;
  }

  /** Has the extension keep what is changed in the summary and not saved. */
  sendDraft(resource: PaneResource, draft: SummaryDraft): void {
    this.#draftsSent++;
    this.#host.send({ type: 'draftSummary', resource, draft });
  }

  receive(state: DialogPaneState): void {
    // Another dialog in the same pane, or the same one after clear or restore, begins at its newest message.
    const epoch = JSON.stringify([state.resource, state.window.epoch]);
    const start = this.#state === undefined ? this.#startOf(state) : undefined;
    this.#state = state;
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
    const { folder, dialog } = this.#state.resource;
    const memory: DialogPaneMemory = { folder, dialog, ...(position === undefined ? {} : { position }) };
    this.#host.remember(memory);
  }
}
