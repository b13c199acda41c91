import type { JsonObject, JsonValue } from '../base/json.ts';
import { fieldsOf, isList, listOf, objectOf, textOf } from './shared/fields.ts';

/**
 * Programs whose transcripts are not read, told from a record of theirs: some look so much like those of another
 * agent that they would be taken for them.
 */
export function unreadProgram(record: JsonValue): string | undefined {
  const fields = fieldsOf(record);
  return unread.find(([, wrote]) => wrote(fields))?.[0];
}

const unread: readonly (readonly [string, (fields: JsonObject) => boolean])[] = [
  ['Qwen Code', isQwen],
  ['Cursor', ({ type, role, message }) => type === undefined && isRole(role) && isList(contentOf(message))],
  ['opencode', ({ info, messages }) => isText(fieldsOf(info).id) && listOf(messages).some(hasParts)],
];

/** Lines as Claude Code's, but with the messages of Gemini, from which it comes. */
function isQwen({ uuid, sessionId, type, message, systemPayload }: JsonObject): boolean {
  if (!isText(uuid) || !isText(sessionId) || contentOf(message) !== undefined) return false;
  return type === 'tool_result' || isList(fieldsOf(message).parts) || objectOf(systemPayload) !== undefined;
}

const isText = (field: JsonValue | undefined): boolean => textOf(field) !== undefined;
const isRole = (field: JsonValue | undefined): boolean => field === 'user' || field === 'assistant';
const contentOf = (message: JsonValue | undefined): JsonValue | undefined => fieldsOf(message).content;
const hasParts = (message: JsonValue): boolean =>
  objectOf(fieldsOf(message).info) !== undefined && isList(fieldsOf(message).parts);
