import { join } from 'node:path';
import { isObject, type Lease } from '../base/core.ts';
import { machineFolder } from '../files/projectId.ts';
import { readSmall, writeSmall } from '../files/smallFile.ts';

/**
 * What is known of a message that was deleted once, or whose time in the hub is not the one it has here. Of all others the
 * version is their own time, and nothing is kept.
 */
export interface KnownMessage {
  /** Of the last version, milliseconds. */
  readonly time: number;
  /** The dialog that its id in the hub speaks of. */
  readonly dialog: string;
  readonly isGone: boolean;
  /** The hub does not know yet that it is gone: `dialog` where its dialog went with it. */
  readonly unsent?: 'message' | 'dialog';
  /** What its dialog is called now, while that is unsent. */
  readonly now?: string | undefined;
}

const states = ['there', 'gone', 'message', 'dialog'] as const;

export const messagesFile = (folder: string): string => join(folder, machineFolder, 'hub-messages.json');

/** Versions of messages by their ids in the hub, in a file beside the journal: there may be ten thousands of them. */
export class MessageVersions {
  readonly #file: string;
  readonly #author: string;
  readonly #known: Map<string, KnownMessage>;
  #isKept = true;

  /** Of the journal with this author: what another one knew says nothing. */
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

  /** Whether an id in the hub speaks of another dialog, from which the message was brought here by a renaming. */
  isElsewhere(id: string, dialog: string): boolean {
    const known = this.#known.get(id);
    return known !== undefined && known.dialog !== dialog;
  }

  /** Whether any message was deleted that may be back. */
  get hasGone(): boolean {
    return [...this.#known.values()].some(({ isGone }) => isGone);
  }

  /** Messages of which the hub is yet to be told that they are gone. */
  *unsent(): Generator<readonly [id: string, known: KnownMessage]> {
    for (const entry of this.#known) if (entry[1].unsent !== undefined) yield entry;
  }

  /** Writes what changed. Call it under the lock of the hub. */
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
  const unsent =
    state === 'message' || state === 'dialog'
      ? { unsent: state, ...(typeof now === 'string' && { now }) }
      : {};
  return [[id, { time, dialog, isGone: state !== 'there', ...unsent }]];
}
