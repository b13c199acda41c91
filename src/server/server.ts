import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../store/base/log.ts';
import type { Language } from '../store/base/language.ts';
import type { Caller } from './base/caller.ts';
import type { Calls } from './callHandlers.ts';
import { clientFolders } from './clientFolders.ts';
import {
  isMemoryPrompt,
  listMemoryPrompts,
  memoryResources,
  memoryResourceTemplates,
} from './memory/memoryOffers.ts';
import { instructionsFor } from './instructions.ts';
import { once } from './base/once.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { version } from './version.ts';

export interface ServerOptions {
  /** Loads what calls need; called at most once, after the tools were listed or at the first call. */
  readonly loadCalls: () => Promise<Calls>;
  /** The tools that are listed; all can be called. */
  readonly tools: readonly ListedTool[];
  readonly log: Log;
  /** Language of the prompts when none is asked for. */
  readonly language: Language;
  /** The folders it is confined to. */
  readonly roots: readonly string[];
}

/** An MCP server with all tools and prompts, ready to be connected to a transport. The only file that knows the SDK's server. */
export function createServer(options: ServerOptions) {
  const { loadCalls, tools, log, language, roots } = options;
  const calls = once(loadCalls);
  // The low-level server, because the other one builds what we do not use and so starts slower.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const server = new Server(
    { name: 'history', title: 'History', version },
    {
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: instructionsFor(
        tools.map(({ name }) => name),
        roots,
      ),
      jsonSchemaValidator: noValidator,
    },
  );
  const [projectRoot] = roots;
  const prompting = { language, ...(projectRoot !== undefined && roots.length === 1 && { projectRoot }) };
  const folders = clientFolders(server, log);
  const caller = (meta: unknown): Caller => {
    const client = server.getClientVersion()?.name;
    return { folders, meta, ...(client !== undefined && { client }) };
  };
  server.onerror = (error) => log.warn(error.message);
  server.setRequestHandler(ListToolsRequestSchema, () => {
    setImmediate(() => void calls().catch(() => undefined)); // after the reply; what fails, the first call tells
    return { tools: [...tools] };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    (await calls()).tool(params.name, params.arguments, caller(params._meta)),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [...listPrompts(), ...listMemoryPrompts(roots)],
  }));
  server.setRequestHandler(
    GetPromptRequestSchema,
    async ({ params: { name, arguments: args = {}, _meta } }) =>
      isMemoryPrompt(name)
        ? (await calls()).prompt(name, args, caller(_meta))
        : getPrompt(name, args, prompting),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: memoryResources(roots) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: memoryResourceTemplates(roots),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) =>
    (await calls()).resource(params.uri, caller(params._meta)),
  );
  return server;
}

// It would check answers of people to forms, which this server never asks for, and making it costs start-up time.
const noValidator = {
  getValidator: () => {
    throw new Error('this server validates no schemas of others');
  },
};
