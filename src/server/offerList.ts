import { defined } from '../store/base/core.ts';
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { variablesOf } from './base/addresses.ts';
import type { Offers } from './base/offers.ts';
import type { Tool } from './base/tool.ts';
import { listed } from './base/toolSchema.ts';
import type { OfferList } from './offerChoice.ts';
import { offers } from './offers.ts';

/** What Claude Code shows of one reply at the most, where it is told; else 50,000. Characters. */
const shownChars = 400_000;
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
export const offerList = listOf(offers);

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
    _meta: metaOf(name),
  };
}

function metaOf(name: string): Record<string, unknown> {
  return {
    'anthropic/maxResultSizeChars': shownChars,
    ...(atHand.has(name) && { 'anthropic/alwaysLoad': true }),
  };
}
