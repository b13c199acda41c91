import { fieldsOf, isList, objectOf, textOf } from '../../agents/reading/fields.ts';
import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import type { ToolCall } from '../../agents/reading/types.ts';
import type { ContentPart, FunctionCall, FunctionResponse, SessionMessage } from './content.ts';
import { contentParts, resultText } from './parts.ts';

/** Placeholder for a result that was not recorded. */
export const unanswered = '[No result was recorded for this call.]';
/** Placeholder for an empty answer. */
export const emptyAnswer = '[The answer was empty.]';
const cancelled = '[The call was cancelled and gave no result.]';

/** The parts of an answer with each call once, and the calls with their known results. */
export interface Answer {
  readonly parts: readonly ContentPart[];
  readonly calls: readonly ToolCall[];
}

/**
 * Combines the calls in the parts of an answer with those beside them; some recordings have both. `index`: position of
 * the message, for calls without ids.
 */
export function answerOf(message: SessionMessage, index: number): Answer {
  const pending = [...(message.toolCalls ?? [])];
  const calls: ToolCall[] = [];
  const parts = contentParts(message.content).map((part): ContentPart => {
    if (part.functionCall === undefined) return part;
    const call =
      takeTwin(pending, part.functionCall) ?? callOf(part.functionCall, `call-${index}-${calls.length}`);
    calls.push(call);
    return callPart(call);
  });
  calls.push(...pending);
  return { parts: [...parts, ...pending.map(callPart)], calls };
}

function takeTwin(calls: ToolCall[], { id, name, args = {} }: FunctionCall): ToolCall | undefined {
  const same = (call: ToolCall): boolean =>
    id === undefined ? call.name === name && sameJson(call.args, args) : call.id === id;
  const at = calls.findIndex(same);
  return at === -1 ? undefined : calls.splice(at, 1)[0];
}

/** Reports whether two values are the same JSON, keys in the same order. */
export const sameJson = (a: JsonValue, b: JsonValue): boolean => JSON.stringify(a) === JSON.stringify(b);

const callOf = ({ id, name, args = {} }: FunctionCall, otherwise: string): ToolCall => ({
  id: id ?? otherwise,
  name,
  args,
  status: 'pending',
});

const callPart = ({ id, name, args }: ToolCall): ContentPart => ({ functionCall: { id, name, args } });

/** The result of a call as parts of the next turn: the response, then attached pictures. */
export function resultParts(call: ToolCall, elsewhere: FunctionResponse | undefined): ContentPart[] {
  const { id, name, result = null } = call;
  const respond = (response: JsonObject): ContentPart => ({ functionResponse: { id, name, response } });
  if (result === null) return [respond(elsewhere?.response ?? missing(call))];
  if (isList(result)) {
    const own = responseIn(result, id);
    const media = result.map((item) => fieldsOf(item)).flatMap(mediaOf);
    return [respond(own ?? outcome(call, resultText(result))), ...media];
  }
  const fields = objectOf(result);
  if (fields === undefined) return [respond(outcome(call, resultText(result)))];
  const own = responseIn([fields], id);
  return [respond(own ?? (failed(call) ? { error: fields } : fields))];
}

const failed = ({ status }: ToolCall): boolean => status === 'error' || status === 'cancelled';

const outcome = (call: ToolCall, text: string): JsonObject =>
  failed(call) ? { error: text } : { output: text };

const missing = ({ status }: ToolCall): JsonObject => ({
  error: status === 'cancelled' ? cancelled : unanswered,
});

/** The response in a result shaped like Gemini's: that of this call, else the first. */
function responseIn(items: readonly JsonValue[], id: string): JsonObject | undefined {
  const responses = items
    .map((item) => objectOf(fieldsOf(item).functionResponse))
    .filter((response) => response !== undefined);
  const own = responses.find((response) => response.id === id) ?? responses[0];
  return own && fieldsOf(own.response);
}

/** Pictures with data in a result. */
function mediaOf({ inlineData }: JsonObject): ContentPart[] {
  const { mimeType, data } = fieldsOf(inlineData);
  const [type, bytes] = [textOf(mimeType), textOf(data)];
  return type === undefined || bytes === undefined ? [] : [{ inlineData: { mimeType: type, data: bytes } }];
}
