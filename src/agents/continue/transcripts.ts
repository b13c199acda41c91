import { basename, dirname, join } from 'node:path';
import { pathOfUrl } from '../../disk/base/anyPath.ts';
import { defined, isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { plainText } from '../reading/blocks.ts';
import type { FindTranscripts } from '../reading/agent.ts';
import { addThought, Conversation } from '../reading/conversation.ts';
import { answer, type MessageDraft } from '../reading/drafts.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, timeOf, type Field } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { parseJson } from '../reading/lines.ts';
import { sessionFilesOf } from '../reading/places.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import { JsonRecords } from '../reading/records.ts';
import { sessionOf } from '../reading/session.ts';
import type { ReadTranscript, ToolCall } from '../reading/types.ts';
import { all, readJsonBeside, wholeFileAgent } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

/**
 * Reads a session of Continue: one JSON object whose `history` items are OpenAI messages with the states of their calls
 * (`core/index.d.ts`, `core/util/history.ts`). Times are only in the list of all sessions.
 */
export const readContinue: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const records = new JsonRecords(chunks);
  const session = fieldsOf((await all(records))[0]);
  const listed = await listedOf(source.path, textOf(session.sessionId));
  const started = timeOf(Number(listed.dateCreated)) ?? timeOf(listed.dateCreated);
  const conversation = new Conversation(started ?? isoTime(source.mtimeMs), kinds);
  for (const item of listOf(session.history)) addItem(conversation, kinds, fieldsOf(item));
  const found = {
    sessionId: textOf(session.sessionId),
    startTime: started,
    lastUpdated: isoTime(source.mtimeMs),
    title: titleOf(session.title) ?? titleOf(listed.title),
    cwd: folderOf(session.workspaceDirectory) ?? folderOf(listed.workspaceDirectory),
  };
  const omitted = { unreadable: records.unreadable, rewound: 0, ...kinds.found };
  return sessionOf(found, { source: 'continue', messages: conversation.finish(), omitted }, source);
};

function addItem(conversation: Conversation, kinds: UnknownKinds, item: JsonObject): void {
  const { role, content, toolCalls, toolCallId } = fieldsOf(item.message);
  const id = textOf(item.id) ?? textOf(fieldsOf(item.message).id);
  if (role === 'user') conversation.add({ id, type: 'user' }, blocksOf(content));
  else if (role === 'assistant' || role === 'thinking') {
    const draft = conversation.add({ id, type: 'assistant' }, role === 'thinking' ? '' : blocksOf(content));
    addThought(
      draft,
      role === 'thinking' ? plainText(content ?? null) : textOf(fieldsOf(item.reasoning).text),
    );
    for (const call of listOf(toolCalls)) addCall(conversation, draft, fieldsOf(call));
    for (const state of listOf(item.toolCallStates)) addState(conversation, draft, fieldsOf(state));
  } else if (role === 'tool') conversation.answer(textOf(toolCallId), plainText(content ?? null), 'success');
  else if (role !== 'system') kinds.add(`message ${textOf(role) ?? ''}`);
  const summary = textOf(item.conversationSummary);
  if (summary !== undefined) conversation.addCompaction(undefined, summary);
}

/** Converts content to blocks; pictures are `{type: 'imageUrl', imageUrl: {url}}`. */
function blocksOf(content: Field): JsonValue {
  if (!isList(content)) return content ?? null;
  return content.map((part) => {
    const { type, imageUrl } = fieldsOf(part);
    if (type !== 'imageUrl') return part;
    const url = textOf(fieldsOf(imageUrl).url) ?? '';
    const [, media_type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
    return { type: 'image', source: data === undefined ? { url } : { ...defined({ media_type }), data } };
  });
}

function addCall(conversation: Conversation, draft: MessageDraft, call: JsonObject): void {
  const { name, arguments: argumentText } = fieldsOf(call.function);
  const args = fieldsOf(parseJson(textOf(argumentText) ?? ''));
  conversation.drafts.addCall(draft, textOf(call.id), textOf(name) ?? 'tool', args);
}

const statuses: Readonly<Record<string, ToolCall['status']>> = {
  done: 'success',
  errored: 'error',
  canceled: 'cancelled',
};

function addState(conversation: Conversation, draft: MessageDraft, state: JsonObject): void {
  const call = fieldsOf(state.toolCall);
  addCall(conversation, draft, { ...call, ...defined({ id: call.id ?? state.toolCallId }) });
  const drafted = conversation.drafts.call(textOf(call.id) ?? textOf(state.toolCallId));
  const status = statuses[textOf(state.status) ?? ''];
  if (!drafted || !status) return;
  const output = listOf(state.output).map((part) => textOf(fieldsOf(part).content) ?? '');
  answer(drafted, output.length > 0 ? output.join('\n') : undefined, status);
}

/** Default titles: in editors until a model names the session, in the command line for good. */
const unnamed: readonly Field[] = ['New Session', 'Untitled Session'];

const titleOf = (title: Field): string | undefined => (unnamed.includes(title) ? undefined : textOf(title));

/** Folder from a path or a URI. */
function folderOf(field: Field): string | undefined {
  const folder = textOf(field);
  return folder?.startsWith('file:') === true ? pathOfUrl(folder) : folder;
}

/** Reads a session's entry in the list of all sessions. */
async function listedOf(path: string, id = basename(path, '.json')): Promise<JsonObject> {
  const list = listOf(await readJsonBeside(join(dirname(path), 'sessions.json'))).map(fieldsOf);
  return list.find(({ sessionId }) => sessionId === id) ?? {};
}

/** Continue. */
export const continueAgent = wholeFileAgent({
  id: 'continue',
  find: findContinue,
  forms: [readForm('~/.continue/sessions/*.json')],
  homes: (places) => [{ folder: continueSessions(places), files: /\/(?!sessions\.json$)[^/]+\.json$/ }],
  recognise: isContinue,
  pathPattern: /\/\.continue\/sessions\/[^/]+\.json$/,
  read: readContinue,
  watch: (places) => [continueSessions(places)],
});

const continueSessions = (places: Places): string =>
  join(homeOf(places, 'CONTINUE_GLOBAL_DIR', '.continue'), 'sessions');

/** Finds `sessions/<id>.json`; `sessions.json` beside them names each one's folder. */
async function* findContinue(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  const folder = continueSessions(places);
  const list = listOf(await readJsonBeside(join(folder, 'sessions.json'))).map(fieldsOf);
  const folders = new Map(
    list.map(({ sessionId, workspaceDirectory }) => [sessionId, folderOf(workspaceDirectory)]),
  );
  for (const path of await sessionFilesOf(folder, /^(?!sessions\.json$).*\.json$/)) {
    const cwd = folders.get(basename(path, '.json'));
    if (cwd !== undefined && !(await roots.include(cwd))) continue;
    yield { agent: 'continue', path, unsure: cwd === undefined, ...defined({ cwd }) };
  }
}

function isContinue(record: JsonValue): boolean {
  const { sessionId, history } = fieldsOf(record);
  if (textOf(sessionId) === undefined || !isList(history)) return false;
  return history.length === 0 || history.some((item) => objectOf(fieldsOf(item).message) !== undefined);
}
