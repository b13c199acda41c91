/** A stretch of text; with `path`, one that names a file. */
export interface TextPiece {
  readonly text: string;
  readonly path?: string;
}

// ASCII on purpose: in Chinese text no blank stands between a path and the words around it. A path that begins with a
// slash right after a letter of another script would be the rest of a longer one.
const pathPattern =
  /(?<![\w/\\@:.~+-])(?:[A-Za-z]:[\\/]|~\/|(?<!\p{L})\.{0,2}\/)?(?:[\w@.+-]+[\\/])*[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}(?:(?::\d+){1,2}|#L\d+)?(?![\w/\\@])/gu;

/** Cuts text at the file paths in it. A bare name such as `a.ts` counts only with a line number, as it may be code. */
export function splitAtPaths(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(pathPattern)) {
    const [path] = match;
    if (!isPath(path)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: path, path });
    end = match.index + path.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

function isPath(match: string): boolean {
  return /[\\/]/.test(match) || /:\d+$|#L\d+$/.test(match);
}
