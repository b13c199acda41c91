import type { JsonObject } from '../../disk/base/core.ts';
import { blocksOf, isText, partOf, plainText, toolOutput, toolPictures } from './blocks.ts';
import { answer, MessageDrafts, type CallDraft, type MessageDraft, type NewDraft } from './drafts.ts';
import { fieldsOf, isList, textOf, type Field } from './fields.ts';
import type { UnknownKinds } from './kinds.ts';
import type { MessageRecord, ToolCall } from './types.ts';

/** Types of blocks that hold thoughts. */
const thinking: ReadonlySet<string> = new Set(['thinking', 'reasoning', 'thought']);
/** Types of blocks without readable content. */
const sealed: ReadonlySet<string> = new Set(['redacted_thinking']);
const calling: ReadonlySet<string> = new Set(['tool_use', 'toolCall', 'toolUse']);
const answering: ReadonlySet<string> = new Set(['tool_result', 'toolResult']);

/**
 * Builds messages from texts or lists of blocks in the form of Anthropic's API, which many agents use, some with other
 * names. Results are assigned to their calls; unknown blocks are named in place and counted.
 */
export class Conversation {
  readonly drafts: MessageDrafts;
  readonly #kinds: UnknownKinds;

  /** `time` is the fallback for messages before the first with one. */
  constructor(time: string, kinds: UnknownKinds) {
    this.drafts = new MessageDrafts(time);
    this.#kinds = kinds;
  }

  /** Adds a message; `said` maps each text to what is shown of it. */
  add(message: NewDraft, content: Field, said = (text: string): string => text): MessageDraft {
    const draft = this.drafts.add(message);
    for (const block of blocksOf(content)) this.#addBlock(draft, block, said);
    return draft;
  }

  /** Answers a call; returns false if none has this id. */
  answer(id: string | undefined, content: Field, status: ToolCall['status']): boolean {
    const call = this.drafts.call(id);
    if (call) answerWith(call, content, status);
    return call !== undefined;
  }

  /** Records that the agent replaced earlier messages with a summary. */
  addCompaction(time: string | undefined, summary: string | undefined): void {
    const draft = this.drafts.add({ time, type: 'info' });
    draft.addText('Context compacted');
    draft.compaction = summary === undefined ? {} : { summary };
  }

  finish(): MessageRecord[] {
    return this.drafts.finish();
  }

  #addBlock(draft: MessageDraft, block: JsonObject, said: (text: string) => string): void {
    const type = textOf(block.type) ?? '';
    if (isText(block)) draft.addText(said(textOf(block.text) ?? ''), '\n\n');
    else if (thinking.has(type)) addThought(draft, textOf(block.thinking) ?? textOf(block.text));
    else if (calling.has(type)) this.#addCall(draft, block);
    else if (answering.has(type)) this.#addResult(draft, block);
    else if (!sealed.has(type)) this.#addOther(draft, block);
  }

  #addCall(draft: MessageDraft, block: JsonObject): void {
    const args = fieldsOf(block.input ?? block.arguments);
    this.drafts.addCall(draft, textOf(block.id), textOf(block.name) ?? 'tool', args);
  }

  #addResult(draft: MessageDraft, block: JsonObject): void {
    const id = textOf(block.tool_use_id) ?? textOf(block.toolUseID) ?? textOf(block.toolCallId);
    const failed = block.is_error === true || block.isError === true;
    if (!this.answer(id, block.content, failed ? 'error' : 'success'))
      draft.addPlaceholder('tool_result', id);
  }

  #addOther(draft: MessageDraft, block: JsonObject): void {
    if (block.type !== 'image' && block.type !== 'document') this.#kinds.add(textOf(block.type) ?? 'block');
    const part = partOf(block);
    if (part && 'text' in part) draft.addText(part.text, '\n\n');
    else if (part) draft.parts.push(part);
  }
}

/** Adds the agent's thoughts if they are readable. */
export function addThought(draft: MessageDraft, description: string | undefined): void {
  if (description !== undefined && description.trim() !== '') draft.thoughts.push({ description });
}

/** Sets the result: as text if it is only text, else unchanged except for the bytes of pictures. */
function answerWith(call: CallDraft, content: Field, status: ToolCall['status']): void {
  const pictures = toolPictures(content);
  const onlyText = isList(content) && content.every((item) => isText(fieldsOf(item)));
  answer(call, onlyText ? plainText(content) : toolOutput(content), status);
  if (pictures.length > 0) call.pictures = pictures;
}
