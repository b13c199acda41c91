import { basename, dirname, join } from 'node:path';
import { isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import type { AgentTranscripts, FindTranscripts } from '../reading/agent.ts';
import { Conversation } from '../reading/conversation.ts';
import type { NewDraft } from '../reading/drafts.ts';
import { fieldsOf, listOf, numberOf, objectOf, textOf, timeOf, type Field } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { JsonLines } from '../reading/lines.ts';
import { foldersOf, sessionFilesOf, unpackedName } from '../reading/places.ts';
import { sessionOf } from '../reading/session.ts';
import { alsoStored } from '../reading/stored.ts';
import type { MessageRecord, ReadTranscript } from '../reading/types.ts';
import { kiroConversations } from './kiroDatabase.ts';
import { readJsonBeside, wholeFileAgent } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

/** Message types of the lines of Kiro's command line. */
const types: Readonly<Record<string, MessageRecord['type']>> = {
  Prompt: 'user',
  AssistantMessage: 'assistant',
  ToolResults: 'info',
};

/**
 * Reads a session of Kiro's command line: lines of `{kind, data: {content}}` with blocks `{kind, data}`. `<id>.json`
 * beside it has folder and title. Form as in agentsview (`internal/parser/kiro.go`). Version 3 has lines of
 * `{id, timestamp, payload: {type, content}}` in a folder of each session, beside its `session.json`.
 */
export const readKiro: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const about = await aboutOf(source.path);
  const started = timeOf(about.created_at) ?? timeOf(about.createdAt);
  const conversation = new Conversation(started ?? isoTime(source.mtimeMs), kinds);
  const lines = new JsonLines(chunks);
  for await (const { kind, data, payload, id: ownId, timestamp: at } of lines) {
    if (objectOf(payload)) {
      addPayload(conversation, kinds, fieldsOf(payload), { id: textOf(ownId), time: timeOf(at) });
      continue;
    }
    const { message_id: id, timestamp, meta, content } = fieldsOf(data);
    const type = types[textOf(kind) ?? ''];
    const time = timeOf(timestamp) ?? timeOfSeconds(fieldsOf(meta).timestamp);
    const blocks = listOf(content).map((block) => blockOf(fieldsOf(block)));
    if (type) conversation.add({ id: textOf(id), time, type }, blocks);
    else if (kind === 'Compaction') conversation.addCompaction(time, textOf(fieldsOf(data).summary));
    else if (kind === 'Clear') conversation.add({ time, type: 'info' }, 'Context cleared');
    else kinds.add(kind);
  }
  const found = {
    sessionId: textOf(about.session_id) ?? textOf(about.sessionId) ?? sessionIn(source.path),
    startTime: started,
    lastUpdated: timeOf(about.updated_at) ?? timeOf(about.updatedAt),
    title: textOf(about.title),
    cwd: cwdOf(about),
  };
  const omitted = { unreadable: lines.unreadable, rewound: 0, ...kinds.found };
  return sessionOf(found, { source: 'kiro', messages: conversation.finish(), omitted }, source);
};

function timeOfSeconds(field: Field): string | undefined {
  const seconds = numberOf(field);
  return seconds === undefined ? undefined : timeOf(seconds * 1_000);
}

/** Converts a block to the form of Anthropic's API. */
function blockOf({ kind, data }: JsonObject): JsonObject {
  const block = fieldsOf(data);
  const { toolUseId = null, name = null, input = null, content, status } = block;
  if (kind === 'text') return { type: 'text', text: textOf(data) ?? textOf(block.text) ?? '' };
  if (kind === 'toolUse') return { type: 'tool_use', id: toolUseId, name, input };
  if (kind === 'toolResult') {
    const blocks = listOf(content).map((item) => resultOf(fieldsOf(item)));
    return { type: 'tool_result', tool_use_id: toolUseId, content: blocks, is_error: status === 'error' };
  }
  if (kind === 'thinking') return { type: 'thinking', thinking: textOf(block.text) ?? '' };
  if (kind === 'image') return { type: 'image', source: block };
  return { type: kind ?? 'block' };
}

