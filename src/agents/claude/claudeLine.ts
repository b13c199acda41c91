import { defined, isObject, jsonOf, type JsonObject } from '../../disk/base/core.ts';
import { blocksOf, isText, isToolResult, isToolUse, partOf, plainText } from '../reading/blocks.ts';
import { unwrap } from './claudeEnvelopes.ts';
import { withoutRelayed, type OwnWords } from './claudeRelayed.ts';
import { fieldsOf, objectOf, textOf, type Field } from '../reading/fields.ts';
import type { Part } from '../reading/types.ts';

/** Role of a transcript line in the conversation. */
export type ClaudeLine =
  /** A message on the person's side: words, commands, interruptions, and tool results. */
  | {
      readonly kind: 'user';
      readonly parts: readonly Part[];
      /** The texts among the parts. */
      readonly words: readonly string[];
      /** The command line the person typed, if any; `parts` are then its argument. */
      readonly typed?: string;
      readonly commands: readonly string[];
      /** The interruption marker as written in the transcript. */
      readonly interruption: string | undefined;
      /** What others said, in another session or through a channel. */
      readonly relayed?: readonly string[];
      readonly results: readonly JsonObject[];
    }
  /** A piece of an answer; pieces of one answer share `messageId`. */
  | {
      readonly kind: 'answer';
      readonly messageId: string | undefined;
      readonly blocks: readonly JsonObject[];
    }
  /** A compaction of the context. */
  | { readonly kind: 'boundary' }
  /** The agent's summary of the conversation before a compaction. */
  | { readonly kind: 'summary' }
  /** Recap of Claude Code for a person who returns: what was done, and what is next. */
  | { readonly kind: 'recap'; readonly text: string }
  /** Not part of the conversation, though possibly a link in it. */
  | { readonly kind: 'other' };

const other: ClaudeLine = { kind: 'other' };

/** Classifies a line. Lines of unknown type are `other`. */
export function readLine(line: JsonObject): ClaudeLine {
  if (line.type === 'user') return readUser(line);
  if (line.type === 'assistant') {
    const message = fieldsOf(line.message);
    if (isPlaceholder(message)) return other;
    return { kind: 'answer', messageId: textOf(message.id), blocks: blocksOf(message.content) };
  }
  if (line.type === 'attachment') return readAttached(line);
  if (line.type === 'queue-operation') return readQueued(line);
  if (line.type !== 'system') return other;
  if (line.subtype === 'compact_boundary') return { kind: 'boundary' };
  if (line.subtype === 'away_summary') return recapOf(textOf(line.content) ?? '');
  if (line.subtype !== 'local_command') return other;
  const spoken = readSpoken(blocksOf(line.content));
  return spoken.commands.length > 0 ? spoken : { ...user, commands: [] };
}

/** Reads a recap without the final hint on how to turn recaps off. */
function recapOf(content: string): ClaudeLine {
  const text = content.replace(/\s*\(disable recaps in [^)]*\)\s*$/, '').trim();
  return text === '' ? other : { kind: 'recap', text };
}

/** Whether an answer is the placeholder that Claude Code writes where the model gave none. */
function isPlaceholder({ model, content }: JsonObject): boolean {
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
  return {
    ...readSpoken(
      blocks.filter((block) => !isToolResult(block)),
      line.promptSource,
    ),
    results,
  };
}

/** Reads an entry of the prompt queue; most entries appear again when they leave it. */
function readQueued({ operation, content }: JsonObject): ClaudeLine {
  if (operation !== 'enqueue') return other;
  return isReport(textOf(content) ?? '') ? { ...user } : readSpoken(blocksOf(content));
}

/**
 * Whether a program queued the text: a JSON object, or an element with a hyphen in its name. A person's words of that
 * form get their own line once sent.
 */
function isReport(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return isObject(jsonOf(trimmed));
  const [, tag] = /^<([a-z]+(?:-[a-z]+)+)[\s>]/.exec(trimmed) ?? [];
  return tag !== undefined && trimmed.endsWith(`</${tag}>`);
}

/** Reads an attachment, in which newer versions keep a prompt typed while the agent worked. */
function readAttached(line: JsonObject): ClaudeLine {
  const attachment = objectOf(line.attachment);
  if (attachment?.type !== 'queued_command' || isWritten(line) || isWritten(attachment)) return other;
  const mode = textOf(attachment.commandMode) ?? 'prompt';
  if (mode !== 'prompt') return other;
  return readSpoken(blocksOf(attachment.prompt));
}

/**
 * Whether Claude Code wrote a message for the agent, unseen by the person; an accepted plan does not count, as the
 * person saw it.
 */
function isWritten(line: JsonObject): boolean {
  if (textOf(line.planContent) !== undefined) return false;
  const origin = textOf(fieldsOf(line.origin).kind) ?? 'human';
  return line.isMeta === true || line.isVisibleInTranscriptOnly === true || origin !== 'human';
}

/** Reads what a person said; `source` tells how it was given, where Claude Code records it. */
function readSpoken(blocks: readonly JsonObject[], source?: Field): Extract<ClaudeLine, { kind: 'user' }> {
  const parts: Part[] = [];
  const words: string[] = [];
  const commands: string[] = [];
  const relayed: string[] = [];
  let typed: string | undefined;
  let interruption: string | undefined;
  for (const block of blocks) {
    const part = partOf(block);
    if (!part) continue;
    if (!('text' in part) || !isText(block)) {
      parts.push(part);
      continue;
    }
    const own = ownWords(part.text, source);
    relayed.push(...own.relayed);
    const unwrapped = unwrap(own.rest);
    commands.push(...unwrapped.commands);
    typed ??= unwrapped.typed;
    if (unwrapped.text !== '') {
      parts.push({ text: unwrapped.text });
      words.push(unwrapped.text);
    }
    if (unwrapped.interrupted) interruption = part.text.trim();
  }
  return {
    ...user,
    parts,
    words,
    commands,
    interruption,
    ...defined({ typed }),
    ...(relayed.length > 0 && { relayed }),
  };
}

/** Separates what others said; a typed text has nothing of it, but may quote them. */
function ownWords(text: string, source: Field): OwnWords {
  if (source === 'typed' || !text.includes('<')) return { rest: text, relayed: [] };
  return withoutRelayed(text);
}

/** Ids of the tool calls in an answer. */
export function toolUses(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.filter(isToolUse).flatMap((block) => textOf(block.id) ?? []);
}

/** Ids of the calls whose results the blocks hold. */
export function toolResults(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.filter(isToolResult).flatMap((block) => textOf(block.tool_use_id) ?? []);
}
