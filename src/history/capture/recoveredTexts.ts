import type { Text } from '../../disk/base/texts.ts';
import type { Recovered } from '../archive/types.ts';

/** What lists say of a session that was found again. */
export const recoveredTexts: Readonly<Record<Recovered, Text>> = {
  answered: 'recovered',
  prompts: 'recovered, answers missing',
};
