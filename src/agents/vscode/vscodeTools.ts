import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { answer, type CallDraft, type MessageDraft, type MessageDrafts } from '../reading/drafts.ts';
import { fieldsOf, isList, listOf, numberOf, objectOf, textOf, type Field } from '../reading/fields.ts';
import { parseJson } from '../reading/lines.ts';
import type { ToolCall } from '../reading/types.ts';

interface RoundCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly result: JsonValue | undefined;
}

/** The model's side of tool calls, from a request's metadata. */
export interface Rounds {
  /** Takes the call shown to the person under an id; each is returned once. */
  readonly take: (id: string) => RoundCall | undefined;
  /** Adds the calls of a response that shows none of its tools. */
  readonly addUnshown: (draft: () => MessageDraft) => void;
}

export function roundsOf(metadata: JsonObject): Rounds {
  const calls = new Map<string, RoundCall>();
  const results = fieldsOf(metadata.toolCallResults);
  for (const round of listOf(metadata.toolCallRounds)) {
    for (const item of listOf(fieldsOf(round).toolCalls)) addRoundCall(calls, fieldsOf(item), results);
  }
  let shown = 0;
  const take = (id: string) => {
    shown++;
    return (
      calls.get(id) ?? [...calls].find(([key]) => key.startsWith(`${id}__`) || id.startsWith(`${key}__`))?.[1]
    );
  };
  const addUnshown = (draft: () => MessageDraft) => {
    if (shown > 0) return;
    for (const [id, { name, args, result }] of calls) {
      const answered =
        result === undefined ? { status: 'pending' as const } : { status: 'success' as const, result };
      draft().calls.push({ id, name, args, ...answered });
    }
  };
  return { take, addUnshown };
}

function addRoundCall(calls: Map<string, RoundCall>, call: JsonObject, results: JsonObject): void {
  const id = textOf(call.id);
  if (id === undefined) return;
  const result = Object.hasOwn(results, id) ? resultText(results[id]) : undefined;
  calls.set(id, { name: textOf(call.name) ?? 'tool', args: argsOf(call.arguments), result });
}

/** Parses arguments: an object, or JSON text written by the model; other text becomes `{text}`. */
export function argsOf(field: Field): JsonObject {
  const text = textOf(field);
  if (text === undefined) return fieldsOf(field);
  return objectOf(parseJson(text)) ?? { text };
}

/** Returns the texts of a tool's result, or the unchanged result if it holds anything else. */
function resultText(result: Field): JsonValue | undefined {
  const { content } = fieldsOf(result);
  const texts = listOf(content).map((item) => textOf(fieldsOf(item).value));
  if (!isList(content) || texts.some((text) => text === undefined)) return result;
  return texts.join('\n');
}

/** Adds a tool call as shown to the person, with the model's arguments and result if known. */
export function addInvocation(
  drafts: MessageDrafts,
  draft: MessageDraft,
  part: JsonObject,
  rounds: Rounds,
): CallDraft {
  const id = textOf(part.toolCallId);
  const round = id === undefined ? undefined : rounds.take(id);
  const data = fieldsOf(part.toolSpecificData);
  const name = round?.name ?? textOf(part.toolId) ?? 'tool';
  const call = drafts.addCall(draft, id, name, round?.args ?? shownArgs(data, fieldsOf(part.resultDetails)));
  answer(call, round?.result ?? shownResult(part, data), statusOf(part, data));
  const display = messageText(part.pastTenseMessage) ?? messageText(part.invocationMessage);
  if (display !== undefined) call.resultDisplay = display;
  return call;
}

function shownArgs(data: JsonObject, details: JsonObject): JsonObject {
  if (data.rawInput !== undefined) return argsOf(data.rawInput);
  const { original, userEdited, toolEdited } = fieldsOf(data.commandLine);
  const command = textOf(userEdited) ?? textOf(toolEdited) ?? textOf(original) ?? textOf(data.command);
  if (command !== undefined) return { command };
  const prompt = textOf(data.prompt);
  return prompt === undefined ? argsOf(details.input) : { prompt };
}

function shownResult(part: JsonObject, data: JsonObject): JsonValue | undefined {
  const { output } = fieldsOf(part.resultDetails);
  const texts = listOf(output).map((item) => textOf(fieldsOf(item).value) ?? '');
  const terminal = textOf(fieldsOf(data.terminalCommandOutput).text);
  return textOf(output) ?? textOf(texts.join('\n')) ?? terminal ?? textOf(data.result);
}

function statusOf(part: JsonObject, data: JsonObject): ToolCall['status'] {
  const denied = part.isConfirmed === false || fieldsOf(part.isConfirmed).type === 0;
  if (denied) return 'cancelled';
  const exitCode = numberOf(fieldsOf(data.terminalCommandState).exitCode) ?? 0;
  if (fieldsOf(part.resultDetails).isError === true || exitCode !== 0) return 'error';
  return part.isComplete === false ? 'pending' : 'success';
}

/** Text of a Markdown message; links without a text get the name of their target. */
function messageText(message: Field): string | undefined {
  const text = textOf(message) ?? textOf(fieldsOf(message).value);
  return text?.replace(
    /\[\]\(([^()]*)\)/g,
    (_, uri: string) => uri.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? uri,
  );
}
