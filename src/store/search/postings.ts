/** A posting is one number: which document, and how much of the term it holds, in half occurrences. */
const unitBits = 8;
const maxUnits = 2 ** unitBits - 1;
/** Numbers up to 2^31: so many documents can be told apart. */
export const maxDocuments = 2 ** (31 - unitBits);

/** One occurrence of a word in a text; what counts less has fewer. */
export const wholeUnits = 2;

/** Terms with their documents, of a stretch of an index. */
export interface TermPiece {
  readonly terms: Iterable<string>;
  /** How many documents hold a term. */
  count(term: string): number;
  /** Every document that holds a term, ascending or descending, with what it holds, in units. */
  each(term: string, visit: (document: number, units: number) => void): void;
}

/** Which documents hold which terms: in pieces that are read only, and one that grows. */
export class Postings {
  /** With the first document of each, ascending. */
  readonly #frozen: { readonly first: number; readonly piece: TermPiece }[] = [];
  #live = new LivePostings();
  /** The first document of what grows. */
  #first = 0;

  get first(): number {
    return this.#first;
  }

  get live(): LivePostings {
    return this.#live;
  }

  /** The pieces that begin with this document, or a later one, in the order of their documents. */
  piecesFrom(first: number): readonly TermPiece[] {
    return [...this.#frozen.filter((one) => one.first >= first).map(({ piece }) => piece), this.#live];
  }

  /** Takes a piece for the documents up to `next`, in the place of what grew. */
  take(piece: TermPiece, next: number): void {
    this.#frozen.push({ first: this.#first, piece });
    this.#live = new LivePostings();
    this.#first = next;
  }

  /** How many documents hold a term. */
  count(term: string): number {
    return this.#frozen.reduce((sum, { piece }) => sum + piece.count(term), this.#live.count(term));
  }

  /** Every document that holds a term, with its occurrences, in no order. */
  each(term: string, visit: (document: number, occurrences: number) => void): void {
    for (const piece of this.piecesFrom(0))
      piece.each(term, (document, units) => visit(document, units / wholeUnits));
  }
}

/**
 * Postings of all terms lie in one typed array, each leading to the one of its term before it, so that adding is cheap
 * at any time and nothing is left to the garbage collector.
 */
export class LivePostings implements TermPiece {
  readonly #terms = new Map<string, number>();
  /** By term: its newest posting, -1 for none, the document that is of, and how many there are. */
  #heads = new Int32Array(1_024);
  #newest = new Int32Array(1_024);
  #counts = new Int32Array(1_024);
  /** Of each posting two numbers, side by side in memory: what it says, and the one of its term before it. */
  #postings = new Int32Array(32_768);
  #size = 0;

  /** The number of a term, a new one for one that was not met before. */
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

  /** Adds to what a document holds of a term. All of one document comes before anything of the next. */
  add(term: number, document: number, units: number): void {
    const head = this.#heads[term] ?? -1;
    // Looking at the posting itself would mean to fetch it from far away in memory, nearly always in vain.
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

  /** How many postings there are. */
  get size(): number {
    return this.#size / 2;
  }

  get terms(): Iterable<string> {
    return this.#terms.keys();
  }

  count(term: string): number {
    return this.#counts[this.#terms.get(term) ?? -1] ?? 0;
  }

  /** The newest first. */
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
