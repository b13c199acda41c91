import { ErrorCode, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { didYouMean, shortened, show, withinChars } from '../base/text.ts';
import { oneLine } from '../../disk/text/containText.ts';
import type { Secrets } from '../../disk/base/context.ts';
import { isDeeperThan, StoreError, errorMessage } from '../../disk/base/core.ts';
import { plainSecrets } from '../../disk/secrets/secrets.ts';
import { callWithin, moreName } from '../base/moreCall.ts';
import { shownLimitBytes, isTerse, type Caller, type RequestedProjects } from '../base/requests.ts';
import { maxReplyBytes, wireBytes, type Reply } from '../base/reply.ts';
import type { DebugLog } from '../base/standardErrorLog.ts';
import type { CalledProject, RefusalForm, Tool } from '../base/tool.ts';
import { notesOfIgnored } from '../base/arguments.ts';

/** Deepest nesting of arguments, above what any of them takes: parsers would run out of stack. */
const maxArgumentDepth = 500;

/** The context of every call. */
export interface CallContext {
  readonly projects: RequestedProjects;
  readonly tools: Tools;
  readonly log: DebugLog;
  /** Called after each reply, with the project and the caller. */
  readonly maintain: (called: CalledProject, caller: Caller) => void;
}

/**
 * Runs one tool call, or the one within a call of `history_more`: parses the arguments, checks the project, runs, and
 * converts failures to error replies. An unknown tool is an `McpError`, as the protocol requires.
 */
export async function callTool(
  name: string,
  args: unknown,
  caller: Caller,
  context: CallContext,
): Promise<CallToolResult> {
  const { tools, log } = context;
  const within = name === moreName ? callWithin(args) : undefined;
  if (within && (await tools.find(within.name))) return callTool(within.name, within.args, caller, context);
  const tool = await findTool(name, tools, log);
  const started = performance.now();
  let secrets: Secrets = plainSecrets; // until the project is known
  try {
    if (isDeeperThan(args, maxArgumentDepth))
      throw new StoreError(
        'invalid_argument',
        `The arguments are nested deeper than ${maxArgumentDepth} levels. Flatten them; nothing was changed.`,
      );
    const call = tool.parse(args, isTerse(caller));
    const { called, toolContext } = await context.projects.find(call.projectRoot, caller, tool.anywhere);
    const masking = called.dialogs.secrets;
    secrets = masking;
    const { result: reply, seen } = await masking.counted(async () => {
      const first = await call.run(called, toolContext);
      const tooLong = tool.hints.readOnly && utf8Bytes(first) > shownLimitBytes(caller);
      const reply = tooLong
        ? await tool.parse(args, true).run(called, { ...toolContext, brief: true })
        : first;
      // The text of the call as well, since a reply may repeat it.
      return reply.map((text) => masking.document(text));
    });
    context.maintain(called, caller);
    log.debug(`${name}: ${Math.round(performance.now() - started)} ms`);
    return {
      content: textItems([
        ...underLimit(name, reply),
        ...notesOfIgnored(name, call.ignored),
        ...(called.notices?.() ?? []),
        ...noteOfMasked(tool.hints.readOnly ? shownIn(reply, seen) : seen.size),
      ]),
    };
  } catch (error) {
    logRefusal(name, error, { log, secrets });
    return refusal(error, { outcome: tool.outcome, secrets });
  }
}

/** Counts the masked secrets in a reply; what was read for it may contain others. */
const shownIn = (reply: Reply, seen: ReadonlyMap<string, string>): number =>
  [...seen.keys()].filter((mask) => reply.some((text) => text.includes(mask.replace(/(?<=\]) .*$/, ''))))
    .length;

const noteOfMasked = (masked: number): Reply =>
  masked === 0 ? [] : [`${masked} ${masked === 1 ? 'secret' : 'secrets'} masked.`];

/** Tools by name, loaded on demand. */
export interface Tools {
  readonly find: (name: string) => Promise<Tool | undefined>;
  readonly all: () => Promise<ReadonlyMap<string, Tool>>;
}

async function findTool(name: string, tools: Tools, log: DebugLog): Promise<Tool> {
  const tool = await tools.find(name);
  if (tool) return tool;
  const names = [...(await tools.all()).values()]
    .filter(({ profile }) => profile !== 'old')
    .map((known) => known.name);
  const error = new McpError(
    ErrorCode.InvalidParams,
    plainSecrets.text(
      `There is no tool ${show(name)}${didYouMean(name, names)}; the tools are ${names.join(', ')}.`,
    ),
  );
  logRefusal(show(name), error, { log, secrets: plainSecrets });
  throw error;
}

/** No item is empty: model services reject a whole conversation for one empty text. */
function textItems(reply: Reply): CallToolResult['content'] {
  const texts = reply.filter((text) => text !== '');
  return (texts.length > 0 ? texts : ['(empty)']).map((text) => ({ type: 'text', text }));
}

const utf8Bytes = (reply: Reply): number => reply.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

function underLimit(name: string, reply: Reply): Reply {
  if (reply.every((text) => text.length < maxReplyBytes / 16) || wireBytes(...reply) < maxReplyBytes - 4096)
    return reply;
  throw new StoreError('storage', `The reply of ${name} would be over 8 MiB, which clients refuse.`);
}

interface LogContext {
  readonly log: DebugLog;
  readonly secrets: Secrets;
}

/** A refused call is not our failure; anything else is. Masks before cutting, as half a secret is not recognized. */
function logRefusal(name: string, error: unknown, { log, secrets }: LogContext): void {
  if (error instanceof StoreError || error instanceof McpError)
    log.info(oneLine(shortened(secrets.text(`${name} was refused: ${error.message}`))));
  else
    log.error(
      secrets.text(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    );
}

interface RefusalOptions {
  readonly outcome: RefusalForm;
  readonly secrets: Secrets;
}

/** The only place where errors become replies, in the tool's `RefusalForm`. */
function refusal(error: unknown, { outcome, secrets }: RefusalOptions): CallToolResult {
  const message = shortened(secrets.text(errorMessage(error)));
  const { code, data: whole } = error instanceof StoreError ? error : { code: 'unexpected', data: {} };
  const data = withinChars(secrets.value(whole));
  const replies = {
    ok: { ok: false, error: message, detail: { code, ...data } },
    success: { success: false, error: message, ...data },
    message: { success: false, message, ...data },
  };
  return { content: textItems([JSON.stringify(replies[outcome])]), isError: true };
}
