import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  RequestId,
  Result,
} from '@modelcontextprotocol/sdk/types.js';
import {
  discovered,
  envelopeError,
  folderQuestion,
  modernErrorCode,
  modernResult,
  namedVersion,
  withAnswers,
  type ServerAbout,
} from './base/modern.ts';

/**
 * Lets a server of the handshake era answer requests of 2026-07-28 as well, on the same connection. What belongs to the
 * handshake era passes unchanged, in both directions.
 */
export class BothEras implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #inner: Transport;
  readonly #about: ServerAbout;
  /** Methods of pending requests of 2026-07-28. */
  readonly #pending = new Map<RequestId, string>();

  constructor(inner: Transport, about: ServerAbout) {
    this.#inner = inner;
    this.#about = about;
  }

  start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message, extra) => this.#receive(message, extra);
    return this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(this.#outgoing(message), options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    const isModern =
      'method' in message &&
      'id' in message &&
      (message.method === 'server/discover' || namedVersion(message) !== undefined);
    if (isModern) {
      this.#modern(message, extra);
      return;
    }
    this.#forgetCancelled(message);
    this.#pass(message, extra);
  }

  /** Hands a message to the server. One that it cannot take, such as a reply too deep to report, must not end it. */
  #pass(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    try {
      this.onmessage?.(message, extra);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** A cancelled request gets no reply. */
  #forgetCancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return;
    const id = message.params?.requestId;
    if (typeof id === 'string' || typeof id === 'number') this.#pending.delete(id);
  }

  #modern(request: JSONRPCRequest, extra?: MessageExtraInfo): void {
    const { id, method } = request;
    // Clients find out which era a server is of by a request without any fields.
    const refused = namedVersion(request) === undefined ? undefined : envelopeError(request);
    if (refused) {
      void this.#inner.send(refused);
      return;
    }
    const result =
      method === 'server/discover' ? discovered(this.#about) : folderQuestion(request, this.#about);
    if (result) {
      this.#reply(id, modernResult(method, result, this.#about));
      return;
    }
    this.#pending.set(id, method);
    this.#pass(withAnswers(request), extra);
  }

  #reply(id: RequestId, result: Result): void {
    void this.#inner.send({ jsonrpc: '2.0', id, result });
  }

  #outgoing(message: JSONRPCMessage): JSONRPCMessage {
    const id = 'method' in message ? undefined : message.id;
    const method = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || method === undefined) return message;
    this.#pending.delete(id);
    if ('result' in message) return { ...message, result: modernResult(method, message.result, this.#about) };
    if (!('error' in message)) return message;
    return { ...message, error: { ...message.error, code: modernErrorCode(message.error.code) } };
  }
}
