import { CharacterTerms } from './characterTerms.ts';
import { dateWords } from './dates.ts';
import { EntryColumns } from './entryColumns.ts';
import { entryRoles } from './filters.ts';
import { freezeTerms } from './freezeTerms.ts';
import { FrozenPostings } from './frozenPostings.ts';
import { IdColumn } from './idColumn.ts';
import { NumberRuns } from './numberRuns.ts';
import { Postings, wholeUnits } from './postings.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { isStopWord, eachWord, isUnspaced, normalForm, termsOf, wordsOf } from '../../disk/text/tokens.ts';
import type { IndexedEntry, IndexedItem, ItemFacts } from './indexedItem.ts';
import { joinRun, sessionGapMs, spread } from './entryRun.ts';
import { NameNumbers } from './nameNumbers.ts';
import { textHash } from '../../disk/text/textHash.ts';
import type { SearchEntry } from './types.ts';
import { speakerOf } from './speakers.ts';
import { unmarkedTermsOf } from '../../disk/text/unmarked.ts';
import { WordTable } from '../../disk/text/wordTable.ts';

/** Weight of the words of an entry's date: a half. */
const dateUnits = wholeUnits / 2;
/** Weight of a word without its marks, so that texts which have it like that come first: a half. */
const unmarkedUnits = wholeUnits / 2;
/** Longer words are data that no one types; phrases and regular expressions still find them. */
const maxWordLength = 128;

/** Prefix of the terms of an entry's date. */
export const datePrefix = '@';

/** Everything searchable, without the texts. Entries are appended to their items; changed ones are added again. */
export class TextIndex {
  readonly columns = new EntryColumns();
  readonly ids = new IdColumn();
  readonly postings = new Postings();
  readonly #items: IndexedItem[] = [];
  /** Agents and speakers by `speakerOf`; 0 is none. */
  readonly agents = new NameNumbers();
  readonly speakers = new NameNumbers();
  #removed = 0;
  #terms = 0;
  /** Numbers of terms; complements (`~`) of those of words without their marks. */
  #words = new WordTable<readonly number[]>();
  #characters = new CharacterTerms((term) => this.postings.live.number(term));
  #dates = new Map<number, readonly number[]>();

  /** Number of searchable entries. */
  get size(): number {
    return this.columns.size - this.#removed;
  }

  /** Whether so much was replaced that rebuilding pays off. */
  get needsRebuild(): boolean {
    return this.#removed > 1_000 && this.#removed * 2 > this.columns.size;
  }

  /** Returns an entry by number. */
  entry(number: number): IndexedEntry {
    const { roles, ts, hashes, lineHashes, ordinals, positions, agents, items } = this.columns;
    const item = this.#items[items[number] ?? -1];
    if (!item) throw new RangeError(`no entry has the number ${number}`);
    const agent = this.agents.name(agents[number] ?? 0);
    return {
      number,
      item,
      hash: hashes[number] ?? 0,
      lineHash: lineHashes[number] ?? 0,
      ts: ts[number] ?? 0,
      role: entryRoles[roles[number] ?? 0] ?? 'note',
      id: this.ids.at(number),
      ordinal: ordinals[number] ?? 0,
      position: positions[number] ?? 0,
      agent: agent === '' ? undefined : agent,
    };
  }

  /** Returns the facts that filters need, at a fraction of the cost of the whole entry. */
  facts(number: number): Pick<IndexedEntry, 'item' | 'role' | 'agent' | 'ts'> {
    const { roles, ts, agents } = this.columns;
    const item = this.itemOf(number);
    if (!item) throw new RangeError(`no entry has the number ${number}`);
    const agent = this.agents.name(agents[number] ?? 0);
    const role = entryRoles[roles[number] ?? 0] ?? 'note';
    return { item, role, ts: ts[number] ?? 0, agent: agent === '' ? undefined : agent };
  }

  /** Returns the item of an entry. */
  itemOf(number: number): IndexedItem | undefined {
    return this.item(this.columns.items[number] ?? -1);
  }

  /** Returns an item by its own number. */
  item(number: number): IndexedItem | undefined {
    return this.#items[number];
  }

  /** All items, also those that lost their entries. */
  items(): readonly IndexedItem[] {
    return this.#items;
  }

  /** Creates an item without entries. */
  newItem(facts: ItemFacts): IndexedItem {
    const number = this.#items.length;
    const item = { ...facts, number, entries: new NumberRuns(), parts: [], segment: Infinity };
    this.#items.push(item);
    return item;
  }

