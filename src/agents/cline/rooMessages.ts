import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { plainText } from '../reading/blocks.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, type Field } from '../reading/fields.ts';

/**
 * Returns the messages of a task in the form of Anthropic's API. Accepts a list in that form, or Roo's
 * `{version: 2, messages}` in the AI SDK's form (`core/task-persistence/rooMessage.ts`).
 */
export function taskMessages(record: JsonValue): readonly JsonValue[] {
  if (isList(record)) return record.map(withThoughts);
  const { version, messages } = fieldsOf(record);
  if (version !== 2 || !isList(messages)) return [record];
  return messages.map((message) => inFirstForm(fieldsOf(withThoughts(message))));
}

/** Converts a thought that is a list item of its own: `{type: 'reasoning', summary}`. */
function withThoughts(message: JsonValue): JsonValue {
  const { type, content, summary, text } = fieldsOf(message);
  if (type !== 'reasoning' || content !== undefined) return message;
  const thinking = textOf(text) ?? plainText(summary);
  return { ...objectOf(message), role: 'assistant', content: [{ type: 'thinking', thinking }] };
}

function inFirstForm(message: JsonObject): JsonObject {
  const { role, content } = message;
  const blocks = isList(content) ? content.map((part) => blockOf(fieldsOf(part))) : (content ?? null);
  return { ...message, role: role === 'tool' ? 'user' : (role ?? null), content: blocks };
}

function blockOf(part: JsonObject): JsonObject {
  const { type, toolCallId = null, toolName = null, input = null } = part;
  if (type === 'tool-call') return { type: 'tool_use', id: toolCallId, name: toolName, input };
  if (type === 'tool-result') {
    const content = outputText(part.output);
    return { type: 'tool_result', tool_use_id: toolCallId, content, is_error: /^\s*\[ERROR\]/.test(content) };
  }
  return type === 'image' || type === 'file' ? imageOf(part) : part;
}

/** Returns the text of `{type: 'text', value}`, of a list of these, or a plain string. */
function outputText(output: Field): string {
  const { value } = fieldsOf(output);
  const items = isList(output) ? output : listOf(value);
  if (items.length > 0)
    return items.map((item) => textOf(fieldsOf(item).value) ?? textOf(fieldsOf(item).text) ?? '').join('\n');
  return textOf(output) ?? textOf(value) ?? (value === undefined ? '' : JSON.stringify(value));
}

/** Converts a picture given as data URL or base64. */
function imageOf({ type, image, data, mediaType }: JsonObject): JsonObject {
  const [, declared, bytes] = /^data:([^;,]+);base64,(.*)$/s.exec(textOf(image ?? data) ?? '') ?? [];
  const media_type = declared ?? textOf(mediaType) ?? 'application/octet-stream';
  const source = { type: 'base64', media_type, data: bytes ?? textOf(image ?? data) ?? null };
  return { type: type === 'image' ? 'image' : 'document', source };
}
