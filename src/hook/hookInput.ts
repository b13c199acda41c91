import { homeFolder } from '../disk/base/stateFolder.ts';
import { join, resolve } from 'node:path';
import { profileOf, profiles } from '../agents/agents.ts';
import { defined, jsonProblem, StoreError, type Log } from '../disk/base/core.ts';
import { inputFields, type Fields, type ReadFields } from './inputFields.ts';

/** Where a hook runs. */
export interface HookContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Name of the agent in headings of archives; default from the environment. */
  readonly assistantName?: string;
  /** The mode of briefs from the command line. */
  readonly brief?: string;
}

/** The input of a hook, independent of its agent. */
export interface HookInput {
  /** The agent, where it has a form of input and output of its own; most have that of Claude Code. */
  readonly agent?: string;
  readonly event?: string;
  readonly trigger?: string;
  /** Cause of a session start: `startup`, `resume`, `clear`, `compact`, `new` … */
  readonly source?: string;
  readonly session?: string;
  /** Absolute path. */
  readonly transcript?: string;
  /** The folder the agent works in. */
  readonly cwd?: string;
  readonly compactSummary?: string;
  /** The subagent in which the event happened. */
  readonly subagent?: string;
  /** A sentence about the damage of the input, where not all of it could be read. */
  readonly damage?: string;
}

/**
 * Parses the JSON of a hook: Claude Code's, shared by VS Code, Codex and Gemini CLI (`session_id`), Copilot CLI's
 * (`sessionId`), or Cursor's (`conversation_id`, `workspace_roots`). Throws `invalid_argument` for anything else.
 */
export function parseHookInput(text: string): HookInput {
  const { fields, damage } = parseObject(text);
  const folder = textOf(fields, 'cwd') ?? firstRoot(fields);
  const cwd = process.platform === 'win32' ? folder?.replace(/^\/(?=[a-z]:)/i, '') : folder; // Cursor has `/C:/…` there
  const transcript = textOf(fields, 'transcript_path', 'transcriptPath');
  const profile = profiles.find(({ hooks }) => hooks?.dialect?.isOf(fields));
  const named = textOf(fields, 'hook_event_name', 'hookEventName');
  const event = named ?? profile?.hooks?.dialect?.eventOf?.(fields);
  const [trigger, source] = [textOf(fields, 'trigger'), textOf(fields, 'source')];
  const session = textOf(fields, 'session_id', 'sessionId', 'conversation_id', 'conversationId');
  const compactSummary = textOf(fields, 'compact_summary', 'compactSummary');
  const subagent = textOf(fields, 'agent_id', 'agentId');
  return {
    ...defined({
      agent: profile?.id,
      event,
      trigger,
      source,
      session,
      cwd,
      compactSummary,
      subagent,
      damage,
    }),
    ...(transcript !== undefined && { transcript: absolute(transcript, cwd ?? '.') }),
  };
}

function parseObject(text: string): ReadFields {
  if (text.trim() === '') throw refuse('Standard input was empty; a hook gets a JSON object there.');
  const read = inputFields(text);
  if (read) return read;
  try {
    JSON.parse(text);
  } catch (error) {
    throw refuse(`Standard input is not JSON: ${jsonProblem(error)}`);
  }
  throw refuse('Standard input is JSON, but no object; a hook gets an object with transcript_path there.');
}

const refuse = (message: string): StoreError => new StoreError('invalid_argument', message);

/** The first of these fields that is a non-empty string. */
function textOf(fields: Fields, ...names: readonly string[]): string | undefined {
  const values = names.map((name) => fields[name]);
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function firstRoot({ workspace_roots: roots, workspaceRoots = roots }: Fields): string | undefined {
  const first: unknown = Array.isArray(workspaceRoots) ? workspaceRoots[0] : undefined;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

function absolute(path: string, cwd: string): string {
  return /^~[/\\]/.test(path) ? join(homeFolder(), path.slice(2)) : resolve(cwd, path);
}

/** Reports whether the agent drops the output for this event, a session start. */
export const ignoresOutput = (input: HookInput): boolean =>
  eventKind(input) === 'start' &&
  profiles.some(({ hooks }) => hooks?.ignoresStart?.test(input.transcript ?? ''));

/** Classifies the events at which an agent accepts context. */
export function eventKind({ event = '' }: HookInput): 'start' | 'prompt' | undefined {
  if (/^session_?start$/i.test(event)) return 'start';
  return /^(?:before_?agent|user_?prompt_?submit(?:ted)?)$/i.test(event) ? 'prompt' : undefined;
}

/** Reports whether the event is the end of a session. */
export const isEnd = ({ event = '' }: HookInput): boolean => /^session_?end$/i.test(event);

/** Reports whether the agent is about to compact its context, not only considering it. */
export const isCompacting = (input: HookInput): boolean =>
  /^pre_?comp(?:act|ress)$/i.test(input.event ?? '') && !isRecurring(input);

/** Reports whether the event recurs during a conversation, rather than only at a compaction. */
export function isRecurring({ event = '', trigger, subagent }: HookInput): boolean {
  if (subagent !== undefined) return true; // the session goes on, whatever its subagent does
  // Gemini CLI asks before each request whether to compress, and mostly does not.
  if (/^pre_?compress$/i.test(event)) return trigger === 'auto';
  return event !== '' && !/^(?:pre|post)_?compact$/i.test(event);
}

/** Formats a text as the hook's output for the calling agent, in Claude Code's form if it has none of its own. */
export const hookOutput = ({ agent = '', event = '' }: HookInput, text: string): string =>
  JSON.stringify(
    profileOf(agent)?.hooks?.dialect?.output(text) ?? {
      hookSpecificOutput: { hookEventName: event, additionalContext: text },
    },
  );
