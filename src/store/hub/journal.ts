import type { Lease } from '../base/core.ts';
import { MessageVersions } from './messageVersions.ts';
import { isLater } from './versions.ts';
import {
  writeHubState,
  type HubState,
  type KnownItem,
  type SentMessages,
  type KnownPlace,
} from './hubState.ts';

/**
 * Summaries and context snapshots that went with a dialog, or of a dialog that was cleared; a folder of the journal that the
 * history does not have. `name` of an item is that of its dialog.
 */
export const gonePlace = '.gone';

/** A place that only the journal changes: it may have ten thousand memories. */
interface OwnPlace {
  messages?: SentMessages;
  readonly items: Record<string, KnownItem>;
}

const own = ({ messages, items }: KnownPlace): OwnPlace => ({
  ...(messages && { messages }),
  items: { ...items },
});

/** The journal while it is worked with, under the lock of the hub; what is not kept is found again by the next run. */
export class HubJournal {
  #state: HubState;
  #messages: MessageVersions | undefined;
  readonly #places: Map<string, OwnPlace>;
  readonly #lease: Lease;

  constructor(state: HubState, lease: Lease) {
    this.#state = state;
    this.#places = new Map(Object.entries(state.places).map(([name, place]) => [name, own(place)]));
    this.#lease = lease;
  }

  get state(): HubState {
    return this.#state;
  }

  /** Read when it is asked for first. */
  get messages(): MessageVersions {
    return (this.#messages ??= new MessageVersions(this.#state.folder, this.#state.author));
  }

  /** What the hub has of a folder; nothing where it was never looked at. */
  place(name: string): KnownPlace | undefined {
    return this.#places.get(name);
  }

  setPlace(name: string, place: KnownPlace): void {
    this.#places.set(name, own(place));
  }

  /** Forgets folders that are gone: what is in one that is made under such a name later is nothing that was there before. */
  keepPlaces(isThere: (name: string) => boolean): void {
    for (const name of this.#places.keys()) if (!isThere(name)) this.#places.delete(name);
  }

  /** The folder in which something was the last time; undefined where it is not known. */
  placeOf(key: string): string | undefined {
    return [...this.#places].find(([, { items }]) => key in items)?.[0];
  }

  item(place: string, key: string): KnownItem | undefined {
    return this.#places.get(place)?.items[key];
  }

  /** The same, also where it went with its dialog. */
  known(place: string, key: string): KnownItem | undefined {
    const [there, gone] = [this.item(place, key), this.item(gonePlace, key)];
    return there && gone ? (isLater(gone, there) ? gone : there) : (there ?? gone);
  }

  dropItem(place: string, key: string): void {
    const items = this.#places.get(place)?.items;
    if (items) Reflect.deleteProperty(items, key);
  }

  setItem(place: string, key: string, item: KnownItem): void {
    this.#own(place).items[key] = item;
  }

  /** Notes how many messages of a dialog the hub has. */
  setMessages(place: string, messages: SentMessages): void {
    this.#own(place).messages = messages;
  }

  #own(place: string): OwnPlace {
    const known = this.#places.get(place) ?? { items: {} };
    this.#places.set(place, known);
    return known;
  }

  /** Writes the journal, with what is said now. */
  async keep(change: Partial<Omit<HubState, 'places'>> = {}): Promise<void> {
    await this.#messages?.keep(this.#lease); // a cursor stands on what is known of them
    this.#state = { ...this.#state, ...change, places: Object.fromEntries(this.#places) };
    await writeHubState(this.#state, this.#lease);
  }
}
