import { wholeUnits, type TermPiece } from './postings.ts';

/** Stored form of a segment's terms: a dictionary ordered by hash, and the postings one after the other. */
export interface FrozenTerms {
  /** Hash of each term, ascending. */
  readonly hashes: Uint32Array;
  /** End offsets of each term's letters and postings, and its number of postings. */
  readonly termEnds: Uint32Array;
  readonly postingEnds: Uint32Array;
  readonly counts: Uint32Array;
  /** UTF-8. */
  readonly letters: Uint8Array;
  /** See `PostingWriter`. */
  readonly postings: Uint8Array;
}

/** The hash by which terms are ordered: FNV-1a of their UTF-16 units. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < term.length; n++) hash = Math.imul(hash ^ term.charCodeAt(n), 0x01000193);
  return hash >>> 0;
}

/** Read-only postings of the documents from `first` on. */
export class FrozenPostings implements TermPiece {
  readonly first: number;
  readonly #terms: FrozenTerms;

  constructor(first: number, terms: FrozenTerms) {
    this.first = first;
    this.#terms = terms;
  }

  count(term: string): number {
    return this.#terms.counts[this.#find(term)] ?? 0;
  }

  /** Visits every document with a term, ascending, with the units it holds. */
  each(term: string, visit: (document: number, units: number) => void): void {
    const number = this.#find(term);
    if (number >= 0) this.#visit(number, visit);
  }

  get terms(): Iterable<string> {
    return this.#names();
  }

  *#names(): Generator<string> {
    for (let number = 0; number < this.#terms.hashes.length; number++)
      yield this.#lettersOf(number).toString('utf8');
  }

  #visit(number: number, visit: (document: number, units: number) => void): void {
    const { postings, postingEnds, counts } = this.#terms;
    let offset = number === 0 ? 0 : (postingEnds[number - 1] ?? 0);
    const end = postingEnds[number] ?? 0; // a damaged file may give any number
    let document = this.first - 1;
    for (let left = counts[number] ?? 0; left > 0 && offset < end; left--) {
      let value = 0;
      let byte = 0x80;
      for (let shift = 0; byte >= 0x80; shift += 7) {
        byte = postings[offset++] ?? 0;
        value |= (byte & 0x7f) << shift;
      }
      document += value >>> 1;
      visit(document, (value & 1) === 0 ? wholeUnits : (postings[offset++] ?? wholeUnits));
    }
  }

  /** Index of a term; -1 if no document holds it. */
  #find(term: string): number {
    const { hashes } = this.#terms;
    const hash = termHash(term);
    let [low, high] = [0, hashes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((hashes[middle] ?? 0) < hash) low = middle + 1;
      else high = middle;
    }
    if (hashes[low] !== hash) return -1;
    const letters = Buffer.from(term, 'utf8');
    for (; hashes[low] === hash; low++) if (letters.equals(this.#lettersOf(low))) return low;
    return -1;
  }

  #lettersOf(number: number): Buffer {
    const { letters, termEnds } = this.#terms;
    const start = number === 0 ? 0 : (termEnds[number - 1] ?? 0);
    return Buffer.from(letters.buffer, letters.byteOffset + start, (termEnds[number] ?? 0) - start);
  }
}

/**
 * Encodes postings. Each is the distance to the term's previous document times two, seven bits per byte; an odd number
 * means that a byte with the units follows, an even one a single occurrence.
 */
export class PostingWriter {
  #bytes = new Uint8Array(65_536);
  #size = 0;
  #last = -1;

  get size(): number {
    return this.#size;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Starts the postings of a term, whose documents are counted from 0. */
  begin(): void {
    this.#last = -1;
  }

  /** Adds a document; documents must ascend. */
  add(document: number, units: number): void {
    if (this.#size + 8 > this.#bytes.length) this.#grow();
    const plain = units === wholeUnits;
    let value = ((document - this.#last) << 1) | (plain ? 0 : 1);
    for (; value >= 0x80; value >>>= 7) this.#bytes[this.#size++] = (value & 0x7f) | 0x80;
    this.#bytes[this.#size++] = value;
    if (!plain) this.#bytes[this.#size++] = units;
    this.#last = document;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
