import { defined, type JsonObject } from '../../disk/base/core.ts';
import { blockType, isToolResult, isToolUse, partOf, plainText } from '../reading/blocks.ts';
import { readLine, type ClaudeLine } from './claudeLine.ts';
import type { LineLink } from './claudeLinks.ts';
import { answered, toolCall } from './claudeTools.ts';
import { usageOf } from './claudeUsage.ts';
import { MessageDraft } from '../reading/drafts.ts';
import { fieldsOf, textOf, type Field } from '../reading/fields.ts';
import type { MessageRecord, TokenCounts } from '../reading/types.ts';

/** A message in progress. */
interface Slot {
  /** Number of the last line that adds to it. */
  last: number;
  draft: MessageDraft | undefined;
}

/**
 * Second pass over a conversation: assembles messages and yields each after its last line, holding only unfinished
 * ones.
 */
export class ClaudeMessages {
  readonly #links: readonly LineLink[];
  /** Message of each link. */
  readonly #slotByLink: (Slot | undefined)[] = [];
  readonly #slotByCall = new Map<number, Slot>();
  readonly #slots: Slot[] = [];
  readonly #queuedAt: ReadonlyMap<number, number>;
  /** Ids of messages begun. */
  readonly #ids = new Set<string>();
  readonly #before: number;
  #nextLink = 0;
  #nextSlot = 0;

  /**
   * `queuedAt` maps lines that hold a queued prompt to the lines that queued it, `before` is the number of lines before
   * the first.
   */
  constructor(links: readonly LineLink[], queuedAt: ReadonlyMap<number, number> = new Map(), before = 0) {
    this.#links = links;
    this.#queuedAt = queuedAt;
    this.#before = before;
    const answers = new Map<number, Slot>();
    let boundary: Slot | undefined;
    for (const link of links) {
      const known = link.kind === 'summary' ? boundary : answers.get(link.answer ?? -1);
      const slot = this.#addLink(link, known);
      if (slot && link.answer !== undefined) answers.set(link.answer, slot);
      if (link.kind === 'boundary' || link.kind === 'summary')
        boundary = link.kind === 'boundary' ? slot : undefined;
    }
  }

  /** Whether all messages have been yielded. */
  isDone(): boolean {
    return this.#nextSlot === this.#slots.length;
  }

  /** Whether line `at` belongs to the conversation. Must be called in line order. */
  includes(at: number): boolean {
    let link = this.#links[this.#nextLink];
    while (link && link.at < at) link = this.#links[++this.#nextLink];
    return link?.at === at;
  }

  /** Adds the line last passed to `includes`; `time` is the fallback for lines without one. */
  feed(line: JsonObject, time: string): void {
    const link = this.#links[this.#nextLink];
    const slot = this.#slotByLink[this.#nextLink];
    const read = readLine(line);
    if (link && slot) addTo((slot.draft ??= this.#newDraft(link.at, line, read, time)), line, read, time);
    if (read.kind !== 'user') return;
    read.results.forEach((block, n) => {
      const draft = this.#slotByCall.get(link?.results[n] ?? -1)?.draft;
      if (draft) answer(draft, block, line);
    });
  }

  /** Yields the messages complete after line `at`. */
  *completedAt(at: number): Iterable<MessageRecord> {
    for (
      let slot = this.#slots[this.#nextSlot];
      slot && slot.last <= at;
      slot = this.#slots[this.#nextSlot]
    ) {
      this.#nextSlot++;
      const { draft } = slot;
      slot.draft = undefined;
      if (draft && !draft.empty) yield draft.finish();
    }
  }

  #newDraft(at: number, line: JsonObject, read: ClaudeLine, time: string): MessageDraft {
    const queuedAt = this.#queuedAt.get(at);
    const uuid = queuedAt === undefined ? textOf(line.uuid) : undefined;
    // Two lines with different words may have one uuid.
    const id =
      uuid === undefined || this.#ids.has(uuid) ? `line-${this.#before + (queuedAt ?? at) + 1}` : uuid;
    this.#ids.add(id);
    return new MessageDraft(id, time, typeOf(line, read));
  }

  #addLink(link: LineLink, known: Slot | undefined): Slot | undefined {
    for (const call of link.results) {
      const slot = this.#slotByCall.get(call);
      if (slot) slot.last = link.at;
    }
    const spoken = !ignored.has(link.kind);
    const slot = spoken ? (known ?? { last: link.at, draft: undefined }) : undefined;
    this.#slotByLink.push(slot);
    if (!slot) return undefined;
    if (!known) this.#slots.push(slot);
    slot.last = link.at;
    for (const call of link.uses) this.#slotByCall.set(call, slot);
    return slot;
  }
}

/** Kinds of lines that make no message. */
const ignored: ReadonlySet<LineLink['kind']> = new Set(['other', 'note', 'results']);

function typeOf(line: JsonObject, read: ClaudeLine): MessageRecord['type'] {
  if (read.kind === 'answer') return line.isApiErrorMessage === true ? 'error' : 'assistant';
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
    if (read.typed !== undefined) draft.displayContent = read.typed;
    if (read.parts.length > 0) return;
    if (read.relayed) draft.isRelayed = true;
    for (const text of [read.interruption ?? [], read.relayed ?? []].flat()) draft.addText(text, '\n\n');
  } else if (read.kind === 'recap') {
    draft.addText(read.text);
    draft.isRelayed = true;
  } else if (read.kind === 'boundary') {
    const trigger = textOf(fieldsOf(line.compactMetadata).trigger);
    draft.addText(textOf(line.content) ?? 'Conversation compacted');
    draft.compaction = { ...defined({ trigger }) };
  } else if (read.kind === 'summary') {
    const summary = plainText(fieldsOf(line.message).content);
    if (draft.parts.length === 0) draft.addText('Conversation compacted');
    draft.compaction = { ...draft.compaction, summary };
  }
}

function addBlock(draft: MessageDraft, block: JsonObject, line: JsonObject, time: string): void {
  const type = blockType(block);
  if (type === 'redacted_thinking') return;
  if (type === 'thinking') {
    const description = textOf(block.thinking);
    if (description !== undefined) draft.thoughts.push({ description, timestamp: time });
    return;
  }
  if (isToolResult(block)) {
    answer(draft, block, line);
  } else if (isToolUse(block)) {
    const call = toolCall(block, time, `${draft.id}-call-${draft.calls.length + 1}`);
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

function answer(draft: MessageDraft, block: JsonObject, line: JsonObject): void {
  const call = draft.calls.find(({ id }) => id === block.tool_use_id);
  if (call) Object.assign(call, answered(call, block, line));
}

function tokensOf(usage: Field): TokenCounts | undefined {
  const counts = usageOf(usage);
  if (!counts) return undefined;
  const { input, output, cacheRead: cached, cacheWrite: written } = counts;
  return { input, output, ...defined({ cached, written }), total: input + output };
}
