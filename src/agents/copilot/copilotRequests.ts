import { defined, type JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, numberOf, textOf } from '../reading/fields.ts';
import type { ModelRequest } from '../reading/types.ts';

type At = { readonly at: number };

/**
 * Requests recorded in Copilot's events: one `session.usage_record` each in newer versions of the CLI. Older ones
 * record totals per model at `session.shutdown`, and until then the output of each answer.
 */
export class CopilotRequests {
  readonly #records = new Map<string, ModelRequest>();
  /** Totals per model; after a resume, the next shutdown repeats the whole session's. */
  readonly #sums = new Map<string, ModelRequest>();
  #answers: ModelRequest[] = [];

  addRecord(usage: JsonObject, at: number): void {
    const id = textOf(fieldsOf(usage.accounting).usageId) ?? textOf(usage.apiCallId);
    const request = { at, ...countsOf(usage), ...defined({ id, model: textOf(usage.model) }) };
    this.#records.set(id ?? `record ${this.#records.size + 1}`, request);
  }

  addShutdown(metrics: JsonObject, { at }: At): void {
    for (const [model, metric] of Object.entries(metrics)) {
      const usage = fieldsOf(fieldsOf(metric).usage);
      if (numberOf(usage.inputTokens) !== undefined) this.#sums.set(model, { at, model, ...countsOf(usage) });
    }
    if (this.#sums.size > 0) this.#answers = [];
  }

  addAnswer(answer: ModelRequest): void {
    this.#answers.push(answer);
  }

  /** Undefined if the events record none. */
  get all(): readonly ModelRequest[] | undefined {
    const all =
      this.#records.size > 0 ? [...this.#records.values()] : [...this.#sums.values(), ...this.#answers];
    return all.length > 0 ? all : undefined;
  }
}

function countsOf(usage: JsonObject): Omit<ModelRequest, 'at'> {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  const [input, output, cacheRead, cacheWrite] = [
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
  ].map(numberOf);
  return defined({ input, output, cacheRead, cacheWrite });
}
