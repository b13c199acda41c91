import { PostingWriter, termHash, type FrozenTerms } from './frozenPostings.ts';
import type { TermPiece } from './postings.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';

/** Room for a term's index in the list, which is added to its hash so that numbers can be sorted. */
const indexRange = 2 ** 21;

/**
 * Merges the postings of pieces, in document order. `newNumberOf` maps a document to its new number, ascending, or -1 to
 * leave it out.
 */
export async function freezeTerms(
  pieces: readonly TermPiece[],
  newNumberOf: (document: number) => number,
  slices: TimeSlices,
): Promise<FrozenTerms> {
  const names = await namesOf(pieces, slices);
  const order = Float64Array.from(names, (term, n) => termHash(term) * indexRange + n).sort();
  const written = new PostingWriter();
  const found: { hash: number; termEnd: number; postingEnd: number; count: number }[] = [];
  const letters: Buffer[] = [];
  let termEnd = 0;
  for (const key of order) {
    const term = names[key % indexRange] ?? '';
    const count = writeTerm(term, pieces, newNumberOf, written);
    if (slices.isOver) await slices.pause();
    if (count === 0) continue;
    const bytes = Buffer.from(term, 'utf8');
    termEnd += letters.push(bytes) && bytes.length;
    found.push({ hash: Math.floor(key / indexRange), termEnd, postingEnd: written.size, count });
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
  if (names.size > indexRange) throw new Error(`more than ${indexRange} different words`);
  return [...names];
}

/** Writes the postings of a term; returns their number. */
function writeTerm(
  term: string,
  pieces: readonly TermPiece[],
  newNumberOf: (document: number) => number,
  written: PostingWriter,
): number {
  let count = 0;
  written.begin();
  for (const piece of pieces) {
    const documents: number[] = [];
    const units: number[] = [];
    piece.each(term, (document, held) => {
      const newNumber = newNumberOf(document);
      if (newNumber < 0) return;
      documents.push(newNumber);
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
