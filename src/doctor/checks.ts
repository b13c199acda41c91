import { diskCheck } from './disk.ts';
import { historyCheck } from './history.ts';
import type { Check } from './types.ts';

/** All that is examined, in the order in which it is told. */
export const checks: readonly Check[] = [historyCheck, diskCheck];
