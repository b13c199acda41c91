import type { SearchPage } from './types.ts';

/** Returns how a query was read and what a page lacks, as sentences. */
export const missingOn = ({
  reading = [],
  notes,
  pending,
}: Pick<SearchPage, 'reading' | 'notes' | 'pending'>): readonly string[] =>
  pending === undefined
    ? [...reading, ...notes]
    : [
        ...reading,
        ...notes,
        `${pending} sessions are still being read; search again in a moment for what is in them.`,
      ];
