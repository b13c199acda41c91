import { defined, isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { answer, MessageDrafts, type CallDraft, type MessageDraft, mediaPart } from '../reading/drafts.ts';
import type { KeyLinePatterns } from '../reading/agent.ts';
import {
  fieldsOf,
  isList,
  listOf,
  numberOf,
  objectOf,
  textOf,
  timeOf,
  type Field,
} from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { RecordLog } from './geminiLog.ts';
import { JsonRecords } from '../reading/records.ts';
import { requestsWith } from '../reading/requests.ts';
import { sessionOf } from '../reading/session.ts';
import { isNote } from '../writing/newSession.ts';
import type {
  MessageRecord,
  SessionRecord,
  TokenCounts,
  ToolCall,
  TranscriptSource,
} from '../reading/types.ts';

interface RecordsOptions {
  /** Writer of the records; this store's own recordings have the same format. */
  readonly source: 'gemini' | 'history';
  readonly cwd?: string | undefined;
}

/** Reads a session in the format of Gemini CLI. */
export async function readRecords(
  chunks: AsyncIterable<Uint8Array>,
  from: TranscriptSource,
  { source, cwd }: RecordsOptions,
): Promise<SessionRecord> {
  const log = new RecordLog();
  const records = new JsonRecords(chunks);
  for await (const record of records) log.apply(fieldsOf(record));
  const { meta } = log;
  const messages = readMessages(log, timeOf(meta.startTime) ?? isoTime(from.mtimeMs), source);
  const summary = textOf(meta.summary);
  const found = {
    sessionId: textOf(meta.sessionId),
    projectHash: textOf(meta.projectHash),
    startTime: timeOf(meta.startTime),
    lastUpdated: timeOf(meta.lastUpdated),
    title: textOf(meta.title) ?? summary,
    summary,
    cwd,
  };
  const omitted = {
    unreadable: records.unreadable + log.unreadable,
    rewound: log.rewound.length,
    ...log.kinds.found,
  };
  const left = new MessageDrafts(isoTime(from.mtimeMs));
  for (const record of log.rewound) addMessage(left, record, new UnknownKinds());
  const requests = requestsWith(messages, left.finish());
  return sessionOf(found, { source, messages, omitted, ...(requests && { requests }) }, from);
}

/** Lines that a list needs from a long session in this format. */
export const recordKeyLines: KeyLinePatterns = {
  title: /"(?:\$set|sessionId)":/,
  rewind: /"\$rewindTo":/,
};

/** Yields the messages of a log; `time`, ISO 8601, is the fallback before the first with one. */
export function readMessages(
  log: RecordLog,
  time: string,
  source: RecordsOptions['source'] = 'history',
): MessageRecord[] {
  const drafts = new MessageDrafts(time);
  for (const record of log.records)
    addMessage(drafts, source === 'gemini' ? withoutContext(record) : record, log.kinds);
  return drafts.finish();
}

/** Returns a user message without what Gemini and its hooks insert in the person's name. */
function withoutContext(record: JsonObject): JsonObject {
  if (record.type !== 'user') return record;
  const { content, displayContent } = record;
  return {
    ...record,
    content: partsOf(content).flatMap(saidPart),
    ...(displayContent !== undefined && { displayContent: partsOf(displayContent).flatMap(saidPart) }),
  };
}

/** Returns the rest of a part, or nothing. Without a terminal, a hook's words come before the person's. */
function saidPart(part: JsonValue): readonly JsonValue[] {
  const text = textOf(part) ?? textOf(fieldsOf(part).text);
  if (text === undefined) return [part];
  const said = text.replace(/^\s*<hook_context>[^]*?<\/hook_context>\s*/, '');
  if (isNote(said) || (said === '' && said !== text)) return [];
  if (said === text) return [part];
  return [typeof part === 'string' ? said : { ...fieldsOf(part), text: said }];
}

const types: Readonly<Record<string, MessageRecord['type']>> = {
  user: 'user',
  gemini: 'assistant',
  assistant: 'assistant', // what other agents call it when they record
  error: 'error',
  warning: 'warning',
};

/** Types of messages that are read; the last ones are the program's notices to the person. */
const known: ReadonlySet<string> = new Set([...Object.keys(types), 'info']);

/** Part types shown only as a line that names them. */
const ignoredParts: ReadonlySet<string> = new Set(['executableCode', 'codeExecutionResult', 'videoMetadata']);

/** Adds a message in Gemini's form; results are assigned to their calls. */
export function addMessage(drafts: MessageDrafts, record: JsonObject, kinds: UnknownKinds): void {
  if (!known.has(textOf(record.type) ?? '')) kinds.add(record.type);
  const type = types[textOf(record.type) ?? ''] ?? 'info';
  const draft = drafts.add({ id: textOf(record.id), time: timeOf(record.timestamp), type });
  for (const part of partsOf(record.content)) addPart({ drafts, kinds }, draft, part);
  const display = partsOf(record.displayContent).map(
    (part) => textOf(part) ?? textOf(fieldsOf(part).text) ?? '',
  );
  if (display.some((text) => text !== '')) draft.displayContent = display.join('');
  for (const thought of listOf(record.thoughts)) addThought(draft, fieldsOf(thought));
  for (const call of listOf(record.toolCalls)) addCall(drafts, draft, fieldsOf(call));
  draft.compaction = compactionOf(objectOf(record.compaction));
  draft.model = textOf(record.model);
  draft.tokens = tokensOf(objectOf(record.tokens));
}

function compactionOf(compaction: JsonObject | undefined): MessageRecord['compaction'] {
  if (!compaction) return undefined;
  const [trigger, summary] = [textOf(compaction.trigger), textOf(compaction.summary)];
  return { ...defined({ trigger, summary }) };
}

function partsOf(content: Field): readonly JsonValue[] {
  if (content === undefined || content === null) return [];
  return isList(content) ? content : [content];
}

interface Reading {
  readonly drafts: MessageDrafts;
  readonly kinds: UnknownKinds;
}

function addPart({ drafts, kinds }: Reading, draft: MessageDraft, value: JsonValue): void {
  if (typeof value === 'string') {
    draft.addText(value);
    return;
  }
  const part = fieldsOf(value);
  if (typeof part.text === 'string') addPartText(draft, part, part.text);
  else if (objectOf(part.inlineData))
    draft.parts.push(mediaPart(mediaType(part.inlineData), fieldsOf(part.inlineData).data));
  else if (objectOf(part.fileData)) {
    const fileUri = textOf(fieldsOf(part.fileData).fileUri) ?? '';
    draft.parts.push({ fileData: { mimeType: mediaType(part.fileData), fileUri } });
  } else if (objectOf(part.functionCall)) {
    const { id, name, args } = fieldsOf(part.functionCall);
    drafts.addCall(draft, textOf(id), textOf(name) ?? 'functionCall', fieldsOf(args));
  } else if (objectOf(part.functionResponse)) addResponse(drafts, draft, fieldsOf(part.functionResponse));
  else {
    const [kind = objectOf(value) ? undefined : 'part'] = Object.keys(part);
    if (kind === undefined) return; // `{}` says nothing
    if (!ignoredParts.has(kind)) kinds.add(`part ${kind}`);
    draft.addPlaceholder(kind);
  }
}

function addPartText(draft: MessageDraft, part: JsonObject, text: string): void {
  if (part.thought === true) draft.thoughts.push({ description: text });
  else draft.addText(text);
}

const mediaType = (data: Field): string => textOf(fieldsOf(data).mimeType) ?? 'application/octet-stream';

function addResponse(drafts: MessageDrafts, draft: MessageDraft, response: JsonObject): void {
  const call = drafts.call(textOf(response.id));
  if (!call) draft.addPlaceholder('functionResponse', textOf(response.name));
  else if (call.status === 'pending')
    answer(call, response.response, fieldsOf(response.response).error === undefined ? 'success' : 'error');
}

function addThought(draft: MessageDraft, thought: JsonObject): void {
  const [subject, timestamp] = [textOf(thought.subject), timeOf(thought.timestamp)];
  const description = textOf(thought.description) ?? '';
  if (subject === undefined && description === '') return;
  draft.thoughts.push({
    ...defined({ subject }),
    description,
    ...defined({ timestamp }),
  });
}

function addCall(drafts: MessageDrafts, draft: MessageDraft, record: JsonObject): void {
  const name = textOf(record.name) ?? 'tool';
  const call: CallDraft = drafts.addCall(draft, textOf(record.id), name, fieldsOf(record.args));
  const result = record.result ?? undefined;
  answer(call, result, statusOf(textOf(record.status), result !== undefined));
  const [timestamp, agentId] = [timeOf(record.timestamp), textOf(record.agentId)];
  const display = textOf(record.resultDisplay) ?? textOf(fieldsOf(record.resultDisplay).fileDiff);
  if (timestamp !== undefined) call.timestamp = timestamp;
  if (agentId !== undefined) call.agentId = agentId;
  if (display !== undefined) call.resultDisplay = display;
}

function statusOf(status: string | undefined, answered: boolean): ToolCall['status'] {
  if (status === 'success' || status === 'error' || status === 'cancelled') return status;
  return answered ? 'success' : 'pending';
}

const tokenFields = ['input', 'output', 'cached', 'thoughts', 'tool', 'total'] as const;

function tokensOf(tokens: JsonObject | undefined): TokenCounts | undefined {
  if (!tokens) return undefined;
  const counts = tokenFields.flatMap((field) => {
    const count = numberOf(tokens[field]);
    return count === undefined ? [] : [[field, count] as const];
  });
  return Object.fromEntries(counts);
}
