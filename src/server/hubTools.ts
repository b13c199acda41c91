import { isObject, StoreError } from '../disk/base/core.ts';
import type { Offers, Prompt, Resource } from './base/offers.ts';
import type { Reply } from './base/reply.ts';
import type { Tool } from './base/tool.ts';
import { hubOffers } from './offerChoice.ts';
import { readableOffers } from './readableOffers.ts';
import { toolOffers } from './toolOffers.ts';

/** The offers of a server that answers from a hub: other tools explain why they are refused. */
export const offersOfHub = (notes: () => Reply): Offers => ({
  tools: toolOffers.map((tool) =>
    hubOffers.tool(tool.name, tool.hints.readOnly) ? withNotes(tool, notes) : refused(tool),
  ),
  prompts: readableOffers.prompts
    .filter(({ name }) => hubOffers.prompt(name))
    .map((prompt) => notingPrompt(prompt, notes)),
  resources: readableOffers.resources
    .filter(({ uri }) => hubOffers.resource(uri))
    .map((resource) => notingResource(resource, notes)),
});

/** There is one project, even if agents name different folders. */
const withNotes = (tool: Tool, notes: () => Reply): Tool => ({
  ...tool,
  parse: (args, brief) => {
    const call = tool.parse(args, brief);
    return {
      ...call,
      projectRoot: undefined,
      run: async (called, toolContext) => [...(await call.run(called, toolContext)), ...notes()],
    };
  },
});

const notingPrompt = (prompt: Prompt, notes: () => Reply): Prompt => ({
  ...prompt,
  write: async (args, context) => [await prompt.write(args, context), ...notes()].join('\n\n'),
});

const notingResource = (resource: Resource, notes: () => Reply): Resource => ({
  ...resource,
  read: async (project, variables) => {
    const text = await resource.read(project, variables);
    const noted = notes();
    if (noted.length === 0) return text;
    return resource.mimeType === 'application/json' ? withMember(text, noted) : [text, ...noted].join('\n\n');
  },
});

/** JSON stays JSON. */
function withMember(json: string, notes: Reply): string {
  const value: unknown = JSON.parse(json);
  return JSON.stringify(
    isObject(value) ? { ...value, hub: notes.join(' ') } : { value, hub: notes.join(' ') },
  );
}

const refused = (tool: Tool): Tool => ({
  ...tool,
  parse: () => {
    throw new StoreError(
      'disabled',
      tool.hints.readOnly
        ? `This server answers from a hub and has nothing for ${tool.name}, which reads transcripts and files of the machine where people work. history_search finds what sessions were about.`
        : `This server answers from a hub and changes nothing, so ${tool.name} is not done. Save where the files of the project are.`,
    );
  },
});
