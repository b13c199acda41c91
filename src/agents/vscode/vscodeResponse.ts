import { defined, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { posix } from 'node:path';
import { MessageDrafts, type MessageDraft } from '../reading/drafts.ts';
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
import type { SubagentRecord, TokenCounts } from '../reading/types.ts';
import { addInvocation, roundsOf, type Rounds } from './vscodeTools.ts';

/** Types of parts that control the display and have no content. */
const ignored: ReadonlySet<string> = new Set([
  'clearToPreviousToolInvocation',
  'codeblockUri',
  'disabledClaudeHooks',
  'hook',
  'mcpServersStarting',
  'prepareToolInvocation',
  'progressMessage',
  'progressTask',
  'progressTaskSerialized',
  'references',
  'undoStop',
  'usedContext',
]);

/** Types of parts with content, or shown only as a line that names them. */
const shown: ReadonlySet<string> = new Set([
  ...['markdownContent', 'markdownVuln', 'inlineReference', 'command', 'confirmation', 'treeData'],
  ...['textEdit', 'textEditGroup', 'notebookEdit', 'notebookEditGroup', 'workspaceEdit', 'externalEdits'],
  ...['codeCitation', 'extensions', 'pullRequest', 'multiDiffData', 'move', 'questionCarousel', 'planReview'],
  ...[
    'elicitation',
    'elicitation2',
    'elicitationSerialized',
    'systemNotification',
    'autoModeResolution',
    'info',
  ],
]);

/** Position of the next part of a response. */
interface ResponseFlow {
  readonly drafts: MessageDrafts;
  /** Ids of messages derive from the response's, so they stay the same as it grows. */
  readonly id: string;
  readonly time: string | undefined;
  readonly model: string | undefined;
  readonly rounds: Rounds;
  draft?: MessageDraft;
}

interface Subagent {
  title: string | undefined;
  readonly drafts: MessageDrafts;
}

/** Converts responses to messages: text, the tool calls after it, then the next text. */
export class ResponseReader {
  readonly #drafts: MessageDrafts;
  readonly #subagents = new Map<string, Subagent>();
  readonly kinds = new UnknownKinds();

  constructor(drafts: MessageDrafts) {
    this.#drafts = drafts;
  }

  add(request: JsonObject): void {
    const result = fieldsOf(request.result);
    const metadata = fieldsOf(result.metadata);
    const model = textOf(metadata.resolvedModel) ?? textOf(request.modelId);
    const time = responseTime(request, result);
    const id = textOf(request.responseId) ?? `${textOf(request.requestId) ?? 'request'}-response`;
    this.#addCompaction(id, metadata);
    const flow: ResponseFlow = { drafts: this.#drafts, id, time, model, rounds: roundsOf(metadata) };
    for (const part of listOf(request.response)) this.#addPart(flow, fieldsOf(part));
    flow.rounds.addUnshown(() => draftOf(flow));
    if (flow.draft) flow.draft.tokens = tokensOf(metadata, fieldsOf(result.usage));
    const error = textOf(fieldsOf(result.errorDetails).message);
    if (error !== undefined) this.#drafts.add({ id: `${id}-error`, time, type: 'error' }).addText(error);
  }

  subagents(): SubagentRecord[] {
    return [...this.#subagents].flatMap(([agentId, { title, drafts }]) => {
      const messages = drafts.finish();
      return messages.length ? [{ agentId, ...defined({ title }), messages }] : [];
    });
  }

  #addCompaction(id: string, metadata: JsonObject): void {
    const summaries = objectOf(metadata.summary) ? [metadata.summary] : listOf(metadata.summaries);
    for (const item of summaries) {
      const summary = textOf(fieldsOf(item).text);
      if (summary !== undefined)
        this.#drafts.add({ id: `${id}-compaction`, type: 'info' }).compaction = { summary };
    }
  }

  #addPart(main: ResponseFlow, part: JsonObject): void {
    const subagent = textOf(part.subAgentInvocationId);
    const flow = subagent === undefined ? main : this.#subagentFlow(main, subagent);
    const kind = textOf(part.kind);
    if (kind === 'toolInvocationSerialized' || kind === 'toolInvocation') this.#addTool(flow, part);
    else if (kind === 'thinking') addThinking(flow, part);
    else if (kind === 'warning') addWarning(flow, part);
    else if (kind === undefined || !ignored.has(kind)) {
      if (kind !== undefined && !shown.has(kind)) this.kinds.add(kind);
      addText(flow, kind, part);
    }
  }

  #addTool(flow: ResponseFlow, part: JsonObject): void {
    const draft = draftOf(flow);
    const call = addInvocation(flow.drafts, draft, part, flow.rounds);
    const data = fieldsOf(part.toolSpecificData);
    if (data.kind !== 'subagent') return;
    call.agentId = call.id;
    this.#subagent(call.id, draft.timestamp).title = textOf(data.description) ?? textOf(data.agentName);
  }

  #subagentFlow(main: ResponseFlow, id: string): ResponseFlow {
    const { drafts } = this.#subagent(id, main.time ?? main.drafts.last?.timestamp ?? '');
    const { last } = drafts;
    const flow: ResponseFlow = { ...main, drafts, id: `${id}-message` };
    delete flow.draft;
    return last ? { ...flow, draft: last } : flow;
  }

  #subagent(id: string, time: string): Subagent {
    const known = this.#subagents.get(id);
    if (known) return known;
    const subagent: Subagent = { title: undefined, drafts: new MessageDrafts(time) };
    this.#subagents.set(id, subagent);
    return subagent;
  }
}

