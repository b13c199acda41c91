const asciiTokens = 0.25;
const otherTokens = 1.5;

/** About how many tokens a model takes for a text: a quarter per ASCII character, one and a half per other one. Not rounded, so that parts add up. */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += character <= '\u007f' ? asciiTokens : otherTokens;
  return tokens;
}
