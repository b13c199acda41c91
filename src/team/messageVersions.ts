import { join } from 'node:path';
import { isObject, type Lease } from '../disk/base/core.ts';
import { machineFolder } from '../disk/files/projectId.ts';
import { readSmall, writeSmall } from '../disk/files/smallFile.ts';

/**
 * The version of a message that was deleted once, or whose time in the hub differs from the local one. Other messages
 * need none: their own time is the version.
 */
export interface KnownMessage {
  /** Time of the last version, milliseconds. */
  readonly time: number;
  /** The dialog from which its id in the hub is derived. */
  readonly dialog: string;
  readonly isGone: boolean;
  /** The hub has not received the deletion yet: of this message or of its whole dialog. */
  readonly unsent?: 'message' | 'dialog';
  /** The dialog's new name where it was renamed here. */
  readonly now?: string | undefined;
}

const states = ['there', 'gone', 'message', 'dialog'] as const;

export const messagesFile = (folder: string): string => join(folder, machineFolder, 'hub-messages.json');

/**
 * Versions of messages by their ids in the hub, in a file beside the journal, since there may be tens of thousands.
 */
export class MessageVersions {
  readonly #file: string;
  readonly #author: string;
  readonly #known: Map<string, KnownMessage>;
  #isKept = true;

  /** Reads the file of the journal with this author; one of another author is ignored. */
  constructor(folder: string, author: string) {
    this.#file = messagesFile(folder);
    this.#author = author;
    const file = readSmall(this.#file, parseFile);
    this.#known = new Map(file?.author === author ? file.messages : []);
  }

  get(id: string): KnownMessage | undefined {
    return this.#known.get(id);
  }

  set(id: string, known: KnownMessage): void {
    this.#known.set(id, known);
    this.#isKept = false;
  }

  /** Reports whether an id in the hub belongs to another dialog, from which a renaming moved the message here. */
  isElsewhere(id: string, dialog: string): boolean {
    const known = this.#known.get(id);
    return known !== undefined && known.dialog !== dialog;
  }

  /** Reports whether any message is deleted, and so might be restored. */
  get hasGone(): boolean {
    return [...this.#known.values()].some(({ isGone }) => isGone);
  }

  /** Notes that a dialog that was renamed here was renamed again. */
  rename(from: string, to: string): void {
    for (const [id, known] of this.#known) if (known.now === from) this.set(id, { ...known, now: to });
  }

  /** Yields messages whose deletion the hub has not received yet. */
  *unsent(): Generator<readonly [id: string, known: KnownMessage]> {
    for (const entry of this.#known) if (entry[1].unsent !== undefined) yield entry;
  }

  /** Writes changes. Requires the hub's lock. */
  async keep(lease: Lease): Promise<void> {
    if (this.#isKept) return;
    const messages = [...this.#known].map(([id, { time, dialog, isGone, unsent, now }]) => [
      ...[id, time, dialog],
      unsent ?? (isGone ? 'gone' : 'there'),
      ...(now === undefined ? [] : [now]),
    ]);
    await writeSmall(this.#file, { author: this.#author, messages }, parseFile, lease);
    this.#isKept = true;
  }
}

function parseFile(value: unknown) {
  if (!isObject(value) || typeof value.author !== 'string' || !Array.isArray(value.messages))
    return undefined;
  const rows: readonly unknown[] = value.messages;
  return { author: value.author, messages: rows.flatMap(parseRow) };
}

function parseRow(row: unknown): readonly (readonly [string, KnownMessage])[] {
  const fields: readonly unknown[] = Array.isArray(row) ? row : [];
  const [id, time, dialog, said, now] = fields;
  const state = states.find((known) => known === said);
  if (typeof id !== 'string' || typeof time !== 'number' || typeof dialog !== 'string' || !state) return [];
  const unsent = state === 'message' || state === 'dialog' ? { unsent: state } : {};
  const renamed = typeof now === 'string' ? { now } : {};
  return [[id, { time, dialog, isGone: state !== 'there', ...unsent, ...renamed }]];
}
