import type { Say } from '../../disk/base/texts.ts';
import type { SearchPage } from './types.ts';

/** Returns how a query was read and what a page lacks, as sentences. */
export const missingOn = (
  { reading = [], notes, looked = [], pending }: Pick<SearchPage, 'reading' | 'notes' | 'looked' | 'pending'>,
  say: Say,
): readonly string[] => [
  ...reading,
  ...notes,
  ...looked,
  ...(pending === undefined
    ? []
    : [say('{0} sessions are still being read; search again in a moment for what is in them.', pending)]),
];
