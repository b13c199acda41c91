import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { placeholder, mediaPart } from './drafts.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, type Field } from './fields.ts';
import type { Part } from './types.ts';

/** Returns content of the API as blocks: a string becomes one text block; null and empty blocks are left out. */
export function blocksOf(content: Field): readonly JsonObject[] {
  const items: readonly JsonValue[] = isList(content) ? content : [content ?? null];
  return items.flatMap((item) => {
    if (typeof item === 'string') return [{ type: 'text', text: item }];
    const block = objectOf(item);
    return block ? [block] : [];
  });
}

/** Returns the type of a block, of which some versions write `LocalImage` for `local_image`. */
export function blockType({ type }: JsonObject): string | undefined {
  const name = textOf(type);
  if (name === undefined || !/^[A-Z]/.test(name)) return name;
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}

/** Whether a block is text; some programs omit the type. */
export function isText(block: JsonObject): boolean {
  return blockType(block) === 'text' || (block.type === undefined && typeof block.text === 'string');
}

/** Whether a block is a tool's result, including tools that run at the API. */
export function isToolResult(block: JsonObject): boolean {
  return blockType(block)?.endsWith('tool_result') === true && textOf(block.tool_use_id) !== undefined;
}

/** Whether a block calls a tool, including tools that run at the API; its id may be missing. */
export function isToolUse(block: JsonObject): boolean {
  return blockType(block)?.endsWith('tool_use') === true;
}

/**
 * Converts a block to a part of a message.
 *
 * Pictures keep their data; documents become their media type; blocks of unknown type become a line with the type, or
 * their fields if they have none.
 */
export function partOf(block: JsonObject): Part | undefined {
  if (isText(block)) return typeof block.text === 'string' ? textPart(block.text) : undefined;
  const type = blockType(block);
  if (type === 'image' || type === 'document') return blockMedia(block);
  if (type !== undefined) return { text: placeholder(textOf(block.type) ?? type) };
  if (objectOf(block.source)) return blockMedia(block);
  const fields = Object.keys(block).join(', ');
  return fields === '' ? undefined : { text: placeholder('block', fields) };
}

/** Returns a tool's result as in the transcript, without the bytes of pictures. */
export function toolOutput(content: Field): JsonValue {
  return isList(content) ? content.map(withoutBytes) : (content ?? null);
}

/** Returns the pictures in a tool's result. */
export function toolPictures(content: Field): readonly Part[] {
  return listOf(content)
    .map(fieldsOf)
    .filter((block) => blockType(block) === 'image')
    .map(blockMedia);
}

function withoutBytes(item: JsonValue): JsonValue {
  const block = objectOf(item);
  const source = objectOf(block?.source);
  if (block?.type === 'image' && !source) return withoutData(block);
  if (!block || typeof source?.data !== 'string' || source.type === 'text') return item;
  return { ...block, source: withoutData(source) };
}

const withoutData = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'data'));

/** Converts a picture or document; some agents put the bytes in the block itself. */
function blockMedia(block: JsonObject): Part {
  const source = objectOf(block.source) ?? block;
  const fallback = blockType(block) === 'image' ? 'image/*' : 'application/octet-stream';
  const mimeType =
    textOf(source.media_type) ?? textOf(source.mimeType) ?? textOf(source.mediaType) ?? fallback;
  const fileUri = textOf(source.url);
  if (fileUri !== undefined) return { fileData: { mimeType, fileUri } };
  // A document of plain text is text.
  if (source.type === 'text' && typeof source.data === 'string') return { text: source.data };
  return mediaPart(mimeType, source.data);
}

function textPart(text: string): Part | undefined {
  return text === '' ? undefined : { text };
}

/** Joins the texts of blocks, each starting a new line. */
export function plainText(content: Field): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((item) => (typeof item === 'string' ? item : textOf(fieldsOf(item).text)))
    .filter((text) => text !== undefined)
    .join('\n');
}
