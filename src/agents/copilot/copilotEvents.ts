import { defined, type JsonObject } from '../../disk/base/core.ts';
import { CopilotRequests } from './copilotRequests.ts';
import { answer, MessageDrafts, placeholder, type MessageDraft } from '../reading/drafts.ts';
import { fieldsOf, listOf, numberOf, objectOf, textOf, timeOf } from '../reading/fields.ts';
import type { RecordMeaning, RecordMeanings } from '../reading/inParts.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import type { FoundSession } from '../reading/session.ts';
import type { MessageRecord, SubagentRecord, Thought } from '../reading/types.ts';
import { argsOf } from '../vscode/vscodeTools.ts';

interface CopilotFlow {
  readonly drafts: MessageDrafts;
  title?: string;
  /** Reasoning received before the message it led to. */
  reasoning?: string;
  asked?: MessageDraft;
}

interface CopilotEvent {
  readonly type: string;
  readonly id: string | undefined;
  readonly time: string | undefined;
  readonly data: JsonObject;
  /** Subagent the message belongs to. */
  readonly agentId: string | undefined;
}

type Apply = (flow: CopilotFlow, event: CopilotEvent) => void;

/** Builds a conversation from Copilot's events `{type, data, id, timestamp, parentId}`, of both editor and terminal. */
export class CopilotEvents {
  found: FoundSession = {};
  unreadable = 0;
  readonly kinds = new UnknownKinds();
  readonly requests = new CopilotRequests();
  rewound = 0;
  #model: string | undefined;
  readonly #startTime: string;
  readonly #main: CopilotFlow;
  readonly #subagents = new Map<string, CopilotFlow>();
  readonly #handlers: Readonly<Record<string, Apply>> = {
    'session.start': (_, { data }) => this.#start(data),
    'session.resume': (_, { data }) => this.#context(data),
    'session.context_changed': (_, { data }) => this.#context({ context: data }),
    'session.model_change': (_, { data }) => (this.#model = textOf(data.newModel) ?? this.#model),
    'session.title_changed': (_, { data }) => this.#title(textOf(data.title)),
    'session.snapshot_rewind': (flow, { data }) => this.#rewind(flow, textOf(data.upToEventId)),
    'session.compaction_complete': addCompaction,
    'session.usage_record': (_, { data, time }) =>
      this.requests.addRecord(fieldsOf(data.usage), this.#momentOf(time)),
    'session.shutdown': (_, { data, time }) =>
      this.requests.addShutdown(fieldsOf(data.modelMetrics), { at: this.#momentOf(time) }),
    'session.error': (flow, event) => addNote(flow, event, 'error'),
    'session.warning': (flow, event) => addNote(flow, event, 'warning'),
    'session.info': (flow, event) => addNote(flow, event, 'info'),
    'user.message': addPrompt,
    'assistant.reasoning': (flow, { data }) => (flow.reasoning = textOf(data.content) ?? ''),
    'assistant.message': (flow, event) => this.#addAnswer(flow, event),
    'tool.execution_start': startTool,
    'tool.execution_complete': completeTool,
    'subagent.started': (flow, { data }) => this.#nameSubagent(flow, data),
  };

  constructor(startTime: string) {
    this.#startTime = startTime;
    this.#main = { drafts: new MessageDrafts(startTime) };
  }

  apply(record: JsonObject): void {
    const type = textOf(record.type);
    const data = objectOf(record.data);
    if (type === undefined || !data) {
      this.unreadable++;
      return;
    }
    const agentId = agentOf(record, data);
    const event = { type, data, id: textOf(record.id), time: timeOf(record.timestamp), agentId };
    const flow = agentId === undefined ? this.#main : this.#subagent(agentId);
    const handler = Object.hasOwn(this.#handlers, type) ? this.#handlers[type] : undefined;
    if (!handler && !ignored.test(type)) this.kinds.add(type);
    (handler ?? addUnknown)(flow, event);
  }

  messages(): MessageRecord[] {
    return this.#main.drafts.finish();
  }

  subagents(): SubagentRecord[] {
    return [...this.#subagents].flatMap(([agentId, { title, drafts }]) => {
      const messages = drafts.finish();
      return messages.length ? [{ agentId, ...defined({ title }), messages }] : [];
    });
  }

  #addAnswer(flow: CopilotFlow, event: CopilotEvent): void {
    const { model, tokens } = addAnswer(flow, event, this.#model);
    if (tokens) this.requests.addAnswer({ at: this.#momentOf(event.time), ...defined({ model }), ...tokens });
  }

  #momentOf(time: string | undefined): number {
    return Date.parse(time ?? this.#startTime);
  }

  #start(data: JsonObject): void {
    const { found } = this;
    this.#model = textOf(data.selectedModel) ?? this.#model;
    this.found = {
      ...found,
      sessionId: textOf(data.sessionId) ?? found.sessionId,
      startTime: timeOf(data.startTime) ?? found.startTime,
      version: textOf(data.copilotVersion) ?? found.version,
    };
    this.#context(data);
  }

  #context(data: JsonObject): void {
    const context = fieldsOf(data.context);
    const cwd = textOf(context.cwd) ?? textOf(data.cwd) ?? textOf(context.gitRoot);
    // The start folder determines the project; the branch is the latest.
    this.found = {
      ...this.found,
      cwd: this.found.cwd ?? cwd,
      gitBranch: textOf(context.branch) ?? this.found.gitBranch,
    };
  }

  #title(title: string | undefined): void {
    if (title !== undefined) this.found = { ...this.found, title };
  }

  #rewind({ drafts }: CopilotFlow, id: string | undefined): void {
    // The events after that one are usually no longer in the file.
    this.rewound += (id === undefined ? undefined : drafts.rewind(id)) ?? 0;
  }

  #subagent(id: string): CopilotFlow {
    const flow = this.#subagents.get(id) ?? { drafts: new MessageDrafts(this.#startTime) };
    this.#subagents.set(id, flow);
    return flow;
  }

