import { StoreError, type Language } from '../../disk/base/core.ts';
import { sayIn, type Text } from '../../disk/base/texts.ts';
import { preview } from '../../disk/text/containText.ts';

/** A source that a brief could not read. */
export interface Unread {
  readonly of: 'dialog' | 'memories' | 'shared' | 'session';
  /** Name of a dialog. */
  readonly name?: string;
  /** Message of the error. */
  readonly reason: string;
}

/** Maximum number of sources named, for which the smallest budget has room. */
const maxNamed = 2;
/** Maximum length of a name. Characters. */
const nameLength = 24;

const kinds: Readonly<Record<Unread['of'], Text>> = {
  dialog: 'dialog',
  memories: 'memories',
  shared: 'shared items',
  session: 'the earlier part of the session',
};

/** The note in a brief about unreadable sources; empty where there are none. */
export function unreadNote(unread: readonly Unread[], language: Language): string {
  if (unread.length === 0) return '';
  const say = sayIn(language);
  const named = unread.slice(0, maxNamed).map(({ of, name }) => {
    const kind = say(kinds[of]);
    return name === undefined ? kind : `${kind} ${JSON.stringify(preview(name, nameLength))}`;
  });
  const [list, others] = [named.join(say(', ')), unread.length - named.length];
  return others > 0
    ? say('Left out, as it cannot be read: {0} and {1} more.', list, others)
    : say('Left out, as it cannot be read: {0}.', list);
}

/** Reads sources and records each that fails once. */
export class SourceReader {
  readonly #unread: Unread[] = [];

  get unread(): readonly Unread[] {
    return this.#unread;
  }

  /** Records what a source that was read says to be missing. */
  note(unread: Unread): void {
    this.#unread.push(unread);
  }

  /** Returns the result of `read`; undefined where it throws a `StoreError`. */
  async attempt<T>(what: Omit<Unread, 'reason'>, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      const isNoted = this.#unread.some(({ of, name }) => of === what.of && name === what.name);
      if (!isNoted) this.#unread.push({ ...what, reason: error.message });
      return undefined;
    }
  }
}
