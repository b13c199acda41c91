import type * as mcp from '@modelcontextprotocol/sdk/types.js';
import type { CalledProject, OpenProject, Surroundings } from './tool.ts';

/** What a client tells of where a call comes from, besides its arguments. */
export interface Caller {
  /** The name the client gave itself. */
  readonly client?: string;
  /** The version it says it is of. */
  readonly clientVersion?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  /** The folders that are open in the client: none where it does not tell. Asks it only when called. */
  readonly folders: () => Promise<readonly string[]>;
}

/**
 * Whether a client shows its model only some 8,000 characters of a reply, the JSON around it included, and cuts out the
 * middle of longer ones, as Cline does; others show twice that and more.
 */
export const showsLittle = ({ client = '' }: Caller): boolean => /^@?cline/i.test(client);

/** Bytes (UTF-8) of a reply that a client shows its model, where it counts these, as Copilot's command line does. */
export const shownBytes = ({ client = '' }: Caller): number =>
  /^copilot/i.test(client) ? 20 * 1024 : Infinity;

/** The projects that requests mean. */
export interface RequestedProjects {
  /** The project of `projectRoot`; without one, that which the caller implies. Rejects with a `StoreError`. */
  readonly open: (projectRoot: string | undefined, caller: Caller) => Promise<OpenProject>;
  /** The same with no more loaded of its store than a call needs. */
  readonly find: (
    projectRoot: string | undefined,
    caller: Caller,
  ) => Promise<{ readonly called: CalledProject; readonly around: Surroundings }>;
  /** The folders the server was started for that are there now. */
  readonly roots: () => readonly string[];
}

/** What a server lists; whatever its handlers know can be asked for, listed or not. */
export interface Listings {
  readonly tools: readonly mcp.Tool[];
  readonly prompts: readonly mcp.Prompt[];
  readonly resourceTemplates: readonly mcp.ResourceTemplate[];
}

/** Answers the requests of clients that need the store. */
export interface CallHandlers {
  /** Called once a client has seen the tools: what is to be done without being asked for begins then. */
  readonly listed: (caller: Caller) => Promise<void>;
  /** Calls a tool by name. Failures are replies, too; a tool that does not exist is an `McpError`. */
  readonly tool: (name: string, args: unknown, caller: Caller) => Promise<mcp.CallToolResult>;
  /** Gives the text of a prompt; throws an `McpError`. */
  readonly prompt: (
    name: string,
    args: Readonly<Record<string, string>>,
    caller: Caller,
  ) => Promise<mcp.GetPromptResult>;
  /** Lists the newest of what can be read. */
  readonly resources: (caller: Caller) => Promise<mcp.ListResourcesResult>;
  /** Completes an argument of a prompt or a variable of a template; throws an `McpError`. */
  readonly complete: (request: mcp.CompleteRequest['params'], caller: Caller) => Promise<mcp.CompleteResult>;
  /** Reads what stands at an address; throws an `McpError`. */
  readonly resource: (uri: string, caller: Caller) => Promise<mcp.ReadResourceResult>;
}
