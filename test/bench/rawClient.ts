import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A client that does no more than write and read lines, so that a measurement is of the server. */
export interface RawClient {
  readonly pid: number;
  /** Fails with what the server says against it, and when the server ends. */
  request(method: string, params?: object): Promise<unknown>;
  /** Fails also where the tool refuses. */
  call(tool: string, args: object): Promise<unknown>;
  close(): Promise<void>;
}

export interface RawOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

interface Reply {
  readonly id: number;
  readonly result?: { readonly isError?: boolean };
  readonly error?: unknown;
}

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Those that are to end with what started them. */
const running = new Set<ChildProcess>();
process.once('exit', endAll);

/** Ends all servers; calls that wait for one fail. */
export function endAll(): void {
  for (const child of running) child.kill();
}

/** Starts a server of Node.js and initializes the connection. */
export async function startRaw(
  args: readonly string[],
  { env = {}, cwd }: RawOptions = {},
): Promise<RawClient> {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  running.add(child);
  void closed.then(() => {
    running.delete(child);
    for (const [id, take] of waiting) take({ id, error: 'the server ended' });
  });
  createInterface(child.stdout).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  child.stdin.on('error', () => undefined); // it has ended, which is told above
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  let id = 0;
  const request = async (method: string, params: object = {}): Promise<unknown> => {
    const own = ++id;
    const { result, error } = await new Promise<Reply>((resolve) => {
      waiting.set(own, resolve);
      send({ method, params, jsonrpc: '2.0', id: own });
    });
    if (error === undefined && result?.isError !== true) return result;
    throw new Error(`${method} was refused: ${JSON.stringify(error ?? result).slice(0, 500)}`);
  };
  await request('initialize', initialize);
  send({ method: 'notifications/initialized', jsonrpc: '2.0' });
  return {
    pid: child.pid ?? NaN,
    request,
    call: (name, given) => request('tools/call', { name, arguments: given }),
    close: () => {
      child.stdin.end();
      return closed;
    },
  };
}

/** Milliseconds of processor time that a process has used, as Linux counts it, in steps of 10; undefined elsewhere. */
export function processorMs(pid: number): number | undefined {
  const fields = systemFile(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

/** What a process has in memory, in MiB, on Linux; undefined elsewhere. */
export function memoryMiB(pid: number): number | undefined {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(systemFile(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function systemFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // another system
  }
}
