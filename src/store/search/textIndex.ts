import { CharacterTerms } from './characterTerms.ts';
import { dateWords } from './dates.ts';
import { Postings, wholeUnits } from './postings.ts';
import { isStopWord } from './stopWords.ts';
import { eachWord, isUnspaced, normalForm, termsOf, wordsOf } from './tokens.ts';
import type { EntryRole, SearchEntry, SourceKind } from './types.ts';
import { voiceOf } from './voices.ts';
import { WordTable } from './wordTable.ts';

/** How much of a neighbour's words counts for an entry, by how far after the neighbour it stands in the same session. */
export const spread = [
  [-2, 0.1],
  [-1, 0.3],
  [1, 0.5],
  [2, 0.2],
] as const;
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
  /** Number of its session. */
  readonly session: number;
  /** Names of who says it, in lower case. */
  readonly voice: string;
  readonly asks: boolean;
  /** Terms in it, and with what its neighbours lend to it. */
  length: number;
  spreadLength: number;
  /** It was replaced or deleted. */
  gone: boolean;
}

/** The prefix of terms that are an entry's date. */
export const datePrefix = '@';

/** Everything that can be found, in memory. Entries are added at the end of their items; what changed is added anew. */
export class TextIndex {
  readonly entries: IndexedEntry[] = [];
  readonly postings = new Postings();
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
  get isWorn(): boolean {
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
    if (!continues) this.sessions.push(0);
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
      session: continues ? before.session : this.sessions.length - 1,
      voice: voiceOf(text, agent),
      asks: /[?？]/.test(text.slice(-60)),
      length: 0,
      spreadLength: 0,
      gone: false,
    };
    for (const [offset, share] of spread)
      if (offset > 0) added.spreadLength += share * (this.neighbour(added, -offset)?.length ?? 0);
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
    this.#count(entry, count);
  }

  /** Takes all entries of an item from a place on out of the index. */
  cut(item: IndexedItem, from: number): void {
    for (const entry of item.entries.splice(from)) {
      entry.gone = true;
      this.#gone++;
      this.#count(entry, -entry.length);
    }
  }

  /** The entry so many places after another, in the same session. */
  neighbour({ item, place, session }: IndexedEntry, offset: number): IndexedEntry | undefined {
    const found = item.entries[place + offset];
    return found?.session === session ? found : undefined;
  }

  /** Makes an entry, its session and its neighbours longer by so many terms, or shorter. */
  #count(entry: IndexedEntry, terms: number): void {
    entry.length += terms;
    entry.spreadLength += terms;
    this.#terms += terms;
    this.sessions[entry.session] = (this.sessions[entry.session] ?? 0) + terms;
    for (const [offset, share] of spread) {
      const near = this.neighbour(entry, offset);
      if (near) near.spreadLength += share * terms;
    }
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
