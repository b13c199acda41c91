import { defined, type JsonObject } from '../../base/core.ts';
import { fieldsOf, numberOf, textOf } from '../shared/fields.ts';
import type { ModelRequest } from '../shared/types.ts';

type At = { readonly at: number };

/**
 * The requests that Copilot's events tell of: `session.usage_record`, one for each, in newer versions of the CLI; in
 * older ones the sums of each model at `session.shutdown`, and until then what each answer wrote.
 */
export class CopilotRequests {
  readonly #records = new Map<string, ModelRequest>();
  /** The sums of a model: a session that is gone on with and shut down again tells of all of it. */
  readonly #sums = new Map<string, ModelRequest>();
  #answers: ModelRequest[] = [];

  addRecord(usage: JsonObject, at: number): void {
    const id = textOf(fieldsOf(usage.accounting).usageId) ?? textOf(usage.apiCallId);
    const told = { at, ...countsOf(usage), ...defined({ id, model: textOf(usage.model) }) };
    this.#records.set(id ?? `record ${this.#records.size + 1}`, told);
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

  /** Undefined where nothing is told. */
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
