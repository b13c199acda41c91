import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import assert from 'node:assert/strict';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { offerList } from '../../src/server/offerList.ts';
import { offers } from './allOffers.ts';
import { withServer } from './withServer.ts';

/** What a model pays for tools in each request. */
const tokensOf = (tools: readonly Tool[]): number =>
  tools
    .flatMap(({ name, description = '', inputSchema }) => [name, description, JSON.stringify(inputSchema)])
    .reduce((sum, text) => sum + encode(text).length, 0);

const readOnly = [
  'history_list_dialogs',
  'history_brief',
  'history_file',
  'history_get_dialog_detail',
  'history_get_messages_since',
  'history_stats',
  'history_list_backups',
  'history_search',
  'chat_context_load',
  'chat_context_list',
  'chat_context_recall',
  'archive_list',
  'archive_read',
  'retrieve_memory',
  'recall_memory',
  'search_by_tag',
  'check_database_health',
  'session_list',
  'session_resume',
];
const writing = [
  'history_save',
  'history_set_summary',
  'history_clear',
  'history_restore_backup',
  'chat_context_new',
  'chat_context_clear_active',
  'chat_context_summarize',
  'archive_transcript',
  'session_record',
  'session_start',
  'store_memory',
  'update_memory_metadata',
  'delete_memory',
];

