import { ErrorCode, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { show } from './argumentErrors.ts';
import { didYouMean } from './didYouMean.ts';
import { StoreError } from '../store/errors.ts';
import type { Log } from '../store/log.ts';
import type { Store } from '../store/store.ts';
import type { Projects } from './projects.ts';
import { maxReplyBytes, wireBytes, type Reply } from './reply.ts';
import { shortened, withinChars } from './shortened.ts';
import type { Outcome, Surroundings, Tool } from './tool.ts';
import { notesOfIgnored } from './unknownArguments.ts';

/** What every call works with. */
export interface CallContext {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly projects: Projects;
  /** What calls may know of the machine. */
  readonly machine: Omit<Surroundings, 'root'>;
  readonly log: Log;
  /** Called with the store of each call that was replied to. */
  readonly tend: (store: Store) => void;
}

/**
 * One tool call: parses the arguments, checks the project, runs, and turns any failure into an error reply. A tool
 * that does not exist is an `McpError`, as the protocol wants it.
 */
export async function callTool(name: string, args: unknown, context: CallContext): Promise<CallToolResult> {
  const tool = findTool(name, context.tools);
  try {
    const call = tool.parse(args);
    const { projects, machine } = context;
    const root = (): string => projects.root(call.projectRoot);
    const store = projects.open(call.projectRoot);
    const reply = await call.run(store, { ...machine, root });
    context.tend(store);
    return { content: textItems([...underLimit(name, reply), ...notesOfIgnored(name, call.ignored)]) };
  } catch (error) {
    logUnexpected(name, error, context.log);
    return refusal(error, tool.outcome);
  }
}

function findTool(name: string, tools: ReadonlyMap<string, Tool>): Tool {
  const tool = tools.get(name);
  if (tool) return tool;
  const names = [...tools.values()].filter(({ profile }) => profile !== 'old').map((known) => known.name);
  throw new McpError(
    ErrorCode.InvalidParams,
    `There is no tool ${show(name)}${didYouMean(name, names)}; the tools are ${names.join(', ')}.`,
  );
}

/** No item is empty: a model's service refuses the whole conversation for one empty text in it. */
function textItems(reply: Reply): CallToolResult['content'] {
  const texts = reply.filter((text) => text !== '');
  return (texts.length > 0 ? texts : ['(empty)']).map((text) => ({ type: 'text', text }));
}

function underLimit(name: string, reply: Reply): Reply {
  if (reply.every((text) => text.length < maxReplyBytes / 16) || wireBytes(...reply) < maxReplyBytes - 4096)
    return reply;
  throw new StoreError('storage', `The reply of ${name} would be over 8 MiB, which clients refuse.`);
}

function logUnexpected(name: string, error: unknown, log: Log): void {
  if (error instanceof StoreError) return;
  log.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

/** The only place where errors become replies; which form they take stands at `Outcome`. */
function refusal(error: unknown, outcome: Outcome): CallToolResult {
  const message = shortened(error instanceof Error ? error.message : String(error));
  const { code, data: whole } = error instanceof StoreError ? error : { code: 'unexpected', data: {} };
  const data = withinChars(whole);
  const replies = {
    ok: { ok: false, error: message, detail: { code, ...data } },
    success: { success: false, error: message, ...data },
    message: { success: false, message, ...data },
  };
  return { content: textItems([JSON.stringify(replies[outcome])]), isError: true };
}
