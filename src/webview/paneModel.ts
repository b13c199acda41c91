import type { DialogPaneAction, DialogPaneMemory, DialogPaneState } from '../protocol/dialogPane.ts';
import { MessageCache } from './messages/messageCache.ts';
import { WindowRequests, requestTimeout, windowSize } from './messages/windowRequests.ts';
import type { Host } from './vscodeApi.ts';

const rememberAfter = 250;

/** What the pane knows of its dialog: the latest state, the messages received so far and where the reader is. */
export class PaneModel {
  readonly cache = new MessageCache();
  readonly #requests = new WindowRequests(this.cache);
  readonly #host: Host<DialogPaneAction, DialogPaneMemory>;
  #state: DialogPaneState | undefined;
  #view: { readonly first: number; readonly last: number } | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #remember: ReturnType<typeof setTimeout> | undefined;
  #reveal: number | undefined;
  #start: number | undefined;

  constructor(host: Host<DialogPaneAction, DialogPaneMemory>) {
    this.#host = host;
  }

  /** Where the list begins, from before a reload; undefined for the newest message. */
  get start(): number | undefined {
    return this.#start;
  }

  /** The message to take the reader to, once. */
  takeReveal(): number | undefined {
    const position = this.#reveal;
    this.#reveal = undefined;
    if (position === undefined || this.cache.total === 0) return undefined;
    return Math.min(position, this.cache.total - 1);
  }

  receive(state: DialogPaneState): void {
    // Another dialog in the same pane, or the same one after clear or restore, begins at its newest message.
    const epoch = JSON.stringify([state.resource, state.window.epoch]);
    if (this.#state === undefined) this.#start = this.#startOf(state);
    else if (epoch !== this.cache.epoch) this.#start = undefined;
    this.#state = state;
    this.cache.put({ ...state.window, epoch });
    if (state.reveal !== undefined) this.#reveal = state.reveal;
    this.#request();
  }

  /**
   * Tells which positions are in view, so that they and their surroundings are fetched and what is far is forgotten.
   * `top` is remembered over a reload; undefined stands for the end.
   */
  look(first: number, last: number, top: number | undefined): void {
    this.#view = { first, last };
    this.cache.trim(Math.round((first + last) / 2));
    this.#request();
    clearTimeout(this.#remember);
    this.#remember = setTimeout(() => this.#keep(top), rememberAfter);
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

  #request(): void {
    if (this.#view === undefined) return;
    const { first, last } = this.#view;
    for (;;) {
      const offset = this.#requests.next(first, last, Date.now());
      if (offset === undefined) break;
      this.#host.send({ type: 'window', offset, limit: windowSize });
    }
    clearTimeout(this.#retry);
    if (this.#requests.waiting) this.#retry = setTimeout(() => this.#request(), requestTimeout);
  }
}
