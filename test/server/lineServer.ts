import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serverFile, testState } from './withServer.ts';

/** A server process spoken to in plain lines. */
export function startLines(
  args: readonly string[],
  env: Record<string, string> = {},
  program: string = serverFile,
) {
  const child = spawn(process.execPath, [program, ...args], { env: { HOME: '/', ...testState, ...env } });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const closed = once(child, 'close').then(([code]) => code as number);
  return {
    child,
    closed,
    out: () => out,
    err: () => err,
    send: (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`),
    /** The replies that arrived whole: of one that is on its way, or that a killed server began, a part may be there. */
    replies: () =>
      out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as ReplyLine),
  };
}

export interface ReplyLine {
  /** Null in an error that belongs to no request. */
  readonly id?: number | null;
  readonly result?: { readonly content?: { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The request that opens a connection. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** A request that saves one message of the user in the dialog `main`. */
export const saveCall = (id: number, text: string) => ({
  method: 'tools/call',
  params: { name: 'history_save', arguments: { dialog: 'main', entry: { role: 'user', text } } },
  jsonrpc: '2.0',
  id,
});