  #nameSubagent(flow: CopilotFlow, data: JsonObject): void {
    const id = textOf(data.toolCallId);
    const title = textOf(data.agentDisplayName) ?? textOf(data.agentName);
    if (id === undefined) return;
    const call = flow.drafts.call(id);
    if (call) call.agentId = id;
    if (title !== undefined) this.#subagent(id).title = title;
  }
}

const agentOf = (record: JsonObject, data: JsonObject): string | undefined =>
  textOf(data.parentToolCallId) ?? textOf(record.agentId);

/** What the events mean for dividing a transcript; one with subagents is not divided. */
export const copilotMeanings: RecordMeanings = () => {
  let isThinking = false; // reasoning belongs to the next answer
  return (record) => {
    const [type, id] = [textOf(record.type) ?? '', textOf(record.id)];
    const data = fieldsOf(record.data);
    if (type === 'assistant.reasoning') isThinking = true;
    if (type === 'assistant.message') isThinking = false;
    const begins = type === 'user.message' && id !== undefined && timeOf(record.timestamp) !== undefined;
    return {
      ...more(type, data),
      ...defined({ id }),
      begins: begins && !isThinking,
      isHelpers: agentOf(record, data) !== undefined || type === 'subagent.started',
    };
  };
};

function more(type: string, data: JsonObject): RecordMeaning {
  const call = textOf(data.toolCallId);
  const calls = call === undefined ? [] : [call];
  if (type === 'tool.execution_start') return { calls };
  if (type === 'tool.execution_complete') return { results: calls };
  if (type === 'assistant.message')
    return {
      calls: listOf(data.toolRequests).flatMap((item) => textOf(fieldsOf(item).toolCallId) ?? []),
      ...(textOf(data.model) === undefined && { needs: 'model' }),
    };
  const to = type === 'session.snapshot_rewind' ? textOf(data.upToEventId) : undefined;
  if (to !== undefined) return { rewinds: { to } };
  const setsModel =
    (type === 'session.start' && textOf(data.selectedModel) !== undefined) ||
    (type === 'session.model_change' && textOf(data.newModel) !== undefined);
  return setsModel ? { sets: 'model' } : {};
}

function addPrompt(flow: CopilotFlow, { id, time, data }: CopilotEvent): void {
  const source = textOf(data.source) ?? 'user';
  const draft = flow.drafts.add({ id, time, type: source === 'user' ? 'user' : 'info' });
  draft.addText(textOf(data.content) ?? textOf(data.text) ?? '');
  for (const item of listOf(data.attachments)) {
    const { type, mimeType, displayName, path } = fieldsOf(item);
    if (textOf(mimeType)?.startsWith('image/') || type === 'image' || type === 'blob')
      draft.parts.push({ inlineData: { mimeType: textOf(mimeType) ?? 'image/*' } });
    else draft.addPlaceholder(textOf(type) ?? 'attachment', textOf(displayName) ?? textOf(path));
  }
}