describe('the list of tools', () => {
  it('contains the visible tools with title and hints, and no hidden one', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).sort(), [...readOnly, ...writing].sort());
      for (const { name, title, description, annotations } of tools) {
        assert.ok(title && description, name);
        assert.deepEqual(
          { ...annotations, destructiveHint: undefined, idempotentHint: undefined },
          {
            title,
            readOnlyHint: readOnly.includes(name),
            openWorldHint: false,
            destructiveHint: undefined,
            idempotentHint: undefined,
          },
        );
        assert.equal(typeof annotations?.destructiveHint, 'boolean');
        assert.equal(typeof annotations?.idempotentHint, 'boolean');
      }
      const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint);
      assert.deepEqual(
        destructive.map(({ name }) => name),
        [
          'history_set_summary',
          'history_clear',
          'history_restore_backup',
          'chat_context_clear_active',
          'update_memory_metadata',
          'delete_memory',
        ],
      );
      const notRepeatable = tools.filter(({ annotations }) => !annotations?.idempotentHint);
      assert.deepEqual(
        notRepeatable.map(({ name }) => name),
        [
          'history_save',
          'history_restore_backup',
          'chat_context_new',
          'session_record',
          'session_start',
          'delete_memory',
        ],
      );
    }));

  it('contains names short enough for editors that prefix them up to 64 characters', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      for (const { name } of tools) assert.match(name, /^[a-z_]{1,45}$/);
    }));

  it('tells Claude Code the maximum reply length and which tools to always load', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      for (const { name, inputSchema, annotations, _meta } of tools) {
        const { maxChars, maxTokens } = inputSchema.properties ?? {};
        const long = maxChars ?? (name === 'history_brief' ? undefined : maxTokens);
        const expected = long ? 500_000 : annotations?.readOnlyHint ? 50_000 : undefined;
        assert.equal(_meta?.['anthropic/maxResultSizeChars'], expected, name);
      }
      assert.equal(
        tools.filter(({ _meta }) => _meta?.['anthropic/maxResultSizeChars'] === 500_000).length,
        7,
      );
      assert.deepEqual(
        tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true).map(({ name }) => name),
        ['history_list_dialogs', 'history_get_dialog_detail', 'history_save', 'history_search'],
      );
    }));

  it('contains no object without properties, as older models refuse those', () =>
    withServer(
      async ({ client }) => {
        const { tools } = await client.listTools();
        const bare = (schema: unknown): boolean => {
          if (typeof schema !== 'object' || schema === null) return false;
          const { type, properties = {} } = schema as { type?: unknown; properties?: object };
          return (
            (type === 'object' && Object.keys(properties).length === 0) || Object.values(schema).some(bare)
          );
        };
        assert.deepEqual(
          tools.filter(({ inputSchema }) => bare(inputSchema)).map(({ name }) => name),
          [],
        );
      },
      { env: { HISTORY_TOOLS: offers.tools.map(({ name }) => name).join(',') } },
    ));

  it('contains no limit that only guards and no default that one expects', () =>
    withServer(async ({ client, refused }) => {
      const { tools } = await client.listTools();
      assert.doesNotMatch(
        JSON.stringify(tools.map(({ inputSchema }) => inputSchema)),
        /"m(?:in|ax)(?:Length|imum)"/,
      );
      assert.doesNotMatch(
        JSON.stringify(tools),
        /"(?:minimum|maximum|additionalProperties)"|"default":(?:""|false|0)/,
      );
      const properties = tools.find(({ name }) => name === 'history_get_dialog_detail')?.inputSchema
        .properties;
      assert.deepEqual(properties?.recentTurns, { type: 'integer', default: 6 });
      assert.match(await refused('history_search', { query: 'x', limit: 201 }), /from 1 to 200, but got 201/);
      assert.match(
        await refused('history_save', { dialog: 'x'.repeat(1_001), entries: [{ role: 'user', text: 'x' }] }),
        /at most 1000 are allowed/,
      );
    }));

  it('contains every argument of every tool, and which are required', () => {
    for (const { listing } of offerList.tools) {
      const tool = offers.tools.find(({ name }) => name === listing.name);
      const { properties, required } = tool?.schema() ?? { properties: {} };
      assert.deepEqual(Object.keys(listing.inputSchema.properties ?? {}), Object.keys(properties));
      assert.deepEqual(listing.inputSchema.required, required);
    }
    assert.equal(offerList.tools.length, offers.tools.length);
  });

  it('contains schemas with the required arguments', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      const required = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.required]));
      assert.deepEqual(required.history_list_dialogs, undefined);
      assert.deepEqual(required.history_save, undefined);
      assert.deepEqual(required.history_set_summary, ['summary']);
      assert.deepEqual(required.history_restore_backup, ['dialog', 'id']);
      assert.deepEqual(required.history_search, ['query']);
      assert.deepEqual([required.chat_context_new, required.chat_context_load], [undefined, undefined]);
      assert.deepEqual(required.chat_context_list, undefined);
      assert.deepEqual(required.chat_context_recall, ['contextId']);
      assert.deepEqual(required.chat_context_summarize, ['contextId', 'summary']);
      assert.deepEqual(required.archive_transcript, undefined);
      assert.deepEqual(required.archive_read, ['name']);
      assert.deepEqual(required.session_resume, undefined);
      assert.deepEqual(required.session_record, ['messages']);
      for (const { name, inputSchema } of tools) {
        assert.deepEqual(inputSchema.properties?.projectRoot, { type: 'string' }, name);
        assert.ok(!JSON.stringify(inputSchema).includes('$schema'), name);
      }
    }));

  it('takes at most 2,600 tokens: history 1,010, search 150, sessions 400, memories 580', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      const cost = (prefix: string) => tokensOf(tools.filter(({ name }) => name.startsWith(prefix)));
      const [history, search, sessions, all] = [
        cost('history_'),
        cost('history_search'),
        cost('session_'),
        cost(''),
      ];
      const memories = all - history - sessions - cost('chat_context_') - cost('archive_');
      console.log(
        `      ${history} history, ${search} search, ${sessions} sessions, ${memories} memories, ${all} in all (o200k tokens)`,
      );
      assert.ok(history <= 1_010, `${history} tokens`);
      assert.ok(search <= 150, `${search} tokens`);
      assert.ok(sessions <= 400, `${sessions} tokens`);
      assert.ok(memories <= 580, `${memories} tokens`);
      assert.ok(all <= 2_600, `${all} tokens`);
    }));
});
