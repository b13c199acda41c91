import { basename, dirname, join } from 'node:path';
import { isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { readJsonBeside } from '../reading/whole.ts';
import { ClineConversation } from './clineConversation.ts';
import { folderInEnvironment } from './clineText.ts';
import { taskMessages } from './rooMessages.ts';
import { ClineTimes } from './clineTimes.ts';
import { fieldsOf, isList, listOf, numberOf, objectOf, textOf, timeOf } from '../reading/fields.ts';
import { JsonRecords } from '../reading/records.ts';
import { sessionOf } from '../reading/session.ts';
import { titleOfPrompt } from '../reading/titles.ts';
import type { ReadTranscript, SessionRecord, TranscriptSource, Agent } from '../reading/types.ts';
import { ClineMessages, type ClineCompaction } from './clineMessages.ts';

/**
 * Reads a Cline conversation: a session of its command line or version 4 (`<id>.messages.json`), or a task of version 3
 * (`tasks/<id>/api_conversation_history.json`). Times, costs and folder also come from the files beside it.
 */
export const readCline: ReadTranscript = async (chunks, source) => {
  const { records, unreadable } = await allRecords(chunks);
  const session = records.find(isClineSession);
  return session === undefined
    ? readTask({ agent: 'cline', messages: records.flatMap(taskMessages), unreadable }, source)
    : readSession(fieldsOf(session), unreadable, source);
};

/** Makes a reader for the tasks of an extension derived from Cline. */
export const readTasksOf =
  (agent: Agent): ReadTranscript =>
  async (chunks, source) => {
    const { records, unreadable } = await allRecords(chunks);
    return readTask({ agent, messages: records.flatMap(taskMessages), unreadable }, source);
  };

async function allRecords(chunks: AsyncIterable<Uint8Array>) {
  const reading = new JsonRecords(chunks);
  const records: JsonValue[] = [];
  for await (const record of reading) records.push(record);
  return { records, unreadable: reading.unreadable };
}

interface Task {
  readonly agent: Agent;
  readonly messages: readonly JsonValue[];
  readonly unreadable: number;
}

async function readTask(
  { agent, messages, unreadable }: Task,
  source: TranscriptSource,
): Promise<SessionRecord> {
  const task = dirname(source.path);
  const times = new ClineTimes(listOf(await readJsonBeside(join(task, 'ui_messages.json'))));
  const started = timeOf(numberOf(Number(basename(task)))) ?? times.first;
  const conversation = new ClineConversation(started ?? isoTime(source.mtimeMs), times);
  messages.forEach((message, index) => conversation.add(fieldsOf(message), index));
  const history = await historyItem(task);
  const found = {
    startTime: started,
    lastUpdated: times.last,
    title: times.title ?? titleOfPrompt(textOf(history.task) ?? ''),
    cwd: cwdOf(history) ?? folderIn(messages),
    version: await versionOf(task),
  };
  const omitted = {
    unreadable: unreadable + conversation.unreadable,
    rewound: 0,
    ...conversation.kinds.found,
  };
  return sessionOf(found, { source: agent, messages: conversation.finish(), omitted }, source);
}

/** Reads the task's metadata from a file of its own or from the list of all tasks. */
async function historyItem(task: string): Promise<JsonObject> {
  const own = objectOf(await readJsonBeside(join(task, 'history_item.json')));
  if (own) return own;
  const list = listOf(await readJsonBeside(join(dirname(dirname(task)), 'state', 'taskHistory.json')));
  return fieldsOf(list.find((item) => fieldsOf(item).id === basename(task)));
}

/** Folder of a task, as Cline (first two fields) or Roo records it. */
export function cwdOf(history: JsonObject): string | undefined {
  const { cwdOnTaskInitialization, shadowGitConfigWorkTree, workspace } = history;
  return textOf(cwdOnTaskInitialization) ?? textOf(shadowGitConfigWorkTree) ?? textOf(workspace);
}

function folderIn(messages: readonly JsonValue[]): string | undefined {
  for (const message of messages.slice(0, 2)) {
    const { content } = fieldsOf(message);
    const texts = isList(content) ? content.map((block) => textOf(fieldsOf(block).text)) : [textOf(content)];
    const folder = texts.map((text) => folderInEnvironment(text ?? '')).find((found) => found !== undefined);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

async function versionOf(task: string): Promise<string | undefined> {
  const { environment_history: history } = fieldsOf(await readJsonBeside(join(task, 'task_metadata.json')));
  return textOf(fieldsOf(listOf(history).at(-1)).cline_version);
}

/** Path of a session's metadata, beside its messages. */
export const manifestOf = (messages: string): string => messages.replace(/\.messages\.json$/, '.json');

/** Whether a value is a conversation of Cline's command line or Cline 4. */
export function isClineSession(record: JsonValue): boolean {
  const { sessionId, agent, messages } = fieldsOf(record);
  return textOf(sessionId) !== undefined && textOf(agent) !== undefined && isList(messages);
}

/** Builds the session from `<id>.messages.json`, with `<id>.json` and `<id>.compaction.json` beside it. */
export async function readSession(
  content: JsonObject,
  unreadable: number,
  source: TranscriptSource,
): Promise<SessionRecord> {
  const manifest = fieldsOf(await readJsonBeside(manifestOf(source.path)));
  const metadata = fieldsOf(manifest.metadata);
  const started = timeOf(manifest.started_at) ?? isoTime(source.mtimeMs);
  const messages = new ClineMessages(started, await compactionBeside(source.path));
  listOf(content.messages).forEach((message, index) => messages.add(fieldsOf(message), index));
  const found = {
    sessionId: textOf(content.sessionId),
    lastUpdated: timeOf(content.updated_at),
    title: textOf(metadata.title),
    cwd: textOf(manifest.cwd),
    gitBranch: textOf(fieldsOf(metadata.git).branch),
    version: textOf(fieldsOf(content.origin).version),
  };
  const omitted = { unreadable: unreadable + messages.unreadable, rewound: 0, ...messages.kinds.found };
  return sessionOf(found, { source: 'cline', messages: messages.finish(), omitted }, source);
}

/** Reads where and how Cline last compacted a session; the session itself keeps all messages. */
async function compactionBeside(transcript: string): Promise<ClineCompaction | undefined> {
  const path = transcript.replace(/\.messages\.json$/, '.compaction.json');
  if (path === transcript) return undefined;
  const { source_message_count: count, updated_at: time, messages } = fieldsOf(await readJsonBeside(path));
  const summaries = listOf(messages).map((message) => fieldsOf(fieldsOf(message).metadata));
  const summary = summaries.find(({ kind }) => kind === 'compaction_summary')?.summary;
  const after = numberOf(count);
  if (after === undefined) return undefined;
  return { after, time: timeOf(time), summary: textOf(summary) };
}
