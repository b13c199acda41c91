import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { OfferedTool } from './toolChoice.ts';
import type { Tool } from './tool.ts';
import { allTools } from './tools.ts';

/** Every tool as `tools/list` replies it. The build makes plain JSON of it, so that listing a tool needs none of its code. */
export const toolList: readonly OfferedTool[] = [...allTools.values()].map((tool) => ({
  profile: tool.profile,
  ofMemory: tool.outcome === 'message',
  listing: listTool(tool),
}));

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
