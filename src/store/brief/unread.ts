import { StoreError, type Language } from '../base/core.ts';
import { preview } from '../text/containText.ts';

/** What a brief would tell of, had it been possible to read it. */
export interface Unread {
  readonly of: 'dialog' | 'memories' | 'shared';
  /** Of a dialog. */
  readonly name?: string;
  /** What its error says. */
  readonly reason: string;
}

/** So many are named; a brief of the smallest budget has room for them. */
const mostNamed = 2;
/** Of a name. Characters. */
const nameLength = 24;

const kinds = {
  dialog: { en: 'dialog', zh: '对话' },
  memories: { en: 'memories', zh: '记忆' },
  shared: { en: 'shared items', zh: '共享内容' },
} as const;

const notes: Readonly<Record<Language, (named: readonly string[], others: number) => string>> = {
  en: (named, others) =>
    `Left out, as it cannot be read: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
  zh: (named, others) =>
    `无法读取，因此未列出：${named.join('、')}${others > 0 ? ` 等另外 ${others} 项` : ''}。`,
};

/** What a brief says of it; empty where everything could be read. */
export function noteOfUnread(unread: readonly Unread[], language: Language): string {
  if (unread.length === 0) return '';
  const named = unread.slice(0, mostNamed).map(({ of, name }) => {
    const kind = kinds[of][language];
    return name === undefined ? kind : `${kind} ${JSON.stringify(preview(name, nameLength))}`;
  });
  return notes[language](named, unread.length - named.length);
}

/** Reads what can be read, and notes what cannot, each once. */
export class Reading {
  readonly #unread: Unread[] = [];

  get unread(): readonly Unread[] {
    return this.#unread;
  }

  /** What `read` gives; undefined where it says that the files are not as they should be. */
  async tried<T>(what: Omit<Unread, 'reason'>, read: () => Promise<T>): Promise<T | undefined> {
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
