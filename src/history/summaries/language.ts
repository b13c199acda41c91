import type { Line, Material } from './types.ts';

/** Maximum characters examined. */
const maxExamined = 50_000;

/** Returns Chinese if a fifth of the letters people wrote are, since code and names are in Latin letters. */
export function languageOf(lines: readonly Pick<Line, 'role' | 'text'>[]): Material['language'] {
  let text = '';
  for (const line of lines.filter(({ role }) => role === 'user').toReversed()) {
    text += line.text.slice(0, 2_000);
    if (text.length > maxExamined) break;
  }
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han > 0 && han >= letters / 5 ? 'zh' : 'other';
}