/** Converts a result, which is text or JSON. */
function resultOf({ kind, data }: JsonObject): JsonObject {
  const text = textOf(data) ?? (data === undefined ? '' : JSON.stringify(data));
  return kind === 'image' ? { type: 'image', source: data ?? null } : { type: 'text', text };
}

const aboutOf = async (path: string): Promise<JsonObject> =>
  fieldsOf(
    await readJsonBeside(
      isThird(path) ? join(dirname(path), 'session.json') : path.replace(/\.jsonl$/, '.json'),
    ),
  );

/** Whether a transcript is of version 3, in a folder of its own. */
const isThird = (path: string): boolean => basename(path) === 'messages.jsonl';

/** Id of a session of version 3, whose folder has its name. */
const sessionIn = (path: string): string | undefined => (isThird(path) ? basename(dirname(path)) : undefined);

const cwdOf = ({ cwd, workspaceFolder }: JsonObject): string | undefined =>
  textOf(cwd) ?? textOf(workspaceFolder);

/** Records of version 3 for the program itself. */
const withoutWords: ReadonlySet<string> = new Set(['usage_summary', 'session_start', 'session_end']);

/** Adds a record of version 3. How it records calls is not known: their types are counted. */
function addPayload(
  conversation: Conversation,
  kinds: UnknownKinds,
  payload: JsonObject,
  line: Pick<NewDraft, 'id' | 'time'>,
): void {
  const { type, content } = payload;
  if (type === 'user' || type === 'assistant') conversation.add({ ...line, type }, content);
  else if (!withoutWords.has(textOf(type) ?? '')) kinds.add(type);
}

/** Kiro on the command line; newer versions write a file per session. */
export const kiro: AgentTranscripts = alsoStored(
  wholeFileAgent({
    id: 'kiro',
    find: findKiro,
    forms: [
      readForm('~/.kiro/sessions/cli/*.jsonl'),
      readForm('~/.kiro/sessions/*/*/messages.jsonl', '3'),
      readForm('kiro-cli/data.sqlite3: conversations_v2'),
    ],
    homes: (places) =>
      kiroHomes(places).map((folder) => ({
        folder,
        files: /\/sessions\/(?:cli\/[^/]+|[^/]+\/[^/]+\/messages)\.jsonl$/,
      })),
    recognise: isKiro,
    pathPattern: /\/\.kiro\/sessions\/(?:cli\/[^/]+|[^/]+\/[^/]+\/messages)\.jsonl$/,
    read: readKiro,
    writesLines: true,
    watch: (places) => kiroHomes(places).map((home) => join(home, 'cli')),
  }),
  kiroConversations,
);

/** Where sessions lie; version 3 does not follow the variable. */
const kiroHomes = (places: Places): readonly string[] => {
  const homes = [homeOf(places, 'KIRO_HOME', '.kiro'), join(places.home, '.kiro')];
  return [...new Set(homes)].map((home) => join(home, 'sessions'));
};

/**
 * Finds `sessions/cli/<id>.jsonl` with `<id>.json`, which names the folder, and `sessions/<workspace>/<id>/messages.jsonl`
 * of version 3 with `session.json`.
 */
async function* findKiro(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for (const home of kiroHomes(places))
    for (const path of await sessionsIn(home)) {
      const cwd = cwdOf(await aboutOf(unpackedName(path)));
      if (cwd !== undefined && (await roots.include(cwd))) yield { agent: 'kiro', path, cwd, unsure: false };
    }
}

async function sessionsIn(home: string): Promise<readonly string[]> {
  const paths = await sessionFilesOf(join(home, 'cli'), /\.jsonl$/);
  for (const workspace of (await foldersOf(home)).filter((folder) => basename(folder) !== 'cli'))
    for (const session of await foldersOf(workspace))
      paths.push(...(await sessionFilesOf(session, /^messages\.jsonl$/)));
  return paths;
}

function isKiro(record: JsonValue, path: string): boolean {
  const { kind, data, payload } = fieldsOf(record);
  if (isThird(path) && objectOf(payload)) return true;
  return objectOf(data) !== undefined && Object.hasOwn(types, textOf(kind) ?? '');
}
