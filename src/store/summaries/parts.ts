import { estimatedTokens, firstCodePoints } from '../text/textLength.ts';
import { lineText } from './prompt.ts';
import type { Line, Model } from './types.ts';

/** More does no summary good, whatever the model takes. Tokens. */
const mostTokens = 60_000;
/** Of a longer message the beginning and the end are shown. Characters. */
const shownChars = 8_000;

/** How many tokens of messages fit beside a prompt and, where an answer has to be repaired, that answer; below 0 where none do. */
export function roomBeside(promptTokens: number, maxInputTokens: number): number {
  const answer = Math.min(4_000, maxInputTokens * 0.2);
  return Math.min(mostTokens, Math.floor(maxInputTokens * 0.95 - answer - promptTokens));
}

/**
 * The messages from a place on that fit into so many tokens of a model, at least one, which is shortened where it has to
 * be; undefined where not even that fits.
 */
export async function partFrom(
  lines: readonly Line[],
  from: number,
  room: number,
  model: Pick<Model, 'count'>,
): Promise<readonly Line[] | undefined> {
  const chars = Math.min(shownChars, Math.max(0, room));
  let part = estimatedPart(lines, from, room, chars);
  for (;;) {
    const tokens = await model.count(part.map(lineText).join('\n'));
    if (tokens <= room) return part;
    if (part.length > 1)
      part = part.slice(0, Math.max(1, Math.min(part.length - 1, Math.floor((part.length * room) / tokens))));
    else {
      const [line] = part;
      const left = line === undefined ? 0 : Math.floor(((line.text.length * room) / tokens) * 0.9);
      if (line === undefined || left < 100) return undefined;
      part = [shortened(line, left)];
    }
  }
}

function estimatedPart(lines: readonly Line[], from: number, room: number, chars: number): readonly Line[] {
  const part: Line[] = [];
  let tokens = 0;
  for (let n = from; n < lines.length; n++) {
    const line = lines[n];
    if (line === undefined) break;
    const shown = shortened(line, chars);
    tokens += estimatedTokens(lineText(shown));
    if (part.length > 0 && tokens > room) break;
    part.push(shown);
  }
  return part;
}

/** The beginning and the end of a text, with what is left out between them. */
function shortened(line: Line, chars: number): Line {
  const { text } = line;
  if (text.length <= chars) return line;
  const head = firstCodePoints(text, Math.floor(chars * 0.7));
  const tail = text.slice(text.length - Math.floor(chars * 0.3)).replace(/^[\uDC00-\uDFFF]/, '');
  const omitted = text.length - head.length - tail.length;
  return { ...line, text: `${head}\n[… ${omitted} characters …]\n${tail}` };
}
