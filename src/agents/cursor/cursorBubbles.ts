import { defined, isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { addThought } from '../reading/conversation.ts';
import { answer, MessageDrafts, type MessageDraft } from '../reading/drafts.ts';
import { fieldsOf, isList, listOf, numberOf, textOf, timeOf } from '../reading/fields.ts';
import { parseJson } from '../reading/lines.ts';
import { JsonRecords } from '../reading/records.ts';
import { sessionOf } from '../reading/session.ts';
import type { ReadTranscript, ToolCall } from '../reading/types.ts';
import { readStoredChat } from './cursorStores.ts';

/**
 * Reads a chat of Cursor's editor from its rows, in which a bubble is a message or a part of the agent's answer; or one
 * of its command line.
 */
export const readCursorChat: ReadTranscript = async (chunks, source) => {
  const records = new JsonRecords(chunks);
  const values = new Map<string, JsonObject>();
  let head: JsonObject = {};
  let about: JsonObject | undefined;
  const messages: JsonValue[] = [];
  let unreadable = 0;
  for await (const record of records) {
    const { rowsOf, key, value, table, message = null } = fieldsOf(record);
    if (table === 'blobs') messages.push(message);
    if (table === 'meta') about = fieldsOf(fieldsOf(record).about);
    if (table === 'blobs' || table === 'meta') continue;
    const content = parseJson(textOf(value) ?? '');
    if (rowsOf !== undefined) head = fieldsOf(record);
    else if (content === undefined) unreadable++;
    else values.set(textOf(key) ?? '', fieldsOf(content));
  }
  if (about) return readStoredChat({ head, about, messages }, source);
  const session = textOf(head.session) ?? '';
  const chat = values.get(`composerData:${session}`) ?? {};
  const created = timeOf(chat.createdAt);
  const drafts = new MessageDrafts(created ?? isoTime(source.mtimeMs));
  for (const bubble of bubblesOf(chat, (id) => values.get(`bubbleId:${session}:${id}`) ?? {}))
    addBubble(drafts, bubble);
  const found = {
    sessionId: session,
    startTime: created,
    lastUpdated: timeOf(chat.lastUpdatedAt) ?? created,
    title: textOf(chat.name),
    cwd: textOf(head.folder),
    gitBranch: textOf(chat.createdOnBranch),
  };
  const omitted = { unreadable: unreadable + records.unreadable, rewound: 0 };
  return sessionOf(found, { source: 'cursor', messages: drafts.finish(), omitted }, source);
};

function addBubble(drafts: MessageDrafts, bubble: JsonObject): void {
  const isUser = bubble.type === 1;
  const draft = drafts.add({
    id: textOf(bubble.bubbleId),
    time: timeOf(bubble.createdAt),
    type: isUser ? 'user' : 'assistant',
  });
  draft.addText(textOf(bubble.text) ?? '');
  if (isUser) listOf(bubble.images).forEach(() => draft.addPlaceholder('image'));
  else {
    addThought(draft, textOf(fieldsOf(bubble.thinking).text));
    draft.model = textOf(fieldsOf(bubble.modelInfo).modelName);
    const { inputTokens, outputTokens } = fieldsOf(bubble.tokenCount);
    const counts = defined({ input: positive(inputTokens), output: positive(outputTokens) });
    if (Object.keys(counts).length > 0) draft.tokens = counts;
    addCall(drafts, draft, fieldsOf(bubble.toolFormerData));
  }
}

/** The count, or undefined for 0, which Cursor writes for unknown. */
const positive = (count: JsonObject[string] | undefined): number | undefined =>
  count === 0 ? undefined : numberOf(count);

const statuses: Readonly<Record<string, ToolCall['status']>> = {
  completed: 'success',
  success: 'success',
  error: 'error',
  cancelled: 'cancelled',
  rejected: 'cancelled',
};

function addCall(drafts: MessageDrafts, draft: MessageDraft, tool: JsonObject): void {
  const name =
    textOf(tool.name) ?? (numberOf(tool.tool) === undefined ? undefined : `tool ${numberOf(tool.tool)}`);
  if (name === undefined) return;
  const args = fieldsOf(parseJson(textOf(tool.rawArgs) ?? textOf(tool.params) ?? ''));
  const call = drafts.addCall(draft, textOf(tool.toolCallId), name, args);
  const result = textOf(tool.result);
  answer(
    call,
    result === undefined ? undefined : (parseJson(result) ?? result),
    statuses[textOf(tool.status) ?? ''] ?? 'pending',
  );
}

/** Yields a chat's messages in order: listed by id with content elsewhere, or inline in older versions. */
export function* bubblesOf(chat: JsonObject, read: (id: string) => JsonObject): Generator<JsonObject> {
  const { fullConversationHeadersOnly: heads, conversation, conversationMap } = chat;
  const inPlace = fieldsOf(conversationMap);
  if (isList(conversation) && conversation.length > 0) yield* conversation.map(fieldsOf);
  else
    for (const head of listOf(heads)) {
      const id = textOf(fieldsOf(head).bubbleId) ?? '';
      yield { ...fieldsOf(head), ...fieldsOf(inPlace[id]), ...read(id) };
    }
}
