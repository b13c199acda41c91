import type { JsonObject } from '../../disk/base/core.ts';
import { readAnswer, type ModelAnswer } from './answer.ts';
import { entriesOf, withChanges } from './entries.ts';
import { partFrom, roomBeside } from './parts.ts';
import { promptOf, repairText, type Request } from './prompt.ts';
import {
  SummaryError,
  type Line,
  type Material,
  type Model,
  type Room,
  type RequestScope,
  type Summarized,
} from './types.ts';

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
