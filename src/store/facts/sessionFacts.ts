import { posix, win32 } from 'node:path';
import type { MessageRecord, ToolCall } from '../transcripts/shared/types.ts';
import { commandsIn, type RanCommand } from './commands.ts';
import { editsIn, type Edit } from './edits.ts';
import { Plan, type PlanItem } from './plans.ts';

/** Where in a session something happened. */
export interface At {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Which message of the session it is, from 1. */
  readonly entry: number;
}

export interface Request extends At {
  /** What the person wrote. */
  readonly text: string;
}

export interface ChangedFile extends At {
  /** As the agent named it; below the folder of the session relative to it, with `/`. */
  readonly path: string;
  /** In how many calls it was changed; `at` is the last one. */
  readonly times: number;
}

/** What came last of one kind of command. */
export interface CommandRuns extends RanCommand, At {
  readonly runs: number;
  /** The last problem that a later run no longer had, and the files that were changed between the two. */
  readonly solved?: { readonly problem: string; readonly files: readonly string[] };
}

/** What happened in a session, in the words of its transcript alone. */
export interface SessionFacts {
  /** Oldest first. */
  readonly requests: readonly Request[];
  /** The last changed last. */
  readonly files: readonly ChangedFile[];
  /** The last run last. */
  readonly commands: readonly CommandRuns[];
  /** The agent's own list as it was last; undefined where it kept none. */
  readonly plan: (At & { readonly items: readonly PlanItem[] }) | undefined;
}

/** Gathers what happened, message by message, in memory that does not grow with what tools printed. */
export class FactsOfSession {
  readonly #cwd: string | undefined;
  #messages = 0;
  readonly #requests: Request[] = [];
  readonly #files = new Map<string, ChangedFile>();
  readonly #commands = new Map<string, CommandRuns>();
  /** Of kinds that failed when they last ran: the problem, and what was changed since. */
  readonly #failing = new Map<string, { readonly problem: string; readonly files: Set<string> }>();
  readonly #plan = new Plan();
  #plannedAt: At | undefined;

  /** `cwd` is the folder the session ran in. */
  constructor(cwd?: string) {
    this.#cwd = cwd;
  }

  add(message: MessageRecord): void {
    const at = { time: message.timestamp, entry: ++this.#messages };
    const text = message.type === 'user' ? textIn(message).trim() : '';
    if (text !== '') this.#requests.push({ ...at, text });
    for (const call of message.toolCalls ?? []) {
      if (this.#plan.apply(call)) this.#plannedAt = at;
      this.#called(call, at);
    }
  }

  /** What a subagent did counts as done by the session, where it stood then; what it was told and answered does not. */
  addHelper(messages: readonly MessageRecord[]): void {
    for (const { toolCalls = [], timestamp } of messages)
      for (const call of toolCalls) this.#called(call, { time: timestamp, entry: this.#messages });
  }

  get facts(): SessionFacts {
    const plan = this.#plannedAt && { ...this.#plannedAt, items: this.#plan.items };
    const [files, commands] = [[...this.#files.values()], [...this.#commands.values()]];
    return { requests: this.#requests, files, commands, plan };
  }

  #called(call: ToolCall, at: At): void {
    if (call.status === 'success') for (const edit of editsIn(call)) this.#changed(edit, at);
    for (const command of commandsIn(call)) this.#ran(command, at);
  }

  #changed(edit: Edit, at: At): void {
    for (const given of filesOf(edit)) {
      const path = shortPath(given, this.#cwd);
      const times = (this.#files.get(path)?.times ?? 0) + 1;
      this.#files.delete(path); // to the end
      this.#files.set(path, { path, times, ...at });
      for (const { files } of this.#failing.values()) files.add(path);
    }
  }

  #ran(command: RanCommand, at: At): void {
    const { kind, outcome, problem = '' } = command;
    const known = this.#commands.get(kind);
    const failing = this.#failing.get(kind);
    const isSolved = failing !== undefined && outcome === 'passed' && failing.problem !== '';
    const solved = isSolved ? { problem: failing.problem, files: [...failing.files] } : known?.solved;
    if (outcome === 'passed') this.#failing.delete(kind);
    else if (outcome === 'failed') this.#failing.set(kind, { problem, files: failing?.files ?? new Set() });
    this.#commands.delete(kind); // to the end
    this.#commands.set(kind, { ...command, ...at, runs: (known?.runs ?? 0) + 1, ...(solved && { solved }) });
  }
}

/** What a person wrote, without pictures. */
function textIn({ content, displayContent }: MessageRecord): string {
  const said = displayContent ?? content;
  if (typeof said === 'string') return said;
  return said.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
}

/** The files a change names: its own, or those of a patch of several. */
function filesOf(edit: Edit): readonly string[] {
  const named =
    edit.kind === 'patch'
      ? [...edit.patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+?)\r?$/gm)].map(
          ([, path = '']) => path,
        )
      : [];
  if (named.length > 0) return named;
  return edit.path === '' ? [] : [edit.path];
}

/** Relative to the folder of the session where it lies below, whichever system that was on. */
function shortPath(given: string, cwd: string | undefined): string {
  const system = /^[A-Za-z]:[\\/]|^\\\\/.test(given) ? win32 : posix;
  const path = given.replaceAll(system.sep, '/');
  if (cwd === undefined || !system.isAbsolute(given)) return path;
  const below = system.relative(cwd, given).replaceAll(system.sep, '/');
  return below === '' || /^\.\.(?:\/|$)|^[A-Za-z]:/.test(below) ? path : below;
}
