import type { MessageRecord, SessionRecord, SubagentRecord, ToolCall } from '../../agents/reading/types.ts';
import { changedPathsIn } from './changedPaths.ts';
import { CommandLog, type CommandLogState, type CommandRuns, type At } from './commandLog.ts';
import { commandsIn } from './commands.ts';
import { asksMore, laterEnd } from './outcomes.ts';
import { shortPath } from './paths.ts';
import { Plan, type PlanItem, type PlanState } from './plans.ts';
import { answersIn, approvedPlan, choicesIn, decisionsIn, rulesIn, sentencesOf } from './said.ts';

/** A statement in a session. */
export interface Said extends At {
  readonly text: string;
}

export interface ChangedFile extends At {
  /** As named by the agent; relative to the session's folder if below it, with `/`. */
  readonly path: string;
  /** Number of calls that changed it; the time is that of the last one. */
  readonly times: number;
  /** True if it was removed or moved, and not created again. */
  readonly isGone?: true;
}

/** Events of a session, in the words of its transcript. */
export interface SessionFacts {
  /** The person's requests, oldest first. */
  readonly requests: readonly Said[];
  /** Rules the person set, in their words, oldest first. */
  readonly rules: readonly Said[];
  /** The person's choices and answers, and the agent's decisions, oldest first. */
  readonly decisions: readonly Said[];
  /** Titles of the plans the person approved, oldest first. */
  readonly approved: readonly Said[];
  /** Latest change last. */
  readonly files: readonly ChangedFile[];
  /** Latest run last. */
  readonly commands: readonly CommandRuns[];
  /** Latest state of the agent's to-do list; undefined if it kept none. */
  readonly plan: (At & { readonly items: readonly PlanItem[] }) | undefined;
}

/** State of collecting facts, for continuing later; requests were handed on. */
export interface FactsState extends Pick<SessionFacts, 'rules' | 'decisions' | 'approved' | 'files'> {
  /** Number of messages. */
  readonly messages: number;
  readonly commands: CommandLogState;
  readonly plan: PlanState;
  readonly plannedAt?: At | undefined;
}

/** Returns the messages of subagents in which something was done, by time. */
export const doneByHelpers = (subagents: readonly SubagentRecord[]): MessageRecord[] =>
  subagents
    .flatMap((helper) => helper.messages)
    .filter(({ toolCalls = [] }) => toolCalls.length > 0)
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));

/** Returns the facts of a session, including its subagents' actions. */
export function factsOf({
  messages,
  subagents = [],
  cwd,
}: Pick<SessionRecord, 'messages' | 'subagents' | 'cwd'>): SessionFacts {
  const facts = new FactsOfSession(cwd);
  const helpers = doneByHelpers(subagents);
  let done = 0;
  for (const message of messages) {
    for (; (helpers[done]?.timestamp ?? message.timestamp) < message.timestamp; done++)
      facts.addSubagentMessage(helpers[done] ?? message);
    facts.add(message);
  }
  for (const message of helpers.slice(done)) facts.addSubagentMessage(message);
  return facts.facts;
}

/** Returns the facts of a session's last messages only; references name these by time. */
export function factsOfEnd(messages: readonly MessageRecord[], cwd: string | undefined): SessionFacts {
  const facts = new FactsOfSession(cwd, { entryOf: ({ timestamp }) => Date.parse(timestamp) });
  for (const message of messages) facts.add(message);
  return facts.facts;
}

/** Number of rules, decisions or plans of which the oldest are forgotten. */
const maxNoted = 1_000;

interface Collecting {
  /** Returns the id for references to a message, by default its number. */
  readonly entryOf?: (message: MessageRecord, number: number) => number;
  /** Takes requests instead of `facts`. */
  readonly asked?: (request: Said) => void;
  /** Where to continue. */
  readonly state?: FactsState | undefined;
}

/** Collects events message by message, in memory independent of tool output. */
export class FactsOfSession {
  readonly #cwd: string | undefined;
  #messages: number;
  readonly #requests: Said[] = [];
  readonly #rules: Said[];
  readonly #decisions: Said[];
  readonly #plans: Said[];
  readonly #files: Map<string, ChangedFile>;
  readonly #commands: CommandLog;
  readonly #plan: Plan;
  #plannedAt: At | undefined;

  readonly #entryOf: (message: MessageRecord, number: number) => number;
  readonly #asked: (request: Said) => void;

