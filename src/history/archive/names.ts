import { isoTime } from '../../disk/base/core.ts';
import { fileSlug } from '../../disk/text/slug.ts';
import { firstCodePoints } from '../../disk/text/textLength.ts';

/** Folder of archives in the history folder. */
export const archivesFolder = '.conversations';

/**
 * Makes the name of an archive without number and extension: `<YYYY-MM-DD>-<slug>-<session 8>`, the day in UTC. Letters
 * of any script are kept.
 */
export function archiveName(title: string, session: string, time: number): string {
  return `${isoTime(time).slice(0, 10)}-${fileSlug(title, 'conversation')}-${shortSession(session)}`;
}

/** Returns the n-th name for archives that would have the same; the first has no number. */
export const numbered = (name: string, n: number): string => (n === 1 ? name : `${name}-${n}`);

/** Makes the title of an untitled session: the first `count` code points of the person's first message, on one line. */
export function titleFrom(text: string, count = 50): string {
  const line = text.slice(0, 10_000).replace(/\s+/g, ' ').trim();
  const title = firstCodePoints(line, count);
  return title.length < line.length ? `${title.trim()}...` : title;
}

/** Returns the first 8 letters and digits of a session id, which agents make of hexadecimal digits. */
export function shortSession(session: string): string {
  return (
    session
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, 8)
      .toLowerCase() || 'session'
  );
}
