import fs from 'node:fs/promises';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isClineSession } from './cline/clineSession.ts';
import { readUntil, type Ends } from './shared/ends.ts';
import { fieldsOf, isList, listOf, objectOf, textOf } from './shared/fields.ts';
import { chunksOf } from './shared/lines.ts';
import { JsonRecords } from './shared/records.ts';
import type { Agent } from './shared/types.ts';
import { unreadProgram } from './unread.ts';

/** So many records without anything that gives the agent away mean that it is none. */
const maxRecords = 50;

/** Whose transcript a file is. */
export interface Recognised {
  readonly agent?: Agent;
  /** The program that wrote it, where its transcripts are not read. */
  readonly unread?: string;
}

interface Looked extends Recognised {
  readonly records: number;
}

/** Whose transcript a file is: by what its first records look like, else by where it lies; empty for none. */
export async function recognise(path: string): Promise<Recognised> {
  const { size } = await fs.stat(path);
  const look = ({ head }: Ends) => lookAt(head, path);
  const enough = ({ agent, unread, records }: Looked) =>
    agent !== undefined || unread !== undefined || records >= maxRecords;
  const { records, ...found } = await readUntil(path, size, look, enough, { tail: false });
  const agent = records === 0 ? agentOfPlace(path) : undefined;
  return agent === undefined ? found : { agent };
}

async function lookAt(head: string, path: string): Promise<Looked> {
  let records = 0;
  for await (const record of new JsonRecords(chunksOf(head))) {
    records++;
    const unread = unreadProgram(record);
    if (unread !== undefined) return { unread, records };
    const agent = agentOfRecord(record, path);
    if (agent !== undefined) return { agent, records };
    if (records >= maxRecords) break;
  }
  return { records };
}

const slashed = (path: string): string => path.replaceAll('\\', '/');

function agentOfRecord(record: JsonValue, path: string): Agent | undefined {
  if (isList(record)) return record.some(isAnthropicMessage) ? 'cline' : undefined;
  if (isClineSession(record)) return 'cline';
  const fields = fieldsOf(record);
  if ((fields.kind === 0 && objectOf(fields.v)) || isList(fields.requests)) return 'vscode';
  if (isGemini(fields)) return 'gemini';
  if (isCodex(fields)) return 'codex';
  if (isCopilotEvent(fields)) return copilotOf(fieldsOf(fields.data), path);
  return isClaude(fields) ? 'claude' : undefined;
}

function isAnthropicMessage(value: JsonValue): boolean {
  const { role, content } = fieldsOf(value);
  return (role === 'user' || role === 'assistant') && content !== undefined;
}

function isGemini(fields: JsonObject): boolean {
  if (textOf(fields.sessionId) !== undefined && textOf(fields.projectHash) !== undefined) return true;
  return listOf(fields.messages).some((message) => fieldsOf(message).type === 'gemini');
}

const codexTypes: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);

function isCodex({ type, payload }: JsonObject): boolean {
  return objectOf(payload) !== undefined && codexTypes.has(textOf(type) ?? '');
}

function isCopilotEvent({ type, data }: JsonObject): boolean {
  return objectOf(data) !== undefined && /^(session|user|assistant|tool)\.[a-z_]+$/.test(textOf(type) ?? '');
}

/** Both write the same events; only the editor's names the editor. */
function copilotOf(data: JsonObject, path: string): Agent {
  const inEditor = slashed(path).includes('/GitHub.copilot-chat/') || data.vscodeVersion !== undefined;
  return inEditor ? 'copilot' : 'copilot-cli';
}

function isClaude(fields: JsonObject): boolean {
  const { type, message, isSidechain, uuid } = fields;
  // Exports and other programs write no more of a line than this.
  if (type === 'user' || type === 'assistant') return objectOf(message)?.content !== undefined;
  if (type === 'summary') return textOf(fields.leafUuid) !== undefined;
  return standalone.has(textOf(type) ?? '') || (textOf(uuid) !== undefined && isSidechain !== undefined);
}

/** Lines of Claude Code that are no links of the conversation. */
const standalone: ReadonlySet<string> = new Set([
  'custom-title',
  'ai-title',
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
]);

const places: readonly (readonly [RegExp, Agent])[] = [
  [/\/projects\/[^/]+\/[^/]+\.jsonl$/, 'claude'],
  [/\/rollout-[^/]+\.jsonl$/, 'codex'],
  [/\/chats\/session-[^/]+\.jsonl?$/, 'gemini'],
  [/\/chatSessions\/[^/]+\.jsonl?$/, 'vscode'],
  [/\/GitHub\.copilot-chat\/transcripts\/[^/]+\.jsonl$/, 'copilot'],
  [/\/session-state\/.+\.jsonl$/, 'copilot-cli'],
  [/\/api_conversation_history\.json$/, 'cline'],
  [/\/sessions\/[^/]+\/[^/]+\.messages\.json$/, 'cline'],
];

/** For files without a readable record. */
function agentOfPlace(path: string): Agent | undefined {
  return places.find(([pattern]) => pattern.test(slashed(path)))?.[1];
}
