/** Returns the first `count` code points, without halves of pairs. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let n = 0; n < count && end < text.length; n++) end += isPair(text, end) ? 2 : 1;
  return text.slice(0, end);
}

/** Number of code points of a text. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) count++;
  return count;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

const asciiTokens = 0.25;
const otherTokens = 1.5;

/** Measures the share of a budget that a text takes. Parts add up. */
export type Measure = (text: string) => number;

/** Counts characters as tokens of `charsPerToken` each. */
export const charTokens: Measure = (text) => text.length * asciiTokens;
/** Characters of a token of `charTokens`. */
export const charsPerToken = 1 / asciiTokens;

/**
 * Estimates the tokens of a text: a quarter per ASCII character, one and a half per other one. Not rounded, so that
 * parts add up.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += character <= '\u007f' ? asciiTokens : otherTokens;
  return tokens;
}
