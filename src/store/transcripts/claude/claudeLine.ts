import { defined, type JsonObject } from '../../base/core.ts';
import { blocksOf, isText, isToolResult, isToolUse, partOf, plainText } from '../shared/blocks.ts';
import { unwrap } from './claudeEnvelopes.ts';
import { fieldsOf, objectOf, textOf } from '../shared/fields.ts';
import type { Part } from '../shared/types.ts';

/** What a line of a Claude Code transcript is for the conversation. */
export type ClaudeLine =
  /** Something the person said, ran or stopped, and what tools gave back. */
  | {
      readonly kind: 'user';
      readonly parts: readonly Part[];
      /** The texts among the parts. */
      readonly words: readonly string[];
      /** What the person typed, where that was a command for the agent: then `parts` are what it was given. */
      readonly typed?: string;
      readonly commands: readonly string[];
      /** The mark of an interruption, as the transcript has it. */
      readonly interruption: string | undefined;
      readonly results: readonly JsonObject[];
    }
  /** A piece of an answer; the pieces of one answer share `messageId`. */
  | {
      readonly kind: 'answer';
      readonly messageId: string | undefined;
      readonly blocks: readonly JsonObject[];
    }
  /** Here the context was compacted. */
  | { readonly kind: 'boundary' }
  /** What the agent remembers of the conversation before. */
  | { readonly kind: 'summary' }
  /** Nothing of the conversation, though it may be a link in it. */
  | { readonly kind: 'other' };

const other: ClaudeLine = { kind: 'other' };

/** Tells what a line is. Lines of unknown type are `other`. */
export function readLine(line: JsonObject): ClaudeLine {
  if (line.type === 'user') return readUser(line);
  if (line.type === 'assistant') {
    const message = fieldsOf(line.message);
    if (isFiller(message)) return other;
    return { kind: 'answer', messageId: textOf(message.id), blocks: blocksOf(message.content) };
  }
  if (line.type === 'attachment') return readAttached(line);
  if (line.type === 'queue-operation') return readQueued(line);
  if (line.type !== 'system') return other;
  if (line.subtype === 'compact_boundary') return { kind: 'boundary' };
  if (line.subtype !== 'local_command') return other;
  const spoken = readSpoken(blocksOf(line.content));
  return spoken.commands.length > 0 ? spoken : { ...user, commands: [] };
}

/** Claude Code puts this where an answer must be and the model gave none. */
function isFiller({ model, content }: JsonObject): boolean {
  return model === '<synthetic>' && plainText(content).trim() === 'No response requested.';
}

const user = {
  kind: 'user' as const,
  parts: [],
  words: [],
  commands: [],
  interruption: undefined,
  results: [],
};

function readUser(line: JsonObject): ClaudeLine {
  if (line.isCompactSummary === true) return { kind: 'summary' };
  const blocks = blocksOf(fieldsOf(line.message).content);
  const results = blocks.filter(isToolResult);
  if (isWritten(line)) return { ...user, results };
  return { ...readSpoken(blocks.filter((block) => !isToolResult(block))), results };
}

/** What stands in the queue of prompts; most of it comes up again where it leaves that. */
function readQueued({ operation, content }: JsonObject): ClaudeLine {
  return operation === 'enqueue' ? readSpoken(blocksOf(content)) : other;
}

/** Newer versions keep a prompt typed while the agent was at work as an attachment. */
function readAttached(line: JsonObject): ClaudeLine {
  const attachment = objectOf(line.attachment);
  if (attachment?.type !== 'queued_command' || isWritten(line) || isWritten(attachment)) return other;
  const mode = textOf(attachment.commandMode) ?? 'prompt';
  if (mode !== 'prompt') return other;
  return readSpoken(blocksOf(attachment.prompt));
}

/** Whether Claude Code wrote it for the agent: the person neither typed nor saw it, as they did a plan they accepted. */
function isWritten(line: JsonObject): boolean {
  if (textOf(line.planContent) !== undefined) return false;
  const origin = textOf(fieldsOf(line.origin).kind) ?? 'human';
  return line.isMeta === true || line.isVisibleInTranscriptOnly === true || origin !== 'human';
}

function readSpoken(blocks: readonly JsonObject[]): Extract<ClaudeLine, { kind: 'user' }> {
  const parts: Part[] = [];
  const words: string[] = [];
  const commands: string[] = [];
  let typed: string | undefined;
  let interruption: string | undefined;
  for (const block of blocks) {
    const part = partOf(block);
    if (!part) continue;
    if (!('text' in part) || !isText(block)) {
      parts.push(part);
      continue;
    }
    const unwrapped = unwrap(part.text);
    commands.push(...unwrapped.commands);
    typed ??= unwrapped.typed;
    if (unwrapped.text !== '') {
      parts.push({ text: unwrapped.text });
      words.push(unwrapped.text);
    }
    if (unwrapped.interrupted) interruption = part.text.trim();
  }
  return { ...user, parts, words, commands, interruption, ...defined({ typed }) };
}

/** Ids of the tools an answer calls. */
export function toolUses(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.filter(isToolUse).flatMap((block) => textOf(block.id) ?? []);
}

/** Ids of the calls whose results blocks hold. */
export function toolResults(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.filter(isToolResult).flatMap((block) => textOf(block.tool_use_id) ?? []);
}
