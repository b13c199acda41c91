import { PostingWriter, termHash, type FrozenTerms } from './frozenPostings.ts';
import type { TermPiece } from './postings.ts';
import type { TimeSlices } from '../base/timeSlices.ts';

/** The place of a term in the list of all is added to its hash, so that numbers can be sorted. */
const places = 2 ** 21;

/**
 * The postings of pieces, in the order of their documents, as one. `placeOf` tells what number a document has in it, ascending, and
 * -1 for those that are left out.
 */
export async function freezeTerms(
  pieces: readonly TermPiece[],
  placeOf: (document: number) => number,
  slices: TimeSlices,
): Promise<FrozenTerms> {
  const names = await namesOf(pieces, slices);
  const order = Float64Array.from(names, (term, n) => termHash(term) * places + n).sort();
  const written = new PostingWriter();
  const found: { hash: number; termEnd: number; postingEnd: number; count: number }[] = [];
  const letters: Buffer[] = [];
  let termEnd = 0;
  for (const key of order) {
    const term = names[key % places] ?? '';
    const count = writeTerm(term, pieces, placeOf, written);
    if (slices.isOver) await slices.pause();
    if (count === 0) continue;
    const bytes = Buffer.from(term, 'utf8');
    termEnd += letters.push(bytes) && bytes.length;
    found.push({ hash: Math.floor(key / places), termEnd, postingEnd: written.size, count });
  }
  return {
    hashes: Uint32Array.from(found, ({ hash }) => hash),
    termEnds: Uint32Array.from(found, (one) => one.termEnd),
    postingEnds: Uint32Array.from(found, ({ postingEnd }) => postingEnd),
    counts: Uint32Array.from(found, ({ count }) => count),
    letters: Buffer.concat(letters),
    postings: written.bytes,
  };
}

async function namesOf(pieces: readonly TermPiece[], slices: TimeSlices): Promise<string[]> {
  const names = new Set<string>();
  for (const { terms } of pieces)
    for (const term of terms) {
      names.add(term);
      if (names.size % 512 === 0) await slices.pause();
    }
  if (names.size > places) throw new Error(`more than ${places} different words`);
  return [...names];
}

/** Writes the postings of a term and tells how many. */
function writeTerm(
  term: string,
  pieces: readonly TermPiece[],
  placeOf: (document: number) => number,
  written: PostingWriter,
): number {
  let count = 0;
  written.begin();
  for (const piece of pieces) {
    const documents: number[] = [];
    const units: number[] = [];
    piece.each(term, (document, held) => {
      const place = placeOf(document);
      if (place < 0) return;
      documents.push(place);
      units.push(held);
    });
    const descending = (documents[0] ?? 0) > (documents.at(-1) ?? 0);
    for (let n = 0; n < documents.length; n++) {
      const at = descending ? documents.length - 1 - n : n;
      written.add(documents[at] ?? 0, units[at] ?? 0);
    }
    count += documents.length;
  }
  return count;
}
