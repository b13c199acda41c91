import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  JSONRPCRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { envelopeError, modernErrors, modernVersion, namedVersion } from '../base/modern.ts';
import { outgoing } from '../base/outgoing.ts';
import type { McpServer } from '../base/requests.ts';

const methodNotFound: number = ErrorCode.MethodNotFound;
const versionHeader = 'mcp-protocol-version';

/** Reports whether headers name the revision 2026-07-28. */
export const isModern = (headers: IncomingHttpHeaders): boolean => headers[versionHeader] === modernVersion;

/** Returns the request in a body that is one of 2026-07-28, by its fields or its headers; undefined for others. */
export function modernRequest(body: unknown, headers: IncomingHttpHeaders): JSONRPCRequest | undefined {
  const { success, data } = JSONRPCRequestSchema.safeParse(body);
  if (!success) return undefined;
  return namedVersion(data) !== undefined || isModern(headers) ? data : undefined;
}

/** Answers a request of 2026-07-28: one reply for each, without a session. */
export async function answerModern(
  request: JSONRPCRequest,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
  server: McpServer,
): Promise<void> {
  const refused = headerError(request, headers) ?? envelopeError(request);
  if (refused) {
    reply(response, statusOf(refused, 400), refused);
    return;
  }
  const transport = new OneRequest();
  await server.connect(transport);
  const message = await transport.answer(request);
  reply(response, statusOf(message, 200), message);
}

const statusOf = (message: JSONRPCMessage, usual: number): number =>
  'error' in message && message.error.code === methodNotFound ? 404 : usual;

function reply(response: ServerResponse, status: number, message: JSONRPCMessage): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(outgoing(message)));
}

/** Refuses a request whose headers do not say what its body says. */
function headerError(request: JSONRPCRequest, headers: IncomingHttpHeaders): JSONRPCMessage | undefined {
  const { id, method, params } = request;
  const version = namedVersion(request); // what lacks it is malformed, whatever its headers
  const name = params?.[method === 'resources/read' ? 'uri' : 'name'];
  const isNamed = ['tools/call', 'prompts/get', 'resources/read'].includes(method);
  const expected = [
    ...(version === undefined ? [] : [['MCP-Protocol-Version', version] as const]),
    ['Mcp-Method', method],
    ...(isNamed ? [['Mcp-Name', name] as const] : []),
  ] as const;
  const wrong = expected.find(([header, value]) => valueOf(headers[header.toLowerCase()]) !== value);
  if (!wrong) return undefined;
  const [header] = wrong;
  const isMissing = headers[header.toLowerCase()] === undefined;
  const message = `Header mismatch: ${header} ${isMissing ? 'is missing' : 'does not say what the body says'}.`;
  return { jsonrpc: '2.0', id, error: { code: modernErrors.headerMismatch, message } };
}

/** The value of a header, decoded where it is Base64 because of its characters; undefined where that is malformed. */
function valueOf(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  if (encoded === undefined) return header;
  const text = Buffer.from(encoded, 'base64').toString();
  return Buffer.from(text).toString('base64') === encoded ? text : undefined;
}

/** A connection with one request and its reply. */
class OneRequest implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  #answered: (message: JSONRPCMessage) => void = () => undefined;

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.#answered(message); // what else a server tells, nobody asked for
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  /** Resolves with the reply to a request. */
  answer(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.onmessage?.(request);
    });
  }
}
