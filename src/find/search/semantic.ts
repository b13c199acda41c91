import { maxByMeaning, fuseScores } from './fuseScores.ts';
import { topN } from './topN.ts';
import type { Scored } from './scoreList.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { Note } from '../../disk/base/texts.ts';
import type { TextIndex } from './textIndex.ts';
import type { Similarities, Vectors } from '../../history/embeddings/vectors.ts';

/** Optional ranking by meaning. If it fails, the ranking by words is used alone. */
export class Semantic {
  readonly #vectors: Vectors;
  /** One object per entry, as vectors are cached by it. */
  readonly #entries = new WeakMap<TextIndex, Map<number, Entry>>();

  constructor(vectors: Vectors) {
    this.#vectors = vectors;
  }

  /** State for the health report. */
  get state(): string {
    return this.#vectors.state;
  }

  /** Combines the scores of both rankings; returns them with notes. */
  async fuse(
    text: string,
    { index, texts }: { readonly index: TextIndex; readonly texts: EntryTexts },
    lexical: readonly Scored[],
    slices: TimeSlices,
  ): Promise<{ readonly scored: readonly Scored[]; readonly notes: readonly Note[] }> {
    const entries = this.#entriesOf(index);
    const known = new Map<Entry, string>();
    for (const entry of entries) {
      if (slices.isOver) await slices.pause();
      known.set(entry, (await texts.of(index.entry(entry.number))) ?? '');
    }
    const { of, notes } = await this.#vectors.compare(text, entries, (entry) => known.get(entry) ?? '');
    slices.throwIfAborted();
    return { scored: of ? await fused(of, entries, lexical, slices) : lexical, notes };
  }

  #entriesOf(index: TextIndex): readonly Entry[] {
    const known = this.#entries.get(index) ?? new Map<number, Entry>();
    this.#entries.set(index, known);
    const { removed, size } = index.columns;
    return Array.from({ length: size }, (_, number) => number)
      .filter((number) => removed[number] !== 1)
      .map((number) => {
        const entry = known.get(number) ?? { number };
        known.set(number, entry);
        return entry;
      });
  }
}

/** An entry by its number. */
interface Entry {
  readonly number: number;
}

async function fused(
  nearness: NonNullable<Similarities<Entry>['of']>,
  entries: readonly Entry[],
  lexical: readonly Scored[],
  slices: TimeSlices,
): Promise<Scored[]> {
  const near: Scored[] = [];
  for (const entry of entries) {
    if (slices.isOver) await slices.pause();
    const score = nearness(entry);
    if (score !== undefined) near.push({ number: entry.number, score });
  }
  const nearest = topN(near, maxByMeaning, (a, b) => b.score - a.score);
  const words = new Map(lexical.map(({ number, score }) => [number, score]));
  const meaning = new Map(nearest.map(({ number, score }) => [number, score]));
  for (const { number, score } of near) if (words.has(number)) meaning.set(number, score);
  return [...fuseScores(words, meaning)].map(([number, score]) => ({ number, score }));
}
