// What an MCP server costs at least: the SDK, standard input and output, and one tool that appends a line with one fsync.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { open } from 'node:fs/promises';

const file = process.argv[2] ?? '';
const tool = {
  name: 'append',
  inputSchema: { type: 'object' as const, properties: { text: { type: 'string' } } },
};

async function append(line: string): Promise<void> {
  const handle = await open(file, 'a');
  try {
    await handle.write(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// oxlint-disable-next-line typescript/no-deprecated
const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  await append(JSON.stringify(params.arguments));
  return { content: [{ type: 'text', text: '{"ok":true}' }] };
});
void server.connect(new StdioServerTransport());
