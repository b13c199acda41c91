import { defined } from '../../base/defined.ts';
import type { JsonObject } from '../../base/json.ts';
import { other, type CodexFact } from './codexFacts.ts';
import { imagePart, promptOf, saidBy, textParts, thoughtOf, thoughtsOf } from './codexParts.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, type Field } from '../shared/fields.ts';
import { placeholder } from '../shared/drafts.ts';
import type { Part, ToolCall } from '../shared/types.ts';

/**
 * What an item of a turn tells that Codex shows on its screen. Where the model calls tools from a program (code mode),
 * the items of the API hold the program alone, and these the calls it made.
 */
export function readCodexTurnItem(item: JsonObject): CodexFact {
  switch (textOf(item.type) ?? '') {
    case 'UserMessage':
      return promptOf(listOf(item.content).flatMap(inputOf));
    case 'AgentMessage':
      return saidBy(listOf(item.content).flatMap((block) => textParts(textOf(fieldsOf(block).text))));
    case 'Reasoning':
      return thoughtOf([...thoughtsOf(item.summary_text), ...thoughtsOf(item.raw_content)]);
    default: {
      const call = callOf(item);
      return call ? { kind: 'call', call } : other;
    }
  }
}

function inputOf(block: Field): readonly Part[] {
  const { type, text, image_url: url, path, name } = fieldsOf(block);
  if (type === 'image') return imagePart(url);
  if (type === 'local_image') return [{ fileData: { mimeType: 'image/*', fileUri: textOf(path) ?? '' } }];
  if (type === 'text') return textParts(textOf(text));
  return [{ text: placeholder(textOf(type) ?? 'block without type', textOf(name) ?? textOf(path)) }];
}

function callOf(item: JsonObject): ToolCall | undefined {
  const id = textOf(item.id) ?? '';
  const ended = { id, status: statusOf(item) } as const;
  switch (textOf(item.type) ?? '') {
    case 'CommandExecution':
      return item.source === 'user_shell' ? undefined : { ...ended, name: 'shell', ...commandOf(item) };
    case 'McpToolCall': {
      const name = [textOf(item.server), textOf(item.tool)].filter((part) => part !== undefined).join('/');
      return { ...ended, name: name || 'unknown', args: argumentsOf(item.arguments), ...resultOf(item) };
    }
    case 'DynamicToolCall':
    case 'CollabAgentToolCall': {
      const args = item.arguments === undefined ? promptOfCall(item) : argumentsOf(item.arguments);
      return { ...ended, name: textOf(item.tool) ?? 'unknown', args, ...resultOf(item) };
    }
    case 'FileChange': {
      const result = textOf(item.stdout) ?? textOf(item.stderr) ?? '';
      return { ...ended, name: 'apply_patch', args: { changes: item.changes ?? null }, result };
    }
    case 'ImageView':
      return { ...ended, name: 'view_image', args: { path: item.path ?? null } };
    default:
      return undefined; // the items of the API tell of it
  }
}

function commandOf(item: JsonObject): Pick<ToolCall, 'args' | 'result'> {
  const { command = null, interaction_input: input } = item;
  const result = textOf(item.aggregated_output) ?? textOf(item.formatted_output) ?? textOf(item.stdout) ?? '';
  return { args: { command, ...defined({ input }) }, result };
}

const argumentsOf = (args: Field): JsonObject => objectOf(args) ?? { arguments: args ?? null };

function promptOfCall({ prompt, receiver_thread_ids: receivers }: JsonObject): JsonObject {
  const to = isList(receivers) && receivers.length > 0 ? { to: receivers } : {};
  return { ...defined({ prompt }), ...to };
}

function resultOf(item: JsonObject): Pick<ToolCall, 'result'> {
  const result = item.result ?? item.error ?? item.content_items ?? item.agents_states;
  return result === undefined || result === null ? {} : { result };
}

function statusOf({ status, exit_code: code, success, error, result }: JsonObject): ToolCall['status'] {
  const word = (textOf(status) ?? '').toLowerCase();
  if (word === 'declined') return 'cancelled';
  if (/^in_?progress$/.test(word)) return 'pending';
  const failed = word === 'failed' || success === false || fieldsOf(result).isError === true;
  const broken =
    (code !== undefined && code !== null && code !== 0) || (error !== undefined && error !== null);
  return failed || broken ? 'error' : 'success';
}
