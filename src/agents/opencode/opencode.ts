import { defined, type JsonObject } from '../../disk/base/core.ts';
import { addThought } from '../reading/conversation.ts';
import { answer, mediaPart, MessageDrafts, type CallDraft, type MessageDraft } from '../reading/drafts.ts';
import { fieldsOf, listOf, numberOf, objectOf, textOf, timeOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { givenTitle } from '../reading/titles.ts';
import { requestsWith } from '../reading/requests.ts';
import type { MessageRecord, ModelRequest, TokenCounts, ToolCall } from '../reading/types.ts';

/** A session of OpenCode in the form of its export, which older files and database rows are assembled to. */
export interface OpenCodeSession {
  readonly info: JsonObject;
  readonly messages: readonly OpenCodeMessage[];
}

export interface OpenCodeMessage {
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
}

/** Conversation read from a session. */
export interface ReadConversation {
  readonly messages: MessageRecord[];
  /** Number of messages the person reverted; they stay in the session until the next prompt. */
  readonly rewound: number;
  /** All requests, if some were in reverted messages. */
  readonly requests?: readonly ModelRequest[];
}

/** Title of a session; undefined for the default of new sessions. */
export function titleOfSession({ title }: JsonObject): string | undefined {
  const own = textOf(title);
  return own === undefined || /^(?:New|Child) session - \d{4}-\d\d-\d\dT/.test(own)
    ? undefined
    : givenTitle(own);
}

/** Part types about the agent's progress, without content. */
const bookkeeping = new Set(['step-start', 'step-finish', 'snapshot', 'patch', 'retry', 'compaction']);

/** Reads the messages of a session; `time` is the fallback for messages without one. Unknown parts are counted. */
export function readConversation(
  session: OpenCodeSession,
  time: string,
  kinds: UnknownKinds,
): ReadConversation {
  const drafts = new MessageDrafts(time);
  const ordered = [...session.messages].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) || createdOf(a) - createdOf(b) || (idOf(a.info) < idOf(b.info) ? -1 : 1),
  );
  const { kept, rewound } = withoutReverted(ordered, fieldsOf(session.info.revert));
  for (const message of kept) addMessage(drafts, message, kinds);
  const left = new MessageDrafts(time);
  for (const message of ordered.slice(kept.length)) addMessage(left, message, new UnknownKinds());
  const messages = drafts.finish();
  return { messages, rewound, ...defined({ requests: requestsWith(messages, left.finish()) }) };
}

const idOf = ({ id }: JsonObject): string => textOf(id) ?? '';
/** Place of a message in its session, which version 2 records. */
const placeOf = ({ info }: OpenCodeMessage): number => numberOf(info.seq) ?? 0;
const createdOf = ({ info }: OpenCodeMessage): number => numberOf(fieldsOf(info.time).created) ?? 0;

function withoutReverted(messages: readonly OpenCodeMessage[], { messageID, partID }: JsonObject) {
  const at = messages.findIndex(({ info }) => textOf(messageID) === idOf(info));
  const message = messages[at];
  if (message === undefined) return { kept: messages, rewound: 0 };
  const kept = messages.slice(0, at);
  if (textOf(partID) !== undefined) {
    const parts = message.parts.filter((part) => idOf(part) < (textOf(partID) ?? ''));
    kept.push({ ...message, parts });
  }
  return { kept, rewound: messages.length - kept.length };
}

const shown = (parts: readonly JsonObject[]): string =>
  parts.map((part) => textOf(part.text) ?? '').join('\n');

/** Types of messages of version 2 that the program adds for itself. */
const withoutWords: ReadonlySet<string> = new Set([
  ...['synthetic', 'idle', 'agent-switched', 'model-switched', 'agent', 'model', 'system', 'snapshot'],
]);

