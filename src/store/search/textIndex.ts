import { CharacterTerms } from './characterTerms.ts';
import { dateWords } from './dates.ts';
import { EntryColumns } from './entryColumns.ts';
import { Postings, wholeUnits } from './postings.ts';
import { isStopWord, eachWord, isUnspaced, normalForm, termsOf, wordsOf } from '../text/tokens.ts';
import type { EntryRole, SearchEntry, SourceKind } from './types.ts';
import { speakerOf } from './speakers.ts';
import { WordTable } from './wordTable.ts';

/** How much of an entry's words counts for its neighbours in the same session, the two before and the two after it. */
export const spread = { secondPrevious: 0.1, previous: 0.3, next: 0.5, second: 0.2 } as const;
/** What comes right after a question is its answer: so much more of the question counts for it. */
export const answerSpread = 0.3;

/** A run of entries without a gap over this is a session. Milliseconds. */
const sessionGapMs = 60 * 60 * 1_000;
/** The words an entry gets from its date count half. */
const dateUnits = wholeUnits / 2;
/** A word in letters longer than this is data that nobody types; phrases and regular expressions still find it. */
const maxWordLength = 128;

/** A sequence of entries, as the index holds it. */
export interface IndexedItem {
  readonly kind: SourceKind;
  readonly name: string;
  readonly title: string;
  readonly dialog: string | undefined;
  readonly tags: readonly string[];
  readonly entries: IndexedEntry[];
}

export interface IndexedEntry {
  /** Its number in the index. */
  readonly number: number;
  readonly text: string;
  readonly role: EntryRole;
  readonly ts: number;
  readonly id: string | undefined;
  readonly agent: string | undefined;
  readonly item: IndexedItem;
  /** Its place in the item. */
  readonly place: number;
  /** Its place in the whole, of which the item may hold only some entries. */
  readonly position: number;
  /** Names of who says it, in lower case. */
  readonly speaker: string;
}

/** The prefix of terms that are an entry's date. */
export const datePrefix = '@';

/** Everything that can be found, in memory. Entries are added at the end of their items; what changed is added anew. */
export class TextIndex {
  readonly entries: IndexedEntry[] = [];
  readonly columns = new EntryColumns();
  readonly postings = new Postings();
  /** Whoever says something, as `voiceOf` tells. */
  readonly speakers = new Set<string>();
  /** Number of terms, by session. */
  readonly sessions: number[] = [];
  #gone = 0;
  #terms = 0;
  readonly #words = new WordTable<readonly number[]>();
  readonly #characters = new CharacterTerms((term) => this.postings.number(term));
  readonly #dates = new Map<number, readonly number[]>();

  /** How many entries can be found. */
  get size(): number {
    return this.entries.length - this.#gone;
  }

  /** Whether so much was replaced that a new index would be better. */
  get needsRebuild(): boolean {
    return this.#gone > 1_000 && this.#gone * 2 > this.entries.length;
  }

  /** Average length of entries with what neighbours lend, and of sessions. */
  get averages(): { readonly entry: number; readonly session: number } {
    const lent = 2.1; // its own and all of `spread`; too much where there is no neighbour, but so for all
    return {
      entry: Math.max(1, (this.#terms * lent) / Math.max(1, this.entries.length)),
      session: Math.max(1, this.#terms / Math.max(1, this.sessions.length)),
    };
  }

  /** Adds an entry at the end of an item. Its text is not found before all of it was handed to `post`. */
  add(item: IndexedItem, entry: SearchEntry): IndexedEntry {
    const before = item.entries.at(-1);
    const { text, role, ts, id, agent } = entry;
    const continues = before && !entry.startsSession && ts - before.ts <= sessionGapMs;
    const session = continues ? (this.columns.sessions[before.number] ?? 0) : this.sessions.push(0) - 1;
    const added: IndexedEntry = {
      number: this.entries.length,
      text,
      role,
      ts,
      id,
      agent,
      item,
      place: item.entries.length,
      position: entry.position ?? item.entries.length,
      speaker: speakerOf(text, agent),
    };
    this.columns.add(added.number, session, continues ? before.number : -1, /[?？]/.test(text.slice(-60)));
    this.#borrow(added.number);
    this.speakers.add(added.speaker);
    item.entries.push(added);
    this.entries.push(added);
    for (const term of this.#dateNumbers(ts)) this.postings.add(term, added.number, dateUnits);
    return added;
  }

  /** Indexes a piece of the text of the entry that was added last. */
  post(entry: IndexedEntry, piece: string): void {
    const text = normalForm(piece);
    let count = 0;
    const post = (terms: readonly number[]): void => {
      for (const term of terms) this.postings.add(term, entry.number, wholeUnits);
      count += terms.length;
    };
    const simple = eachWord(text, (start, end, hash) => {
      post(this.#words.get(text, start, end, hash) ?? this.#learn(text.slice(start, end), hash));
    });
    if (!simple) for (const word of wordsOf(text)) post(this.#termNumbers(word));
    this.#count(entry.number, count);
  }

  /** Takes all entries of an item from a place on out of the index. */
  cut(item: IndexedItem, from: number): void {
    const { lengths, gone, before, after } = this.columns;
    const cut = item.entries.splice(from);
    for (const { number } of cut) {
      gone[number] = 1;
      this.#gone++;
      this.#count(number, -(lengths[number] ?? 0));
    }
    const [first] = cut;
    const last = first === undefined ? -1 : (before[first.number] ?? -1);
    if (last >= 0) after[last] = -1;
  }

  isGone({ number }: IndexedEntry): boolean {
    return this.columns.gone[number] === 1;
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
  #count(number: number, terms: number): void {
    const { sessions, lengths, before, after } = this.columns;
    const session = sessions[number] ?? 0;
    lengths[number] = (lengths[number] ?? 0) + terms;
    this.#terms += terms;
    this.sessions[session] = (this.sessions[session] ?? 0) + terms;
    this.#lengthen(number, terms);
    this.#lengthenNear(before, number, spread.previous * terms, spread.secondPrevious * terms);
    this.#lengthenNear(after, number, spread.next * terms, spread.second * terms);
  }

  /** Makes the next entry in a direction, and the one after that, longer. */
  #lengthenNear(direction: Int32Array, number: number, first: number, second: number): void {
    const one = direction[number] ?? -1;
    if (one < 0) return;
    this.#lengthen(one, first);
    const two = direction[one] ?? -1;
    if (two >= 0) this.#lengthen(two, second);
  }

  #lengthen(number: number, terms: number): void {
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
      .map((term) => this.postings.number(term));
  }

  #dateNumbers(ts: number): readonly number[] {
    const day = Math.floor(ts / 86_400_000);
    const known = this.#dates.get(day);
    if (known) return known;
    const numbers = dateWords(ts).map((word) => this.postings.number(datePrefix + word));
    this.#dates.set(day, numbers);
    return numbers;
  }
}
