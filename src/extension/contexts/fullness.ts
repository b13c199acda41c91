import { fullness } from '../../protocol/fullness.ts';
import type { ActiveContext } from '../../store/contexts/types.ts';
import * as settings from '../base/settings.ts';

/** Characters (UTF-16 units) of all turns together. */
export const turnChars = ({ turns }: Pick<ActiveContext, 'turns'>): number =>
  turns.reduce((sum, { text }) => sum + text.length, 0);

/** How much of its budget an active context takes, 0 to 1: turns or characters, whichever is nearer to the end. */
export function budgetTaken(context: ActiveContext): number {
  const { maxTurns, maxChars } = settings.limits().contexts;
  return Math.min(1, fullness([context.turns.length, maxTurns], [turnChars(context), maxChars]).value);
}
