import type { CallToolResult, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { systemClock } from '../store/base/clock.ts';
import type { Language } from '../store/base/language.ts';
import type { Store } from '../store/store.ts';
import type { Caller } from './base/caller.ts';
import { callTool, type CallContext } from './calls/callTool.ts';
import { memoryPrompt } from './memory/memoryPrompts.ts';
import { readMemoryResource } from './memory/memoryResources.ts';
import { Projects, type ProjectsOptions } from './calls/projects.ts';
import type { DebugLog } from './base/standardErrorLog.ts';
import { allTools } from './tools.ts';
import { Upkeep } from './calls/upkeep.ts';

/** What calls of tools work with. */
export interface CallsOptions extends Omit<ProjectsOptions, 'places' | 'log'> {
  readonly log: DebugLog;
  readonly machine: CallContext['machine'];
  readonly own?: CallContext['own'];
  /** Of the prompts about memories. */
  readonly promptLanguage: Language;
}

/** What clients may ask for that needs the store. */
export interface Calls {
  /** Calls a tool by name. Failures are replies, too. */
  readonly tool: (name: string, args: unknown, caller: Caller) => Promise<CallToolResult>;
  /** The text of a prompt about memories; throws an `McpError`. */
  readonly prompt: (
    name: string,
    args: Readonly<Record<string, string>>,
    caller: Caller,
  ) => Promise<GetPromptResult>;
  /** What stands at a `memory:` address; throws an `McpError`. */
  readonly resource: (uri: string, caller: Caller) => Promise<ReadResourceResult>;
}

/**
 * All that a call needs: tools, store, checks. The server loads this file, which is a bundle of its own, only after it
 * has listed its tools, so that no tool and nothing below it makes the start slower.
 */
export function openCalls({ machine, own, promptLanguage, ...options }: CallsOptions): Calls {
  const projects = new Projects({ ...options, places: machine.places });
  const upkeep = new Upkeep(systemClock, options.log);
  const tend = (store: Store): void => upkeep.tend(store);
  const context = { tools: allTools, projects, machine, log: options.log, tend, ...(own && { own }) };
  return {
    tool: (name, args, caller) => callTool(name, args, caller, context),
    prompt: (name, args, caller) => memoryPrompt(name, args, { projects, caller, language: promptLanguage }),
    resource: (uri, caller) => readMemoryResource(uri, projects, caller),
  };
}
