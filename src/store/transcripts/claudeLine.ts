import type { JsonObject } from '../json.ts';
import { blocksOf, isToolResult, isToolUse, partOf } from './claudeBlocks.ts';
import { unwrap } from './claudeEnvelopes.ts';
import { fieldsOf, objectOf, textOf } from './fields.ts';
import type { Part } from './types.ts';

/** What a line of a Claude Code transcript is for the conversation. */
export type ClaudeLine =
  /** Something the person said, ran or stopped, and what tools gave back. */
  | {
      readonly kind: 'user';
      readonly parts: readonly Part[];
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
    return { kind: 'answer', messageId: textOf(message.id), blocks: blocksOf(message.content) };
  }
  if (line.type === 'attachment') return readQueued(line);
  if (line.type !== 'system') return other;
  if (line.subtype === 'compact_boundary') return { kind: 'boundary' };
  if (line.subtype !== 'local_command') return other;
  return { ...user, commands: unwrap(textOf(line.content) ?? '').commands };
}

const user = { kind: 'user', parts: [], commands: [], interruption: undefined, results: [] } as const;

function readUser(line: JsonObject): ClaudeLine {
  if (line.isCompactSummary === true) return { kind: 'summary' };
  const blocks = blocksOf(fieldsOf(line.message).content);
  const results = blocks.filter(isToolResult);
  if (isWritten(line)) return { ...user, results };
  return { ...readSpoken(blocks.filter((block) => !isToolResult(block))), results };
}

/** A prompt typed while the agent was at work is kept as an attachment, and nowhere else. */
function readQueued(line: JsonObject): ClaudeLine {
  const attachment = objectOf(line.attachment);
  if (attachment?.type !== 'queued_command' || isWritten(line) || isWritten(attachment)) return other;
  const mode = textOf(attachment.commandMode) ?? 'prompt';
  if (mode !== 'prompt') return other;
  return readSpoken(blocksOf(attachment.prompt));
}

/** Whether Claude Code wrote it for the agent: the person neither typed nor saw it. */
function isWritten(line: JsonObject): boolean {
  const origin = textOf(fieldsOf(line.origin).kind) ?? 'human';
  return line.isMeta === true || line.isVisibleInTranscriptOnly === true || origin !== 'human';
}

function readSpoken(blocks: readonly JsonObject[]): Extract<ClaudeLine, { kind: 'user' }> {
  const parts: Part[] = [];
  const commands: string[] = [];
  let interruption: string | undefined;
  for (const block of blocks) {
    const part = partOf(block);
    if (!part) continue;
    if (block.type !== 'text' || !('text' in part)) {
      parts.push(part);
      continue;
    }
    const unwrapped = unwrap(part.text);
    commands.push(...unwrapped.commands);
    if (unwrapped.text !== '') parts.push({ text: unwrapped.text });
    if (unwrapped.interrupted) interruption = part.text.trim();
  }
  return { ...user, parts, commands, interruption };
}

/** Ids of the tools an answer calls. */
export function toolUses(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.filter(isToolUse).flatMap((block) => textOf(block.id) ?? []);
}

/** Ids of the calls whose results blocks hold. */
export function toolResults(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.filter(isToolResult).flatMap((block) => textOf(block.tool_use_id) ?? []);
}
