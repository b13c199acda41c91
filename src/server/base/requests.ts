import { profileOfClient } from '../../agents/agents.ts';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type * as mcp from '@modelcontextprotocol/sdk/types.js';
import type { CalledProject, OpenProject, ToolContext } from './tool.ts';

/** The origin of a call, as reported by the client. */
export interface Caller {
  /** The client's name for itself. */
  readonly client?: string;
  /** The client's version. */
  readonly clientVersion?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  /** Asks the client for its open folders; empty where it does not answer. */
  readonly folders: () => Promise<readonly string[]>;
}

/** Reports whether a client shows only some 8,000 characters of a reply, see `AgentClient`. */
export const isTerse = ({ client }: Caller): boolean => profileOfClient(client)?.client?.isTerse === true;

/** Maximum size of a reply that a client shows. UTF-8 bytes. */
export const shownLimitBytes = ({ client }: Pick<Caller, 'client'>): number =>
  profileOfClient(client)?.client?.shownBytes ?? Infinity;

/** The projects that requests refer to. */
export interface RequestedProjects {
  /** Opens the project at `projectRoot` for reading, by default the one implied by the caller. Rejects with a `StoreError`. */
  readonly open: (projectRoot: string | undefined, caller: Caller) => Promise<OpenProject>;
  /**
   * Like `open`, loading only the part of the store that a call needs. Without `anywhere` the home folder needs a history
   * of its own.
   */
  readonly find: (
    projectRoot: string | undefined,
    caller: Caller,
    anywhere: boolean,
  ) => Promise<{ readonly called: CalledProject; readonly toolContext: ToolContext }>;
  /** The existing folders the server was started for. */
  readonly roots: () => readonly string[];
}

/** What a server lists; requests may use everything else that its handlers know. */
export interface Listings {
  readonly tools: readonly mcp.Tool[];
  readonly prompts: readonly mcp.Prompt[];
  readonly resourceTemplates: readonly mcp.ResourceTemplate[];
}

/** A server of both eras of the protocol. */
export interface McpServer {
  readonly connect: (transport: Transport) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Answers the client requests that need the store. */
export interface CallHandlers {
  /** Called after a client listed the tools, to start background work. */
  readonly listed: (caller: Caller) => Promise<void>;
  /** Calls a tool by name. Failures are replies as well; an unknown tool is an `McpError`. */
  readonly tool: (name: string, args: unknown, caller: Caller) => Promise<mcp.CallToolResult>;
  /** Returns the text of a prompt; throws an `McpError`. */
  readonly prompt: (
    name: string,
    args: Readonly<Record<string, string>>,
    caller: Caller,
  ) => Promise<mcp.GetPromptResult>;
  /** Lists the newest resources. */
  readonly resources: (caller: Caller) => Promise<mcp.ListResourcesResult>;
  /** Completes an argument of a prompt or a variable of a template; throws an `McpError`. */
  readonly complete: (request: mcp.CompleteRequest['params'], caller: Caller) => Promise<mcp.CompleteResult>;
  /** Reads the resource at an address; throws an `McpError`. */
  readonly resource: (uri: string, caller: Caller) => Promise<mcp.ReadResourceResult>;
}
