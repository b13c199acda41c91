import { previewBesideSecret } from '../secrets/cut.ts';
import { containLines } from '../text/containText.ts';
import type { Language } from '../base/core.ts';
import { contextTitle } from './archives.ts';
import { cutText, fitTurns } from './budget.ts';
import type { ArchivedContext, InjectionQuery, Turn } from './types.ts';

const headings: Readonly<Record<Language, string>> = {
  zh: '以下是历史归档 context（仅供参考，可能与当前问题不一致）：',
  en: 'Archived context, for reference only; it may not match the current question:',
};

/** Turns that stand for a context without a summary. */
const turnsForSummary = 12;

/** A title of any length leaves most of the room to the content. */
const titleShare = 10;
const titleChars = 200;

/** The one text an agent receives for an archived context, of at most `maxChars` characters, newest turns kept. */
export function injectionText(
  context: ArchivedContext,
  { mode, maxChars }: InjectionQuery,
  language: Language,
): { text: string; omittedTurns: number } {
  const { contextId, summary, turns } = context;
  const head = [
    headings[language],
    `- contextId: ${contextId}`,
    `- mode: ${mode}`,
    `- title: ${previewBesideSecret(contextTitle(context), Math.min(titleChars, Math.floor(maxChars / titleShare)))}`,
    '',
    '',
  ].join('\n');
  const room = maxChars - head.length;
  if (mode === 'summary' && summary !== undefined && summary !== '')
    return { text: head + cutText(summary, room), omittedTurns: 0 };
  const wanted = mode === 'summary' ? turns.slice(-turnsForSummary) : turns;
  const earlier = (context.droppedTurns ?? 0) + turns.length - wanted.length;
  const { lines, dropped } = fitLines(wanted, room - omission(99_999, language).length);
  const omittedTurns = mode === 'summary' ? dropped : dropped + earlier;
  return { text: head + (omittedTurns > 0 ? omission(omittedTurns, language) : '') + lines, omittedTurns };
}

/** How another turn begins. */
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

function omission(turns: number, language: Language): string {
  return language === 'zh' ? `（省略了更早的 ${turns} 轮）\n\n` : `(${turns} earlier turns left out)\n\n`;
}