function addMessage(drafts: MessageDrafts, { info, parts }: OpenCodeMessage, kinds: UnknownKinds): void {
  const isUser = info.role === 'user';
  const time = timeOf(fieldsOf(info.time).created);
  const ordered = [...parts].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  if (info.kind !== undefined) {
    const kind = textOf(info.kind) ?? '';
    if (kind === 'shell') drafts.add({ id: textOf(info.id), time, type: 'info' }).addText(shown(parts));
    else if (!withoutWords.has(kind)) kinds.add(`message ${kind}`);
    return;
  }
  if (info.summary === true) {
    const draft = drafts.add({ id: textOf(info.id), time, type: 'info' });
    addRequest(draft, info);
    draft.addText('Context compacted');
    const summary = shown(ordered);
    draft.compaction = summary === '' ? {} : { summary };
    return;
  }
  const draft = drafts.add({ id: textOf(info.id), time, type: isUser ? 'user' : 'assistant' });
  if (!isUser) addRequest(draft, info);
  for (const part of ordered) addPart(drafts, draft, part, kinds);
  const failure = objectOf(info.error);
  if (failure) {
    const message = textOf(fieldsOf(failure.data).message) ?? textOf(failure.name) ?? 'error';
    drafts.add({ time, type: 'error' }).addText(message);
  }
}

/** Adds what a message says of the request behind it; a summary cost one, too. */
function addRequest(draft: MessageDraft, { modelID, tokens }: JsonObject): void {
  draft.model = textOf(modelID);
  draft.tokens = tokensOf(fieldsOf(tokens));
}

function addPart(drafts: MessageDrafts, draft: MessageDraft, part: JsonObject, kinds: UnknownKinds): void {
  const type = textOf(part.type) ?? '';
  if (type === 'text') {
    // Added by the program in the person's name: files it read for the prompt, instructions to continue.
    if (part.synthetic !== true && part.ignored !== true) draft.addText(textOf(part.text) ?? '', '\n\n');
  } else if (type === 'reasoning') addThought(draft, textOf(part.text));
  else if (type === 'tool') addCall(drafts, draft, part);
  else if (type === 'file') addFile(draft, part);
  else if (type === 'agent') draft.addPlaceholder('agent', textOf(part.name));
  else if (type === 'subtask')
    draft.addPlaceholder('subtask', textOf(part.description) ?? textOf(part.prompt));
  else if (!bookkeeping.has(type)) {
    kinds.add(type);
    draft.addPlaceholder(type);
  }
}

function addCall(drafts: MessageDrafts, draft: MessageDraft, part: JsonObject): void {
  const state = fieldsOf(part.state);
  const call = drafts.addCall(
    draft,
    textOf(part.callID) ?? textOf(part.id),
    textOf(part.tool) ?? 'tool',
    fieldsOf(state.input),
  );
  const time = timeOf(fieldsOf(state.time).start);
  if (time !== undefined) call.timestamp = time;
  const child = textOf(fieldsOf(state.metadata).sessionId);
  if (child !== undefined) call.agentId = child;
  answerCall(call, state);
}

const statuses: Readonly<Record<string, ToolCall['status']>> = { completed: 'success', error: 'error' };

function answerCall(call: CallDraft, { status, output, error, attachments }: JsonObject): void {
  answer(call, output ?? error, statuses[textOf(status) ?? ''] ?? 'pending');
  const pictures = listOf(attachments).flatMap((file) => filePart(fieldsOf(file)) ?? []);
  if (pictures.length > 0) call.pictures = pictures;
}

function addFile(draft: MessageDraft, part: JsonObject): void {
  const media = filePart(part);
  if (media) draft.parts.push(media);
  else draft.addPlaceholder('file', textOf(part.filename) ?? textOf(part.url));
}

/** Makes a part of a picture or document whose bytes are in the session. */
function filePart({ mime, url }: JsonObject) {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(textOf(url) ?? '');
  return data ? mediaPart(textOf(mime) ?? data[1] ?? '', data[2]) : undefined;
}

function tokensOf({ input, output, reasoning, cache, total }: JsonObject): TokenCounts | undefined {
  const { read, write } = fieldsOf(cache);
  const [fresh, cached, written] = [input, read, write].map(numberOf);
  const counts = defined({
    input: fresh === undefined ? undefined : fresh + (cached ?? 0) + (written ?? 0),
    cached,
    written,
    total: numberOf(total),
    output: numberOf(output),
    thoughts: numberOf(reasoning),
  });
  return Object.keys(counts).length > 0 ? counts : undefined;
}
