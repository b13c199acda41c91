import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { Readable, Writable } from 'node:stream';
import { isObject, jsonProblem } from '../disk/base/core.ts';
import { LineSplitter, type LongLine } from '../disk/files/lines.ts';
import { outgoing } from './base/outgoing.ts';
import { receivedMessage } from './base/receivedMessage.ts';

/** Enough for a message text of 20 MB, even if JSON needs three bytes for each of its own. */
export const maxLineBytes = 64 * 1024 * 1024;

/**
 * MCP over standard input and output. Unlike the SDK's transport it survives lines over its limit, reads every byte
 * once, and answers an invalid message where its request is known. The end of the input closes nothing: pending calls
 * still reply.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxBytes: number;
  readonly #lines: LineSplitter;
  readonly #receive = (chunk: Buffer): void => this.#take(this.#lines.push(chunk));

  constructor(input: Readable, output: Writable, maxBytes = maxLineBytes) {
    this.#input = input;
    this.#output = output;
    this.#maxBytes = maxBytes;
    this.#lines = new LineSplitter(maxBytes);
  }

  start(): Promise<void> {
    this.#input.on('data', this.#receive);
    this.#input.once('end', () => this.#take(this.#lines.end()));
    this.#input.on('error', (error) => this.onerror?.(error));
    return Promise.resolve();
  }

  /** Resolves once the message has left this process, or no longer can. */
  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      this.#output.write(serializeMessage(outgoing(message)), () => resolve());
    });
  }

  close(): Promise<void> {
    this.#input.off('data', this.#receive);
    this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  #take(lines: readonly (string | LongLine)[]): void {
    for (const line of lines)
      if (typeof line === 'string') this.#line(line);
      else this.#tooLong(line);
  }

  #line(text: string): void {
    if (text.trim() === '') return;
    const value = this.#parse(text);
    if (value === undefined) return;
    const message = JSONRPCMessageSchema.safeParse(value);
    if (message.success) {
      this.onmessage?.(message.data);
      return;
    }
    if (Array.isArray(value)) this.#refuseBatch(value);
    else this.#refuse(idOf(value), ErrorCode.InvalidRequest, 'A line was not a JSON-RPC 2.0 message.');
  }

  /** Each request of a batch gets an error, so that none waits; a batch without requests gets one without an id. */
  #refuseBatch(batch: readonly unknown[]): void {
    const message =
      'Batches are not supported: send each JSON-RPC message in a line of its own. Nothing of this one was done.';
    const ids = batch.flatMap((one) => (isObject(one) && 'method' in one ? (idOf(one) ?? []) : []));
    for (const id of ids) this.#refuse(id, ErrorCode.InvalidRequest, message);
    if (ids.length > 0) return;
    this.onerror?.(new Error(message));
    const error = { code: ErrorCode.InvalidRequest, message };
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
  }

  #parse(text: string): unknown {
    try {
      return receivedMessage(text);
    } catch (error) {
      const ends = { head: text.slice(0, 256), tail: text.slice(-256) };
      this.#refuse(
        requestIdIn(ends),
        ErrorCode.ParseError,
        `A line was no valid JSON: ${jsonProblem(error)}`,
      );
      return undefined;
    }
  }

  #tooLong(line: LongLine): void {
    this.#refuse(
      requestIdIn(line),
      ErrorCode.InvalidRequest,
      `A message of ${line.bytes} bytes was ignored: this server takes at most ${this.#maxBytes} bytes at once. Send it in smaller calls.`,
    );
  }

  #refuse(id: RequestId | undefined, code: ErrorCode, message: string): void {
    this.onerror?.(new Error(message));
    if (id !== undefined) void this.send({ jsonrpc: '2.0', id, error: { code, message } });
  }
}

function idOf(value: unknown): RequestId | undefined {
  const id = isObject(value) ? value.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** Finds the id of a request in the ends of its line, where clients put it. */
function requestIdIn({ head, tail }: Pick<LongLine, 'head' | 'tail'>): RequestId | undefined {
  const value = String.raw`"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*`;
  // An id before the closing brace of the line is the message's own, not one of its arguments.
  const found =
    new RegExp(String.raw`${value}\}\s*$`).exec(tail) ??
    new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${value}[,}]`).exec(head);
  const text = found?.[1];
  if (text === undefined) return undefined;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
}
