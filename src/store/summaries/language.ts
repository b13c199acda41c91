import type { Line, Material } from './types.ts';

/** So much of what people say tells their language. Characters. */
const looked = 50_000;

/** Chinese where a fifth of the letters that people wrote are, their code and names being in Latin letters. */
export function languageOf(lines: readonly Pick<Line, 'role' | 'text'>[]): Material['language'] {
  let text = '';
  for (const line of lines.filter(({ role }) => role === 'user').toReversed()) {
    text += line.text.slice(0, 2_000);
    if (text.length > looked) break;
  }
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han > 0 && han >= letters / 5 ? 'zh' : 'other';
}