  /** `cwd` is the session's folder. */
  constructor(cwd?: string, { entryOf, asked, state }: Collecting = {}) {
    this.#cwd = cwd;
    this.#entryOf = entryOf ?? ((_, number) => number);
    this.#asked = asked ?? ((request) => this.#requests.push(request));
    this.#messages = state?.messages ?? 0;
    this.#rules = [...(state?.rules ?? [])];
    this.#decisions = [...(state?.decisions ?? [])];
    this.#plans = [...(state?.approved ?? [])];
    this.#files = new Map(state?.files.map((file) => [file.path, file]));
    this.#commands = new CommandLog(state?.commands);
    this.#plan = new Plan(state?.plan);
    this.#plannedAt = state?.plannedAt;
  }

  /** The state after the messages so far. */
  get state(): FactsState {
    return {
      messages: this.#messages,
      rules: [...this.#rules],
      decisions: [...this.#decisions],
      approved: [...this.#plans],
      files: [...this.#files.values()],
      commands: this.#commands.state,
      plan: this.#plan.state,
      plannedAt: this.#plannedAt,
    };
  }

  add(message: MessageRecord): void {
    const at = { time: message.timestamp, entry: this.#entryOf(message, ++this.#messages) };
    if (message.type === 'user') this.#addRequest(withoutSurroundings(textIn(message)), at);
    if (message.type === 'assistant') this.#note(this.#decisions, decisionsIn(textIn(message)), at);
    for (const call of message.toolCalls ?? []) {
      if (this.#plan.apply(call)) this.#plannedAt = at;
      this.#note(this.#decisions, answersIn(call), at);
      this.#note(this.#plans, approvedPlan(call), at);
      this.#addCall(call, at);
    }
  }

  #addRequest(text: string, at: At): void {
    if (text !== '') this.#asked({ ...at, text });
    const sentences = sentencesOf(text);
    this.#note(this.#rules, rulesIn(sentences), at);
    this.#note(this.#decisions, choicesIn(sentences), at);
  }

  #note(list: Said[], texts: readonly string[], at: At): void {
    list.push(...texts.map((text) => ({ ...at, text })));
    list.splice(0, list.length - maxNoted);
  }

  /** Adds a subagent's actions at the session's current message; its instructions and answers are ignored. */
  addSubagentMessage({ toolCalls = [], timestamp }: MessageRecord): void {
    for (const call of toolCalls)
      this.#addCall(call, { time: timestamp, entry: Math.max(1, this.#messages) });
  }

  get facts(): SessionFacts {
    const plan = this.#plannedAt && { ...this.#plannedAt, items: this.#plan.items };
    return {
      requests: this.#requests,
      rules: this.#rules,
      decisions: this.#decisions,
      approved: this.#plans,
      plan,
      files: [...this.#files.values()],
      commands: this.#commands.runs,
    };
  }

  #addCall(call: ToolCall, at: At): void {
    const commands = commandsIn(call);
    const isDone = call.status === 'success' || (call.status === 'error' && commands.length > 0);
    if (isDone) for (const { path, isGone } of changedPathsIn(call)) this.#addChange(path, isGone, at);
    for (const command of commands) this.#commands.ran(command, at);
    const id = commands.length === 0 ? asksMore(call.args) : undefined;
    const end = id !== undefined && this.#commands.isRunning(id) ? laterEnd(call) : undefined;
    if (id !== undefined && end) this.#commands.ended(id, end);
  }

  #addChange(given: string, isGone: true | undefined, at: At): void {
    const path = shortPath(given, this.#cwd);
    const times = (this.#files.get(path)?.times ?? 0) + 1;
    this.#files.delete(path); // moves it to the end
    this.#files.set(path, { path, times, ...(isGone && { isGone }), time: at.time, entry: at.entry });
    this.#commands.changed(path);
  }
}

/** Returns what a person wrote, without pictures. */
function textIn({ content, displayContent }: MessageRecord): string {
  const said = displayContent ?? content;
  if (typeof said === 'string') return said;
  return said.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
}

/** Matches an element that editors and agents put around a request: files, selections, search results. */
const block = /^\s*<([A-Za-z][\w-]*)(?:\s[^<>]*)?>[^]*?<\/\1>/;
/** Elements that contain what the person wrote. */
const wrapper =
  /^\s*<(user_query|user_message|user-query|userRequest|task|feedback|answer|request|USER_REQUEST)>\s*([^]*?)\s*<\/\1>/;

/** Returns what a person wrote, without additions by editor or agent; the whole text if there is nothing else. */
function withoutSurroundings(text: string): string {
  let rest = text.trim();
  for (;;) {
    const said = wrapper.exec(rest)?.[2];
    if (said !== undefined && said !== '') return said;
    const next = rest.replace(block, '').trim();
    if (next === rest) return rest;
    if (next === '') return rest;
    rest = next;
  }
}
