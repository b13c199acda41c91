import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { defined, isObject, jsonProblem, StoreError } from '../store/base/core.ts';

/** What an agent tells a hook, whichever agent it is. */
export interface HookInput {
  /** How the agent takes context: in Claude Code's form, or in one of its own. */
  readonly form: 'nested' | 'copilot' | 'cursor';
  readonly event?: string;
  readonly trigger?: string;
  /** What made a session start: `startup`, `resume`, `clear`, `compact`, `new` … */
  readonly source?: string;
  readonly session?: string;
  /** Absolute. */
  readonly transcript?: string;
  /** The folder the agent works in. */
  readonly cwd?: string;
  readonly compactSummary?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the JSON of a hook: that of Claude Code, which VS Code, Codex and Gemini CLI share (`session_id`), of Copilot
 * CLI (`sessionId`) and of Cursor (`conversation_id`, `workspace_roots`). Throws `invalid_argument` for anything else.
 */
export function parseHookInput(text: string): HookInput {
  const fields = parseObject(text);
  const cwd = textOf(fields, 'cwd') ?? firstRoot(fields);
  const transcript = textOf(fields, 'transcript_path', 'transcriptPath');
  const event = textOf(fields, 'hook_event_name', 'hookEventName') ?? eventOf(fields);
  const [trigger, source] = [textOf(fields, 'trigger'), textOf(fields, 'source')];
  const session = textOf(fields, 'session_id', 'sessionId', 'conversation_id', 'conversationId');
  const compactSummary = textOf(fields, 'compact_summary', 'compactSummary');
  return {
    form: formOf(fields),
    ...defined({ event, trigger, source, session, cwd, compactSummary }),
    ...(transcript !== undefined && { transcript: absolute(transcript, cwd ?? '.') }),
  };
}

function parseObject(text: string): Fields {
  if (text.trim() === '') throw refuse('Standard input was empty; a hook gets a JSON object there.');
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw refuse(`Standard input is not JSON: ${jsonProblem(error)}`);
  }
  if (isObject(value)) return value;
  throw refuse('Standard input is JSON, but no object; a hook gets an object with transcript_path there.');
}

const refuse = (message: string): StoreError => new StoreError('invalid_argument', message);

/** The first of these fields that is a string and not empty. */
function textOf(fields: Fields, ...names: readonly string[]): string | undefined {
  const values = names.map((name) => fields[name]);
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function firstRoot({ workspace_roots: roots, workspaceRoots = roots }: Fields): string | undefined {
  const first: unknown = Array.isArray(workspaceRoots) ? workspaceRoots[0] : undefined;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

function absolute(path: string, cwd: string): string {
  return /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : resolve(cwd, path);
}

function formOf(fields: Fields): HookInput['form'] {
  if (textOf(fields, 'conversation_id', 'cursor_version') !== undefined) return 'cursor';
  return 'sessionId' in fields ? 'copilot' : 'nested';
}

/** Copilot CLI does not name its events: each is known by what it tells. */
function eventOf(fields: Fields): string | undefined {
  if (!('sessionId' in fields)) return undefined;
  if ('transcriptPath' in fields) return 'trigger' in fields ? 'preCompact' : undefined;
  if (typeof fields.source === 'string') return 'sessionStart';
  if (typeof fields.reason === 'string') return 'sessionEnd';
  return typeof fields.prompt === 'string' ? 'userPromptSubmitted' : undefined;
}

/** Where Qwen Code keeps its transcripts. */
const qwenPlace = /[\\/]projects[\\/][^\\/]+[\\/]chats[\\/][^\\/]+\.jsonl$/;

/** Whether the agent tells a moment at which it takes nothing: Qwen Code drops what hooks answer to a start. */
export const isDeaf = (input: HookInput): boolean =>
  momentOf(input) === 'start' && qwenPlace.test(input.transcript ?? '');

/** At which events an agent may be told something, and which these are. */
export function momentOf({ event = '' }: HookInput): 'start' | 'prompt' | undefined {
  if (/^session_?start$/i.test(event)) return 'start';
  return /^(?:before_?agent|user_?prompt_?submit(?:ted)?)$/i.test(event) ? 'prompt' : undefined;
}

/** Whether the agent tells this when its session ends. */
export const isEnd = ({ event = '' }: HookInput): boolean => /^session_?end$/i.test(event);

/** Whether the agent tells this right before it compacts its context, and not only that it may. */
export const isCompacting = (input: HookInput): boolean =>
  /^pre_?comp(?:act|ress)$/i.test(input.event ?? '') && !goesOn(input);

/** Whether the agent tells this again and again while the talk goes on, and not only where it compacts its context. */
export function goesOn({ event = '', trigger }: HookInput): boolean {
  // Gemini CLI asks before each request whether to compress, and mostly does not.
  if (/^pre_?compress$/i.test(event)) return trigger === 'auto';
  return event !== '' && !/^(?:pre|post)_?compact$/i.test(event);
}
