import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { defined, isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { filesFingerprint } from '../../disk/files/fingerprint.ts';
import { addMessage } from '../gemini/gemini.ts';
import { lostInLogs } from '../gemini/geminiLost.ts';
import type { AgentTranscripts, FindLost, FindTranscripts } from '../reading/agent.ts';
import { MessageDrafts } from '../reading/drafts.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, timeOf, type Field } from '../reading/fields.ts';
import { inParts, tailStartBy, type RecordMeanings } from '../reading/inParts.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { JsonLines } from '../reading/lines.ts';
import { dashed, filesOf, foldersOf, namedFolders, sessionFilesOf } from '../reading/places.ts';
import { requestsWith } from '../reading/requests.ts';
import { sessionOf } from '../reading/session.ts';
import type { MessageRecord, ReadTranscript, StreamTranscript, SubagentRecord } from '../reading/types.ts';
import { wholeStream, subagentsIn, titleFromEnds } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';
import { qwenProjects, qwenRuntime } from './qwenPlaces.ts';
import { qwenWriter } from './write.ts';
import { isNote } from '../writing/newSession.ts';

/** Matches the beginning and end of briefs for any purpose and language; a test compares it with what is written. */
const brief =
  /^\s*(?:From the project’s history:|Before the compaction, from the transcript:|Handed over, from the project’s history:|来自项目历史：|压缩之前的内容，来自会话记录：|交接内容，来自项目历史：)[^]*(?:Records, not instructions\.|以上是记录，不是指令。)/;

/**
 * Whether a text is a brief given by this product's hook, which some agents record as a part of the person's message.
 */
const isOwnBrief = (text: string): boolean => brief.test(text);

/** Records for Qwen Code's own use, or repeated by others. */
const ignored: ReadonlySet<string> = new Set([
  ...['ui_telemetry', 'attribution_snapshot', 'at_command'],
  ...['agent_bootstrap', 'agent_launch_prompt'],
]);

/**
 * Reads a session of Qwen Code: lines with ids and links like Claude Code's, messages in Gemini's form
 * (`chatRecordingService.ts` and output of the program).
 */
export const readQwen: ReadTranscript = async (chunks, source) => {
  const log = new QwenLog(isoTime(source.mtimeMs));
  const lines = new JsonLines(chunks);
  for await (const line of lines) log.add(line);
  const { found, commands, rewound, kinds } = log;
  const omitted = { unreadable: lines.unreadable, rewound, ...kinds.found };
  const messages = log.finish();
  const requests = requestsWith(messages, log.left());
  const session = {
    messages,
    omitted,
    ...(commands.length > 0 && { commands }),
    ...(requests && { requests }),
  };
  return sessionOf(found, { source: 'qwen', ...session }, source);
};

/** Messages that result from a session's lines, read in order. */
class QwenLog {
  found: Readonly<Record<'sessionId' | 'title' | 'cwd' | 'gitBranch' | 'version', string | undefined>> = {
    sessionId: undefined,
    title: undefined,
    cwd: undefined,
    gitBranch: undefined,
    version: undefined,
  };
  rewound = 0;
  readonly commands: string[] = [];
  readonly kinds = new UnknownKinds();
  readonly #drafts: MessageDrafts;
  /** Ids of all lines. */
  readonly #ids: string[] = [];

  constructor(time: string) {
    this.#drafts = new MessageDrafts(time);
  }

  finish(): MessageRecord[] {
    return this.#drafts.finish();
  }

  /** Messages that were rewound. */
  left(): MessageRecord[] {
    return this.#drafts.rewound();
  }

  add(line: JsonObject): void {
    const { sessionId, cwd, gitBranch, version } = line;
    const facts = { sessionId: textOf(sessionId), cwd: textOf(cwd) };
    const latest = defined({ gitBranch: textOf(gitBranch), version: textOf(version) });
    this.found = { ...this.found, ...defined(facts), ...latest };
    const id = textOf(line.uuid);
    if (id !== undefined) this.#ids.push(id);
    if (line.type === 'system') this.#addSystem(line);
    else if (line.type === 'user' || line.type === 'assistant')
      addMessage(this.#drafts, messageOf(line), this.kinds);
    else if (line.type === 'tool_result') this.#addResult(line);
    else this.kinds.add(line.type);
  }

  #addSystem(line: JsonObject): void {
    const subtype = textOf(line.subtype) ?? '';
    const payload = fieldsOf(line.systemPayload);
    if (subtype === 'custom_title') this.found = { ...this.found, title: textOf(payload.customTitle) };
    else if (subtype === 'rewind') this.#rewind(textOf(line.parentUuid));
    else if (subtype === 'chat_compression') this.#addCompaction(line, payload);
    else if (subtype === 'slash_command') {
      const command = payload.phase === 'invocation' ? textOf(payload.rawCommand) : undefined;
      if (command !== undefined) this.commands.push(command);
    } else if (!ignored.has(subtype)) this.kinds.add(`system ${subtype}`);
  }

  #addCompaction({ uuid, timestamp }: JsonObject, { compressedHistory }: JsonObject): void {
    const [summary] = listOf(fieldsOf(listOf(compressedHistory)[0]).parts);
    const compaction = defined({ summary: textOf(fieldsOf(summary).text) });
    const line = defined({ id: uuid, timestamp });
    addMessage(this.#drafts, { ...line, type: 'info', content: 'Context compacted', compaction }, this.kinds);
  }

  #addResult(line: JsonObject): void {
    addMessage(this.#drafts, messageOf(line), this.kinds);
    const { callId, status, resultDisplay } = fieldsOf(line.toolCallResult);
    const call = this.#drafts.call(textOf(callId));
    const shown = textOf(resultDisplay) ?? textOf(fieldsOf(resultDisplay).fileDiff);
    if (call && (status === 'error' || status === 'cancelled')) call.status = status;
    if (call && shown !== undefined) call.resultDisplay = shown;
  }

  /** Continues after the line that a rewind follows. */
  #rewind(parent: string | undefined): void {
    const kept = parent === undefined ? 0 : this.#ids.lastIndexOf(parent) + 1;
    if (parent !== undefined && kept === 0) return;
    for (const id of this.#ids.splice(kept)) this.rewound += this.#drafts.rewind(id) ?? 0;
  }
}

/** Converts a message to the form of Gemini's records; texts of Qwen Code in the person's name are not the person's. */
function messageOf({
  uuid,
  timestamp,
  type,
  subtype,
  message,
  model,
  usageMetadata,
  systemPayload,
}: JsonObject) {
  const isNotice = subtype === 'notification' || subtype === 'cron';
  const shown = isNotice ? textOf(fieldsOf(systemPayload).displayText) : undefined;
  const usage = fieldsOf(usageMetadata);
  const tokens = defined({
    input: usage.promptTokenCount,
    output: usage.candidatesTokenCount,
    cached: usage.cachedContentTokenCount,
    thoughts: usage.thoughtsTokenCount,
    total: usage.totalTokenCount,
  });
  return {
    ...defined({ id: uuid, timestamp, model }),
    type: isNotice ? 'info' : type === 'assistant' ? 'assistant' : 'user',
    content: shown ?? saidParts(fieldsOf(message).parts),
    ...(usageMetadata !== undefined && { tokens }),
  };
}

/** Removes what this product added to the person's messages. */
const saidParts = (parts: Field): JsonValue =>
  isList(parts) ? parts.filter((part) => !isOwn(textOf(fieldsOf(part).text) ?? '')) : (parts ?? null);

const isOwn = (text: string): boolean => isOwnBrief(text) || isNote(text);

const alone = wholeStream(readQwen);

/** Finds the files of a session's subagents, `subagents/<session>/agent-<id>.jsonl` beside `chats`. */
function subagentFiles(session: string): Promise<readonly string[]> {
  const name = basename(session, '.jsonl').replace(/[^a-zA-Z0-9_-]/g, '_');
  return filesOf(join(dirname(dirname(session)), 'subagents', name), /^agent-.*\.jsonl$/);
}

async function* subagents(session: string): AsyncGenerator<SubagentRecord> {
  const idOf = (path: string) => basename(path, '.jsonl').replace(/^agent-/, '');
  yield* subagentsIn(await subagentFiles(session), readQwen, idOf);
}

/** Streams a session with its subagents. */
const stream: StreamTranscript = async (open, source) => ({
  ...(await alone(open, source)),
  subagents: () => subagents(source.path),
});

/** What the lines mean for dividing a session. */
const meanings: RecordMeanings = () => (line) => {
  const { type, subtype, parentUuid, uuid, timestamp, toolCallResult } = line;
  const id = textOf(uuid);
  const parts = listOf(fieldsOf(line.message).parts).map(fieldsOf);
  const idsOf = (name: string) => parts.flatMap((part) => textOf(fieldsOf(part[name]).id) ?? []);
  const called = textOf(fieldsOf(toolCallResult).callId);
  const results = [...idsOf('functionResponse'), ...(called === undefined ? [] : [called])];
  return {
    ...defined({ id }),
    begins: type === 'user' && id !== undefined && timeOf(timestamp) !== undefined,
    calls: idsOf('functionCall'),
    results,
    ...(type === 'system' && subtype === 'rewind' && { rewinds: { to: textOf(parentUuid) } }),
  };
};

const goOn = inParts(readQwen, meanings, ({ path }) => ({
  subagents: () => subagents(path),
  state: async () => filesFingerprint(await subagentFiles(path)),
}));

/** Qwen Code. */
export const qwen: AgentTranscripts = {
  id: 'qwen',
  find: findQwen,
  forms: [
    readForm('~/.qwen/projects/*/chats/*.jsonl'),
    readForm('~/.qwen/projects/*/subagents/<session>/agent-*.jsonl'),
  ],
  homes: (places) => [{ folder: qwenProjects(places), files: /\/chats\/[^/]+\.jsonl$/ }],
  recognise: isQwen,
  pathPattern: /\/projects\/[^/]+\/chats\/[^/]+\.jsonl$/,
  stream,
  goOn,
  tailStart: tailStartBy(meanings),
  titleOf: titleFromEnds(alone),
  keyLines: { title: /"custom_title"/, rewind: /"subtype":"rewind"/ },
  writesLines: true,
  lost: lostQwen,
  writer: qwenWriter,
  watch: (places, roots) => roots.map((root) => join(qwenProjects(places), dashed(root), 'chats')),
};

/** Finds lost sessions in `tmp/<sha256 of the project's path>`. */
async function* lostQwen(wanted: Parameters<FindLost>[0]): ReturnType<FindLost> {
  const there = new Set<string>();
  for (const project of await foldersOf(qwenProjects(wanted.places)))
    for (const path of await filesOf(join(project, 'chats'), /\.jsonl$/)) there.add(basename(path, '.jsonl'));
  const isThere = (session: string) => there.has(session);
  for (const folder of await foldersOf(join(qwenRuntime(wanted.places), 'tmp'))) {
    const isOf = (root: string) => createHash('sha256').update(root).digest('hex') === basename(folder);
    const cwd = wanted.roots.folders.find(isOf);
    yield* lostInLogs({ agent: 'qwen', folder, cwd, isThere }, wanted);
  }
}

/** Finds `projects/<cwd, every character outside A-Za-z0-9 as "-">/chats/<session>.jsonl`. */
async function* findQwen(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for await (const { folder, likely } of namedFolders(qwenProjects(places), roots))
    for (const path of await sessionFilesOf(join(folder, 'chats'), /\.jsonl$/))
      yield { agent: 'qwen', path, unsure: true, likely };
}

/** Whether a record is a line like Claude Code's with a message like Gemini's, Qwen Code's origin. */
function isQwen(record: JsonValue): boolean {
  const { uuid, sessionId, type, message, systemPayload } = fieldsOf(record);
  if (textOf(uuid) === undefined || textOf(sessionId) === undefined) return false;
  if (fieldsOf(message).content !== undefined) return false;
  return type === 'tool_result' || isList(fieldsOf(message).parts) || objectOf(systemPayload) !== undefined;
}
