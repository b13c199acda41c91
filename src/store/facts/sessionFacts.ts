import type { MessageRecord, SessionRecord, ToolCall } from '../transcripts/shared/types.ts';
import type { At } from './at.ts';
import { changedPathsIn } from './changedPaths.ts';
import { CommandLog, type CommandRuns } from './commandLog.ts';
import { commandsIn } from './commands.ts';
import { asksMore, laterEnd } from './outcomes.ts';
import { shortPath } from './paths.ts';
import { Plan, type PlanItem } from './plans.ts';
import { withoutSurroundings } from './requests.ts';
import { answersIn, approvedPlan, choicesIn, decisionsIn, rulesIn, sentencesOf } from './said.ts';

/** Something that was said. */
export interface Said extends At {
  readonly text: string;
}

export interface ChangedFile extends At {
  /** As the agent named it; below the folder of the session relative to it, with `/`. */
  readonly path: string;
  /** In how many calls it was changed; the time is that of the last one. */
  readonly times: number;
  /** It was removed or moved, and not made again. */
  readonly isGone?: true;
}

/** What happened in a session, in the words of its transcript alone. */
export interface SessionFacts {
  /** What the person wrote, oldest first. */
  readonly requests: readonly Said[];
  /** What the person wants to be heeded from then on, in their words, oldest first. */
  readonly rules: readonly Said[];
  /** What the person chose or answered, and what the agent calls a decision, oldest first. */
  readonly decisions: readonly Said[];
  /** What plans are called that the person approved, oldest first. */
  readonly approved: readonly Said[];
  /** The last changed last. */
  readonly files: readonly ChangedFile[];
  /** The last run last. */
  readonly commands: readonly CommandRuns[];
  /** The agent's own list as it was last; undefined where it kept none. */
  readonly plan: (At & { readonly items: readonly PlanItem[] }) | undefined;
}

/** What happened in a session, with what its subagents did at its time. */
export function factsOf({
  messages,
  subagents = [],
  cwd,
}: Pick<SessionRecord, 'messages' | 'subagents' | 'cwd'>): SessionFacts {
  const facts = new FactsOfSession(cwd);
  const helpers = subagents
    .flatMap((helper) => helper.messages)
    .filter(({ toolCalls = [] }) => toolCalls.length > 0)
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  let done = 0;
  for (const message of messages) {
    for (; (helpers[done]?.timestamp ?? message.timestamp) < message.timestamp; done++)
      facts.addHelper(helpers[done] ?? message);
    facts.add(message);
  }
  for (const message of helpers.slice(done)) facts.addHelper(message);
  return facts.facts;
}

/** The same of the last messages of a session alone; references name these by their times. */
export function factsOfEnd(messages: readonly MessageRecord[], cwd: string | undefined): SessionFacts {
  const facts = new FactsOfSession(cwd, ({ timestamp }) => Date.parse(timestamp));
  for (const message of messages) facts.add(message);
  return facts.facts;
}

/** Gathers what happened, message by message, in memory that does not grow with what tools printed. */
export class FactsOfSession {
  readonly #cwd: string | undefined;
  #messages = 0;
  readonly #requests: Said[] = [];
  readonly #rules: Said[] = [];
  readonly #decisions: Said[] = [];
  readonly #plans: Said[] = [];
  readonly #files = new Map<string, ChangedFile>();
  readonly #commands = new CommandLog();
  readonly #plan = new Plan();
  #plannedAt: At | undefined;

  readonly #entryOf: (message: MessageRecord, number: number) => number;

  /** `cwd` is the folder the session ran in. `entryOf`: what references call a message; its number where nothing is said. */
  constructor(cwd?: string, entryOf = (_: MessageRecord, number: number): number => number) {
    this.#cwd = cwd;
    this.#entryOf = entryOf;
  }

  add(message: MessageRecord): void {
    const at = { time: message.timestamp, entry: this.#entryOf(message, ++this.#messages) };
    if (message.type === 'user') this.#asked(withoutSurroundings(textIn(message)), at);
    if (message.type === 'gemini') this.#note(this.#decisions, decisionsIn(textIn(message)), at);
    for (const call of message.toolCalls ?? []) {
      if (this.#plan.apply(call)) this.#plannedAt = at;
      this.#note(this.#decisions, answersIn(call), at);
      this.#note(this.#plans, approvedPlan(call), at);
      this.#called(call, at);
    }
  }

  #asked(text: string, at: At): void {
    this.#note(this.#requests, text === '' ? [] : [text], at);
    const sentences = sentencesOf(text);
    this.#note(this.#rules, rulesIn(sentences), at);
    this.#note(this.#decisions, choicesIn(sentences), at);
  }

  #note(list: Said[], texts: readonly string[], at: At): void {
    list.push(...texts.map((text) => ({ ...at, text })));
  }

  /** What a subagent did counts as done by the session, where it stands now; what it was told and answered does not. */
  addHelper({ toolCalls = [], timestamp }: MessageRecord): void {
    for (const call of toolCalls) this.#called(call, { time: timestamp, entry: Math.max(1, this.#messages) });
  }

  get facts(): SessionFacts {
    const plan = this.#plannedAt && { ...this.#plannedAt, items: this.#plan.items };
    return {
      ...{
        requests: this.#requests,
        rules: this.#rules,
        decisions: this.#decisions,
        approved: this.#plans,
        plan,
      },
      ...{ files: [...this.#files.values()], commands: this.#commands.runs },
    };
  }

  #called(call: ToolCall, at: At): void {
    const commands = commandsIn(call);
    const isDone = call.status === 'success' || (call.status === 'error' && commands.length > 0);
    if (isDone) for (const { path, isGone } of changedPathsIn(call)) this.#changed(path, isGone, at);
    for (const command of commands) this.#commands.ran(command, at);
    const id = commands.length === 0 ? asksMore(call.args) : undefined;
    const end = id !== undefined && this.#commands.runsBehind(id) ? laterEnd(call) : undefined;
    if (id !== undefined && end) this.#commands.ended(id, end);
  }

  #changed(given: string, isGone: true | undefined, at: At): void {
    const path = shortPath(given, this.#cwd);
    const times = (this.#files.get(path)?.times ?? 0) + 1;
    this.#files.delete(path); // to the end
    this.#files.set(path, { path, times, ...(isGone && { isGone }), time: at.time, entry: at.entry });
    this.#commands.changed(path);
  }
}

/** What a person wrote, without pictures. */
function textIn({ content, displayContent }: MessageRecord): string {
  const said = displayContent ?? content;
  if (typeof said === 'string') return said;
  return said.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
}
