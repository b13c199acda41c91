import fs from 'node:fs/promises';
import { defined } from '../disk/base/core.ts';
import type { ConnectableAgent } from './agents.ts';
import { readConfig } from './configFile.ts';
import { digest, isSameItem, readJournal, type Journal, type Written } from './journal.ts';
import type { AgentMachine, Scope } from '../agents/profile/machine.ts';
import {
  isOfFile,
  isOurs,
  type ConfigFormat,
  type Item,
  type PartKind,
  type Value,
} from '../agents/profile/parts.ts';

/** A part of an agent in a scope. */
export interface PartOf {
  readonly agent: ConnectableAgent;
  readonly kind: PartKind;
  readonly scope: Scope;
}

/** A change to one file. */
export interface ConfigChange {
  /** Absolute, as the agent knows it. */
  readonly path: string;
  /** The file itself, with links resolved. */
  readonly real: string;
  /** Its content; undefined if there is no file. */
  readonly before: string | undefined;
  /** Equal to `before` if nothing is to be done; undefined if the file is to be removed. */
  readonly after: string | undefined;
  /** The parts of agents that it contains, or contained. */
  readonly parts: readonly PartOf[];
  /** The journal's entry of the file before and after. */
  readonly wasWritten: Written | undefined;
  readonly isWritten: Written | undefined;
}

/**
 * A separate bundle, because of the libraries it needs. It has its own error classes, so its errors are recognized by
 * their messages.
 */
type Formats = typeof import('./formats.ts');

/** Files being changed, none of them written yet. Parts in the same file share a draft. */
export class ConfigDrafts {
  readonly #drafts = new Map<string, Draft>();
  readonly #formats: Formats;
  readonly #journal: Journal;

  private constructor(formats: Formats, journal: Journal) {
    this.#formats = formats;
    this.#journal = journal;
  }

  static async open(machine: AgentMachine): Promise<ConfigDrafts> {
    return new ConfigDrafts(await import('./formats.ts'), readJournal(machine));
  }