  /** Average length of entries including neighbours' contributions. */
  get averageLength(): number {
    const lent = 2.1; // its own and all of `spread`; too much at the ends of sessions, but equally for all
    return Math.max(1, (this.#terms * lent) / Math.max(1, this.columns.size));
  }

  /** Appends an entry to an item and returns its number. Its text is searchable once all of it was passed to `post`. */
  add(item: IndexedItem, entry: SearchEntry): number {
    const { text, role, ts, id, agent, position = item.entries.length, startsSession = false } = entry;
    const [line = ''] = text.split('\n', 1);
    const number = this.columns.add({
      item: item.number,
      position,
      ts,
      hash: textHash(text),
      lineHash: textHash(line),
      role: entryRoles.indexOf(role),
      agent: this.agents.number(agent ?? ''),
      speaker: this.speakers.number(speakerOf(text, agent)),
      startsSession: Number(startsSession),
      isQuestion: Number(/[?？]/.test(text.slice(-60))),
    });
    this.#append(item, number);
    this.ids.add(number, id);
    for (const term of this.#dateNumbers(ts)) this.postings.live.add(term, number, dateUnits);
    return number;
  }

  /** Appends an entry of the columns to an item. */
  #append(item: IndexedItem, number: number): void {
    const { columns } = this;
    const before = item.entries.last;
    const gap = (columns.ts[number] ?? 0) - (columns.ts[before] ?? 0);
    const continues = before >= 0 && columns.startsSession[number] === 0 && gap <= sessionGapMs;
    columns.ordinals[number] = item.entries.length;
    if (continues) columns.join(before, number);
    this.#borrow(number);
    item.entries.push(number);
  }

  /** Appends consecutive entries of the columns to an item, with their numbers of terms. */
  appendRun(item: IndexedItem, first: number, terms: Uint32Array): void {
    this.#terms += joinRun(this.columns, { item, first, terms });
    item.entries.pushRun(first, terms.length);
  }

  /** Converts additions to read-only postings of a fifth of the size. The index must not change during it. */
  async freeze(slices: TimeSlices): Promise<void> {
    const { first, live } = this.postings;
    const terms = await freezeTerms([live], (document) => document - first, slices);
    this.postings.take(new FrozenPostings(first, terms), this.columns.size);
    this.#words = new WordTable();
    this.#characters = new CharacterTerms((term) => this.postings.live.number(term));
    this.#dates = new Map();
  }

  /** Indexes a piece of the text of the last added entry. */
  post(number: number, piece: string): void {
    const text = normalForm(piece);
    const { live } = this.postings;
    let count = 0;
    const post = (terms: readonly number[]): void => {
      for (const term of terms)
        if (term < 0) live.add(~term, number, unmarkedUnits);
        else {
          live.add(term, number, wholeUnits);
          count++;
        }
    };
    const simple = eachWord(text, (start, end, hash) => {
      post(this.#words.get(text, start, end, hash) ?? this.#learn(text.slice(start, end), hash));
    });
    if (!simple) for (const word of wordsOf(text)) post(this.#termNumbers(word));
    this.#lengthen(number, count);
  }

  /** Removes the entries of an item from an index on. */
  cut(item: IndexedItem, from: number): void {
    const { lengths, removed, before, after } = this.columns;
    const cut = item.entries.cut(from);
    item.segment = Infinity;
    for (const number of cut) {
      removed[number] = 1;
      this.#removed++;
      this.#lengthen(number, -(lengths[number] ?? 0));
    }
    const [first = -1] = cut;
    const last = before[first] ?? -1;
    if (last >= 0) after[last] = -1;
  }

  /** Lengthens a new entry by the contributions of the two before it. */
  #borrow(number: number): void {
    const { before, lengths, spreadLengths } = this.columns;
    const one = before[number] ?? -1;
    if (one < 0) return;
    const two = before[one] ?? -1;
    spreadLengths[number] =
      spread.next * (lengths[one] ?? 0) + (two < 0 ? 0 : spread.second * (lengths[two] ?? 0));
  }

  /** Changes the length of an entry and its neighbours by a number of terms, possibly negative. */
  #lengthen(number: number, terms: number): void {
    const { lengths, before, after } = this.columns;
    lengths[number] = (lengths[number] ?? 0) + terms;
    this.#terms += terms;
    this.#spread(number, terms);
    this.#lengthenNear(before, number, spread.previous * terms, spread.secondPrevious * terms);
    this.#lengthenNear(after, number, spread.next * terms, spread.second * terms);
  }

  /** Lengthens the next two entries in a direction. */
  #lengthenNear(direction: Int32Array, number: number, first: number, second: number): void {
    const one = direction[number] ?? -1;
    if (one < 0) return;
    this.#spread(one, first);
    const two = direction[one] ?? -1;
    if (two >= 0) this.#spread(two, second);
  }

  #spread(number: number, terms: number): void {
    const { spreadLengths } = this.columns;
    spreadLengths[number] = (spreadLengths[number] ?? 0) + terms;
  }

  #learn(word: string, hash: number): readonly number[] {
    const isChinese = this.#characters.takes(word);
    const numbers = isChinese ? this.#characters.numbers(word) : this.#termNumbers(word);
    if (!isChinese) this.#words.set(word, hash, numbers);
    return numbers;
  }

  #termNumbers(word: string): readonly number[] {
    if (word.length > maxWordLength && !isUnspaced(word)) return [];
    const numbers = (terms: readonly string[]): readonly number[] =>
      terms.filter((term) => !isStopWord(term)).map((term) => this.postings.live.number(term));
    return [...numbers(termsOf(word)), ...numbers(unmarkedTermsOf(word)).map((number) => ~number)];
  }

  #dateNumbers(ts: number): readonly number[] {
    const day = Math.floor(ts / 86_400_000);
    const known = this.#dates.get(day);
    if (known) return known;
    const numbers = dateWords(ts).map((word) => this.postings.live.number(datePrefix + word));
    this.#dates.set(day, numbers);
    return numbers;
  }
}
