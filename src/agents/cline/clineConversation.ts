import type { JsonObject } from '../../disk/base/core.ts';
import { plainText } from '../reading/blocks.ts';
import { addOther, blockText, contentText } from './clineBlocks.ts';
import {
  attachedIn,
  feedbackIn,
  isAutomatic,
  isReminder,
  tagsWords,
  outcomeOf,
  resultHeader,
  spokenIn,
  splitThinking,
  withoutEnvironment,
  withoutWrappers,
  writtenCall,
  type ResultHeader,
} from './clineText.ts';
import type { ClineTimes } from './clineTimes.ts';
import { answer, MessageDrafts, type CallDraft, type MessageDraft } from '../reading/drafts.ts';
import { fieldsOf, isList, numberOf, textOf, timeOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import type { MessageRecord, TokenCounts } from '../reading/types.ts';

/** Calls that speak to the person, and the argument that holds the words. */
const spokenArgument: Readonly<Record<string, string>> = {
  attempt_completion: 'result',
  ask_followup_question: 'question',
  plan_mode_respond: 'response',
};

/** Calls by which an agent replaces earlier messages with a summary. */
const condensing: ReadonlySet<string> = new Set(['summarize_task', 'condense']);

/** Messages of a Cline task in Anthropic's format; Cline's additions are removed from the person's. */
export class ClineConversation {
  unreadable = 0;
  readonly kinds = new UnknownKinds();
  readonly #drafts: MessageDrafts;
  readonly #times: ClineTimes;
  #requests = 0;
  /** Calls without a result yet, in the order of results. */
  #open: CallDraft[] = [];
  /** Whether the person's words are tagged; undefined until a user message was seen. */
  #tagsWords: boolean | undefined;

  constructor(startTime: string, times: ClineTimes) {
    this.#drafts = new MessageDrafts(startTime);
    this.#times = times;
  }

  add(message: JsonObject, index: number): void {
    const { role, content } = message;
    if (message.isSummary === true) {
      this.#addSummary(message);
      return;
    }
    if (message.isTruncationMarker === true) return;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if ((role !== 'user' && role !== 'assistant') || !isList(blocks)) {
      this.unreadable++;
      return;
    }
    const n = role === 'user' ? this.#requests++ : this.#requests - 1;
    const request = this.#times.request(n);
    const id = textOf(message.id) ?? `message-${index + 1}`;
    const time = timeOf(message.ts) ?? request?.time;
    if (role === 'user') this.#addUser(id, time, blocks.map(fieldsOf));
    else {
      const draft = this.#drafts.add({ id, time, type: 'assistant' });
      draft.model = textOf(fieldsOf(message.modelInfo).modelId) ?? request?.model;
      draft.tokens = request?.tokens ?? tokensOf(fieldsOf(fieldsOf(message.metrics).tokens));
      this.#open = [];
      for (const block of blocks) this.#addSaid(draft, fieldsOf(block));
    }
  }

  finish(): MessageRecord[] {
    return this.#drafts.finish();
  }

  /** Adds one of Roo's summaries, which stay in the list together with the messages they replace. */
  #addSummary({ id, ts, content }: JsonObject): void {
    const draft = this.#drafts.add({ id: textOf(id), time: timeOf(ts), type: 'info' });
    draft.addText('Context compacted');
    draft.compaction = { summary: plainText(content ?? null) };
  }

  /** Adds a user message: the person's if it holds words of the person, otherwise Cline's. */
  #addUser(id: string, time: string | undefined, blocks: readonly JsonObject[]): void {
    const side = new ClineUserSide(this.#drafts.add({ id, time, type: 'info' }));
    this.#tagsWords ??= tagsWords(blocks.map(({ text }) => textOf(text) ?? ''));
    let answered: CallDraft | undefined;
    for (const block of blocks) {
      if (block.type === 'tool_result') this.#addResult(side, block);
      else if (block.type === 'text') answered = this.#addUserText(side, textOf(block.text) ?? '', answered);
      else if (answered) appendResult(answered, blockText(block));
      else side.addOther(block, this.kinds);
    }
    side.finish();
  }

  /** Adds a user text; returns the call if the text is a (further) part of its result. */
  #addUserText(side: ClineUserSide, whole: string, answered: CallDraft | undefined): CallDraft | undefined {
    const text = withoutEnvironment(whole);
    if (text.trim() === '' || isReminder(text)) return answered;
    const header = resultHeader(text);
    const call = header ? this.#answeredBy(header) : answered;
    if (!header && !call) side.addText(text, this.#tagsWords === true);
    else side.addWords(wordsInResult(header?.name ?? call?.name ?? '', text));
    if (call) {
      appendResult(call, header?.rest ?? text);
      side.addSummary(call);
    }
    return call;
  }

  /** Finds the open call of a result: by name and argument, else by name, else the next one. */
  #answeredBy({ name, about }: ResultHeader): CallDraft | undefined {
    const named = this.#open.filter((call) => call.name === name || call.name.endsWith(`_${name}`));
    const call =
      named.find(({ args }) => Object.values(args).some((value) => value === about)) ??
      named[0] ??
      this.#open[0];
    this.#open = this.#open.filter((open) => open !== call);
    return call;
  }

  #addResult(side: ClineUserSide, block: JsonObject): void {
    const call = this.#drafts.call(textOf(block.tool_use_id));
    const text = withoutEnvironment(contentText(block.content));
    side.addWords(wordsInResult(call?.name ?? '', text));
    if (!call) {
      side.addPlaceholder('tool_result', textOf(block.tool_use_id));
      return;
    }
    this.#open = this.#open.filter((open) => open !== call);
    answer(call, text, block.is_error === true ? 'error' : outcomeOf(text));
    side.addSummary(call);
  }

  #addSaid(draft: MessageDraft, block: JsonObject): void {
    if (block.type === 'text') this.#addSaidText(draft, textOf(block.text) ?? '');
    else if (block.type === 'thinking' || block.type === 'reasoning') {
      const description = textOf(block.thinking) ?? textOf(block.text) ?? '';
      if (description.trim() !== '') draft.thoughts.push({ description });
    } else if (block.type === 'tool_use') {
      const name = textOf(block.name) ?? 'tool';
      this.#addCall(draft, textOf(block.id), name, fieldsOf(block.input));
    } else if (block.type !== 'redacted_thinking') addOther(draft, block, this.kinds);
  }

  #addSaidText(draft: MessageDraft, whole: string): void {
    const { thinking, text } = splitThinking(whole);
    for (const description of thinking) draft.thoughts.push({ description });
    const written = writtenCall(text);
    draft.addText(written?.text ?? text, '\n\n');
    if (written) this.#addCall(draft, undefined, written.name, written.args);
  }

  #addCall(draft: MessageDraft, id: string | undefined, name: string, args: JsonObject): void {
    const spoken = Object.hasOwn(spokenArgument, name) ? textOf(args[spokenArgument[name] ?? '']) : undefined;
    if (spoken !== undefined) draft.addText(spoken, '\n\n');
    this.#open.push(this.#drafts.addCall(draft, id, name, args));
  }
}

