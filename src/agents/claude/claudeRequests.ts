import { defined, type JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, numberOf, textOf, timeOf } from '../reading/fields.ts';
import type { ModelRequest } from '../reading/types.ts';

/**
 * Requests recorded in Claude Code's lines. Pieces of an answer share `message.id` and repeat `message.usage`: its
 * output grows, so the last one counts. Resuming or forking a session copies requests with their ids.
 */
export class ClaudeRequests {
  readonly #byId = new Map<string, ModelRequest>();
  #time = 0;

  add(line: JsonObject): void {
    const time = timeOf(line.timestamp);
    if (time !== undefined) this.#time = Date.parse(time);
    if (line.type !== 'assistant') return;
    const message = fieldsOf(line.message);
    // For a failed answer Claude Code writes a synthetic one whose counts are all zero.
    if (message.model === '<synthetic>') return;
    const id = textOf(message.id) ?? textOf(line.uuid);
    const key = id ?? `line ${this.#byId.size + 1}`;
    const request = requestOf(message, this.#byId.get(key)?.at ?? this.#time);
    if (request) this.#byId.set(key, { ...defined({ id }), ...request });
  }

  get all(): readonly ModelRequest[] {
    return [...this.#byId.values()];
  }
}

function requestOf(message: JsonObject, at: number): ModelRequest | undefined {
  const usage = fieldsOf(message.usage);
  const fresh = numberOf(usage.input_tokens);
  const output = numberOf(usage.output_tokens);
  if (fresh === undefined || output === undefined) return undefined;
  const cacheRead = numberOf(usage.cache_read_input_tokens);
  const cacheWrite = numberOf(usage.cache_creation_input_tokens);
  const cacheWriteHour = numberOf(fieldsOf(usage.cache_creation).ephemeral_1h_input_tokens);
  const input = fresh + (cacheRead ?? 0) + (cacheWrite ?? 0);
  return {
    at,
    input,
    output,
    ...defined({ model: textOf(message.model), cacheRead, cacheWrite, cacheWriteHour }),
  };
}