  /** The journal's entries of all files that were ever changed, by path. */
  written(): readonly (readonly [path: string, written: Written])[] {
    return Object.entries(this.#journal);
  }

  /**
   * The draft of a file. Throws `storage` for anything that is not a file, and `damaged` for one that is not text.
   */
  async at(path: string, format: ConfigFormat): Promise<Draft> {
    const real = await fs.realpath(path).catch(() => path);
    const known = this.#drafts.get(real);
    if (known) return known;
    const before = await readConfig(real);
    const draft = new Draft({ path, real, format, before, known: this.#journal[real] }, this.#formats);
    this.#drafts.set(real, draft);
    return draft;
  }

  changes(): readonly ConfigChange[] {
    return [...this.#drafts.values()].flatMap((draft) => draft.change() ?? []);
  }
}

interface Opened {
  readonly path: string;
  readonly real: string;
  readonly format: ConfigFormat;
  readonly before: string | undefined;
  readonly known: Written | undefined;
}

/** One file being changed. */
class Draft {
  #text: string;
  readonly #written: Item[] = [];
  readonly #takenOut: Item[] = [];
  readonly #parts: PartOf[] = [];

  readonly #opened: Opened;
  readonly #formats: Formats;

  constructor(opened: Opened, formats: Formats) {
    this.#opened = opened;
    this.#formats = formats;
    this.#text = opened.before ?? '';
  }

  get text(): string {
    return this.#text;
  }

  /** Writes all values, or none. Throws `damaged` if that is impossible. */
  write(values: readonly Value[], part: PartOf): void {
    const { format } = this.#opened;
    const { itemIn, withItem, isBlank } = this.#formats;
    const isNew = isBlank(format, this.#text, []);
    const due = values.filter(({ kind }) => kind !== 'head' || isNew);
    this.#text = due.reduce(
      (text, value) => withItem(format, text, value, isOurs(itemIn(format, text, value))),
      this.#text,
    );
    this.#written.push(...due.map(placeOf));
    this.#parts.push(part);
  }

  /** Removes what this product wrote at these items. Throws `damaged` if that is impossible. */
  takeOut(items: readonly Item[], part?: PartOf): void {
    this.#text = this.#without(this.#text, items);
    this.#takenOut.push(...items.map(placeOf));
    if (part) this.#parts.push(part);
  }

  /** The agent's own settings that were written, which only the journal tells. */
  get settings(): readonly Item[] {
    return (this.#opened.known?.items ?? []).filter(({ kind }) => kind === 'setting');
  }

  /** Undefined if no change to it was requested. */
  change(): ConfigChange | undefined {
    const { path, real, before, known } = this.#opened;
    if (this.#written.length + this.#takenOut.length === 0) return undefined;
    const base = { path, real, before, parts: this.#parts, wasWritten: known };
    const items = distinct([...(known?.items ?? []), ...this.#written]).filter(
      (item) => !this.#takenOut.some((taken) => isSameItem(taken, item)),
    );
    const isLeft = items.some((item) => !isOfFile(item));
    const origin = this.#origin();
    if (!isLeft) {
      const after = this.#isUnchanged() ? (known?.before ?? undefined) : this.#orGone(this.#text);
      return { ...base, after, isWritten: undefined };
    }
    const after = this.#orGone(this.#text);
    if (after === before || after === undefined) return { ...base, after, isWritten: known };
    const { format } = this.#opened;
    const isWritten = {
      before: origin,
      after: digest(after),
      format,
      items,
      ...defined({ made: known?.made }),
    };
    return { ...base, after, isWritten };
  }

  /** Whether the file is still as it was last written. */
  #isUnchanged(): boolean {
    const { before, known } = this.#opened;
    return known !== undefined && before !== undefined && known.after === digest(before);
  }

  /** Content that the file would have without this product, `null` for no file. */
  #origin(): string | null {
    const { before, known } = this.#opened;
    if (known && this.#isUnchanged()) return known.before;
    if (before === undefined) return null;
    const items = [...(known?.items ?? []), ...this.#written, ...this.#takenOut];
    return this.#orGone(this.#without(before, distinct(items))) ?? null;
  }

  /** The text, or undefined if nothing is left of a file that this product created. */
  #orGone(text: string): string | undefined {
    const { before, known, format } = this.#opened;
    if (before === undefined && text === '') return undefined;
    const items = [...(known?.items ?? []), ...this.#takenOut];
    return known?.before === null && this.#formats.isBlank(format, text, items) ? undefined : text;
  }

  /** A text without what this product wrote at these items; previous values are restored. */
  #without(whole: string, items: readonly Item[]): string {
    const { format, known } = this.#opened;
    const { itemIn, withItem, withoutItem } = this.#formats;
    const earlier = (item: Item): unknown =>
      typeof known?.before === 'string' ? itemIn(format, known.before, item) : undefined;
    const wasThere = (path: readonly string[]): boolean =>
      known === undefined || earlier({ kind: 'entry', path }) !== undefined;
    const isAdded = (item: Item): boolean =>
      format !== 'text' && typeof known?.before === 'string' && earlier(item) === undefined;
    const isWritten = (text: string, item: Item): boolean => {
      const value = itemIn(format, text, item);
      return item.kind === 'setting' ? JSON.stringify(value) === item.named : isOurs(value);
    };
    return items.reduce((text, item) => {
      if (item.kind === 'head') return text;
      if (item.kind === 'default' ? !isAdded(item) : !isWritten(text, item)) return text;
      const value = item.kind === 'entry' || item.kind === 'setting' ? earlier(item) : undefined;
      if (value !== undefined && !isOurs(value)) return withItem(format, text, { ...item, value }, false);
      return withoutItem(format, text, item, wasThere);
    }, whole);
  }
}

const placeOf = ({ kind, path, named }: Item): Item => ({ kind, path, ...defined({ named }) });

const distinct = (items: readonly Item[]): readonly Item[] =>
  items.filter((item, index) => items.findIndex((other) => isSameItem(other, item)) === index);
