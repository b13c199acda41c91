import { defined, type JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, listOf, numberOf, textOf, type Field } from '../reading/fields.ts';
import type { ModelRequest } from '../reading/types.ts';

/** Tokens of an answer as its `usage` tells them. */
export type ClaudeUsage = Required<Pick<ModelRequest, 'input' | 'output'>> &
  Pick<ModelRequest, 'cacheRead' | 'cacheWrite' | 'cacheWriteHour'>;

/** Marks the model of requests in fast mode, which has prices of its own. */
const fastMode = '(fast)';

/** Reads the tokens of `usage`, or of one of its iterations; undefined without input or output. */
export function usageOf(field: Field): ClaudeUsage | undefined {
  const usage = fieldsOf(field);
  const fresh = numberOf(usage.input_tokens);
  const output = numberOf(usage.output_tokens);
  if (fresh === undefined || output === undefined) return undefined;
  const cacheRead = numberOf(usage.cache_read_input_tokens);
  const { ephemeral_5m_input_tokens, ephemeral_1h_input_tokens } = fieldsOf(usage.cache_creation);
  const [short, hour] = [numberOf(ephemeral_5m_input_tokens), numberOf(ephemeral_1h_input_tokens)];
  const parts = short === undefined && hour === undefined ? undefined : (short ?? 0) + (hour ?? 0);
  const sum = numberOf(usage.cache_creation_input_tokens);
  // Some gateways tell the parts alone, or the sum as 0 beside them.
  const cacheWrite = parts === undefined ? sum : Math.max(parts, sum ?? 0);
  const input = fresh + (cacheRead ?? 0) + (cacheWrite ?? 0);
  return { input, output, ...defined({ cacheRead, cacheWrite, cacheWriteHour: hour }) };
}

/** Returns the model that answered, with its mode if that has prices of its own. */
export function pricedModel({ model, usage }: JsonObject): string | undefined {
  const name = textOf(model);
  return name !== undefined && fieldsOf(usage).speed === 'fast' ? `${name} ${fastMode}` : name;
}

/** What an answer asked of models beside its own tokens: of an advisor, or for a compaction within it. */
export function furtherUsage({ model, usage }: JsonObject): (ClaudeUsage & Pick<ModelRequest, 'model'>)[] {
  return listOf(fieldsOf(usage).iterations)
    .map(fieldsOf)
    .filter(({ type }) => type !== undefined && type !== 'message')
    .flatMap((iteration) => {
      const used = usageOf(iteration);
      return used ? { ...used, ...defined({ model: textOf(iteration.model) ?? textOf(model) }) } : [];
    });
}
