import type { JsonObject } from '../json.ts';
import { isToolResult, isToolUse, partOf, plainText } from './claudeBlocks.ts';
import { readLine, type ClaudeLine } from './claudeLine.ts';
import type { Link } from './claudeLinks.ts';
import { answered, toolCall } from './claudeTools.ts';
import { MessageDraft } from './drafts.ts';
import { fieldsOf, numberOf, textOf, type Field } from './fields.ts';
import type { MessageRecord, TokenCounts } from './types.ts';

/** One message to be, and which lines make it. */
interface Slot {
  /** Number of the last line that adds to it. */
  last: number;
  draft?: MessageDraft;
}

/**
 * The second reading of a conversation: puts its messages together from their lines and gives each as soon as its
 * last line is read, so that only unfinished ones are held.
 */
export class ClaudeMessages {
  readonly #slots: Slot[] = [];
  readonly #slotByLine = new Map<number, Slot>();
  readonly #slotByCall = new Map<string, Slot>();
  readonly #resultLines = new Set<number>();
  #next = 0;

  constructor(links: readonly Link[]) {
    const answers = new Map<string, Slot>();
    let boundary: Slot | undefined;
    for (const link of links) {
      const known = link.kind === 'summary' ? boundary : answers.get(link.messageId ?? '');
      const slot = this.#addLine(link, known);
      if (slot && link.messageId !== undefined) answers.set(link.messageId, slot);
      if (link.kind === 'boundary' || link.kind === 'summary') {
        boundary = link.kind === 'boundary' ? slot : undefined;
      }
    }
  }

  /** Numbers of the lines it wants to be fed with. */
  *wanted(): Iterable<number> {
    yield* this.#slotByLine.keys();
    yield* this.#resultLines;
  }

  /** Whether all its messages have been given. */
  get done(): boolean {
    return this.#next === this.#slots.length;
  }

  /** Takes a line in; `time` is for lines that have none. */
  feed(at: number, line: JsonObject, time: string): void {
    const read = readLine(line);
    const slot = this.#slotByLine.get(at);
    if (slot) addTo((slot.draft ??= newDraft(at, line, read, time)), line, read, time);
    if (read.kind === 'user') this.#addResults(line, read.results);
  }

  /** The messages that are complete after line `at`. */
  *ready(at: number): Iterable<MessageRecord> {
    for (let slot = this.#slots[this.#next]; slot && slot.last <= at; slot = this.#slots[this.#next]) {
      this.#next++;
      const { draft } = slot;
      delete slot.draft;
      if (draft && !draft.empty) yield draft.finish();
    }
  }

  #addLine(link: Link, known: Slot | undefined): Slot | undefined {
    for (const id of link.results) {
      const asked = this.#slotByCall.get(id);
      if (!asked) continue;
      asked.last = link.at;
      this.#resultLines.add(link.at);
    }
    if (link.kind === 'other' || link.kind === 'results') return undefined;
    const slot = known ?? { last: link.at };
    if (!known) this.#slots.push(slot);
    slot.last = link.at;
    this.#slotByLine.set(link.at, slot);
    for (const id of link.uses) this.#slotByCall.set(id, slot);
    return slot;
  }

  #addResults(line: JsonObject, results: readonly JsonObject[]): void {
    for (const block of results) {
      const id = textOf(block.tool_use_id) ?? '';
      const draft = this.#slotByCall.get(id)?.draft;
      if (draft) answer(draft, id, block, line);
    }
  }
}

function newDraft(at: number, line: JsonObject, read: ClaudeLine, time: string): MessageDraft {
  return new MessageDraft(textOf(line.uuid) ?? `line-${at + 1}`, time, typeOf(line, read));
}

function typeOf(line: JsonObject, read: ClaudeLine): MessageRecord['type'] {
  if (read.kind === 'answer') return line.isApiErrorMessage === true ? 'error' : 'gemini';
  return read.kind === 'user' && read.parts.length > 0 ? 'user' : 'info';
}

function addTo(draft: MessageDraft, line: JsonObject, read: ClaudeLine, time: string): void {
  if (read.kind === 'answer') {
    const message = fieldsOf(line.message);
    for (const block of read.blocks) addBlock(draft, block, line, time);
    const model = textOf(message.model);
    if (model !== undefined && model !== '<synthetic>') draft.model = model;
    draft.tokens = tokensOf(message.usage) ?? draft.tokens;
  } else if (read.kind === 'user') {
    for (const part of read.parts) addPart(draft, part);
    if (read.parts.length === 0 && read.interruption !== undefined) draft.addText(read.interruption);
  } else if (read.kind === 'boundary') {
    const trigger = textOf(fieldsOf(line.compactMetadata).trigger);
    draft.addText(textOf(line.content) ?? 'Conversation compacted');
    draft.compaction = { ...(trigger !== undefined && { trigger }) };
  } else if (read.kind === 'summary') {
    const summary = plainText(fieldsOf(line.message).content);
    if (draft.parts.length === 0) draft.addText('Conversation compacted');
    draft.compaction = { ...draft.compaction, summary };
  }
}

function addBlock(draft: MessageDraft, block: JsonObject, line: JsonObject, time: string): void {
  if (block.type === 'redacted_thinking') return;
  if (block.type === 'thinking') {
    const description = textOf(block.thinking);
    if (description !== undefined) draft.thoughts.push({ description, timestamp: time });
    return;
  }
  if (isToolResult(block)) {
    answer(draft, textOf(block.tool_use_id) ?? '', block, line);
  } else if (isToolUse(block)) {
    const call = toolCall(block, time);
    if (!draft.calls.some(({ id }) => id === call.id)) draft.calls.push(call);
  } else {
    const part = partOf(block);
    if (part) addPart(draft, part);
  }
}

function addPart(draft: MessageDraft, part: MessageDraft['parts'][number]): void {
  if ('text' in part) draft.addText(part.text, '\n\n');
  else draft.parts.push(part);
}

function answer(draft: MessageDraft, id: string, block: JsonObject, line: JsonObject): void {
  const call = draft.calls.find((one) => one.id === id);
  if (call) Object.assign(call, answered(call, block, line));
}

function tokensOf(usage: Field): TokenCounts | undefined {
  const counts = fieldsOf(usage);
  const output = numberOf(counts.output_tokens);
  const cached = numberOf(counts.cache_read_input_tokens);
  const fresh = numberOf(counts.input_tokens);
  if (fresh === undefined || output === undefined) return undefined;
  const input = fresh + (cached ?? 0) + (numberOf(counts.cache_creation_input_tokens) ?? 0);
  return { input, output, ...(cached !== undefined && { cached }), total: input + output };
}
