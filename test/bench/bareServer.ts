// What an MCP server costs at least: the SDK, standard input and output, a tool that appends a line with one fsync, and
// one that looks for a text in all lines.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { open, readFile } from 'node:fs/promises';

const file = process.argv[2] ?? '';
const inputSchema = { type: 'object' as const, properties: { text: { type: 'string' } } };
const tools = ['append', 'scan'].map((name) => ({ name, inputSchema }));

async function append(line: string): Promise<string> {
  const handle = await open(file, 'a');
  try {
    await handle.write(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return '{"ok":true}';
}

async function scan(text: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const messages = lines.map((line) => JSON.parse(line) as { readonly text: string });
  return JSON.stringify(messages.filter((message) => message.text.includes(text)).slice(0, 10));
}

// oxlint-disable-next-line typescript/no-deprecated
const server = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const text = String(params.arguments?.text);
  const reply = await (params.name === 'scan' ? scan(text) : append(JSON.stringify(params.arguments)));
  return { content: [{ type: 'text', text: reply }] };
});
void server.connect(new StdioServerTransport());
