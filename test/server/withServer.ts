import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stateVariable } from '../../src/disk/base/stateFolder.ts';
import { patience } from '../eventually.ts';

/** The program under test as it is delivered, or another build of it that the environment names. */
export const serverFile = process.env.SERVER_UNDER_TEST ?? join(__dirname, '../../dist/server.js');

export interface Reply {
  /** Text of all items. */
  readonly texts: readonly string[];
  /** The first item. */
  readonly text: string;
  readonly isError: boolean;
  /** The first item parsed. */
  readonly json: Record<string, unknown>;
}

export interface ServerUnderTest {
  readonly client: Client;
  /** The project; also the server's only root unless other arguments were given. */
  readonly root: string;
  readonly folder: string;
  readonly pid: number;
  /** Calls a tool and expects a reply, which may be an error reply. */
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<Reply>;
  /** Calls a tool, expects success and gives its JSON. */
  readonly ok: (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /** Calls a tool, expects a refusal and gives its message. */
  readonly refused: (tool: string, args?: Record<string, unknown>) => Promise<string>;
  /** What the server wrote on standard error so far. */
  readonly errors: () => string;
  readonly close: () => Promise<void>;
}

interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** Another copy of the server. */
  readonly program?: string;
  /** The folder the server is started in. */
  readonly cwd?: string;
  /** The name the client gives itself. */
  readonly client?: string;
  /** The folders that are open in the client; undefined: it does not tell any. */
  readonly open?: readonly string[];
}

/** A folder for one test, real path, removed afterwards. */
export async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'history server 历史-')));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs with a real server process for a project in a new folder, whose path has blanks and Chinese letters. */
export async function withServer(
  run: (server: ServerUnderTest) => Promise<void>,
  options: StartOptions = {},
): Promise<void> {
  await withFolder(async (root) => {
    const server = await startServer(root, options);
    try {
      await run(server);
    } finally {
      await server.close();
    }
  });
}

const state = mkdtempSync(join(tmpdir(), 'history-state-'));
process.once('exit', () => rmSync(state, { recursive: true, force: true }));
/** Keeps what servers know of projects out of the home of whoever runs the tests. */
export const testState: Readonly<Record<string, string>> = { [stateVariable]: state };

/** Starts a server process with the SDK's own client. */
export async function startServer(root: string, options: StartOptions = {}): Promise<ServerUnderTest> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [options.program ?? serverFile, ...(options.args ?? ['--root', root])],
    env: { HOME: process.env.HOME ?? '/', ...testState, ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const client = clientOf(options);
  await client.connect(transport, { timeout: patience });
  const call = (tool: string, args: Record<string, unknown> = {}) => callTool(client, tool, args);
  return {
    client,
    root,
    folder: join(root, '.chat-history'),
    pid: transport.pid ?? NaN,
    call,
    ok: async (tool, args) => {
      const reply = await call(tool, args);
      if (reply.isError) throw new Error(`${tool} was refused: ${reply.text}`);
      return reply.json;
    },
    refused: async (tool, args) => {
      const { isError, json } = await call(tool, args);
      if (!isError || (json.ok ?? json.success) !== false || typeof json.error !== 'string')
        throw new Error(`${tool} was not refused: ${JSON.stringify(json)}`);
      return json.error;
    },
    errors: () => errors,
    close: () => client.close(),
  };
}

function clientOf({ client: name = 'test', open }: StartOptions): Client {
  const client = new Client(
    { name, version: '1.0.0' },
    { capabilities: open ? { roots: { listChanged: true } } : {} },
  );
  if (open)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: open.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }));
  return client;
}

async function callTool(client: Client, name: string, args: Record<string, unknown>): Promise<Reply> {
  const result = await client.callTool({ name, arguments: args }, undefined, { timeout: patience });
  const texts = (result.content as { type: string; text: string }[]).map((item) => item.text);
  const text = texts[0] ?? '';
  return {
    texts,
    text,
    isError: result.isError === true,
    get json() {
      return JSON.parse(text) as Record<string, unknown>;
    },
  };
}
