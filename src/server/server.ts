import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../store/log.ts';
import type { Language } from '../store/rules/rules.ts';
import { archiveTools } from './archiveTools.ts';
import { callTool, type CallContext } from './callTool.ts';
import { contextTools } from './contextTools.ts';
import { dialogTools } from './dialogTools.ts';
import type { Projects } from './projects.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import type { Tool } from './tool.ts';
import { version } from './version.ts';

export interface ServerOptions {
  readonly projects: Projects;
  readonly log: Log;
  readonly archiving: CallContext['archiving'];
  /** Language of the prompts when none is asked for. */
  readonly language: Language;
  /** The one project of this server, if it has just one, for the text of the prompts. */
  readonly projectRoot?: string;
}

const instructions =
  'Conversation history of this project, kept in files and shared with other agents and the user. ' +
  'At the start: history_list_dialogs, then history_get_dialog_detail. Follow along with history_get_messages_since and its cursor. ' +
  'Save in batches, seldom: after important answers, every 5 turns, or when asked. ' +
  'An `M:` line or `maintenance` means: compact as its guidance says. ' +
  'When the task changes: save, then chat_context_new; to resume an old one: chat_context_load. Nothing switches by itself. ' +
  'What was said before a compaction: archive_list, archive_read. ' +
  'Full rules: prompt history_rules.';

/** Every tool of the server by name. */
export const allTools: ReadonlyMap<string, Tool> = new Map(
  [...dialogTools, ...contextTools, ...archiveTools].map((tool) => [tool.name, tool]),
);

/** An MCP server with all tools and prompts, ready to be connected to a transport. The only file that knows the SDK's server. */
export function createServer(options: ServerOptions) {
  const { projects, archiving, log, language, projectRoot } = options;
  // The low-level server, because the other one builds what we do not use and so starts slower.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const server = new Server(
    { name: 'history', title: 'History', version },
    { capabilities: { tools: {}, prompts: {} }, instructions, jsonSchemaValidator: noValidator },
  );
  const prompting = { language, ...(projectRoot !== undefined && { projectRoot }) };
  server.onerror = (error) => log.warn(error.message);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listTools() }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(params.name, params.arguments, { tools: allTools, projects, archiving, log }),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listPrompts() }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}, prompting),
  );
  return server;
}

/** The tools as `tools/list` replies them. */
export const listTools = (): ListedTool[] =>
  [...allTools.values()].filter(({ listed }) => listed).map(listTool);

function listTool(tool: Tool): ListedTool {
  const { name, title, description, hints } = tool;
  const { type, properties, required } = tool.schema();
  const annotations = {
    title,
    readOnlyHint: hints.readOnly ?? false,
    destructiveHint: hints.destructive ?? false,
    idempotentHint: hints.readOnly ?? hints.idempotent ?? false,
    openWorldHint: false,
  };
  return {
    name,
    title,
    description,
    inputSchema: { type, properties: { ...properties }, ...(required && { required: [...required] }) },
    annotations,
  };
}

// It would check answers of people to forms, which this server never asks for, and making it costs start-up time.
const noValidator = {
  getValidator: () => {
    throw new Error('this server validates no schemas of others');
  },
};
