import type { JsonObject, JsonValue } from '../json.ts';
import {
  isAutomatic,
  outcomeOf,
  resultHeader,
  spokenIn,
  splitThinking,
  withoutEnvironment,
  withoutWrappers,
  writtenCall,
} from './clineText.ts';
import type { ClineTimes } from './clineTimes.ts';
import { answer, MessageDrafts, type CallDraft, type MessageDraft } from './drafts.ts';
import { fieldsOf, isList, listOf, textOf, timeOf, type Field } from './fields.ts';
import { mediaPart } from './pictures.ts';
import type { MessageRecord } from './types.ts';

/** Calls whose argument is what the agent says to the person. */
const spokenArgument: Readonly<Record<string, string>> = {
  attempt_completion: 'result',
  ask_followup_question: 'question',
  plan_mode_respond: 'response',
};

/** The messages of a Cline task: Anthropic's format, with Cline's own words taken out of the person's. */
export class ClineConversation {
  unreadable = 0;
  readonly #drafts: MessageDrafts;
  readonly #times: ClineTimes;
  #requests = 0;
  /** A call written as text, which has no id to find it by. */
  #written: CallDraft | undefined;

  constructor(startTime: string, times: ClineTimes) {
    this.#drafts = new MessageDrafts(startTime);
    this.#times = times;
  }

  add(message: JsonObject, index: number): void {
    const { role, content } = message;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if ((role !== 'user' && role !== 'assistant') || !isList(blocks)) {
      this.unreadable++;
      return;
    }
    const n = role === 'user' ? this.#requests++ : this.#requests - 1;
    const request = this.#times.request(n);
    const id = textOf(message.id) ?? `message-${index + 1}`;
    const time = timeOf(message.ts) ?? request?.time;
    if (role === 'user') this.#addUser(id, time, blocks);
    else {
      const draft = this.#drafts.add({ id, time, type: 'gemini' });
      draft.model = textOf(fieldsOf(message.modelInfo).modelId) ?? request?.model;
      draft.tokens = request?.tokens;
      for (const block of blocks) this.#addSaid(draft, fieldsOf(block));
    }
  }

  finish(): MessageRecord[] {
    return this.#drafts.finish();
  }

  /** A message on the person's side is the person's once a word of the person is found in it. */
  #addUser(id: string, time: string | undefined, blocks: readonly JsonValue[]): void {
    const draft = this.#drafts.add({ id, time, type: 'info' });
    let open: CallDraft | undefined;
    for (const block of blocks.map(fieldsOf)) {
      if (block.type === 'tool_result') this.#addResult(draft, block);
      else if (block.type === 'text') open = this.#addUserText(draft, textOf(block.text) ?? '', open);
      else if (open) appendResult(open, blockText(block));
      else addUserOther(draft, block);
    }
  }

  /** Adds a text of the person's side; the call it belongs to when it is the result of one. */
  #addUserText(draft: MessageDraft, whole: string, open: CallDraft | undefined): CallDraft | undefined {
    const text = withoutEnvironment(whole);
    if (text.trim() === '') return open;
    const header = resultHeader(text);
    const call = header ? this.#written : open;
    const words = spokenIn(text);
    if (call) appendResult(call, header?.rest ?? text);
    if (call || header || (isAutomatic(text) && words.length > 0)) say(draft, words);
    else if (isAutomatic(text)) draft.addText(text, '\n');
    else say(draft, [withoutWrappers(text)]);
    return call;
  }

  #addResult(draft: MessageDraft, block: JsonObject): void {
    const call = this.#drafts.call(textOf(block.tool_use_id));
    const text = withoutEnvironment(contentText(block.content));
    say(draft, spokenIn(text));
    if (!call) {
      draft.addPlaceholder('tool_result', textOf(block.tool_use_id));
      return;
    }
    answer(call, text, block.is_error === true ? 'error' : outcomeOf(text));
  }

  #addSaid(draft: MessageDraft, block: JsonObject): void {
    if (block.type === 'text') this.#addSaidText(draft, textOf(block.text) ?? '');
    else if (block.type === 'thinking' || block.type === 'reasoning') {
      const description = textOf(block.thinking) ?? textOf(block.text) ?? '';
      if (description.trim() !== '') draft.thoughts.push({ description });
    } else if (block.type === 'tool_use') {
      const name = textOf(block.name) ?? 'tool';
      this.#addCall(draft, textOf(block.id), name, fieldsOf(block.input));
    } else if (block.type !== 'redacted_thinking') addOther(draft, block);
  }

  #addSaidText(draft: MessageDraft, whole: string): void {
    const { thinking, text } = splitThinking(whole);
    for (const description of thinking) draft.thoughts.push({ description });
    const written = writtenCall(text);
    draft.addText(written?.text ?? text, '\n\n');
    if (written) this.#written = this.#addCall(draft, undefined, written.name, written.args);
  }

  #addCall(draft: MessageDraft, id: string | undefined, name: string, args: JsonObject): CallDraft {
    const spoken = Object.hasOwn(spokenArgument, name) ? textOf(args[spokenArgument[name] ?? '']) : undefined;
    if (spoken !== undefined) draft.addText(spoken, '\n\n');
    return this.#drafts.addCall(draft, id, name, args);
  }
}

/** Adds what the person said, which makes the message the person's. */
function say(draft: MessageDraft, texts: readonly string[]): void {
  for (const text of texts.filter((words) => words !== '')) {
    draft.type = 'user';
    draft.addText(text, '\n');
  }
}

function addUserOther(draft: MessageDraft, block: JsonObject): void {
  if (block.type === 'image' || block.type === 'document') draft.type = 'user';
  addOther(draft, block);
}

function appendResult(call: CallDraft, text: string): void {
  if (call.status === 'pending') answer(call, text, outcomeOf(text));
  else if (text !== '')
    call.result = [textOf(call.result), text].filter((part) => part !== undefined).join('\n');
  if (call.status === 'success') call.status = outcomeOf(textOf(call.result) ?? '');
}

function addOther(draft: MessageDraft, block: JsonObject): void {
  const type = textOf(block.type) ?? 'block';
  if (type === 'image' || type === 'document')
    draft.parts.push(mediaPart(mediaType(block), fieldsOf(block.source).data));
  else draft.addPlaceholder(type);
}

const mediaType = (block: JsonObject): string =>
  textOf(fieldsOf(block.source).media_type) ?? 'application/octet-stream';

/** A result as text, pictures named by their media type. */
function contentText(content: Field): string {
  if (!isList(content)) return textOf(content) ?? '';
  return listOf(content)
    .map((block) => blockText(fieldsOf(block)))
    .join('\n');
}

function blockText(block: JsonObject): string {
  if (block.type === 'text') return textOf(block.text) ?? '';
  const type = textOf(block.type) ?? 'block';
  return type === 'image' || type === 'document' ? `[${type}: ${mediaType(block)}]` : `[${type}]`;
}
