import { defined, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import type { MessageRecord, Part, ToolCall } from '../../agents/reading/types.ts';
import { isList } from '../../agents/reading/fields.ts';
import { countCodePoints, firstCodePoints } from '../../disk/text/textLength.ts';
import type { ArchivedCall, ArchivedMessage } from './types.ts';

/**
 * Reduces a message to what archives hold: without thoughts and token counts, with pictures and documents as a line
 * that names them. With `maxChars` above 0 texts are cut to that many code points and marked.
 */
export function archivedMessage(message: MessageRecord, maxChars = 0): ArchivedMessage {
  const { id, timestamp, type, model, compaction, toolCalls = [] } = message;
  const cutter = new Cutter(maxChars);
  const kept = {
    id: id.toWellFormed(), // the form that parsing restores
    timestamp,
    type,
    text: cutter.cut(said(message)),
    ...defined({ model }),
    ...(compaction && {
      compaction: {
        ...defined({ trigger: compaction.trigger, summary: compaction.summary }), // compact form
      },
    }),
    toolCalls: toolCalls.map((call) => archivedCall(call, cutter)),
  };
  return { ...kept, ...(cutter.didCut && { cut: true }) };
}

function archivedCall(call: ToolCall, cutter: Cutter): ArchivedCall {
  const { id, name, args, result, status, timestamp, resultDisplay, agentId } = call;
  return {
    id,
    name,
    status,
    args: cutter.cutArgs(args),
    ...(result !== undefined && { result: cutter.cutValue(result) }),
    ...(resultDisplay !== undefined && { resultDisplay: cutter.cut(resultDisplay) }),
    ...defined({ timestamp, agentId }),
  };
}

/** Returns what the person typed if it is more than the model received, such as a command before its argument. */
function said({ content, displayContent = '' }: MessageRecord): string {
  const text = textOf(content);
  return displayContent.includes(text) ? displayContent : text;
}

/** Returns the text of a message, with a line for each other part. */
export function textOf(content: string | readonly Part[]): string {
  return typeof content === 'string' ? content : content.map(partText).join('\n\n');
}

function partText(part: Part): string {
  if ('text' in part) return part.text;
  if ('inlineData' in part) return `[${part.inlineData.mimeType}]`;
  return `[${part.fileData.mimeType}: ${part.fileData.fileUri}]`;
}

/** Cuts texts and records whether it did. */
class Cutter {
  readonly #maxChars: number;
  didCut = false;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  cut(text: string): string {
    if (this.#maxChars === 0 || text.length <= this.#maxChars) return text;
    const head = firstCodePoints(text, this.#maxChars);
    if (head.length === text.length) return text;
    this.didCut = true;
    return `${head}... [${countCodePoints(text.slice(head.length))} characters left out]`;
  }

  cutArgs(args: JsonObject): JsonObject {
    if (this.#maxChars === 0) return args;
    return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, this.cutValue(value)]));
  }

  cutValue(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.cut(value);
    if (this.#maxChars === 0 || typeof value !== 'object' || value === null) return value;
    if (isList(value)) return value.map((item) => this.cutValue(item));
    return this.cutArgs(value);
  }
}
