import { defined, type JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, objectOf, textOf, timeOf } from '../reading/fields.ts';
import type { ModelRequest } from '../reading/types.ts';
import { CodexCopies } from './codexCopies.ts';
import { threadIn } from './codexMeta.ts';
import {
  countsOf,
  difference,
  holds,
  isAny,
  isSame,
  nameOfCounts,
  sumOf,
  type Counts,
} from './codexCounts.ts';

/** A request that only one of record and sum told so far. */
interface Single {
  readonly id: string;
  readonly counts: Counts;
}

/**
 * Requests recorded in a rollout, by `token_usage_record` with the response, by `token_count` with a running total, or
 * by both in either order.
 *
 * A request is named by the thread its rollout stems from, its turn and its total, else by its response, so that copies
 * in other rollouts have the same name. What certainly is a copy counts only where it comes from.
 */
export class CodexRequests {
  readonly #requests = new Map<string, ModelRequest>();
  readonly #copies = new CodexCopies();
  /** Responses recorded so far. */
  readonly #responses = new Set<string>();
  /** Records whose sum is to come, and sums whose record is to come. */
  #records: Single[] = [];
  #sums: Single[] = [];
  #root = '';
  #isBegun = false;
  #copiedUntil: number | undefined;
  #model: string | undefined;
  #turn: string | undefined;
  #time = 0;
  #sum: Counts | undefined;

  add(line: JsonObject): void {
    const payload = objectOf(line.payload);
    if (!payload) return;
    const time = timeOf(line.timestamp);
    if (time !== undefined) this.#time = Date.parse(time);
    if (line.type === 'session_meta') this.#addSession(payload);
    else this.#addTurn(payload);
    if (time !== undefined) this.#copies.pass(this.#time, this.#turn);
    if (line.type === 'turn_context') this.#model = textOf(payload.model) ?? this.#model;
    else if (line.type === 'token_usage_record') this.#addRecord(payload);
    else if (line.type === 'event_msg' && payload.type === 'token_count')
      this.#addSum(fieldsOf(payload.info));
  }

  get all(): readonly ModelRequest[] {
    return [...this.#requests.values()];
  }

  /** Time of the last request that was copied from another thread, milliseconds. */
  get copiedUntil(): number | undefined {
    return this.#copiedUntil;
  }

  #addSession(meta: JsonObject): void {
    if (!this.#isBegun) this.#root = textOf(meta.forked_from_id) ?? threadIn(meta) ?? '';
    this.#copies.addSession(meta, this.#time);
  }

  #addTurn({ turn_id }: JsonObject): void {
    const turn = textOf(turn_id);
    if (turn === undefined || turn === this.#turn) return;
    this.#turn = turn;
    this.#sums = [];
  }

  #addRecord({ usage, response_id, thread_id }: JsonObject): void {
    const counts = countsOf(usage);
    const id = textOf(response_id);
    if (!counts || id === undefined || this.#responses.has(id)) return;
    this.#isBegun = true;
    this.#responses.add(id);
    if (this.#isCopy(textOf(thread_id))) return;
    const told = this.#sums.findIndex((sum) => isSame(sum.counts, counts));
    if (told !== -1) this.#sums.splice(told, 1);
    else {
      this.#put(id, counts);
      this.#records.push({ id, counts });
    }
  }

  #addSum({ total_token_usage: total, last_token_usage: usage }: JsonObject): void {
    const sum = countsOf(total);
    if (!sum) return;
    this.#isBegun = true;
    const last = countsOf(usage);
    const counts = usedSince(this.#sum, sum, last);
    this.#sum = sum;
    // A repeated total is about rate limits, not a request.
    if (!isAny(counts) || this.#isCopy()) return;
    const id = [this.#root, this.#turn ?? '', nameOfCounts(sum)].join(' ');
    if (this.#isRecorded(counts, last, id) || this.#requests.has(id)) return;
    this.#put(id, counts);
    this.#sums.push({ id, counts });
  }

  /** Whether records told what a sum tells again; the request is then named by the sum. */
  #isRecorded(counts: Counts, last: Counts | undefined, id: string): boolean {
    const at = this.#records.findIndex(
      (record) => isSame(record.counts, counts) || isSame(record.counts, last),
    );
    const told = this.#records.splice(0, at + 1);
    const record = told.at(-1);
    if (record) {
      this.#rename(record.id, id);
      const rest = difference(counts, sumOf(told.map((each) => each.counts)));
      if (isAny(rest)) this.#put(`${id} rest`, rest);
      return true;
    }
    if (this.#records.length === 0 || !isSame(sumOf(this.#records.map((each) => each.counts)), counts))
      return false;
    this.#records = [];
    return true;
  }

  #isCopy(thread?: string): boolean {
    if (!this.#copies.isCopy(thread)) return false;
    this.#copiedUntil = Math.max(this.#copiedUntil ?? -Infinity, this.#time);
    return true;
  }

  #put(id: string, counts: Counts): void {
    const { input_tokens: input, output_tokens: output } = counts;
    const { cached_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite } = counts;
    const facts = defined({ model: this.#model, input, output, cacheRead, cacheWrite });
    this.#requests.set(id, { id, at: this.#time, ...facts });
  }

  #rename(from: string, to: string): void {
    const request = this.#requests.get(from);
    this.#requests.delete(from);
    if (request) this.#requests.set(to, { ...request, id: to });
  }
}

/** Returns what a total tells to have been used since the last one; a total may also begin anew. */
function usedSince(before: Counts | undefined, sum: Counts, last: Counts | undefined): Counts {
  if (!before) return last ?? sum;
  if (isSame(sum, before)) return difference(sum, sum);
  const used = difference(sum, before);
  return holds(sum, before) && (!last || holds(used, last)) ? used : (last ?? sum);
}
