import type { Lease } from '../disk/base/core.ts';
import { MessageVersions } from './messageVersions.ts';
import { isLater } from './versions.ts';
import {
  writeHubState,
  type HubState,
  type KnownItem,
  type SentMessages,
  type SyncedFolder,
} from './hubState.ts';

/**
 * Pseudo-folder of the journal for summaries and context snapshots of deleted and cleared dialogs. `name` of an item
 * is the dialog's.
 */
export const goneFolder = '.gone';

/** Mutable copy of a folder, owned by the journal: it may contain ten thousand memories. */
interface MutableFolder {
  messages?: SentMessages;
  unordered?: number;
  readonly items: Record<string, KnownItem>;
}

const own = ({ messages, unordered, items }: SyncedFolder): MutableFolder => ({
  ...(messages && { messages }),
  ...(unordered !== undefined && { unordered }),
  items: { ...items },
});

/** The journal during a synchronization, under the hub's lock. What is not saved is found again by the next run. */
export class HubJournal {
  #state: HubState;
  #messages: MessageVersions | undefined;
  readonly #folders: Map<string, MutableFolder>;
  readonly #lease: Lease;

  constructor(state: HubState, lease: Lease) {
    this.#state = state;
    this.#folders = new Map(Object.entries(state.places).map(([name, folder]) => [name, own(folder)]));
    this.#lease = lease;
  }

  get state(): HubState {
    return this.#state;
  }

  /** Loaded on first use. */
  get messages(): MessageVersions {
    return (this.#messages ??= new MessageVersions(this.#state.folder, this.#state.author));
  }

  /** Returns what the hub has of a folder; undefined if it was never compared. */
  folder(name: string): SyncedFolder | undefined {
    return this.#folders.get(name);
  }

  setFolder(name: string, folder: SyncedFolder): void {
    this.#folders.set(name, own(folder));
  }

  /** Drops folders that no longer exist: a later folder of the same name has different content. */
  keepFolders(isThere: (name: string) => boolean): void {
    for (const name of this.#folders.keys()) if (!isThere(name)) this.#folders.delete(name);
  }

  /** Returns the folder that contains an item, or last did; undefined if unknown. */
  folderOf(key: string): string | undefined {
    const [there] = this.foldersWith(key);
    return there ?? [...this.#folders].find(([, { items }]) => key in items)?.[0];
  }

  /** Returns all folders that contain an item: a snapshot restored from the trash may be in two dialogs. */
  foldersWith(key: string): readonly string[] {
    const holds = ({ items }: MutableFolder): boolean => items[key] !== undefined && items[key].digest !== '';
    return [...this.#folders].filter(([, folder]) => holds(folder)).map(([name]) => name);
  }

  item(folder: string, key: string): KnownItem | undefined {
    return this.#folders.get(folder)?.items[key];
  }

  /** Returns the known version, including that of an item deleted with its dialog. */
  known(folder: string, key: string): KnownItem | undefined {
    const [there, gone] = [this.item(folder, key), this.item(goneFolder, key)];
    return there && gone ? (isLater(gone, there) ? gone : there) : (there ?? gone);
  }

  dropItem(folder: string, key: string): void {
    const items = this.#folders.get(folder)?.items;
    if (items) Reflect.deleteProperty(items, key);
  }

  setItem(folder: string, key: string, item: KnownItem): void {
    this.#own(folder).items[key] = item;
  }

  /** Records how many messages of a dialog the hub has. */
  setMessages(folder: string, messages: SentMessages): void {
    this.#own(folder).messages = messages;
  }

  /** Notes that messages of a dialog with later numbers than `since` are to be put into the hub's order. */
  setUnordered(folder: string, since: number): void {
    const own = this.#own(folder);
    own.unordered = Math.min(since, own.unordered ?? since);
  }

  get hasUnordered(): boolean {
    return [...this.#folders.values()].some(({ unordered }) => unordered !== undefined);
  }

  /** Notes that a dialog is in the hub's order. */
  setOrdered(folder: string): void {
    const own = this.#own(folder);
    delete own.unordered;
  }

  #own(folder: string): MutableFolder {
    const known = this.#folders.get(folder) ?? { items: {} };
    this.#folders.set(folder, known);
    return known;
  }

  /** Writes the journal with the given changes. */
  async keep(change: Partial<Omit<HubState, 'places'>> = {}): Promise<void> {
    await this.#messages?.keep(this.#lease); // the cursor depends on them
    this.#state = { ...this.#state, ...change, places: Object.fromEntries(this.#folders) };
    await writeHubState(this.#state, this.#lease);
  }
}
