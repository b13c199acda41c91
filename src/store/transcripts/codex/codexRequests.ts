import { defined, type JsonObject } from '../../base/core.ts';
import { fieldsOf, numberOf, objectOf, textOf, timeOf } from '../shared/fields.ts';
import type { ModelRequest } from '../shared/types.ts';

const counters = [
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
] as const;
type Counts = Readonly<Record<(typeof counters)[number], number | undefined>>;

/**
 * The requests that lines of a rollout tell of: `token_usage_record`, one for each, in newer versions; in older ones
 * the sums of the session in `token_count`, which comes several times with the same. A fork begins with what it was
 * made from, sums and first lines included, with other times: so a request is known by its response, or by the oldest
 * session among the first lines and the sum.
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

  /** The session that this one works for as a subagent. */
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
    const goesOn = before !== undefined && (sum.input_tokens ?? 0) >= (before.input_tokens ?? 0);
    const counts = goesOn ? difference(sum, before) : (countsOf(last) ?? sum);
    // A sum that comes again tells of limits, not of a request.
    if ((counts.input_tokens ?? 0) > 0 || (counts.output_tokens ?? 0) > 0) this.#put(name, counts);
  }

  #put(id: string, counts: Counts): void {
    const { input_tokens: input, output_tokens: output } = counts;
    const { cached_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite } = counts;
    const told = defined({ model: this.#model, input, output, cacheRead, cacheWrite });
    if (!this.#requests.has(id)) this.#requests.set(id, { id, at: this.#time, ...told });
  }
}

/** Some versions name the parent; others have it in the source, and the session of the person as `session_id`. */
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
  const less = (name: keyof Counts) => {
    const count = sum[name];
    return count === undefined ? undefined : Math.max(0, count - (before[name] ?? 0));
  };
  const [input_tokens, output_tokens] = [less('input_tokens'), less('output_tokens')];
  const cached_input_tokens = less('cached_input_tokens');
  return {
    input_tokens,
    output_tokens,
    cached_input_tokens,
    cache_write_input_tokens: less('cache_write_input_tokens'),
  };
}
