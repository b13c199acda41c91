import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serverFile } from './withServer.ts';

/** A server process spoken to in plain lines. */
export function startLines(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [serverFile, ...args], { env: { HOME: '/', ...env } });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const closed = once(child, 'close').then(([code]) => code as number);
  return {
    child,
    closed,
    out: () => out,
    err: () => err,
    send: (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`),
    replies: () =>
      out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ReplyLine),
  };
}

export interface ReplyLine {
  readonly id?: number;
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
