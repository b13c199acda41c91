import assert from 'node:assert/strict';
import { asMeant } from '../../src/server/base/meantArguments.ts';
import type { Tool } from '../../src/server/base/tool.ts';
import type { ValueSchema } from '../../src/server/base/toolSchema.ts';
import { offers } from './allOffers.ts';
import { withServer, type Reply, type ServerUnderTest } from './withServer.ts';

/** Values where one made from the schema would be refused for what it says. */
const known: Readonly<Record<string, unknown>> = {
  content_hash: 'abcdefab',
  summary: '{"todo":["look at the draft"]}',
  entries: [{ role: 'user', text: 'Where is the draft?', ts: 1_700_000_000_000 }],
  when: 'yesterday',
  after: '2024-01-01',
  before: '2024-02-01',
  older_than: '30 days',
  messages: [{ type: 'user', content: 'Where is the draft?' }],
};

/** Arguments that a tool needs beside the required ones of its schema. */
const neededToo: Readonly<Record<string, readonly string[]>> = { history_save: ['entries'] };

/** Makes a value that a schema takes. */
function sampleOf(schema: ValueSchema, name = ''): unknown {
  if (name in known) return known[name];
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first) return sampleOf(first);
  switch (schema.type ?? '') {
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1);
    case 'boolean':
      return true;
    case 'array':
      return [sampleOf(schema.items ?? {})];
    case 'object':
      return Object.fromEntries(
        Object.entries({ ...schema.members, ...schema.properties }).map(([key, one]) => [
          key,
          sampleOf(one, key),
        ]),
      );
    default:
      return 'draft';
  }
}

/** Forms of a value as clients send them instead. */
function textForms(value: unknown, schema: ValueSchema): unknown[] {
  if (schema.anyOf || schema.type === 'string') return [];
  const asText = JSON.stringify(value);
  if (!Array.isArray(value)) return [asText, ...nestedForms(value, schema)];
  const item: unknown = value[0];
  const items = schema.items ?? {};
  return [asText, item, ...textForms(item, items), ...textForms(item, items).map((form) => [form])];
}

function nestedForms(value: unknown, { properties = {} }: ValueSchema): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value as Record<string, unknown>);
  return members.flatMap(([key, one]) =>
    textForms(one, properties[key] ?? { type: 'string' }).map((form) => ({ ...value, [key]: form })),
  );
}

interface Variant {
  readonly plain: Record<string, unknown>;
  readonly sent: Record<string, unknown>;
}

/** The calls of a tool: its required arguments and one more, well-formed and in each other form. */
function variantsOf(tool: Tool): Variant[] {
  const { properties, required = [] } = tool.schema();
  const names = [...required, ...(neededToo[tool.name] ?? [])];
  const needed = Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {}, name)]));
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (name === 'projectRoot') return [];
    const value = sampleOf(schema, name);
    return textForms(value, schema).map((form) => ({
      plain: { ...needed, [name]: value },
      sent: { ...needed, [name]: form },
    }));
  });
}

/** The reply without what differs between two projects and two moments. */
const comparable = ({ isError, texts }: Reply, { root }: ServerUnderTest): unknown => [
  isError,
  texts.map((text) =>
    text
      .replaceAll(JSON.stringify(root).slice(1, -1), '<root>')
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, '<time>')
      .replace(/[\da-f]{8}-[\da-f-]{27}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\d-[\da-z-]+|(?<![\da-f])[\da-f]{6,}|\b\d{13}\b|"cursor":"[^"]+"/gi, '<id>'),
  ),
];

describe('arguments that clients send as text', () => {
  it('give in every tool the reply of the arguments themselves', () =>
    withServer((plainly) =>
      withServer(async (asText) => {
        let calls = 0;
        for (const tool of offers.tools)
          for (const { plain, sent } of variantsOf(tool)) {
            const [expected, got] = [
              await plainly.call(tool.name, plain),
              await asText.call(tool.name, sent),
            ];
            const what = `${tool.name} ${JSON.stringify(sent)}`;
            assert.doesNotMatch(expected.text, /takes (?!the absolute path).*, but got|is missing: /, what);
            assert.deepEqual(comparable(got, asText), comparable(expected, plainly), what);
            calls++;
          }
        assert.ok(calls >= 70, String(calls));
      }),
    ));

  it('stay text in every tool where it takes text', () => {
    const looks = ['5', ' 5', 'true', '[]', '["a"]', '{"a":1}', '"a"', 'null', '[', '{'];
    const isText = ({ type, anyOf = [] }: ValueSchema): boolean => type === 'string' || anyOf.some(isText);
    for (const tool of offers.tools)
      for (const [name, schema] of Object.entries(tool.schema().properties).filter(([, one]) => isText(one)))
        for (const text of looks)
          assert.deepEqual(
            asMeant({ [name]: text }, tool.schema()),
            { [name]: text },
            `${tool.name} ${schema.type}`,
          );
  });

  it('are kept as they are in free objects, in lists of texts and in what is saved', () =>
    withServer(async ({ ok }) => {
      const meta = { agent: '5', answer: '{"a":1}' };
      const entry = { role: 'user', text: '[1]', meta };
      await ok('history_save', { dialog: 'main', entries: JSON.stringify([JSON.stringify(entry)]) });
      const { messages } = await ok('history_get_messages_since', { dialog: 'main', limit: '1' });
      const [{ text, meta: kept } = { text: '', meta: {} }] = messages as (typeof entry)[];
      assert.deepEqual([text, kept], ['[1]', meta]);
    }));

  it('are a list where they are choices with commas', () => {
    const sources: ValueSchema = { type: 'array', items: { type: 'string', enum: ['dialogs', 'archives'] } };
    assert.deepEqual(asMeant('dialogs, archives', sources), ['dialogs', 'archives']);
    assert.deepEqual(asMeant('dialogs, a', sources), ['dialogs, a']);
    assert.deepEqual(asMeant('Dialogs；archives', sources), ['dialogs', 'archives']);
    assert.deepEqual(asMeant("['dialogs', 'archives']", sources), ['dialogs', 'archives']);
    assert.deepEqual(asMeant(['DIALOGS'], sources), ['dialogs']);
  });

  it('are a choice in other letters where there is only one', () => {
    const role: ValueSchema = { type: 'string', enum: ['user', 'assistant'] };
    assert.deepEqual(asMeant('User', role), 'user');
    assert.deepEqual(asMeant('owner', role), 'owner');
    assert.deepEqual(asMeant('A', { type: 'string', enum: ['a', 'A'] }), 'A');
    assert.deepEqual(asMeant('À', { type: 'string', enum: ['a', 'A'] }), 'À');
  });

  it('are refused where they may mean something else', () => {
    const number: ValueSchema = { type: 'number' };
    for (const text of ['', ' ', '1e3', '0x10', 'Infinity', '1,5', '१', '--1', '1 2'])
      assert.equal(asMeant(text, number), text);
    for (const text of ['True', 'yes', '1', ' true', ''])
      assert.equal(asMeant(text, { type: 'boolean' }), text);
    for (const text of ['', '{"a":1', '[1,]', 'null'])
      assert.equal(asMeant(text, { type: 'array', items: number }), text);
  });
});
