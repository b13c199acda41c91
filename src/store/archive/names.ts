import { isoTime } from '../base/core.ts';
import { fileSlug } from '../text/slug.ts';
import { firstCodePoints } from '../text/textLength.ts';

/** Where archives are, in the history folder. */
export const archivesFolder = '.conversations';

/**
 * The name of an archive without its number and ending: `<YYYY-MM-DD>-<slug>-<session 8>`, the day in UTC. Letters of
 * any script are kept.
 */
export function archiveName(title: string, session: string, time: number): string {
  return `${isoTime(time).slice(0, 10)}-${fileSlug(title, 'conversation')}-${shortSession(session)}`;
}

/** The n-th of several archives that would have the same name; the first has no number. */
export const numbered = (name: string, n: number): string => (n === 1 ? name : `${name}-${n}`);

/** The title of a session without one: the first `count` code points of what the person said first, in one line. */
export function titleFrom(text: string, count = 50): string {
  const line = text.slice(0, 10_000).replace(/\s+/g, ' ').trim();
  const title = firstCodePoints(line, count);
  return title.length < line.length ? `${title.trim()}...` : title;
}

/** The first 8 letters and digits of a session's id, which agents make of hexadecimal digits. */
export function shortSession(session: string): string {
  return (
    session
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, 8)
      .toLowerCase() || 'session'
  );
}
