/** A posting is one number: the document, and the term's weight in it in half occurrences. */
const unitBits = 8;
const maxUnits = 2 ** unitBits - 1;
/** Limit on documents, as numbers go up to 2^31. */
export const maxDocuments = 2 ** (31 - unitBits);

/** Units of one occurrence in a text; occurrences that count less have fewer. */
export const wholeUnits = 2;

/** Terms with their documents, for a range of an index. */
export interface TermPiece {
  readonly terms: Iterable<string>;
  /** Number of documents with a term. */
  count(term: string): number;
  /** Visits every document with a term, ascending or descending, with the units it holds. */
  each(term: string, visit: (document: number, units: number) => void): void;
}

/** Maps terms to documents: in read-only pieces, and one that grows. */
export class Postings {
  /** Each with its first document, ascending. */
  readonly #frozen: { readonly first: number; readonly piece: TermPiece }[] = [];
  #live = new LivePostings();
  /** First document of the growing piece. */
  #first = 0;

  get first(): number {
    return this.#first;
  }

  get live(): LivePostings {
    return this.#live;
  }

  /** Returns the pieces that start at this document or later, in document order. */
  piecesFrom(first: number): readonly TermPiece[] {
    return [...this.#frozen.filter((one) => one.first >= first).map(({ piece }) => piece), this.#live];
  }

  /** Replaces the growing piece by a read-only one for the documents up to `next`. */
  take(piece: TermPiece, next: number): void {
    this.#frozen.push({ first: this.#first, piece });
    this.#live = new LivePostings();
    this.#first = next;
  }

  /** Number of documents with a term. */
  count(term: string): number {
    return this.#frozen.reduce((sum, { piece }) => sum + piece.count(term), this.#live.count(term));
  }

  /** Visits every document with a term, with its occurrences, in no order. */
  each(term: string, visit: (document: number, occurrences: number) => void): void {
    for (const piece of this.piecesFrom(0))
      piece.each(term, (document, units) => visit(document, units / wholeUnits));
  }
}

/**
 * Growing postings. All terms share one typed array in which each posting links to its term's previous one, so that
 * adding stays cheap and creates no garbage.
 */
export class LivePostings implements TermPiece {
  readonly #terms = new Map<string, number>();
  /** By term: its newest posting (-1 for none), that one's document, and the number of postings. */
  #heads = new Int32Array(1_024);
  #newest = new Int32Array(1_024);
  #counts = new Int32Array(1_024);
  /** Two adjacent numbers per posting: its content, and the term's previous posting. */
  #postings = new Int32Array(32_768);
  #size = 0;

  /** Returns the number of a term, assigning a new one if needed. */
  number(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.size;
    this.#terms.set(term, number);
    if (number >= this.#heads.length) {
      this.#heads = grown(this.#heads);
      this.#newest = grown(this.#newest);
      this.#counts = grown(this.#counts);
    }
    this.#heads[number] = -1;
    this.#newest[number] = -1;
    return number;
  }

  /** Adds units to a document's posting for a term. Documents must be added one after the other. */
  add(term: number, document: number, units: number): void {
    const head = this.#heads[term] ?? -1;
    // Reading the posting itself would fetch distant memory, nearly always in vain.
    if (this.#newest[term] === document) {
      const sum = Math.min(((this.#postings[head] ?? 0) & maxUnits) + units, maxUnits);
      this.#postings[head] = (document << unitBits) | sum;
      return;
    }
    if (this.#size >= this.#postings.length) this.#postings = grown(this.#postings);
    this.#postings[this.#size] = (document << unitBits) | units;
    this.#postings[this.#size + 1] = head;
    this.#heads[term] = this.#size;
    this.#newest[term] = document;
    this.#counts[term] = (this.#counts[term] ?? 0) + 1;
    this.#size += 2;
  }

  /** Number of postings. */
  get size(): number {
    return this.#size / 2;
  }

  get terms(): Iterable<string> {
    return this.#terms.keys();
  }

  count(term: string): number {
    return this.#counts[this.#terms.get(term) ?? -1] ?? 0;
  }

  /** Visits documents newest first. */
  each(term: string, visit: (document: number, units: number) => void): void {
    const postings = this.#postings;
    let posting = this.#heads[this.#terms.get(term) ?? -1] ?? -1;
    while (posting >= 0) {
      const entry = postings[posting] ?? 0;
      posting = postings[posting + 1] ?? -1;
      visit(entry >> unitBits, entry & maxUnits);
    }
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
