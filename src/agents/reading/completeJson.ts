interface Frame {
  readonly close: '}' | ']';
  /** In an object: whether a key comes next. */
  key: boolean;
}

/**
 * Completes JSON text that was cut anywhere: whole values stay, a cut string keeps its beginning, a cut key, number or
 * word is removed. Returns empty text if no value remains.
 */
export function completeJson(text: string): string {
  const frames: Frame[] = [];
  let whole = 0; // end of the part that lacks only closing brackets
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    const frame = frames.at(-1);
    if (character === '"') {
      const { end, closed } = endOfString(text, at + 1);
      const isValue = frame?.key !== true;
      if (!closed)
        return isValue ? `${text.slice(0, end)}"${closing(frames)}` : text.slice(0, whole) + closing(frames);
      at = end;
      if (isValue) whole = at + 1;
    } else if (character === '{' || character === '[') {
      frames.push({ close: character === '{' ? '}' : ']', key: character === '{' });
      whole = at + 1;
    } else if (character === '}' || character === ']') {
      frames.pop();
      whole = at + 1;
      if (frames.length === 0) break;
    } else if (character === ',') {
      whole = at;
      if (frame) frame.key = frame.close === '}';
    } else if (character === ':' && frame) frame.key = false;
  }
  return text.slice(0, whole) + closing(frames);
}

/** Finds the end of a string (its quote), or of its last whole character if it is not closed. */
function endOfString(text: string, from: number): { readonly end: number; readonly closed: boolean } {
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') return { end: at, closed: true };
    const length = character !== '\\' ? 1 : text[at + 1] === 'u' ? 6 : 2;
    if (at + length > text.length) break;
    at += length;
  }
  return { end: at, closed: false };
}

const closing = (frames: readonly Frame[]): string =>
  frames
    .map(({ close }) => close)
    .reverse()
    .join('');