function draftOf(flow: ResponseFlow): MessageDraft {
  if (flow.draft) return flow.draft;
  flow.draft = flow.drafts.add({ id: flow.id, time: flow.time, type: 'assistant' });
  flow.draft.model = flow.model;
  return flow.draft;
}

/** Returns the draft for text: a new one after tool calls. */
function textDraftOf(flow: ResponseFlow): MessageDraft {
  if (flow.draft?.calls.length) delete flow.draft;
  return draftOf(flow);
}

function addThinking(flow: ResponseFlow, part: JsonObject): void {
  const description = isList(part.value)
    ? part.value.map((line) => textOf(line) ?? '').join('\n')
    : textOf(part.value);
  if (description === undefined || description.trim() === '') return;
  const subject = textOf(part.generatedTitle);
  textDraftOf(flow).thoughts.push({ ...defined({ subject }), description });
}

function addWarning(flow: ResponseFlow, part: JsonObject): void {
  flow.drafts
    .add({ id: `${flow.id}-warning`, time: flow.time, type: 'warning' })
    .addText(markdown(part.content) ?? '');
  delete flow.draft;
}

function addText(flow: ResponseFlow, kind: string | undefined, part: JsonObject): void {
  const text =
    kind === undefined || kind.startsWith('markdown')
      ? (markdown(part.content) ?? markdown(part))
      : undefined;
  // White space between two tools is not text.
  if (text?.trim() === '' && (flow.draft?.calls.length ?? 0) > 0) return;
  const draft = textDraftOf(flow);
  if (text !== undefined) draft.addText(text);
  else if (kind === 'inlineReference') draft.addText(referenceText(part));
  else draft.addPlaceholder(kind ?? 'part', detailOf(part));
}

/** Returns the text of a string or of `{value}`. */
export function markdown(field: Field): string | undefined {
  if (typeof field === 'string') return field;
  const { value } = fieldsOf(field);
  return typeof value === 'string' ? value : textOf(fieldsOf(value).value);
}

function referenceText({ name, inlineReference }: JsonObject): string {
  const reference = fieldsOf(inlineReference);
  const text = textOf(name) ?? textOf(reference.name) ?? baseName(reference) ?? baseName(reference.uri);
  return text === undefined ? '' : `\`${text}\``;
}

/** File name in a serialised URI. */
function baseName(uri: Field): string | undefined {
  const { fsPath, path } = fieldsOf(uri);
  const text = textOf(path) ?? textOf(fsPath);
  return text === undefined ? undefined : textOf(posix.basename(text.replaceAll('\\', '/')));
}

function detailOf(part: JsonObject): string | undefined {
  return (
    baseName(part.uri) ??
    markdown(part.title) ??
    markdown(part.message) ??
    textOf(fieldsOf(part.command).title)
  );
}

function responseTime(request: JsonObject, result: JsonObject): string | undefined {
  const requestedAt = numberOf(request.timestamp);
  const elapsed = numberOf(fieldsOf(result.timings).totalElapsed);
  return (
    timeOf(fieldsOf(request.modelState).completedAt) ??
    timeOf(request.responseTimestamp) ??
    (requestedAt === undefined || elapsed === undefined
      ? timeOf(request.timestamp)
      : timeOf(requestedAt + elapsed))
  );
}

function tokensOf(metadata: JsonObject, usage: JsonObject): TokenCounts | undefined {
  const input = firstNumber(metadata.promptTokens, usage.promptTokens);
  const output = firstNumber(metadata.outputTokens, usage.completionTokens);
  if (input === undefined && output === undefined) return undefined;
  return { ...defined({ input, output }) };
}

const firstNumber = (...fields: readonly (JsonValue | undefined)[]): number | undefined =>
  fields.map(numberOf).find((value) => value !== undefined);
