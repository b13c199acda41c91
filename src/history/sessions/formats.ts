import { containLines, oneFlatLine, oneLine, quoteLines } from '../../disk/text/containText.ts';
import type { JsonObject } from '../../disk/base/core.ts';
import type { Content, ContentPart } from './content.ts';
import { isSessionContext } from './sessionContext.ts';
import { responseText } from './parts.ts';
import type { HandOverFormat } from './types.ts';

/** Writes turns in the order of `pairedHistory`. */
interface HistoryWriter {
  /** Converts turns to messages of an API. */
  messages(turns: readonly Content[]): JsonObject[];
  /** Formats turns as text; parts concatenate to the whole. */
  text(turns: readonly Content[]): string;
}

const jsonWriter = (messages: HistoryWriter['messages']): HistoryWriter => ({
  messages,
  text: (turns) =>
    `[\n${messages(turns)
      .map((message) => JSON.stringify(message))
      .join(',\n')}\n]`,
});

/** Gemini's `Content[]`. */
function geminiMessages(turns: readonly Content[]): JsonObject[] {
  return turns.map(({ role, parts }) => ({ role, parts: parts.map(geminiPart) }));
}

function geminiPart({ text = '', functionCall, functionResponse }: ContentPart): JsonObject {
  if (functionCall) {
    const { id = '', name, args = {} } = functionCall;
    return { functionCall: { id, name, args } };
  }
  if (!functionResponse) return { text };
  const { id = '', name, response } = functionResponse;
  return { functionResponse: { id, name, response } };
}

/** Anthropic's messages: roles alternate, and results come first in the turn after their calls. */
function anthropicMessages(turns: readonly Content[]): JsonObject[] {
  const merged: { role: string; content: JsonObject[] }[] = [];
  for (const turn of turns) {
    const role = turn.role === 'model' ? 'assistant' : 'user';
    const content = turn.parts.map(anthropicBlock);
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content });
  }
  return merged.map(({ role, content }) => ({ role, content }));
}

function anthropicBlock({ text = '', functionCall, functionResponse }: ContentPart): JsonObject {
  if (functionCall) {
    const { id = '', name, args = {} } = functionCall;
    return { type: 'tool_use', id, name, input: args };
  }
  if (!functionResponse) return { type: 'text', text };
  const { id = '', response } = functionResponse;
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: responseText(response),
    ...(isFailure(response) && { is_error: true }),
  };
}

const isFailure = (response: JsonObject): boolean => 'error' in response && !('output' in response);

/** OpenAI's chat messages: each result is a separate message right after the calls. */
function openaiMessages(turns: readonly Content[]): JsonObject[] {
  return turns.flatMap(({ role, parts }) => (role === 'user' ? openaiUser(parts) : [openaiAssistant(parts)]));
}

function openaiUser(parts: readonly ContentPart[]): JsonObject[] {
  const results = parts.flatMap(({ functionResponse }): JsonObject[] => {
    if (!functionResponse) return [];
    const { id = '', response } = functionResponse;
    return [{ role: 'tool', tool_call_id: id, content: responseText(response) }];
  });
  const content = joinedText(parts);
  return content === '' ? results : [...results, { role: 'user', content }];
}

function openaiAssistant(parts: readonly ContentPart[]): JsonObject {
  const calls = parts.flatMap(({ functionCall }): JsonObject[] => {
    if (!functionCall) return [];
    const { id = '', name, args = {} } = functionCall;
    return [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }];
  });
  const text = joinedText(parts);
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

const joinedText = (parts: readonly ContentPart[]): string =>
  parts.flatMap(({ text = '' }) => (text === '' ? [] : [text])).join('\n\n');

/** Plain text: the first turn unchanged, then each under a heading with its role, tools as quotes. */
function plainText(turns: readonly Content[]): string {
  return turns.map(plainTurn).join('\n\n');
}

function plainTurn({ role, parts }: Content): string {
  const heading = role === 'model' ? '### Assistant' : '### User';
  const texts = parts.map(plainPart);
  if (isSessionContext(texts[0] ?? '')) return texts.join('\n');
  return parts.every(({ functionResponse }) => functionResponse)
    ? texts.join('\n')
    : [heading, ...texts].join('\n');
}

function plainPart({ text = '', functionCall, functionResponse }: ContentPart): string {
  if (functionCall)
    return `> Call ${oneLine(functionCall.name)}(${oneFlatLine(JSON.stringify(functionCall.args ?? {}))})`;
  if (!functionResponse) return containLines(text, turnStart);
  const { name, response } = functionResponse;
  const content = `${isFailure(response) ? 'Failure' : 'Result'} of ${oneLine(name)}:\n${responseText(response)}`;
  return quoteLines(content);
}

/** The start of a turn or of a tool's quote. */
const turnStart = '### (User|Assistant)|> (Call|Result|Failure) ';

/** The writer of each format. */
export const writers: Readonly<Record<HandOverFormat, HistoryWriter>> = {
  text: { messages: geminiMessages, text: plainText },
  gemini: jsonWriter(geminiMessages),
  anthropic: jsonWriter(anthropicMessages),
  openai: jsonWriter(openaiMessages),
};
