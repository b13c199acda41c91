import type { JsonObject } from '../../disk/base/core.ts';
import { type MessageDraft, mediaPart } from '../reading/drafts.ts';
import { fieldsOf, isList, listOf, textOf, type Field } from '../reading/fields.ts';
import type { UnknownKinds } from '../reading/kinds.ts';

/** Block types shown only as a line that names them. */
const named: ReadonlySet<string> = new Set(['tool_result', 'server_tool_use', 'web_search_tool_result']);

/** Adds a picture or document to a message, or a line that names another block. */
export function addOther(draft: MessageDraft, block: JsonObject, kinds: UnknownKinds): void {
  const type = textOf(block.type) ?? 'block';
  if (type === 'image' || type === 'document') draft.parts.push(mediaPart(mediaType(block), dataOf(block)));
  else {
    if (!named.has(type)) kinds.add(`block ${type}`);
    draft.addPlaceholder(type);
  }
}

/** Returns a result as text, with pictures named by media type. */
export function contentText(content: Field): string {
  if (!isList(content)) return textOf(content) ?? '';
  return listOf(content)
    .map((block) => blockText(fieldsOf(block)))
    .join('\n');
}

/** Returns one block of a result as text. */
export function blockText(block: JsonObject): string {
  if (block.type === 'text') return textOf(block.text) ?? '';
  const type = textOf(block.type) ?? 'block';
  return type === 'image' || type === 'document' ? `[${type}: ${mediaType(block)}]` : `[${type}]`;
}

/** Picture data: in `source` in Anthropic's format, in the block itself in Cline 4's. */
const dataOf = (block: JsonObject): Field => block.data ?? fieldsOf(block.source).data;
const mediaType = (block: JsonObject): string =>
  textOf(block.mediaType) ?? textOf(fieldsOf(block.source).media_type) ?? 'application/octet-stream';
