import { estimatedTokens, firstCodePoints } from '../../disk/text/textLength.ts';
import { lineText } from './prompt.ts';
import type { Line, Model } from './types.ts';

/** Maximum tokens per request: more does not improve a summary, even if the model accepts it. */
const maxPartTokens = 60_000;
/** Maximum characters of a message; of a longer one, the beginning and end are shown. */
const maxShownCharacters = 8_000;

/** Returns the tokens left for messages beside a prompt and, for repairs, an answer; negative if there are none. */
export function roomBeside(promptTokens: number, maxInputTokens: number): number {
  const answer = Math.min(4_000, maxInputTokens * 0.2);
  return Math.min(maxPartTokens, Math.floor(maxInputTokens * 0.95 - answer - promptTokens));
}

/**
 * Returns messages from a position that fit in a number of tokens, at least one, shortened if necessary; undefined if
 * not even that fits.
 */
export async function partFrom(
  lines: readonly Line[],
  from: number,
  room: number,
  model: Pick<Model, 'count'>,
): Promise<readonly Line[] | undefined> {
  const chars = Math.min(maxShownCharacters, Math.max(0, room));
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

/** Returns the beginning and end of a text with a note of what was omitted. */
function shortened(line: Line, chars: number): Line {
  const { text } = line;
  if (text.length <= chars) return line;
  const head = firstCodePoints(text, Math.floor(chars * 0.7));
  const tail = text.slice(text.length - Math.floor(chars * 0.3)).replace(/^[\uDC00-\uDFFF]/, '');
  const omitted = text.length - head.length - tail.length;
  return { ...line, text: `${head}\n[… ${omitted} characters …]\n${tail}` };
}
