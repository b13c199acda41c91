import assert from 'node:assert/strict';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { callWithin } from '../../src/server/base/moreCall.ts';
import { offers } from './allOffers.ts';
import { withServer, type ServerUnderTest } from './withServer.ts';

const more = 'history_more';

/** Runs with a server that lists the ten tools and the one for the others. */
const withCore = (run: (server: ServerUnderTest) => Promise<void>) =>
  withServer(run, { env: { HISTORY_TOOLS: 'core' } });

describe('the short list of tools', () => {
  it('has ten tools and the one that calls the others, which it names, in at most 1,200 tokens', () =>
    withCore(async ({ client }) => {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        [
          ...['history_list_dialogs', 'history_get_dialog_detail', 'history_get_messages_since'],
          ...['history_save', 'history_search', 'session_list', 'session_resume', 'history_brief'],
          ...['store_memory', 'retrieve_memory', more],
        ],
      );
      const tokens = tools
        .flatMap(({ name, description = '', inputSchema }) => [
          name,
          description,
          JSON.stringify(inputSchema),
        ])
        .reduce((sum, text) => sum + encode(text).length, 0);
      console.log(`      ${tokens} tokens (o200k)`);
      assert.ok(tokens <= 1_200, `${tokens} tokens`);
      const { description = '' } = tools.find(({ name }) => name === more) ?? {};
      const others = offers.tools.filter(({ profile }) => profile === 'default').map(({ name }) => name);
      assert.deepEqual(description.match(/\b[a-z]+(?:_[a-z]+)+\b/g), others);
      const instructions = client.getInstructions() ?? '';
      assert.match(instructions, /history_more \{name, arguments\}/);
      assert.ok(encode(instructions).length <= 220);
    }));
});

describe('history_more', () => {
  it('replies what the tool itself replies, refusals too', () =>
    withCore(async ({ call, ok, root }) => {
      await ok('history_save', { dialog: 'd', entries: [{ role: 'user', text: 'x' }] });
      const calls: [string, Record<string, unknown>][] = [
        ['history_stats', { dialog: 'd' }],
        ['history_stats', {}],
        ['history_stats', { dialog: 7 }],
        ['chat_context_load', { query: 'x' }],
        ['chat_context_list', { limit: 1, unknown: true }],
        ['delete_memory', { content_hash: 'none' }],
        ['list_tags', {}],
        ['history_save', { dialog: 'e', entry: { role: 'user', text: 'y' } }],
      ];
      for (const [name, args] of calls)
        assert.deepEqual(await call(more, { name, arguments: args }), await call(name, args), name);
      const stats = await call('history_stats', { dialog: 'd' });
      const asText = { name: 'history_stats', arguments: '{"dialog": "d"}', projectRoot: root };
      assert.deepEqual(await call(more, { ...asText, wait_for_previous: true }), stats);
      const refused = await call(more, {
        name: 'history_stats',
        arguments: {},
        projectRoot: `${root}/missing`,
      });
      assert.match(String(refused.json.error), /missing/);
    }));

  it('returns the schema of a tool, without arguments or with null', () =>
    withCore(async ({ ok }) => {
      const schema = await ok(more, { name: 'history_clear' });
      assert.deepEqual(schema, {
        name: 'history_clear',
        description: offers.tools.find(({ name }) => name === 'history_clear')?.description,
        inputSchema: {
          type: 'object',
          properties: { projectRoot: { type: 'string' }, dialog: { type: 'string' } },
          required: ['dialog'],
        },
      });
      assert.deepEqual(await ok(more, { name: 'history_clear', arguments: null }), schema);
    }));

  it('refuses an unknown tool, itself, and arguments beside `arguments`', () =>
    withCore(async ({ refused }) => {
      assert.match(
        await refused(more, { name: 'history_stat', arguments: {} }),
        /^There is no tool "history_stat" \(did you mean "history_stats"\?\); the tools are /,
      );
      assert.match(await refused(more, { name: more, arguments: {} }), /There is no tool "history_more"/);
      for (const sent of [{}, { arguments: {} }])
        assert.match(
          await refused(more, { name: 'history_stats', dialog: 'd', ...sent }),
          /history_more has no argument "dialog"; it takes projectRoot, name, arguments/,
        );
      assert.match(await refused(more, { arguments: {} }), /name is missing: history_more needs it/);
    }));

  it('prefers the project of the inner call', () => {
    const args = { name: 'history_stats', projectRoot: '/a', arguments: { projectRoot: '/b' } };
    assert.deepEqual(callWithin(args), { name: 'history_stats', args: { projectRoot: '/b' } });
    assert.equal(callWithin({ ...args, arguments: '[' }), undefined);
  });
});
