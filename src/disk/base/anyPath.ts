/*
 * Paths of any system, as agents wrote them on whichever machine.
 */

/** Returns the path of a `file:` URL: of a drive, of a share (`file://server/share/a`), or below `/`. */
export function pathOfUrl(text: string): string | undefined {
  const [, host, rest] = /^file:\/\/([^/]*)(\/[^]*)$/i.exec(text) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  const path = decoded(rest);
  if (host === '' || host.toLowerCase() === 'localhost') return path.replace(/^\/(?=[A-Za-z]:)/, '');
  return `\\\\${host}${path.replaceAll('/', '\\')}`;
}

/** Decodes percent-encoding; returns malformed text unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded
  }
}

/** Removes the prefix of long paths on Windows: `\\?\C:\a` is `C:\a`, and `\\?\UNC\server\share` is a share. */
export const withoutLongPrefix = (path: string): string =>
  path.replace(/^\\\\\?\\UNC\\/i, '\\\\').replace(/^\\\\\?\\(?=[A-Za-z]:\\)/, '');
