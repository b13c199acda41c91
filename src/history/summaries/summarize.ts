import type { JsonObject } from '../../disk/base/core.ts';
import { readAnswer, type ModelAnswer } from './answer.ts';
import { entriesOf, withChanges } from './entries.ts';
import { promptOf, repairText, type Request, lineText } from './prompt.ts';
import {
  SummaryError,
  type Line,
  type Material,
  type Model,
  type Room,
  type RequestScope,
  type Summarized,
} from './types.ts';
import { estimatedTokens, firstCodePoints } from '../../disk/text/textLength.ts';

/** Receives, before each request, the number of messages summarized so far. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Creates the new summary, in one request or, for models with less room, part by part, each extending the previous
 * summary. An unusable answer is repaired once. Throws `SummaryError` without a summary, and errors of the model.
 */
export async function summarize(
  model: Model,
  material: Material,
  onProgress: OnProgress = () => undefined,
): Promise<Summarized> {
  const { lines, language } = material;
  let summary: JsonObject = material.summary ?? {};
  const essential: number[] = [];
  for (let done = 0; done < lines.length;) {
    onProgress(done, lines.length);
    const entries = entriesOf(summary);
    const part = await partOf(model, material, done, { entries, total: lines.length, lines: [], language });
    const room = roomFor(material.room, lines, done, part.length, essential);
    const scope: RequestScope = { entries, lines: part, room, language };
    const answer = await answerTo(model, promptOf({ ...scope, total: lines.length }), scope, summary);
    summary = withChanges(summary, answer);
    essential.push(...answer.essential);
    done += part.length;
  }
  return { summary, essential };
}

async function partOf(
  model: Model,
  { lines, room }: Material,
  from: number,
  request: Request,
): Promise<readonly Line[]> {
  const beside = roomBeside(await model.count(promptOf({ ...request, room })), model.maxInputTokens);
  const part = beside > 0 ? await partFrom(lines, from, beside, model) : undefined;
  if (part === undefined) throw new SummaryError({ kind: 'noRoom', maxInputTokens: model.maxInputTokens });
  return part;
}

/** Returns this part's share of the room, in proportion to its messages among the remaining ones. */
function roomFor(
  room: Room | undefined,
  lines: readonly Line[],
  from: number,
  count: number,
  chosen: readonly number[],
): Room | undefined {
  if (room === undefined) return undefined;
  const share = count / (lines.length - from);
  const used = chosen.reduce((sum, number) => sum + (lines[number - 1]?.bytes ?? 0), 0);
  return {
    ...room,
    messages: Math.ceil((room.messages - chosen.length) * share),
    bytes: Math.ceil((room.bytes - used) * share),
  };
}

async function answerTo(
  model: Model,
  prompt: string,
  scope: RequestScope,
  summary: JsonObject,
): Promise<ModelAnswer> {
  const text = await model.ask([{ role: 'user', text: prompt }]);
  const first = checked(text, scope, summary);
  if (!('problems' in first)) return first;
  const again = await model.ask([
    { role: 'user', text: prompt },
    { role: 'assistant', text },
    { role: 'user', text: repairText(first.problems) },
  ]);
  const second = checked(again, scope, summary);
  if (!('problems' in second)) return second;
  throw new SummaryError({ kind: 'malformed', problems: second.problems, answer: again });
}

/** Parses an answer and rejects one whose summary would be too large. */
function checked(text: string, scope: RequestScope, summary: JsonObject): ReturnType<typeof readAnswer> {
  const answer = readAnswer(text, scope);
  if ('problems' in answer || scope.room === undefined) return answer;
  const [before, after] = [sizeOf(summary), sizeOf(withChanges(summary, answer))];
  const { summaryBytes } = scope.room;
  if (after <= Math.max(before, summaryBytes)) return answer;
  return {
    problems: [
      `The summary would have ${after} bytes, more than ${summaryBytes}. Write less, and replace several entries by one.`,
    ],
  };
}

const sizeOf = (summary: JsonObject): number => Buffer.byteLength(JSON.stringify(summary));

/** Maximum tokens per request: more does not improve a summary, even if the model accepts it. */
const maxPartTokens = 60_000;
/** Maximum characters of a message; of a longer one, the beginning and end are shown. */
const maxShownCharacters = 8_000;

/** Returns the tokens left for messages beside a prompt and, for repairs, an answer; negative if there are none. */
function roomBeside(promptTokens: number, maxInputTokens: number): number {
  const answer = Math.min(4_000, maxInputTokens * 0.2);
  return Math.min(maxPartTokens, Math.floor(maxInputTokens * 0.95 - answer - promptTokens));
}

/**
 * Returns messages from a position that fit in a number of tokens, at least one, shortened if necessary; undefined if
 * not even that fits.
 */
async function partFrom(
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
