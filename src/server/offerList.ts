import { defined } from '../disk/base/core.ts';
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { chatAppUri, variablesOf } from './base/addresses.ts';
import type { Offers } from './base/offers.ts';
import type { Tool } from './base/tool.ts';
import { listed, type ObjectSchema } from './base/toolSchema.ts';
import type { OfferList } from './offerChoice.ts';
import { readableOffers } from './readableOffers.ts';
import { toolOffers } from './toolOffers.ts';

/** Maximum length of a reply in Claude Code, where a tool declares it. Characters. */
const maxResultChars = 500_000;
/** Its limit without a declaration, and at most 25,000 tokens, which is less in Chinese. Characters. */
const defaultResultChars = 50_000;
/** Upper estimate of characters per token. */
const tokenChars = 4;
/** Tools available from the start in agents that defer others until searched for. */
const alwaysLoaded = new Set([
  'history_list_dialogs',
  'history_get_dialog_detail',
  'history_save',
  'history_search',
]);

/** Tools whose replies a chat shows in a page of the MCP Apps extension, where it can; others stay text. */
const shownInChats = new Set(['history_search', 'history_brief', 'session_list', 'session_resume']);

/** Lists offers as plain values. */
export const listOffers = ({ tools, prompts, resources }: Offers): OfferList => ({
  tools: tools.map((tool) => ({
    profile: tool.profile,
    ofMemory: tool.outcome === 'message',
    listing: listTool(tool),
  })),
  prompts: prompts.map(({ name, title, description, arguments: args, ofProject }) => ({
    ofProject,
    listing: {
      name,
      title,
      description,
      arguments: args.map(({ name, description, required }) => defined({ name, description, required })),
    },
  })),
  templates: resources
    .filter(({ uri }) => variablesOf(uri).length > 0)
    .map(({ uri: uriTemplate, name, title, description, mimeType, priority }) => ({
      uriTemplate,
      name,
      title,
      description,
      mimeType,
      annotations: { audience: ['user', 'assistant'], priority },
    })),
});

/** The list of all offers. The build converts it to JSON, so that listing an offer loads none of its code. */
export const offerList = listOffers({ tools: toolOffers, ...readableOffers });

function listTool(tool: Tool): ListedTool {
  const { name, title, description, hints } = tool;
  const schema = tool.schema();
  const { properties, required } = listed(schema);
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
    inputSchema: {
      type: schema.type,
      properties: { ...properties },
      ...(required && { required: [...required] }),
    },
    annotations,
    _meta: metaOf(tool, schema),
  };
}

function metaOf({ name, hints }: Tool, { properties }: ObjectSchema): Record<string, unknown> {
  const { maximum = 0 } = properties.maxChars ?? {};
  const { maximum: tokens = 0 } = properties.maxTokens ?? {};
  const longest = Math.max(maximum, tokens * tokenChars, hints.readOnly ? defaultResultChars : 0);
  return {
    ...(longest > 0 && { 'anthropic/maxResultSizeChars': Math.min(maxResultChars, longest) }),
    ...(alwaysLoaded.has(name) && { 'anthropic/alwaysLoad': true }),
    // Older hosts know the second form.
    ...(shownInChats.has(name) && { ui: { resourceUri: chatAppUri }, 'ui/resourceUri': chatAppUri }),
  };
}
