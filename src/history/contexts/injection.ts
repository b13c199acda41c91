import { safePreview } from '../../disk/secrets/cut.ts';
import { containLines } from '../../disk/text/containText.ts';
import type { Language } from '../../disk/base/core.ts';
import { sayIn, type Say } from '../../disk/base/texts.ts';
import { contextTitle } from './archives.ts';
import { cutText, fitTurns } from './budget.ts';
import type { ArchivedContext, InjectionQuery, Turn } from './types.ts';

/** Number of turns given for a context without a summary. */
const turnsForSummary = 12;

/** Share of the length that a title may take, as a divisor. */
const titleFraction = 10;
const titleChars = 200;

/**
 * Returns the text that an agent receives for an archived context, at most `maxChars` characters, with the newest
 * turns.
 */
export function injectionText(
  context: ArchivedContext,
  { mode, maxChars }: InjectionQuery,
  language: Language,
): { text: string; omittedTurns: number } {
  const say = sayIn(language);
  const { contextId, summary, turns } = context;
  const head = [
    say('Archived context, for reference only; it may not match the current question:'),
    `- contextId: ${contextId}`,
    `- mode: ${mode}`,
    `- title: ${safePreview(contextTitle(context), Math.min(titleChars, Math.floor(maxChars / titleFraction)))}`,
    '',
    '',
  ].join('\n');
  const room = maxChars - head.length;
  if (mode === 'summary' && summary !== undefined && summary !== '')
    return { text: head + cutText(summary, room), omittedTurns: 0 };
  const wanted = mode === 'summary' ? turns.slice(-turnsForSummary) : turns;
  const earlier = (context.droppedTurns ?? 0) + turns.length - wanted.length;
  const { lines, dropped } = fitLines(wanted, room - omission(99_999, say).length);
  const omittedTurns = mode === 'summary' ? dropped : dropped + earlier;
  return { text: head + (omittedTurns > 0 ? omission(omittedTurns, say) : '') + lines, omittedTurns };
}

/** Beginning of a further turn. */
const turnStart = '(user|assistant): ';

function fitLines(turns: readonly Turn[], room: number): { lines: string; dropped: number } {
  const asLines = turns.map((turn) => ({
    ...turn,
    text: `${turn.role}: ${containLines(turn.text, turnStart)}\n\n`,
  }));
  const fitted = fitTurns(asLines, { maxTurns: Infinity, maxChars: Math.max(room, 0) });
  return {
    lines: fitted.turns
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
    dropped: fitted.dropped,
  };
}

const omission = (turns: number, say: Say): string => `${say('({0} earlier turns left out)', turns)}\n\n`;
