interface Frame {
  readonly close: '}' | ']';
  /** In an object: whether a key comes next. */
  key: boolean;
}

/**
 * Closes JSON text that was cut off anywhere: what was whole stays, a string value keeps what there is of it, a half
 * key, number or word goes. The beginning of a JSON value gives JSON; empty when there is not even that.
 */
export function completeJson(text: string): string {
  const frames: Frame[] = [];
  let whole = 0; // up to here the text only lacks its closing brackets
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

/** Where a string ends (its quote), or, when it does not, the end of its last whole character. */
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
