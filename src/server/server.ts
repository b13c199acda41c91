import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import * as mcp from '@modelcontextprotocol/sdk/types.js';
import { defined, type Log } from '../disk/base/core.ts';
import { modernCaller, type ServerAbout } from './base/modern.ts';
import type { Caller, CallHandlers, Listings, McpServer } from './base/requests.ts';
import { oneLine } from '../disk/text/containText.ts';
import { shortened } from './base/text.ts';
import { BothEras } from './bothEras.ts';
import { clientFolders, foldersOf } from './clientFolders.ts';

declare const HISTORY_STORE_VERSION: string | undefined;

/** The product's version, inserted by the build. */
export const version = typeof HISTORY_STORE_VERSION === 'string' ? HISTORY_STORE_VERSION : '0.0.0-unbuilt';

export interface ServerOptions {
  readonly listings: Listings;
  /** The instructions for agents that connect. */
  readonly instructions: string;
  /** Whether a client's open folders may tell the project of a call. */
  readonly asksFolders: boolean;
  /** Loads the request handlers once: after the tools were listed, or at the first request. */
  readonly loadHandlers: () => Promise<CallHandlers>;
  readonly log: Log;
}

/** Creates an MCP server for these offers, to be connected to a transport. The only file that uses the SDK's server. */
export function createServer({
  listings,
  instructions,
  asksFolders,
  loadHandlers,
  log,
}: ServerOptions): McpServer {
  const about: ServerAbout = {
    serverInfo: { name: 'history', title: 'History', version },
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    instructions,
    asksFolders,
  };

  // The low-level server, as the other one builds unused features and starts slower.
  // oxlint-disable-next-line typescript/no-deprecated
  const server = new Server(about.serverInfo, {
    capabilities: about.capabilities,
    instructions,
    jsonSchemaValidator: noValidator,
  });
  const folders = clientFolders(server, log);
  const callerOf = (meta: unknown): Caller => {
    const modern = modernCaller(meta);
    if (modern) return { folders: () => Promise.resolve(foldersOf(modern.roots)), meta, ...modern.client };
    const { name: client, version: clientVersion } = server.getClientVersion() ?? {};
    return { folders, meta, ...defined({ client, clientVersion }) };
  };
  server.onerror = (error) => void warn(error, log);
  server.setRequestHandler(mcp.ListToolsRequestSchema, () => {
    const begin = async () => (await loadHandlers()).listed(callerOf(undefined));
    setImmediate(() => void begin().catch(() => undefined)); // after the reply; the first call reports failures
    return { tools: [...listings.tools] };
  });
  server.setRequestHandler(mcp.CallToolRequestSchema, async ({ params: { name, arguments: args, _meta } }) =>
    (await loadHandlers()).tool(name, args, callerOf(_meta)),
  );
  server.setRequestHandler(mcp.ListPromptsRequestSchema, () => ({ prompts: [...listings.prompts] }));
  server.setRequestHandler(
    mcp.GetPromptRequestSchema,
    async ({ params: { name, arguments: args = {}, _meta } }) =>
      (await loadHandlers()).prompt(name, args, callerOf(_meta)),
  );
  server.setRequestHandler(mcp.ListResourcesRequestSchema, async ({ params: { _meta } = {} }) => {
    await afterReplies(); // some clients request all lists at once and wait for the tools
    return (await loadHandlers()).resources(callerOf(_meta));
  });
  server.setRequestHandler(mcp.ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [...listings.resourceTemplates],
  }));
  server.setRequestHandler(mcp.ReadResourceRequestSchema, async ({ params: { uri, _meta } }) =>
    (await loadHandlers()).resource(uri, callerOf(_meta)),
  );
  server.setRequestHandler(mcp.CompleteRequestSchema, async ({ params }) =>
    (await loadHandlers()).complete(params, callerOf(params._meta)),
  );
  return {
    connect: (transport) => server.connect(new BothEras(transport, about)),
    close: () => server.close(),
  };
}

/** Logs an error of the SDK, which may quote what a client sent: masked, then cut. Seldom, so that code is loaded then. */
async function warn({ message }: Error, log: Log): Promise<void> {
  const { plainSecrets } = await import('../disk/secrets/secrets.ts');
  log.warn(oneLine(shortened(plainSecrets.text(message))));
}

const afterReplies = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

// Would check people's answers to forms, which this server never requests, and slows the start.
const noValidator = {
  getValidator: () => {
    throw new Error('this server validates no schemas of others');
  },
};
