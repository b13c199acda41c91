import { isFiltered, usualKinds, type MessageKind } from '../../protocol/messageKinds.ts';
import type { DialogStore, Message } from '../../store/dialogs/types.ts';

/** So many messages are read at once. */
const step = 1_000;
/** Messages that lie as near to one another are read together. */
const near = 100;

/** A message with its place in the dialog, 0 being the oldest. */
export interface PlacedMessage {
  readonly message: Message;
  readonly at: number;
}

/** Rows of a dialog as a filter leaves them. */
export interface RowWindow {
  /** That of the dialog, whatever the filter. */
  readonly epoch: string;
  readonly offset: number;
  readonly total: number;
  readonly messages: readonly PlacedMessage[];
}

/** The rows in which a pane shows a dialog. Without a filter they are its messages; with one all are read once, later only those that were added. */
export class DialogRows {
  readonly #dialogs: DialogStore;
  readonly #dialog: string;
  readonly kinds: readonly MessageKind[];
  readonly #isFiltered: boolean;
  #epoch: string | undefined;
  #read = 0;
  #places: number[] = [];

  constructor(dialogs: DialogStore, dialog: string, kinds: readonly MessageKind[] = usualKinds) {
    this.#dialogs = dialogs;
    this.#dialog = dialog;
    this.kinds = kinds;
    this.#isFiltered = isFiltered(kinds);
  }

  /** The rows from `offset` on; without it the newest ones. */
  async window(limit: number, offset?: number): Promise<RowWindow> {
    if (this.#isFiltered) return this.#filtered(limit, offset);
    const first = offset ?? Math.max(0, (await this.#dialogs.window(this.#dialog, 0, 0)).total - limit);
    const { messages, ...window } = await this.#dialogs.window(this.#dialog, first, limit);
    const placed = messages.map((message, index) => ({ message, at: window.offset + index }));
    return { ...window, messages: placed };
  }

  /** The row of the message at a place, as far as the rows were read; undefined where the filter leaves it out. */
  rowOf(place: number): number | undefined {
    if (!this.#isFiltered) return place;
    const row = this.#rowFrom(place);
    return this.#places[row] === place ? row : undefined;
  }

  /** The row of the message at a place, or of the next one that is shown, else of the last. */
  async rowFrom(place: number): Promise<number> {
    if (!this.#isFiltered) return place;
    await this.#readOn();
    return Math.max(0, Math.min(this.#rowFrom(place), this.#places.length - 1));
  }

  /** These messages, or all that the filter leaves, oldest first. */
  async messages(places?: readonly number[]): Promise<readonly PlacedMessage[]> {
    if (places !== undefined) return this.#at([...places].sort((a, b) => a - b));
    const { total } = await this.window(0, 0);
    return (await this.window(total, 0)).messages;
  }

  async #filtered(limit: number, wanted?: number): Promise<RowWindow> {
    await this.#readOn();
    const total = this.#places.length;
    const offset = Math.min(wanted ?? Math.max(0, total - limit), total);
    const messages = await this.#at(this.#places.slice(offset, offset + limit));
    return { epoch: this.#epoch ?? '', offset, total, messages };
  }

  #rowFrom(place: number): number {
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { epoch, total, messages } = await this.#dialogs.window(this.#dialog, this.#read, step);
      if (epoch !== this.#epoch && this.#read > 0) this.#begin();
      else
        for (const { role } of messages) {
          if (this.kinds.includes(role)) this.#places.push(this.#read);
          this.#read++;
        }
      this.#epoch = epoch;
      if (this.#read >= total) return;
    }
  }

  /** After clear or restore there are other messages. */
  #begin(): void {
    this.#read = 0;
    this.#places = [];
  }

  /** The messages at these places, which ascend. */
  async #at(places: readonly number[]): Promise<readonly PlacedMessage[]> {
    const found: PlacedMessage[] = [];
    for (const group of groupsOf(places)) {
      const [first = 0] = group;
      const length = (group.at(-1) ?? first) - first + 1;
      const { messages } = await this.#dialogs.window(this.#dialog, first, length);
      for (const at of group) {
        const message = messages[at - first];
        if (message) found.push({ message, at });
      }
    }
    return found;
  }
}

/** Places that lie near to one another together. */
function groupsOf(places: readonly number[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const place of places) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last !== undefined && place - last < near) group.push(place);
    else groups.push([place]);
  }
  return groups;
}
