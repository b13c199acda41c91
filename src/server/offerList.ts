import { defined } from '../store/base/core.ts';
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { variablesOf } from './base/addresses.ts';
import type { Offers } from './base/offers.ts';
import type { Tool } from './base/tool.ts';
import { listed, type ObjectSchema } from './base/toolSchema.ts';
import type { OfferList } from './offerChoice.ts';
import { readableOffers } from './readableOffers.ts';
import { toolOffers } from './toolOffers.ts';

/** What Claude Code shows of one reply at the most, where a tool says so. Characters. */
const mostShown = 500_000;
/** What it shows otherwise, but then no more than 25,000 tokens, which is less in Chinese. */
const usuallyShown = 50_000;
/** About as many characters as a token has where it has many. */
const tokenChars = 4;
/** Tools that an agent which holds back the others until it looks for them has at hand from the start. */
const atHand = new Set([
  'history_list_dialogs',
  'history_get_dialog_detail',
  'history_save',
  'history_search',
]);

/** Lists offers as plain values. */
export const listOf = ({ tools, prompts, resources }: Offers): OfferList => ({
  tools: tools.map((tool) => ({
    profile: tool.profile,
    ofMemory: tool.outcome === 'message',
    listing: listTool(tool),
  })),
  prompts: prompts.map(({ name, title, description, arguments: args, ofProject }) => ({
    ofProject,
    listing: {
      ...{ name, title, description },
      arguments: args.map(({ name, description, required }) => defined({ name, description, required })),
    },
  })),
  templates: resources
    .filter(({ uri }) => variablesOf(uri).length > 0)
    .map(({ uri: uriTemplate, name, title, description, mimeType, priority }) => ({
      ...{ uriTemplate, name, title, description, mimeType },
      annotations: { audience: ['user', 'assistant'], priority },
    })),
});

/** The list of all offers. The build makes plain JSON of it, so that listing an offer needs none of its code. */
export const offerList = listOf({ tools: toolOffers, ...readableOffers });

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
  const longest = Math.max(maximum, tokens * tokenChars, hints.readOnly ? usuallyShown : 0);
  return {
    ...(longest > 0 && { 'anthropic/maxResultSizeChars': Math.min(mostShown, longest) }),
    ...(atHand.has(name) && { 'anthropic/alwaysLoad': true }),
  };
}
