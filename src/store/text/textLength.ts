/** The first `count` code points; half a pair never remains. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let n = 0; n < count && end < text.length; n++) end += isPair(text, end) ? 2 : 1;
  return text.slice(0, end);
}

/** How many code points a text has. */
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

/** About how many tokens a model takes for a text: a quarter per ASCII character, one and a half per other one. Not rounded, so that parts add up. */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += character <= '\u007f' ? asciiTokens : otherTokens;
  return tokens;
}
