import { defined, type JsonObject } from '../../disk/base/core.ts';
import { addOther, blockText } from './clineBlocks.ts';
import { isAutomatic, typedIn } from './clineText.ts';
import { answer, MessageDrafts, type MessageDraft } from '../reading/drafts.ts';
import {
  fieldsOf,
  isList,
  listOf,
  numberOf,
  objectOf,
  textOf,
  timeOf,
  type Field,
} from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { parseJson } from '../reading/lines.ts';
import type { MessageRecord, TokenCounts } from '../reading/types.ts';

/** A compaction recorded beside the messages. */
export interface ClineCompaction {
  /** Number of messages before it. */
  readonly after: number;
  /** ISO 8601. */
  readonly time: string | undefined;
  readonly summary: string | undefined;
}

/** Calls that speak to the person, and the argument that holds the words. */
const spokenArgument: ReadonlyMap<string, string> = new Map([
  ['ask_question', 'question'],
  ['submit_and_exit', 'summary'],
]);

/** Messages of a session of Cline's command line or Cline 4: Anthropic's format with additional block types. */
export class ClineMessages {
  unreadable = 0;
  readonly kinds = new UnknownKinds();
  readonly #drafts: MessageDrafts;
  readonly #compaction: ClineCompaction | undefined;
  #sent = 0;

  constructor(startTime: string, compaction: ClineCompaction | undefined) {
    this.#drafts = new MessageDrafts(startTime);
    this.#compaction = compaction;
  }

  add(message: JsonObject, index: number): void {
    const { role, content } = message;
    const list = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if ((role !== 'user' && role !== 'assistant') || !isList(list)) {
      this.unreadable++;
      return;
    }
    const metadata = fieldsOf(message.metadata);
    const id = textOf(message.id) ?? `message-${index + 1}`;
    const type = role === 'assistant' ? 'assistant' : 'info';
    const draft = this.#drafts.add({ id, time: timeOf(message.ts), type });
    const blocks = list.map(fieldsOf);
    if (metadata.kind === 'compaction_summary') addCompaction(draft, textOf(metadata.summary));
    else if (role === 'user') this.#addUser(draft, blocks, textOf(metadata.displayRole));
    else this.#addSaid(draft, blocks, message);
    if (metadata.displayOnly !== true) this.#sent++;
    if (this.#sent === this.#compaction?.after && metadata.displayOnly !== true) this.#addCompaction();
  }

  finish(): MessageRecord[] {
    return this.#drafts.finish();
  }

  #addCompaction(): void {
    const { time, summary } = this.#compaction ?? {};
    addCompaction(this.#drafts.add({ id: 'compaction', time, type: 'info' }), summary);
  }

  /** Adds a user message: content that is neither a tool result nor shown as Cline's belongs to the person. */
  #addUser(draft: MessageDraft, blocks: readonly JsonObject[], shownAs: string | undefined): void {
    for (const block of blocks.filter(({ type }) => type !== 'file')) {
      const text = typedIn(textOf(block.text) ?? '');
      const persons = shownAs === undefined && block.type !== 'tool_result' && !isAutomatic(text);
      if (persons) draft.type = 'user';
      if (block.type === 'tool_result') this.#addResult(draft, block);
      else if (block.type === 'text') draft.addText(text, '\n');
      else addOther(draft, block, this.kinds);
    }
    for (const { path } of blocks.filter(({ type }) => type === 'file'))
      draft.addPlaceholder('file', textOf(path));
  }

  #addResult(draft: MessageDraft, block: JsonObject): void {
    const call = this.#drafts.call(textOf(block.tool_use_id));
    const text = resultText(block.content);
    if (!call) {
      draft.addPlaceholder('tool_result', textOf(block.tool_use_id));
      return;
    }
    const failed = block.is_error === true || hasFailed(block.content);
    answer(call, text, failed ? 'error' : 'success');
    if (call.name !== 'ask_question' || failed) return;
    draft.type = 'user';
    draft.addText(text, '\n');
  }

  #addSaid(draft: MessageDraft, blocks: readonly JsonObject[], message: JsonObject): void {
    if (fieldsOf(message.metadata).displayRole === 'error') draft.type = 'error';
    draft.model = textOf(fieldsOf(message.modelInfo).id);
    draft.tokens = tokensOf(fieldsOf(message.metrics));
    for (const block of blocks) {
      if (block.type === 'text') draft.addText(textOf(block.text) ?? '', '\n\n');
      else if (block.type === 'thinking') {
        const description = textOf(block.thinking) ?? '';
        if (description.trim() !== '') draft.thoughts.push({ description });
      } else if (block.type === 'tool_use') this.#addCall(draft, block);
      else if (block.type !== 'redacted_thinking') addOther(draft, block, this.kinds);
    }
  }

  #addCall(draft: MessageDraft, block: JsonObject): void {
    const [name, args] = [textOf(block.name) ?? 'tool', fieldsOf(block.input)];
    const words = textOf(args[spokenArgument.get(name) ?? '']);
    if (words !== undefined) draft.addText(words, '\n\n');
    this.#drafts.addCall(draft, textOf(block.id), name, args);
  }
}

function addCompaction(draft: MessageDraft, summary: string | undefined): void {
  draft.addText('Context compacted');
  draft.compaction = summary === undefined ? {} : { summary };
}

function tokensOf(metrics: JsonObject): TokenCounts | undefined {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = metrics;
  const counts = [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens].map(numberOf);
  const [input, output, cached, written] = counts;
  const tokens = {
    ...defined({ input, output, cached, written }),
  };
  return Object.keys(tokens).length > 0 ? tokens : undefined;
}

/**
 * Returns a tool result as text: plain text, blocks, `{query, result, error, success}` per item, or an MCP server's
 * reply.
 */
function resultText(content: Field): string {
  if (typeof content === 'string') return repliedIn(content) ?? content;
  const items = listOf(content).map(fieldsOf);
  return items.map((item) => (item.type === undefined ? outcomeText(item) : blockText(item))).join('\n');
}

function outcomeText(outcome: JsonObject): string {
  const texts = [outcome.result, outcome.error].map((part) =>
    isList(part) ? resultText(part) : (textOf(part) ?? ''),
  );
  const said = texts.filter((text) => text !== '').join('\n');
  return said === '' && outcome.result === undefined ? JSON.stringify(outcome) : said;
}

/** Text of a reply stored as JSON; undefined for other texts. */
function repliedIn(text: string): string | undefined {
  const reply = text.startsWith('{') ? objectOf(parseJson(text)) : undefined;
  if (!reply) return undefined;
  if (isList(reply.content)) return resultText(reply.content);
  return isOutcome(reply) ? outcomeText(reply) : undefined;
}

const isOutcome = ({ query, success }: JsonObject): boolean =>
  typeof query === 'string' && typeof success === 'boolean';

/** Whether every requested item failed. */
function hasFailed(content: Field): boolean {
  if (typeof content === 'string') {
    const reply = content.startsWith('{') ? fieldsOf(parseJson(content)) : {};
    return reply.isError === true || (isOutcome(reply) && reply.success === false);
  }
  const outcomes = listOf(content).map(fieldsOf).filter(isOutcome);
  return outcomes.length > 0 && outcomes.every(({ success }) => success === false);
}
