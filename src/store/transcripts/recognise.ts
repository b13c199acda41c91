import fs from 'node:fs/promises';
import type { JsonObject, JsonValue } from '../json.ts';
import { readEnds } from './ends.ts';
import { fieldsOf, isList, listOf, objectOf, textOf } from './fields.ts';
import { chunksOf } from './lines.ts';
import { JsonRecords } from './records.ts';
import type { Agent } from './types.ts';

/** So many records without anything that gives the agent away mean that it is none. */
const maxRecords = 50;

/** Which agent's transcript a file is: by what its first records look like, else by where it lies; undefined for none. */
export async function recognise(path: string): Promise<Agent | undefined> {
  const { size } = await fs.stat(path);
  const { head } = await readEnds(path, size, { tail: false });
  let seen = 0;
  for await (const record of new JsonRecords(chunksOf(head))) {
    const agent = agentOfRecord(record, path);
    if (agent !== undefined || ++seen >= maxRecords) return agent;
  }
  return seen === 0 ? agentOfPlace(path) : undefined;
}

const slashed = (path: string): string => path.replaceAll('\\', '/');

function agentOfRecord(record: JsonValue, path: string): Agent | undefined {
  if (isList(record)) return record.some(isAnthropicMessage) ? 'cline' : undefined;
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
  const type = textOf(fields.type);
  if (type === undefined) return false;
  const isLine = textOf(fields.uuid) !== undefined && textOf(fields.sessionId) !== undefined;
  const isTitle =
    (type === 'summary' && textOf(fields.leafUuid) !== undefined) ||
    type === 'custom-title' ||
    type === 'ai-title';
  return isLine || isTitle || type === 'file-history-snapshot' || type === 'queue-operation';
}

const places: readonly (readonly [RegExp, Agent])[] = [
  [/\/projects\/[^/]+\/[^/]+\.jsonl$/, 'claude'],
  [/\/rollout-[^/]+\.jsonl$/, 'codex'],
  [/\/chats\/session-[^/]+\.jsonl?$/, 'gemini'],
  [/\/chatSessions\/[^/]+\.jsonl?$/, 'vscode'],
  [/\/GitHub\.copilot-chat\/transcripts\/[^/]+\.jsonl$/, 'copilot'],
  [/\/session-state\/.+\.jsonl$/, 'copilot-cli'],
  [/\/api_conversation_history\.json$/, 'cline'],
];

/** For files without a readable record. */
function agentOfPlace(path: string): Agent | undefined {
  return places.find(([pattern]) => pattern.test(slashed(path)))?.[1];
}
