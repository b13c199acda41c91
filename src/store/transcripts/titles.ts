/** Titles show at most this many code points. */
export const maxTitleLength = 50;

/** The first 50 code points of a prompt on one line, cut between code points; undefined when nothing is left of it. */
export function titleOfPrompt(prompt: string): string | undefined {
  return oneLine(prompt, maxTitleLength);
}

/** The title of a session without any text: `conversation-HHmmss`, UTC. `time` is ISO 8601. */
export function titleOfTime(time: string): string {
  return `conversation-${time.slice(11, 19).replaceAll(':', '')}`;
}

/** Text on one line, at most `length` code points of it; undefined when only white space is left. */
export function oneLine(text: string, length: number): string | undefined {
  // White space may come first, and a code point is up to two units; more than this is never needed.
  const start = text.trimStart().slice(0, length * 8);
  const points = Array.from(start.toWellFormed().replace(/\s+/g, ' ').trim());
  return points.length === 0 ? undefined : points.slice(0, length).join('').trimEnd();
}
