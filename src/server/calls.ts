import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { callTool, type CallContext } from './callTool.ts';
import { Projects, type ProjectsOptions } from './projects.ts';
import { allTools } from './tools.ts';

/** What calls of tools work with. */
export interface CallsOptions extends ProjectsOptions {
  readonly archiving: CallContext['archiving'];
}

/** Calls a tool by name. Failures are replies, too. */
export type Calls = (name: string, args: unknown) => Promise<CallToolResult>;

/**
 * All that a call needs: tools, store, checks. The server loads this file, which is a bundle of its own, only after it
 * has listed its tools, so that no tool and nothing below it makes the start slower.
 */
export function openCalls({ archiving, ...options }: CallsOptions): Calls {
  const context = { tools: allTools, projects: new Projects(options), archiving, log: options.log };
  return (name, args) => callTool(name, args, context);
}
