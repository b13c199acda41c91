/** An element `<name>words</name>` in a text. */
export interface TextElement {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A text with more unclosed tags than this is not a list of elements. */
const maxUnclosed = 100;

/**
 * Finds the top-level elements of a text whose names `accepts`, without line ends next to the tags. Takes linear time
 * even for unclosed tags, unlike regular expressions.
 */
export function elementsIn(text: string, accepts: (name: string) => boolean): TextElement[] {
  const found: TextElement[] = [];
  const unclosed = new Set<string>();
  const opening = /<(\w+)>/g;
  for (let tag = opening.exec(text); tag && unclosed.size < maxUnclosed; tag = opening.exec(text)) {
    const name = tag[1] ?? '';
    if (!accepts(name) || unclosed.has(name)) continue;
    const from = tag.index + tag[0].length;
    const to = text.indexOf(`</${name}>`, from);
    if (to === -1) unclosed.add(name);
    else {
      const end = to + name.length + 3;
      found.push({ name, text: inside(text.slice(from, to)), start: tag.index, end });
      opening.lastIndex = end;
    }
  }
  return found;
}

function inside(text: string): string {
  const from = text.startsWith('\n') ? 1 : 0;
  return text.slice(from, text.length > from && text.endsWith('\n') ? -1 : undefined);
}
