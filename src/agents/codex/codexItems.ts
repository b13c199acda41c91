import { defined, type JsonObject } from '../../disk/base/core.ts';
import { blockType } from '../reading/blocks.ts';
import { mediaPart, placeholder } from '../reading/drafts.ts';
import { type Field, fieldsOf, isList, listOf, objectOf, textOf } from '../reading/fields.ts';
import type { Part, Thought, ToolCall } from '../reading/types.ts';
import { type CodexFact, other } from './codexFacts.ts';
import { readCodexText } from './codexText.ts';

/**
 * Reads an item of a turn that Codex shows on its screen. In code mode, where the model calls tools from a program, API
 * items hold only the program and these hold the calls.
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
  const { text, image_url: url, path, name } = fieldsOf(block);
  const type = blockType(fieldsOf(block));
  if (type === 'image') return imagePart(url);
  if (type === 'local_image') return [{ fileData: { mimeType: 'image/*', fileUri: textOf(path) ?? '' } }];
  if (type === 'text') return textParts(textOf(text));
  return [{ text: placeholder(type ?? 'block without type', textOf(name) ?? textOf(path)) }];
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
      return undefined; // API items hold it
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

const none: readonly never[] = [];

/** Makes the fact for the agent's thoughts. */
export function thoughtOf(thoughts: readonly Thought[]): CodexFact {
  return thoughts.length === 0 ? other : { kind: 'thought', thoughts };
}

/** Makes the fact for the agent's words. */
export function saidBy(parts: readonly Part[]): CodexFact {
  return parts.length === 0 ? other : { kind: 'text', parts };
}

/** Makes the fact for the person's words, without what Codex says in the person's name. */
export function promptOf(parts: readonly Part[]): CodexFact {
  const said: Part[] = [];
  const commands: string[] = [];
  for (const part of parts) {
    if (!('text' in part)) {
      said.push(part);
      continue;
    }
    const { text, command } = readCodexText(part.text);
    if (text !== '') said.push({ text });
    if (command !== undefined) commands.push(command);
  }
  return { kind: 'prompt', parts: said, commands: commands.length === 0 ? none : commands };
}

/** Converts the content of an API item. */
export function partsOf(content: Field): readonly Part[] {
  if (typeof content === 'string') return textParts(content);
  return listOf(content).flatMap((item) => {
    if (typeof item === 'string') return textParts(item);
    const block = objectOf(item);
    if (!block) return [];
    if (typeof block.text === 'string') return textParts(block.text);
    if (blockType(block) === 'input_image') return imagePart(block.image_url);
    return [{ text: placeholder(textOf(block.type) ?? 'block without type') }];
  });
}

/** Converts a text to message parts; none if it is empty. */
export function textParts(text: string | undefined): readonly Part[] {
  return text === undefined || text === '' ? [] : [{ text }];
}

/** Converts a picture address; data URLs are kept unchanged. */
export function imagePart(address: Field): readonly Part[] {
  const uri = textOf(address) ?? '';
  const inline = /^data:([\w.+-]+\/[\w.+-]+)?(?:;base64,)?/.exec(uri.slice(0, 200));
  if (inline || uri === '') return [mediaPart(inline?.[1] ?? 'image/*', uri.slice(inline?.[0].length))];
  return [{ fileData: { mimeType: 'image/*', fileUri: uri } }];
}

/** Parses thoughts, which begin with their subject in bold type. */
export function thoughtsOf(content: Field): readonly Thought[] {
  return listOf(content).flatMap((item) => {
    const text = typeof item === 'string' ? item : (textOf(fieldsOf(item).text) ?? '');
    if (text.trim() === '') return [];
    const subject = /^\*\*([^*\n]+)\*\*\s*/.exec(text);
    if (!subject?.[1]) return [{ description: text }];
    return [{ subject: subject[1], description: text.slice(subject[0].length) }];
  });
}
