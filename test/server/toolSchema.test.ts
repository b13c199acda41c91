import assert from 'node:assert/strict';
import * as z from 'zod';
import { inputSchema } from '../../src/server/base/toolSchema.ts';

type Fields = Record<string, unknown>;

const args = z.strictObject({
  text: z.string().transform((name) => name || 'default'),
  optional: z.string().meta({ maxLength: 9 }).exactOptional(),
  described: z
    .custom<string>((value) => typeof value === 'string')
    .meta({ type: 'string', description: 'JSON' }),
  number: z.number().exactOptional(),
  count: z.int().min(0).default(6),
  limited: z.int().min(1).max(200).default(50),
  choice: z.enum(['flat', 'json']).default('flat'),
  flag: z.boolean().default(true),
  either: z.union([z.string(), z.array(z.string())]).transform((value) => [value]),
  list: z
    .array(
      z.strictObject({
        role: z.enum(['user']),
        meta: z
          .custom(() => true)
          .meta({ type: 'object' })
          .exactOptional(),
      }),
    )
    .exactOptional(),
});

/** Leaves out what only validators need; what is taken besides is said of the objects inside only. */
function essential(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => key !== '$schema' && !(key === 'maximum' && inner === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, essential(inner)]));
}

describe('the schema of a tool', () => {
  it('is what zod itself makes of it, without noise', () => {
    const whole = z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' });
    const { additionalProperties, ...expected } = essential(JSON.parse(JSON.stringify(whole))) as Fields;
    assert.equal(additionalProperties, false);
    assert.deepEqual(inputSchema(args), expected);
  });

  it('is refused for a type it does not know, instead of being empty', () => {
    assert.throws(() => inputSchema(z.strictObject({ when: z.date() })), /date/);
  });
});
