import { indexCheck } from './derived.ts';
import { diskCheck } from './disk.ts';
import { filesCheck } from './files.ts';
import { historyCheck } from './history.ts';
import { locksCheck } from './locks.ts';
import { sharingCheck } from './sharing.ts';
import type { Check } from './types.ts';
import { unfinishedCheck } from './unfinished.ts';

/** All that is examined, in the order in which it is told. */
export const checks: readonly Check[] = [
  historyCheck,
  filesCheck,
  unfinishedCheck,
  locksCheck,
  diskCheck,
  indexCheck,
  sharingCheck,
];
