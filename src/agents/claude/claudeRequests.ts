import { defined, type JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, textOf, timeOf } from '../reading/fields.ts';
import type { ModelRequest } from '../reading/types.ts';
import { markOf } from './repeatedLines.ts';
import { furtherUsage, pricedModel, usageOf } from './claudeUsage.ts';

/**
 * Requests recorded in Claude Code's lines. Pieces of an answer repeat `message.usage`: its output grows, so the last
 * one counts. Resuming or forking a session copies requests with their ids and times.
 */
export class ClaudeRequests {
  readonly #byKey = new Map<string, ModelRequest>();
  /** Numbers of the lines at which the requests began, ascending. */
  readonly #begins: number[] = [];
  /** Of the newest line with a time; 0 before. */
  #time = 0;

  /** Adds line number `lineAt`; `answer` names the answer of which it is a piece. */
  add(line: JsonObject, answer: string | undefined, lineAt: number): void {
    const time = timeOf(line.timestamp);
    if (time !== undefined) this.#time = Date.parse(time);
    if (line.type !== 'assistant') return;
    const message = fieldsOf(line.message);
    // For a failed answer Claude Code writes a synthetic one whose counts are all zero.
    if (message.model === '<synthetic>') return;
    const usage = usageOf(message.usage);
    if (!usage) return;
    const messageId = textOf(message.id);
    const key = answer ?? textOf(line.uuid) ?? `line ${this.#byKey.size + 1}`;
    const known = this.#byKey.get(key);
    const at = known ? known.at : this.#time;
    const id = known?.id ?? idOf(line, messageId);
    // The first piece tells copies from other answers that a gateway gave the same id.
    const answerId = known ? known.answerId : messageId && `${messageId} ${markOf(message.content ?? null)}`;
    const request = { ...defined({ id, at, answerId, model: pricedModel(message) }), ...usage };
    this.#put(key, request, lineAt);
    for (const [n, more] of furtherUsage(message).entries())
      this.#put(
        `${key}\0further ${n}`,
        {
          ...defined({ id: id && `${id} ${n + 1}`, at, answerId: answerId && `${answerId} ${n + 1}` }),
          ...more,
        },
        lineAt,
      );
  }

  /** Number of requests that began before a line. */
  countBefore(line: number): number {
    const later = this.#begins.findIndex((at) => at >= line);
    return later === -1 ? this.#begins.length : later;
  }

  #put(key: string, request: ModelRequest, lineAt: number): void {
    if (!this.#byKey.has(key)) this.#begins.push(lineAt);
    this.#byKey.set(key, request);
  }

  get all(): readonly ModelRequest[] {
    return [...this.#byKey.values()];
  }
}

/** Id that copies of a request in other sessions share; ids of messages alone repeat behind some gateways. */
function idOf(line: JsonObject, messageId: string | undefined): string | undefined {
  if (messageId === undefined) return textOf(line.uuid);
  return [messageId, textOf(line.requestId) ?? textOf(line.timestamp) ?? textOf(line.uuid) ?? ''].join(' ');
}
