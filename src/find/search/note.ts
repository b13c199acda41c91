import type { Say } from '../../disk/base/texts.ts';

/** A sentence about a search, said in the language of whoever reads the answer. */
export type Note = (say: Say) => string;
