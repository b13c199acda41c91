import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { errno, type Log, StoreError, errorMessage } from '../../disk/base/core.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import { isLoopback, refusalOf, type Access } from './httpAccess.ts';
import type { HttpSettings } from './httpSettings.ts';
import { storedToken } from './httpToken.ts';
import { modernVersion } from '../base/modern.ts';
import { outgoing } from '../base/outgoing.ts';
import { receivedMessage } from '../base/receivedMessage.ts';
import type { McpServer } from '../base/requests.ts';
import { answerModern, isModern, modernRequest } from './modernHttp.ts';

/** The only address for MCP. */
const path = '/mcp';

export interface HttpOptions extends HttpSettings {
  /** Creates a server for one request. */
  readonly makeServer: () => McpServer;
  /** Determines where a generated token is stored. */
  readonly machine: Machine;
  /** Maximum size of a request. Bytes. */
  readonly maxBytes: number;
  readonly log: Log;
}

export interface HttpListener {
  /** With the actual port. */
  readonly url: string;
  /** The file with a generated token. */
  readonly tokenFile?: string;
  /** Stops accepting requests; pending ones are answered. */
  readonly stop: () => void;
}

/**
 * Serves MCP over streamable HTTP to any number of clients. Keeps no state between requests, so no session can be lost
 * or taken over. Throws a `StoreError` where it cannot listen.
 */
export async function listenHttp(options: HttpOptions): Promise<HttpListener> {
  const { host, port, machine, log } = options;
  const kept = options.token === undefined ? await storedToken(machine) : { token: options.token };
  const access = { host, token: kept.token };
  const http = createServer((request, response) => {
    response.once('close', () => {
      if (!http.listening) http.closeIdleConnections();
    });
    handle(request, response, { ...options, access }).catch((error: unknown) => {
      log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      response.destroy();
    });
  });
  http.listen({ host, port });
  await once(http, 'listening').catch((error: unknown) => Promise.reject(cannotListen(error, options)));
  if (!isLoopback(host))
    log.warn(`${host} can be reached from other machines: whoever has the token reads and changes history`);
  const address = http.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  const stop = (): void => void http.close();
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${bound}${path}`,
    ...('file' in kept && { tokenFile: kept.file }),
    stop,
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { access, makeServer, maxBytes, log }: HttpOptions & { readonly access: Access },
): Promise<void> {
  // An unknown address is reported without a token, as clients first look for ways to sign in.
  const refusal = misplaced(request) ?? refusalOf(request.headers, access) ?? misfit(request, maxBytes);
  if (refusal) {
    refuse(response, refusal);
    return;
  }
  // A chunked body turns out too long only while it is read; the rest is not read.
  if (request.headers['content-length'] === undefined) response.setHeader('Connection', 'close');
  const body = await textOf(request, maxBytes);
  if (body === undefined || /^[\uFEFF\s]*\[/.test(body)) {
    refuse(response, body === undefined ? tooLong(maxBytes) : batchRefused);
    return;
  }
  const message = messageIn(body);
  const server = makeServer();
  response.once('close', () => {
    server.close().catch((error: unknown) => log.warn(errorMessage(error)));
  });
  const modern = modernRequest(message, request.headers);
  if (modern) {
    await answerModern(modern, request.headers, response, server);
    return;
  }
  if (message !== undefined && isModern(request.headers)) {
    refuse(response, noRequest);
    return;
  }
  await answerWithSdk(request, response, { server, message, maxBytes });
}

interface SdkRequest extends Pick<HttpOptions, 'maxBytes'> {
  readonly server: McpServer;
  readonly message: unknown;
}

/** Answers a request of the handshake era, or what is no message at all. */
async function answerWithSdk(
  request: IncomingMessage,
  response: ServerResponse,
  { server, message, maxBytes }: SdkRequest,
): Promise<void> {
  const transport = new StreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize: maxBytes,
  });
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(outgoing(message), options);
  await server.connect(transport);
  await transport.handleRequest(request, response, message);
}

interface Refused {
  readonly status: number;
  readonly message: string;
}

function misplaced({ url }: IncomingMessage): Refused | undefined {
  if (url?.replace(/\?.*/s, '') === path) return undefined;
  return { status: 404, message: `There is nothing here: MCP is at ${path}.` };
}

const batchRefused: Refused = {
  status: 400,
  message:
    'Batches are not supported: send each JSON-RPC message in a request of its own. Nothing of this one was done.',
};

const noRequest: Refused = {
  status: 400,
  message: `What is sent in MCP ${modernVersion} is one JSON-RPC request: it has no notifications or replies over HTTP.`,
};

/** Reads the body; undefined once it is longer than the limit, and where the client is gone. */
async function textOf(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (bytes > maxBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined; // the connection ended, so nobody hears the answer
  }
  return Buffer.concat(chunks).toString();
}

/** The message in a body; undefined for what is no JSON, which the transport refuses. */
function messageIn(body: string): unknown {
  try {
    return receivedMessage(body);
  } catch {
    return undefined;
  }
}

function misfit({ method, headers }: IncomingMessage, maxBytes: number): Refused | undefined {
  // Without streams (GET) or sessions to end (DELETE), only POST is allowed.
  if (method !== 'POST') return { status: 405, message: 'MCP requests are sent with POST.' };
  // A chunked body is counted while it is read.
  const bytes = Number(headers['content-length'] ?? 0);
  return bytes <= maxBytes ? undefined : tooLong(maxBytes, bytes);
}

const tooLong = (maxBytes: number, bytes?: number): Refused => ({
  status: 413,
  message: `A message of ${bytes ?? `more than ${maxBytes}`} bytes was refused: this server takes at most ${maxBytes} bytes at once. Send it in smaller calls.`,
});

/** Replies with a JSON-RPC error without an id and closes the connection, as the rest is not read. */
function refuse(response: ServerResponse, { status, message }: Refused): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    Connection: 'close',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...(status === 405 && { Allow: 'POST' }),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}

function cannotListen(error: unknown, { host, port }: HttpSettings): StoreError {
  const reason = errorMessage(error);
  const code = errno(error);
  if (code === 'EADDRINUSE')
    return new StoreError(
      'busy',
      `Port ${port} of ${host} is in use: end the program that uses it, or give another with --port or MCP_SERVER_PORT.`,
    );
  if (code === 'EACCES')
    return new StoreError(
      'invalid_argument',
      `Port ${port} of ${host} may not be used by this user: give one from 1024 on with --port or MCP_SERVER_PORT.`,
    );
  return new StoreError(
    'invalid_argument',
    `It is not possible to listen on ${host}: ${reason}. Give a name or an IP address of this machine with --host or MCP_SERVER_HOST.`,
  );
}
