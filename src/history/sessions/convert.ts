import { defined } from '../../disk/base/core.ts';
import { isCommand } from '../../agents/reading/titles.ts';
import type { Content, ContentPart, DatedMessage, FunctionResponse, SessionMessage } from './content.ts';
import { contentParts, contentText, resultText } from './parts.ts';
import { answerOf, emptyAnswer, resultParts, sameJson, type Answer } from './toolCalls.ts';
import type { UiItem, UiTool } from './recordingTypes.ts';
import { isSessionContext } from './sessionContext.ts';
import type { ToolCall } from '../../agents/reading/types.ts';

/** A session in both forms of the original: as displayed to a person, and as sent to a model. */
export interface HistoryFormats {
  readonly uiHistory: readonly UiItem[];
  readonly clientHistory: readonly Content[];
}

/**
 * Converts the messages of a session. The model's form omits notices, slash commands and the session context, which a
 * new chat receives again; every tool call is followed by its result or a placeholder.
 */
export function convertSessionToHistoryFormats(messages: readonly SessionMessage[]): HistoryFormats {
  const latest = lastOfEachId(messages);
  return { uiHistory: latest.flatMap(uiItems), clientHistory: clientHistory(latest, true) };
}

/** Only the model's form. Without `curated` it includes slash commands, notices and empty answers. */
export const toClientHistory = (messages: readonly SessionMessage[], curated = true): Content[] =>
  clientHistory(lastOfEachId(messages), curated);

/** The curated model's form, each turn with its time and model. */
export function datedHistory(messages: readonly DatedMessage[]): Content[] {
  const latest = lastOfEachId(messages);
  const turns = turnsOfEach(latest, true);
  return latest.flatMap(({ timestamp: at, model }, index) =>
    (turns[index] ?? []).map((turn) => ({ ...turn, said: { at, ...defined({ model }) } })),
  );
}

function lastOfEachId<Message extends SessionMessage>(messages: readonly Message[]): Message[] {
  const kept = new Map<string | Message, Message>();
  for (const message of messages) kept.set(message.id ?? message, message);
  return [...kept.values()];
}

function uiItems(message: SessionMessage, index: number): UiItem[] {
  const items: UiItem[] = (message.thoughts ?? []).map((thought) => ({ type: 'thinking', thought }));
  const display = message.displayContent ?? '';
  const text = display.trim() === '' ? contentText(message.content) : display;
  if (text.trim() !== '') items.push({ type: message.type, text });
  const calls = message.type === 'assistant' ? answerOf(message, index).calls : (message.toolCalls ?? []);
  if (calls.length > 0) items.push({ type: 'tool_group', tools: calls.map(uiTool) });
  return items;
}

function uiTool({ id, name, args, status, result, resultDisplay }: ToolCall): UiTool {
  const display = resultDisplay ?? (result === undefined ? undefined : resultText(result));
  return { callId: id, name, args, status, ...defined({ resultDisplay: display }) };
}

const clientHistory = (messages: readonly SessionMessage[], curated: boolean): Content[] =>
  turnsOfEach(messages, curated).flat();

/** The turns of each message. */
function turnsOfEach(messages: readonly SessionMessage[], curated: boolean): readonly Content[][] {
  const responses = new StrayResponses(messages);
  const earlier = new Map<string, ToolCall>();
  return messages.map((message, index) => {
    if (message.type === 'user') return userTurns(message, curated);
    if (message.type !== 'assistant') return curated ? [] : noticeTurns(message);
    const turns = modelTurns(answerOf(message, index), earlier, responses);
    return turns.length > 0 || curated ? turns : [{ role: 'model', parts: [{ text: emptyAnswer }] }];
  });
}

/** Results among the person's messages instead of at their calls. */
class StrayResponses {
  readonly #byId = new Map<string, FunctionResponse>();
  readonly #byName = new Map<string, FunctionResponse[]>();

  constructor(messages: readonly SessionMessage[]) {
    for (const { type, content } of messages)
      if (type === 'user' && typeof content !== 'string')
        for (const { functionResponse } of contentParts(content))
          if (functionResponse) this.#add(functionResponse);
  }

  /** The result for a call without one; results without ids are used in order per tool. */
  of({ id, name, result = null }: ToolCall): FunctionResponse | undefined {
    return result === null ? (this.#byId.get(id) ?? this.#byName.get(name)?.shift()) : undefined;
  }

  #add(response: FunctionResponse): void {
    if (response.id !== undefined) this.#byId.set(response.id, response);
    else this.#byName.set(response.name, [...(this.#byName.get(response.name) ?? []), response]);
  }
}

/** Converts a notice to a turn of the agent, as it often explains a missing answer. */
function noticeTurns({ type, content }: SessionMessage): Content[] {
  const text = contentText(content).trim();
  return text === '' ? [] : [{ role: 'model', parts: [{ text: `[${type}] ${text}` }] }];
}

function userTurns({ content }: SessionMessage, curated: boolean): Content[] {
  const text = contentText(content).trim();
  if ((curated && isCommand(text)) || isSessionContext(text)) return [];
  const parts = contentParts(content).filter((part) => part.functionResponse === undefined);
  return parts.length === 0 ? [] : [{ role: 'user', parts }];
}

function modelTurns(
  { parts, calls }: Answer,
  earlier: Map<string, ToolCall>,
  responses: StrayResponses,
): Content[] {
  const fresh = calls.filter((call) => !isRepeated(earlier.get(call.id), call));
  for (const call of fresh) earlier.set(call.id, call);
  const isFresh = ({ functionCall }: ContentPart): boolean =>
    functionCall === undefined || fresh.some(({ id }) => id === functionCall.id);
  const content = fresh.length === calls.length ? parts : parts.filter(isFresh);
  if (content.length === 0) return [];
  const model: Content = { role: 'model', parts: content };
  if (fresh.length === 0) return [model];
  const results = fresh.map((call) => resultParts(call, responses.of(call)));
  // Results first, as every API requires, then their attachments.
  const answers = results.flatMap((result) => result.slice(0, 1));
  return [model, { role: 'user', parts: [...answers, ...results.flatMap((result) => result.slice(1))] }];
}

/** Reports whether a call repeats an earlier one, as in recordings of retried answers. */
const isRepeated = (before: ToolCall | undefined, call: ToolCall): boolean =>
  before?.name === call.name && sameJson(before.args, call.args);
