import { CharacterTerms } from './characterTerms.ts';
import { dateWords } from './dates.ts';
import { EntryColumns, entryRoles } from './entryColumns.ts';
import { freezeTerms } from './freezeTerms.ts';
import { FrozenPostings } from './frozenPostings.ts';
import { IdColumn } from './idColumn.ts';
import { NumberRuns } from './numberRuns.ts';
import { Postings, wholeUnits } from './postings.ts';
import type { TimeSlices } from '../base/timeSlices.ts';
import { isStopWord, eachWord, isUnspaced, normalForm, termsOf, wordsOf } from '../text/tokens.ts';
import type { IndexedEntry, IndexedItem, ItemFacts } from './indexedItem.ts';
import { joinRun, sessionGapMs, spread } from './entryRun.ts';
import { NameNumbers } from './nameNumbers.ts';
import { textHash } from '../text/textHash.ts';
import type { SearchEntry } from './types.ts';
import { speakerOf } from './speakers.ts';
import { WordTable } from '../text/wordTable.ts';

/** The words an entry gets from its date count half. */
const dateUnits = wholeUnits / 2;
/** A word in letters longer than this is data that nobody types; phrases and regular expressions still find it. */
const maxWordLength = 128;

/** The prefix of terms that are an entry's date. */
export const datePrefix = '@';

/** Everything that can be found, without the texts. Entries are added at the end of their items; what changed is added anew. */
export class TextIndex {
  readonly columns = new EntryColumns();
  readonly ids = new IdColumn();
  readonly postings = new Postings();
  readonly #items: IndexedItem[] = [];
  /** Agents, and whoever says something as `speakerOf` tells; 0 stands for nobody. */
  readonly agents = new NameNumbers();
  readonly speakers = new NameNumbers();
  /** Number of terms, by session. */
  readonly sessions: number[] = [];
  #gone = 0;
  #terms = 0;
  #words = new WordTable<readonly number[]>();
  #characters = new CharacterTerms((term) => this.postings.live.number(term));
  #dates = new Map<number, readonly number[]>();

  /** How many entries can be found. */
  get size(): number {
    return this.columns.size - this.#gone;
  }

  /** Whether so much was replaced that a new index would be better. */
  get needsRebuild(): boolean {
    return this.#gone > 1_000 && this.#gone * 2 > this.columns.size;
  }

  /** An entry by its number. */
  entry(number: number): IndexedEntry {
    const { roles, ts, hashes, lineHashes, places, positions, agents, items } = this.columns;
    const item = this.#items[items[number] ?? -1];
    if (!item) throw new RangeError(`no entry has the number ${number}`);
    const agent = this.agents.name(agents[number] ?? 0);
    return {
      ...{ number, item, hash: hashes[number] ?? 0, lineHash: lineHashes[number] ?? 0, ts: ts[number] ?? 0 },
      ...{ role: entryRoles[roles[number] ?? 0] ?? 'note', id: this.ids.at(number) },
      ...{ place: places[number] ?? 0, position: positions[number] ?? 0 },
      agent: agent === '' ? undefined : agent,
    };
  }

  /** What filters ask of an entry, at a fraction of the cost of all of it. */
  facts(number: number): Pick<IndexedEntry, 'item' | 'role' | 'agent' | 'ts'> {
    const { roles, ts, agents } = this.columns;
    const item = this.itemOf(number);
    if (!item) throw new RangeError(`no entry has the number ${number}`);
    const agent = this.agents.name(agents[number] ?? 0);
    const role = entryRoles[roles[number] ?? 0] ?? 'note';
    return { item, role, ts: ts[number] ?? 0, agent: agent === '' ? undefined : agent };
  }

  /** The item of an entry, by the number of that. */
  itemOf(number: number): IndexedItem | undefined {
    return this.item(this.columns.items[number] ?? -1);
  }

  /** An item by its own number. */
  item(number: number): IndexedItem | undefined {
    return this.#items[number];
  }

  /** Begins an item, whose entries are to be added. */
  newItem(facts: ItemFacts): IndexedItem {
    const number = this.#items.length;
    const item = { ...facts, number, entries: new NumberRuns(), parts: [], segment: Infinity };
    this.#items.push(item);
    return item;
  }

