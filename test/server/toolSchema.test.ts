import assert from 'node:assert/strict';
import * as z from 'zod';
import { inputSchema } from '../../src/server/base/toolSchema.ts';

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
  number_or_text: z.union([z.string(), z.int()]).exactOptional(),
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

describe('the input schema of a tool', () => {
  it('is JSON Schema without redundant keywords', () => {
    assert.deepEqual(inputSchema(args), {
      type: 'object',
      properties: {
        text: { type: 'string' },
        optional: { type: 'string', maxLength: 9 },
        described: { type: 'string', description: 'JSON' },
        number: { type: 'number' },
        count: { type: 'integer', minimum: 0, default: 6 },
        limited: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
        choice: { type: 'string', enum: ['flat', 'json'], default: 'flat' },
        flag: { type: 'boolean', default: true },
        either: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        number_or_text: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { role: { type: 'string', enum: ['user'] }, meta: { type: 'object' } },
            required: ['role'],
            additionalProperties: false,
          },
        },
      },
      required: ['text', 'described', 'either'],
    });
  });

  it('is refused for an unknown type instead of being empty', () => {
    assert.throws(() => inputSchema(z.strictObject({ when: z.date() })), /when/);
    const untold = z.strictObject({ list: z.array(z.custom(() => true)) });
    assert.throws(() => inputSchema(untold), /list/);
  });
});
