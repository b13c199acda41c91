import type { JsonObject, JsonValue } from '../../base/core.ts';
import { plainText } from '../shared/blocks.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, type Field } from '../shared/fields.ts';

/**
 * The messages in what an extension of Cline's family keeps of a task: a list in the form of Anthropic's API, or Roo's
 * second form, `{version: 2, messages}` with the messages of the AI SDK (`core/task-persistence/rooMessage.ts` of its
 * source), which are given in the form of the first.
 */
export function taskMessages(record: JsonValue): readonly JsonValue[] {
  if (isList(record)) return record.map(withThoughts);
  const { version, messages } = fieldsOf(record);
  if (version !== 2 || !isList(messages)) return [record];
  return messages.map((message) => inFirstForm(fieldsOf(withThoughts(message))));
}

/** What the model thought stands alone in some lists: `{type: 'reasoning', summary}`. */
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

/** `{type: 'text', value}`, such values in a list, or the text itself. */
function outputText(output: Field): string {
  const { value } = fieldsOf(output);
  const items = isList(output) ? output : listOf(value);
  if (items.length > 0)
    return items.map((item) => textOf(fieldsOf(item).value) ?? textOf(fieldsOf(item).text) ?? '').join('\n');
  return textOf(output) ?? textOf(value) ?? (value === undefined ? '' : JSON.stringify(value));
}

/** Pictures come as data URLs or base64. */
function imageOf({ type, image, data, mediaType }: JsonObject): JsonObject {
  const [, declared, bytes] = /^data:([^;,]+);base64,(.*)$/s.exec(textOf(image ?? data) ?? '') ?? [];
  const media_type = declared ?? textOf(mediaType) ?? 'application/octet-stream';
  const source = { type: 'base64', media_type, data: bytes ?? textOf(image ?? data) ?? null };
  return { type: type === 'image' ? 'image' : 'document', source };
}
