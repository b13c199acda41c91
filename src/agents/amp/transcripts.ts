import { join } from 'node:path';
import { pathOfUrl } from '../../disk/base/anyPath.ts';
import { isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import type { FindTranscripts } from '../reading/agent.ts';
import { Conversation } from '../reading/conversation.ts';
import { fieldsOf, isList, listOf, numberOf, textOf, timeOf, type Field } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { sessionFilesOf } from '../reading/places.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import { JsonRecords } from '../reading/records.ts';
import { sessionOf } from '../reading/session.ts';
import type { ReadTranscript, TokenCounts } from '../reading/types.ts';
import { all, wholeFileAgent } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

/**
 * Reads a thread of Amp, one JSON object with messages in Anthropic's blocks and results
 * `{toolUseID, run: {status, result}}` (form as in agentsview, `internal/parser/amp.go`).
 */
export const readAmp: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const records = new JsonRecords(chunks);
  const thread = fieldsOf((await all(records))[0]);
  const started = timeOf(numberOf(thread.created));
  const conversation = new Conversation(started ?? isoTime(source.mtimeMs), kinds);
  for (const message of listOf(thread.messages).map(fieldsOf)) addMessage(conversation, kinds, message);
  const found = {
    sessionId: textOf(thread.id),
    startTime: started,
    title: textOf(thread.title),
    cwd: folderOf(thread),
  };
  const omitted = { unreadable: records.unreadable, rewound: 0, ...kinds.found };
  return sessionOf(found, { source: 'amp', messages: conversation.finish(), omitted }, source);
};

function addMessage(conversation: Conversation, kinds: UnknownKinds, message: JsonObject): void {
  const { role, content, usage, meta } = message;
  const { model, timestamp, ...counts } = fieldsOf(usage);
  const time = timeOf(timestamp) ?? timeOf(numberOf(fieldsOf(meta).sentAt));
  const number = numberOf(message.messageId);
  const id = number === undefined ? textOf(message.messageId) : `message-${number}`;
  const blocks = isList(content) ? content.map((block) => resultOf(fieldsOf(block)) ?? block) : content;
  if (role === 'user') conversation.add({ id, time, type: 'user' }, blocks);
  else if (role === 'assistant') {
    const draft = conversation.add({ id, time, type: 'assistant' }, blocks);
    draft.model = textOf(model);
    draft.tokens = tokensOf(counts);
  } else if (role !== 'info') kinds.add(`message ${textOf(role) ?? ''}`);
}

/** Returns a tool's result as a block of Anthropic's API; undefined for other blocks. */
function resultOf({ type, toolUseID, run }: JsonObject): JsonObject | undefined {
  if (type !== 'tool_result' || toolUseID === undefined) return undefined;
  const { status, result, error } = fieldsOf(run);
  const failed = status === 'error' || status === 'cancelled' || fieldsOf(result).success === false;
  return {
    type,
    tool_use_id: toolUseID,
    content: result ?? textOf(fieldsOf(error).message) ?? '',
    is_error: failed,
  };
}

function tokensOf({
  totalInputTokens,
  outputTokens,
  cacheReadInputTokens,
}: JsonObject): TokenCounts | undefined {
  const [input, output] = [numberOf(totalInputTokens), numberOf(outputTokens)];
  if (input === undefined || output === undefined) return undefined;
  return { input, output, cached: numberOf(cacheReadInputTokens) ?? 0, total: input + output };
}

/** The folder the thread started in, from the URI of its first tree. */
function folderOf({ env }: JsonObject): string | undefined {
  const uri = textOf(fieldsOf(listOf(fieldsOf(fieldsOf(env).initial).trees)[0]).uri);
  return uri === undefined ? undefined : pathOfUrl(uri);
}

/** Amp. */
export const amp = wholeFileAgent({
  id: 'amp',
  find: findAmp,
  forms: [readForm('~/.local/share/amp/threads/T-*.json')],
  homes: (places) => [{ folder: ampThreads(places), files: /\/T-[^/]+\.json$/ }],
  recognise: isAmp,
  pathPattern: /\/amp\/threads\/T-[^/]+\.json$/,
  read: readAmp,
  watch: (places) => [ampThreads(places)],
});

const ampThreads = (places: Places): string =>
  join(homeOf(places, 'XDG_DATA_HOME', join('.local', 'share')), 'amp', 'threads');

/** Yields `threads/T-<id>.json`, one folder for all projects. */
async function* findAmp(...[places]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for (const path of await sessionFilesOf(ampThreads(places), /^T-.*\.json$/))
    yield { agent: 'amp', path, unsure: true };
}

const isThread = (id: Field): boolean => textOf(id)?.startsWith('T-') === true;

function isAmp(record: JsonValue): boolean {
  const { id, messages } = fieldsOf(record);
  return isThread(id) && isList(messages);
}
