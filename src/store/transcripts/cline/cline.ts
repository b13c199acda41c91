import { basename, dirname, join } from 'node:path';
import type { JsonObject, JsonValue } from '../../base/core.ts';
import { readJsonBeside } from '../shared/whole.ts';
import { ClineConversation } from './clineConversation.ts';
import { isClineSession, readSession } from './clineSession.ts';
import { folderInEnvironment } from './clineText.ts';
import { ClineTimes } from './clineTimes.ts';
import { fieldsOf, isList, listOf, numberOf, textOf, timeOf } from '../shared/fields.ts';
import { JsonRecords } from '../shared/records.ts';
import { isoTime, sessionOf } from '../shared/session.ts';
import { titleOfPrompt } from '../shared/titles.ts';
import type { ReadTranscript, SessionRecord, TranscriptSource } from '../shared/types.ts';

/**
 * Reads what Cline keeps of a conversation: a session of its command line or of version 4 (`<id>.messages.json`), or a
 * task of version 3 (`tasks/<id>/api_conversation_history.json`); times, costs and folder also from the files beside it.
 */
export const readCline: ReadTranscript = async (chunks, source) => {
  const records = new JsonRecords(chunks);
  const all: JsonValue[] = [];
  for await (const record of records) all.push(record);
  const session = all.find(isClineSession);
  const messages = all.flatMap((record) => (isList(record) ? record : [record]));
  return session === undefined
    ? readTask(messages, records.unreadable, source)
    : readSession(fieldsOf(session), records.unreadable, source);
};

async function readTask(
  messages: readonly JsonValue[],
  unreadable: number,
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
  const omitted = { unreadable: unreadable + conversation.unreadable, rewound: 0 };
  return sessionOf(found, { source: 'cline', messages: conversation.finish(), omitted }, source);
}

/** What Cline's list of tasks says of the task in a folder. */
async function historyItem(task: string): Promise<JsonObject> {
  const list = listOf(await readJsonBeside(join(dirname(dirname(task)), 'state', 'taskHistory.json')));
  return fieldsOf(list.find((item) => fieldsOf(item).id === basename(task)));
}

function cwdOf(history: JsonObject): string | undefined {
  return textOf(history.cwdOnTaskInitialization) ?? textOf(history.shadowGitConfigWorkTree);
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
