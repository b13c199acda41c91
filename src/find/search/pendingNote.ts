import type { SearchPage } from './types.ts';

/** Returns what a page lacks, as sentences. */
export const missingOn = ({ notes, pending }: Pick<SearchPage, 'notes' | 'pending'>): readonly string[] =>
  pending === undefined
    ? notes
    : [...notes, `${pending} sessions are still being read; search again in a moment for what is in them.`];
