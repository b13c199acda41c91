import type { JsonObject } from '../../base/core.ts';
import { type MessageDraft, mediaPart } from '../shared/drafts.ts';
import { fieldsOf, isList, listOf, textOf, type Field } from '../shared/fields.ts';
import type { UnknownKinds } from '../shared/kinds.ts';

/** Blocks of which a line that names them is all there is to show. */
const named: ReadonlySet<string> = new Set(['tool_result', 'server_tool_use', 'web_search_tool_result']);

/** Adds a picture or document of a message, or a line that names what else is there. */
export function addOther(draft: MessageDraft, block: JsonObject, kinds: UnknownKinds): void {
  const type = textOf(block.type) ?? 'block';
  if (type === 'image' || type === 'document') draft.parts.push(mediaPart(mediaType(block), dataOf(block)));
  else {
    if (!named.has(type)) kinds.add(`block ${type}`);
    draft.addPlaceholder(type);
  }
}

/** A result as text, pictures named by their media type. */
export function contentText(content: Field): string {
  if (!isList(content)) return textOf(content) ?? '';
  return listOf(content)
    .map((block) => blockText(fieldsOf(block)))
    .join('\n');
}

/** A block of a result as text. */
export function blockText(block: JsonObject): string {
  if (block.type === 'text') return textOf(block.text) ?? '';
  const type = textOf(block.type) ?? 'block';
  return type === 'image' || type === 'document' ? `[${type}: ${mediaType(block)}]` : `[${type}]`;
}

/** Anthropic's format has them in `source`, Cline 4's in the block. */
const dataOf = (block: JsonObject): Field => block.data ?? fieldsOf(block.source).data;
const mediaType = (block: JsonObject): string =>
  textOf(block.mediaType) ?? textOf(fieldsOf(block.source).media_type) ?? 'application/octet-stream';
