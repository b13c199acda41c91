import { defined, type JsonObject } from '../../base/core.ts';
import { fieldsOf, numberOf, textOf, timeOf } from '../shared/fields.ts';
import type { ModelRequest } from '../shared/types.ts';

/**
 * The requests that lines of Claude Code tell of. The pieces of an answer are lines of their own with the same
 * `message.id` and `message.usage` as it stood then: the output grows, and the last one counts. A request is copied with
 * its id when a session is resumed or forked.
 */
export class ClaudeRequests {
  readonly #byId = new Map<string, ModelRequest>();
  #time = 0;

  add(line: JsonObject): void {
    const time = timeOf(line.timestamp);
    if (time !== undefined) this.#time = Date.parse(time);
    if (line.type !== 'assistant') return;
    const message = fieldsOf(line.message);
    // Where an answer failed, Claude Code writes one of its own with nothing but zeros.
    if (message.model === '<synthetic>') return;
    const id = textOf(message.id) ?? textOf(line.uuid);
    const place = id ?? `line ${this.#byId.size + 1}`;
    const request = requestOf(message, this.#byId.get(place)?.at ?? this.#time);
    if (request) this.#byId.set(place, { ...defined({ id }), ...request });
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
