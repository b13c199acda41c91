import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A client that does no more than write and read lines, so that a measurement is of the server. */
export interface RawClient {
  readonly pid: number;
  request(method: string, params?: object): Promise<unknown>;
  call(tool: string, args: object): Promise<unknown>;
  close(): Promise<void>;
}

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Starts a server of Node.js and initializes the connection. */
export async function startRaw(...args: readonly string[]): Promise<RawClient> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (reply: unknown) => void>();
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  createInterface(child.stdout).on('line', (line) => {
    const { id, result, error } = JSON.parse(line) as { id: number; result?: unknown; error?: unknown };
    waiting.get(id)?.(result ?? error);
    waiting.delete(id);
  });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  let id = 0;
  const request = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      send({ method, params, jsonrpc: '2.0', id });
    });
  await request('initialize', initialize);
  send({ method: 'notifications/initialized', jsonrpc: '2.0' });
  return {
    pid: child.pid ?? NaN,
    request,
    call: (name, args) => request('tools/call', { name, arguments: args }),
    close: () => {
      child.stdin.end();
      return closed;
    },
  };
}
