import * as z from 'zod';
import { StoreError } from '../../disk/base/core.ts';
import { moreName } from './moreCall.ts';
import { jsonReply, type Reply } from './reply.ts';
import { didYouMean, show } from './text.ts';
import { defineTool, type Tool } from './tool.ts';
import { freeObject, listed } from './toolSchema.ts';

/** Creates the tool that calls any other one; its description names those for everyday use that `core` does not list. */
export function moreTool(others: readonly Tool[]): Tool {
  const names = others.filter(({ profile }) => profile === 'default').map(({ name }) => name);
  return defineTool({
    name: moreName,
    title: 'More tools',
    description: `Call another tool, or get its schema without \`arguments\`: ${names.join(', ')}`,
    hints: { destructive: true },
    profile: 'more',
    anywhere: true,
    reply:
      'what the tool replies; without `arguments` `{name, description, inputSchema}`. Every tool can be called, also one that is not in the description',
    input: { name: z.string(), arguments: freeObject('dialog').exactOptional() },
    run: (_store, { name }) => Promise.resolve(schemaReply(name, others)),
  });
}

function schemaReply(name: string, tools: readonly Tool[]): Reply {
  const tool = tools.find((one) => one.name === name);
  if (tool) return jsonReply({ name, description: tool.description, inputSchema: listed(tool.schema()) });
  const known = tools.filter(({ profile }) => profile !== 'old').map((one) => one.name);
  throw new StoreError(
    'invalid_argument',
    `There is no tool ${show(name)}${didYouMean(name, known)}; the tools are ${known.join(', ')}.`,
    { arguments: ['name'] },
  );
}
