import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList, objectOf, textOf } from '../../agents/reading/fields.ts';
import type { ContentPart, SessionMessage } from './content.ts';

/** The non-empty parts of a message; pictures without data become placeholders. */
export function contentParts(content: SessionMessage['content']): ContentPart[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ text: content }];
  return content.filter(saysSomething).map(withPlaceholder);
}

function saysSomething(part: ContentPart): boolean {
  if (part.text === undefined) return Object.keys(part).length > 0;
  return part.text.trim() !== '' || isThought(part);
}

/** Reports whether a part is a thought of the model. */
export const isThought = ({ thought }: ContentPart): boolean =>
  thought !== undefined && thought !== false && thought !== '';

const withPlaceholder = (part: ContentPart): ContentPart =>
  part.inlineData !== undefined && part.inlineData.data === undefined ? { text: mediaText(part) } : part;

/** A line that names a picture or document; empty for other parts. */
export function mediaText({ inlineData, fileData }: ContentPart): string {
  if (inlineData) return `[${inlineData.mimeType}]`;
  return fileData ? `[${fileData.mimeType}: ${fileData.fileUri}]` : '';
}

/** The text of a message, without thoughts and tools. */
export function contentText(content: SessionMessage['content']): string {
  if (typeof content === 'string') return content;
  return content.map((part: ContentPart) => (isThought(part) ? '' : (part.text ?? mediaText(part)))).join('');
}

/** Converts a tool result to text: text unchanged, the texts of a list of blocks, otherwise JSON. */
export function resultText(result: JsonValue): string {
  if (typeof result === 'string') return result;
  if (isList(result)) return result.map(blockText).join('\n');
  return JSON.stringify(result);
}

function blockText(block: JsonValue): string {
  if (typeof block === 'string') return block;
  const fields = fieldsOf(block);
  if (typeof fields.text === 'string') return fields.text;
  const mimeType = mediaTypeOf(fields);
  if (mimeType !== undefined) return `[${mimeType}]`;
  const response = objectOf(fieldsOf(fields.functionResponse).response);
  return response ? responseText(response) : JSON.stringify(block);
}

/** The media type of a picture, audio or document, in the shapes of Gemini, Anthropic, MCP and OpenAI. */
function mediaTypeOf({ type, inlineData, source, mimeType, image_url: url }: JsonObject): string | undefined {
  const named = textOf(fieldsOf(inlineData).mimeType) ?? textOf(fieldsOf(source).media_type);
  if (named !== undefined) return named;
  if (type === 'image' || type === 'audio') return textOf(mimeType) ?? `${type}/*`;
  return type === 'input_image' ? (/^data:([^;,]+)/.exec(textOf(url) ?? '')?.[1] ?? 'image/*') : undefined;
}

/** The text of a tool's response in common shapes: a single `{output}` or `{error}`, otherwise JSON. */
export function responseText(response: Readonly<Record<string, JsonValue>>): string {
  const single = Object.keys(response).length === 1 ? (response.output ?? response.error) : undefined;
  return typeof single === 'string' ? single : JSON.stringify(single ?? response);
}