/** Returns what the person said beside or within a tool's result; tools that ask the person return nothing else. */
function wordsInResult(tool: string, text: string): string[] {
  return Object.hasOwn(spokenArgument, tool) || condensing.has(tool) ? spokenIn(text) : feedbackIn(text);
}

/** A message on the person's side: words, pictures and files of the person, or Cline's notes to the model. */
class ClineUserSide {
  readonly #draft: MessageDraft;
  readonly #notes: string[] = [];
  readonly #attached: string[] = [];

  constructor(draft: MessageDraft) {
    this.#draft = draft;
  }

  /** Adds words of the person, which make the message the person's. */
  addWords(texts: readonly string[]): void {
    for (const text of texts.filter((words) => words !== '')) {
      this.#draft.type = 'user';
      this.#draft.addText(text, '\n');
    }
  }

  /** Adds a text that is not a result: its tagged words, or all of it where words are not tagged. */
  addText(text: string, isTagged: boolean): void {
    const attached = attachedIn(text);
    this.#attached.push(...attached);
    const words = attached.length > 0 ? [] : spokenIn(text);
    this.addWords(words);
    if (attached.length > 0 || words.length > 0) return;
    if (isTagged || isAutomatic(text)) this.#notes.push(text.trim());
    else this.addWords([withoutWrappers(text)]);
  }

  addOther(block: JsonObject, kinds: UnknownKinds): void {
    if (block.type === 'image' || block.type === 'document') this.#draft.type = 'user';
    addOther(this.#draft, block, kinds);
  }

  addPlaceholder(type: string, detail: string | undefined): void {
    this.#draft.addPlaceholder(type, detail);
  }

  /** Records a compaction, unless the person responded to its summary. */
  addSummary({ name, args, status }: CallDraft): void {
    const summary = condensing.has(name) ? textOf(args.context) : undefined;
    if (summary === undefined || status !== 'success' || this.#draft.type === 'user') return;
    this.#draft.compaction = { summary };
  }

  /** Completes the message; call it after everything was added. */
  finish(): void {
    if (this.#draft.type === 'user')
      for (const path of this.#attached) this.#draft.addPlaceholder('file', path);
    else if (this.#draft.compaction) this.#draft.addText('Context compacted');
    else for (const note of this.#notes) this.#draft.addText(note, '\n');
  }
}

function appendResult(call: CallDraft, text: string): void {
  if (call.status === 'pending') answer(call, text, outcomeOf(text));
  else if (text !== '')
    call.result = [textOf(call.result), text].filter((part) => part !== undefined).join('\n');
  if (call.status === 'success') call.status = outcomeOf(textOf(call.result) ?? '');
}

/** Token counts of a conversation without other files; cache reads and writes are one number there. */
function tokensOf({ prompt, completion, cached }: JsonObject): TokenCounts | undefined {
  const [fresh, output] = [numberOf(prompt), numberOf(completion)];
  if (fresh === undefined || output === undefined) return undefined;
  return { input: fresh + (numberOf(cached) ?? 0), output };
}
