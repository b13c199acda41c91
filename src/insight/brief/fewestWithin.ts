/** Number of interpolated guesses before bisection. */
const maxGuesses = 6;

/**
 * Finds the smallest count to drop so that the rest fits, as it does for every larger count and for `to`. Each try
 * costs a draft, so guesses are interpolated from the tokens of the previous one.
 */
export function fewestWithin(
  maxTokens: number,
  tokensWithout: (count: number) => number,
  range: { readonly from: number; readonly to: number; readonly likely: number },
): number {
  let [from, to] = [range.from, range.to];
  let next = Math.min(range.likely, to - 1);
  for (let tries = 1; from < to; tries++) {
    const tokens = tokensWithout(next);
    if (tokens <= maxTokens) to = next;
    else from = next + 1;
    const each = tokens / Math.max(1, range.to - next);
    const likely = next + Math.ceil((tokens - maxTokens) / Math.max(1, each));
    next = tries > maxGuesses ? Math.floor((from + to) / 2) : Math.max(from, Math.min(likely, to - 1));
  }
  return to;
}
