import { readdirSync } from 'node:fs';
import { changeMark, ChangeReader } from '../../disk/files/changeLog.ts';

/**
 * Changes that other processes note in the change log of a history: only one file to watch, regardless of the number
 * of dialogs.
 */
export class NotedChanges {
  readonly #history: string;
  readonly #reader: ChangeReader;
  /** Names of folders by their marks in the log. */
  readonly #names = new Map<string, string>();

  constructor(history: string) {
    this.#history = history;
    this.#reader = new ChangeReader(history);
    this.#reader.changed(); // earlier notes are covered by the first complete read
  }

  /** Names of the folders that changed since the last call; undefined if any folder may have changed. */
  changed(): readonly string[] | undefined {
    const marks = this.#reader.changed();
    if (marks === 'all') return undefined;
    if ([...marks].some((mark) => !this.#names.has(mark))) this.#readNames();
    const names = Array.from(marks, (mark) => this.#names.get(mark));
    return names.includes(undefined) ? undefined : names.filter((name) => name !== undefined);
  }

  #readNames(): void {
    const known = new Set(this.#names.values());
    for (const name of readdirSync(this.#history))
      if (!known.has(name)) this.#names.set(changeMark(name), name);
  }
}