function addAnswer(
  flow: CopilotFlow,
  { id, time, data }: CopilotEvent,
  model: string | undefined,
): Pick<MessageDraft, 'model' | 'tokens'> {
  const draft = flow.drafts.add({ id, time, type: 'assistant' });
  draft.addText(textOf(data.content) ?? '');
  const description = textOf(data.reasoningText) ?? textOf(flow.reasoning);
  delete flow.reasoning;
  if (description !== undefined) draft.thoughts.push(thought(description, time));
  for (const item of listOf(data.toolRequests)) {
    const { toolCallId, name, toolName, arguments: args, input } = fieldsOf(item);
    const called = textOf(name) ?? textOf(toolName) ?? 'tool';
    const call = flow.drafts.addCall(draft, textOf(toolCallId), called, argsOf(args ?? input));
    if (time !== undefined) call.timestamp = time;
  }
  draft.model = textOf(data.model) ?? model;
  const output = numberOf(data.outputTokens);
  if (output !== undefined) draft.tokens = { output };
  return draft;
}

const thought = (description: string, timestamp: string | undefined): Thought => ({
  description,
  ...defined({ timestamp }),
});

function startTool({ drafts }: CopilotFlow, event: CopilotEvent): void {
  const { id, time, data } = event;
  const toolCallId = textOf(data.toolCallId);
  if (drafts.call(toolCallId)) return;
  const { last } = drafts;
  const draft = last?.type === 'assistant' ? last : drafts.add({ id, time, type: 'assistant' });
  const call = drafts.addCall(draft, toolCallId, textOf(data.toolName) ?? 'tool', argsOf(data.arguments));
  if (time !== undefined) call.timestamp = time;
}

function completeTool(flow: CopilotFlow, event: CopilotEvent): void {
  const { data } = event;
  startTool(flow, event); // its start is missing
  const call = flow.drafts.call(textOf(data.toolCallId));
  if (!call) return;
  const { content, detailedContent } = fieldsOf(data.result);
  const error = textOf(fieldsOf(data.error).message) ?? textOf(data.error);
  const failed = data.success === false || error !== undefined;
  const refused = /denied|rejected|cancel/i.test(textOf(fieldsOf(data.error).code) ?? '');
  answer(call, content ?? error ?? data.result, failed ? (refused ? 'cancelled' : 'error') : 'success');
  const display = textOf(detailedContent);
  if (display !== undefined && display !== content) call.resultDisplay = display;
}

function addCompaction({ drafts }: CopilotFlow, { id, time, data }: CopilotEvent): void {
  if (data.success === false) return;
  const summary = textOf(data.summaryContent);
  const trigger = textOf(data.trigger);
  drafts.add({ id, time, type: 'info' }).compaction = {
    ...defined({ trigger, summary }),
  };
}

function addNote(
  { drafts }: CopilotFlow,
  { id, time, data }: CopilotEvent,
  type: 'info' | 'warning' | 'error',
): void {
  drafts.add({ id, time, type }).addText(textOf(data.message) ?? '');
}

/** Types of events that are deliberately skipped, from Copilot's SDK and its programs' output. */
const ignored = new RegExp(
  '^(?:(?:system|hook|permission|skill|subagent|model|external_tool|elicitation|user_input|command|mcp|sampling' +
    '|exit_plan_mode|auto_mode_switch|pending_messages|capabilities|commands)\\.' +
    '|assistant\\.(?:streaming|.*_delta$|turn_|intent$|usage$|idle$)' +
    '|tool\\.(?:user_requested|execution_progress|execution_partial_result)$|abort$' +
    '|session\\.(?:shutdown|idle|usage_|compaction_start|truncation|handoff|mode_changed|plan_changed|task_complete' +
    '|workspace_file_changed|background_tasks_changed|tools_updated|skills_loaded|mcp_|extensions_loaded' +
    '|custom_agents_updated|remote_steerable_changed|permissions_changed|import_legacy|schedule_|autopilot_))',
);

/** Instructions to the model, and fragments of what another event holds as a whole. */
const unspoken = /^(system\.|hook\.|permission\.|skill\.|subagent\.|assistant\.(streaming|.*_delta$|turn_))/;

/** Adds a line for an unknown event with text; most releases bring new kinds. */
function addUnknown({ drafts }: CopilotFlow, { type, id, time, data }: CopilotEvent): void {
  if (textOf(data.content) === undefined || unspoken.test(type)) return;
  drafts.add({ id, time, type: 'info' }).addText(placeholder(type));
}
