import fs from 'node:fs/promises';
import { defined } from '../store/base/core.ts';
import type { ConnectableAgent } from './agents.ts';
import { readConfig } from './configFile.ts';
import { digest, isSameItem, readJournal, type Journal, type Written } from './journal.ts';
import type { AgentMachine, Scope } from './machine.ts';
import { isOurs, type ConfigFormat, type Item, type PartKind, type Value } from './formats/parts.ts';

/** A part of an agent in a scope. */
export interface PartOf {
  readonly agent: ConnectableAgent;
  readonly kind: PartKind;
  readonly scope: Scope;
}

/** What is to be done to one file. */
export interface ConfigChange {
  /** Absolute, as the agent knows it. */
  readonly path: string;
  /** The file itself, links followed. */
  readonly real: string;
  /** What it holds; undefined where there is none. */
  readonly before: string | undefined;
  /** The same text where nothing is to be done; undefined where the file is to go. */
  readonly after: string | undefined;
  /** What of agents it holds, or held. */
  readonly parts: readonly PartOf[];
  /** What is known of the file before and after. */
  readonly wasWritten: Written | undefined;
  readonly isWritten: Written | undefined;
}

/** A bundle of its own, for the libraries it needs. Its errors are known by their words: it has its own classes. */
type Formats = typeof import('./formats.ts');

/** Files that are being changed, none of which is written. Several parts that stand in one file change the same draft. */
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

  /** What is known of all files that were ever changed, by their path. */
  written(): readonly (readonly [path: string, written: Written])[] {
    return Object.entries(this.#journal);
  }

  /** The draft of a file. Throws `storage` for what is no file, and `damaged` for one that is no text. */
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

/** One file that is being changed. */
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

  /** Writes all values, or none of them. Throws `damaged` where that cannot be done. */
  write(values: readonly Value[], part: PartOf): void {
    const { format } = this.#opened;
    const { itemIn, withItem } = this.#formats;
    this.#text = values.reduce(
      (text, value) => withItem(format, text, value, isOurs(itemIn(format, text, value))),
      this.#text,
    );
    this.#written.push(...values.map(placeOf));
    this.#parts.push(part);
  }

  /** Takes out what is ours of these items. Throws `damaged` where that cannot be done. */
  takeOut(items: readonly Item[], part?: PartOf): void {
    this.#text = this.#without(this.#text, items);
    this.#takenOut.push(...items.map(placeOf));
    if (part) this.#parts.push(part);
  }

  /** Undefined where nothing of it was asked for. */
  change(): ConfigChange | undefined {
    const { path, real, before, known } = this.#opened;
    if (this.#written.length + this.#takenOut.length === 0) return undefined;
    const base = { path, real, before, parts: this.#parts, wasWritten: known };
    const items = distinct([...(known?.items ?? []), ...this.#written]).filter(
      (item) => !this.#takenOut.some((taken) => isSameItem(taken, item)),
    );
    const isLeft = items.some(({ kind }) => kind !== 'default');
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

  /** Whether the file is as it was left when it was last written. */
  #isUnchanged(): boolean {
    const { before, known } = this.#opened;
    return known !== undefined && before !== undefined && known.after === digest(before);
  }

  /** What the file would hold without us, `null` for no file. */
  #origin(): string | null {
    const { before, known } = this.#opened;
    if (known && this.#isUnchanged()) return known.before;
    if (before === undefined) return null;
    const items = [...(known?.items ?? []), ...this.#written, ...this.#takenOut];
    return this.#orGone(this.#without(before, distinct(items))) ?? null;
  }

  /** No text where nothing is left of a file that was made for us. */
  #orGone(text: string): string | undefined {
    const { before, known, format } = this.#opened;
    if (before === undefined && text === '') return undefined;
    const items = [...(known?.items ?? []), ...this.#takenOut];
    return known?.before === null && this.#formats.isBlank(format, text, items) ? undefined : text;
  }

  /** A text without what is ours of these items; what was in their place before comes back. */
  #without(whole: string, items: readonly Item[]): string {
    const { format, known } = this.#opened;
    const { itemIn, withItem, withoutItem } = this.#formats;
    const earlier = (item: Item): unknown =>
      typeof known?.before === 'string' ? itemIn(format, known.before, item) : undefined;
    const wasThere = (path: readonly string[]): boolean =>
      known === undefined || earlier({ kind: 'entry', path }) !== undefined;
    const isAdded = (item: Item): boolean =>
      format !== 'text' && typeof known?.before === 'string' && earlier(item) === undefined;
    return items.reduce((text, item) => {
      if (item.kind === 'default' ? !isAdded(item) : !isOurs(itemIn(format, text, item))) return text;
      const value = item.kind === 'entry' ? earlier(item) : undefined;
      if (value !== undefined && !isOurs(value)) return withItem(format, text, { ...item, value }, false);
      return withoutItem(format, text, item, wasThere);
    }, whole);
  }
}

const placeOf = ({ kind, path, named }: Item): Item => ({ kind, path, ...defined({ named }) });

const distinct = (items: readonly Item[]): readonly Item[] =>
  items.filter((item, index) => items.findIndex((other) => isSameItem(other, item)) === index);
