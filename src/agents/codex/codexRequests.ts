import { defined, type JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, numberOf, objectOf, textOf, timeOf } from '../reading/fields.ts';
import type { ModelRequest } from '../reading/types.ts';

const counters = [
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
] as const;
type Counts = Readonly<Record<(typeof counters)[number], number | undefined>>;

/**
 * Requests recorded in a rollout: one `token_usage_record` each in newer versions, repeated session totals in
 * `token_count` in older ones.
 *
 * A fork begins with its source's totals and first lines, with other times; so a request is identified by its response,
 * or by the oldest session in the first lines plus the total.
 */
export class CodexRequests {
  readonly #requests = new Map<string, ModelRequest>();
  #root = '';
  #isBegun = false;
  #hasRecords = false;
  #parentId: string | undefined;
  #model: string | undefined;
  #time = 0;
  #sum: Counts | undefined;

  add(line: JsonObject): void {
    const payload = objectOf(line.payload);
    if (!payload) return;
    const time = timeOf(line.timestamp);
    if (time !== undefined) this.#time = Date.parse(time);
    if (line.type === 'session_meta') this.#addSession(payload);
    else if (line.type === 'turn_context') this.#model = textOf(payload.model) ?? this.#model;
    else if (line.type === 'token_usage_record') this.#addRecord(payload);
    else if (line.type === 'event_msg' && payload.type === 'token_count')
      this.#addSum(fieldsOf(payload.info));
  }

  get all(): readonly ModelRequest[] {
    return [...this.#requests.values()];
  }

  /** The parent session if this one is a subagent's. */
  get parentId(): string | undefined {
    return this.#parentId;
  }

  #addSession(meta: JsonObject): void {
    const id = textOf(meta.id) ?? textOf(meta.session_id) ?? '';
    if (this.#root === '') this.#parentId = parentOf(meta, id);
    if (!this.#isBegun) this.#root = id;
  }

  #addRecord(payload: JsonObject): void {
    const counts = countsOf(payload.usage);
    const name = textOf(payload.response_id);
    if (!counts || name === undefined) return;
    this.#hasRecords = true;
    this.#isBegun = true;
    this.#put(name, counts);
  }

  #addSum({ total_token_usage: total, last_token_usage: last }: JsonObject): void {
    const sum = countsOf(total);
    if (this.#hasRecords || !sum) return;
    this.#isBegun = true;
    const before = this.#sum;
    this.#sum = sum;
    const name = `${this.#root} ${counters.map((counter) => sum[counter] ?? '').join(' ')}`;
    const isIncreasing = before !== undefined && (sum.input_tokens ?? 0) >= (before.input_tokens ?? 0);
    const counts = isIncreasing ? difference(sum, before) : (countsOf(last) ?? sum);
    // A repeated total is about rate limits, not a request.
    if ((counts.input_tokens ?? 0) > 0 || (counts.output_tokens ?? 0) > 0) this.#put(name, counts);
  }

  #put(id: string, counts: Counts): void {
    const { input_tokens: input, output_tokens: output } = counts;
    const { cached_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite } = counts;
    const facts = defined({ model: this.#model, input, output, cacheRead, cacheWrite });
    if (!this.#requests.has(id)) this.#requests.set(id, { id, at: this.#time, ...facts });
  }
}

/**
 * The parent's id: a field of its own in some versions; in others in `source`, with the person's session as
 * `session_id`.
 */
function parentOf({ parent_thread_id: parent, source, session_id: session }: JsonObject, id: string) {
  const { thread_spawn: spawn } = fieldsOf(fieldsOf(source).subagent);
  const found = textOf(parent) ?? textOf(fieldsOf(spawn).parent_thread_id);
  return found ?? (fieldsOf(source).subagent !== undefined && session !== id ? textOf(session) : undefined);
}

function countsOf(usage: JsonObject[string] | undefined): Counts | undefined {
  const fields = objectOf(usage);
  if (!fields || numberOf(fields.input_tokens) === undefined) return undefined;
  const [input_tokens, output_tokens, cached_input_tokens, cache_write_input_tokens] = counters.map((name) =>
    numberOf(fields[name]),
  );
  return { input_tokens, output_tokens, cached_input_tokens, cache_write_input_tokens };
}

function difference(sum: Counts, before: Counts): Counts {
  const increaseOf = (name: keyof Counts) => {
    const count = sum[name];
    return count === undefined ? undefined : Math.max(0, count - (before[name] ?? 0));
  };
  const [input_tokens, output_tokens] = [increaseOf('input_tokens'), increaseOf('output_tokens')];
  const cached_input_tokens = increaseOf('cached_input_tokens');
  return {
    input_tokens,
    output_tokens,
    cached_input_tokens,
    cache_write_input_tokens: increaseOf('cache_write_input_tokens'),
  };
}