  /** Average length of entries with what neighbours lend, and of sessions. */
  get averages(): { readonly entry: number; readonly session: number } {
    const lent = 2.1; // its own and all of `spread`; too much where there is no neighbour, but so for all
    return {
      entry: Math.max(1, (this.#terms * lent) / Math.max(1, this.columns.size)),
      session: Math.max(1, this.#terms / Math.max(1, this.sessions.length)),
    };
  }

  /** Adds an entry at the end of an item, and gives its number. Its text is not found before all of it was handed to `post`. */
  add(item: IndexedItem, entry: SearchEntry): number {
    const { text, role, ts, id, agent, position = item.entries.length, startsSession = false } = entry;
    const [line = ''] = text.split('\n', 1);
    const number = this.columns.add({
      ...{ item: item.number, position, ts, hash: textHash(text), lineHash: textHash(line) },
      ...{ role: entryRoles.indexOf(role), agent: this.agents.number(agent ?? '') },
      ...{ speaker: this.speakers.number(speakerOf(text, agent)), starts: Number(startsSession) },
      asks: Number(/[?？]/.test(text.slice(-60))),
    });
    this.#append(item, number);
    this.ids.add(number, id);
    for (const term of this.#dateNumbers(ts)) this.postings.live.add(term, number, dateUnits);
    return number;
  }

  /** Makes an entry of the columns the last one of an item. */
  #append(item: IndexedItem, number: number): void {
    const { columns } = this;
    const before = item.entries.last;
    const gap = (columns.ts[number] ?? 0) - (columns.ts[before] ?? 0);
    const continues = before >= 0 && columns.starts[number] === 0 && gap <= sessionGapMs;
    columns.places[number] = item.entries.length;
    columns.sessions[number] = continues ? (columns.sessions[before] ?? 0) : this.sessions.push(0) - 1;
    if (continues) columns.join(before, number);
    this.#borrow(number);
    item.entries.push(number);
  }

  /** Makes entries of the columns that follow each other the last ones of an item, each with so many terms. */
  appendRun(item: IndexedItem, first: number, terms: Uint32Array): void {
    this.#terms += joinRun(this.columns, this.sessions, { item, first, terms });
    item.entries.pushRun(first, terms.length);
  }

  /** Puts what was added into read-only postings, a fifth of their size. Nothing may be added meanwhile. */
  async freeze(slices: TimeSlices): Promise<void> {
    const { first, live } = this.postings;
    const terms = await freezeTerms([live], (document) => document - first, slices);
    this.postings.take(new FrozenPostings(first, terms), this.columns.size);
    this.#words = new WordTable();
    this.#characters = new CharacterTerms((term) => this.postings.live.number(term));
    this.#dates = new Map();
  }

  /** Indexes a piece of the text of the entry that was added last. */
  post(number: number, piece: string): void {
    const text = normalForm(piece);
    const { live } = this.postings;
    let count = 0;
    const post = (terms: readonly number[]): void => {
      for (const term of terms) live.add(term, number, wholeUnits);
      count += terms.length;
    };
    const simple = eachWord(text, (start, end, hash) => {
      post(this.#words.get(text, start, end, hash) ?? this.#learn(text.slice(start, end), hash));
    });
    if (!simple) for (const word of wordsOf(text)) post(this.#termNumbers(word));
    this.#lengthen(number, count);
  }

  /** Takes all entries of an item from a place on out of the index. */
  cut(item: IndexedItem, from: number): void {
    const { lengths, gone, before, after } = this.columns;
    const cut = item.entries.cut(from);
    item.segment = Infinity;
    for (const number of cut) {
      gone[number] = 1;
      this.#gone++;
      this.#lengthen(number, -(lengths[number] ?? 0));
    }
    const [first = -1] = cut;
    const last = before[first] ?? -1;
    if (last >= 0) after[last] = -1;
  }

  /** Makes a new entry as much longer as the two before it lend to it. */
  #borrow(number: number): void {
    const { before, lengths, spreadLengths } = this.columns;
    const one = before[number] ?? -1;
    if (one < 0) return;
    const two = before[one] ?? -1;
    spreadLengths[number] =
      spread.next * (lengths[one] ?? 0) + (two < 0 ? 0 : spread.second * (lengths[two] ?? 0));
  }

  /** Makes an entry, its session and its neighbours longer by so many terms, or shorter. */
  #lengthen(number: number, terms: number): void {
    const { sessions, lengths, before, after } = this.columns;
    const session = sessions[number] ?? 0;
    lengths[number] = (lengths[number] ?? 0) + terms;
    this.#terms += terms;
    this.sessions[session] = (this.sessions[session] ?? 0) + terms;
    this.#spread(number, terms);
    this.#lengthenNear(before, number, spread.previous * terms, spread.secondPrevious * terms);
    this.#lengthenNear(after, number, spread.next * terms, spread.second * terms);
  }

  /** Makes the next entry in a direction, and the one after that, longer. */
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
    return termsOf(word)
      .filter((term) => !isStopWord(term))
      .map((term) => this.postings.live.number(term));
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
