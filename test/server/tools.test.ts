import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import assert from 'node:assert/strict';
import { offers } from './allOffers.ts';
import { withServer } from './withServer.ts';

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

  it('contains schemas with the enforced limits', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      const limits = (tool: string, argument: string) => {
        const schema = tools.find(({ name }) => name === tool)?.inputSchema.properties?.[argument] ?? {};
        return Object.fromEntries(Object.entries(schema).filter(([key]) => /^m(in|ax)/.test(key)));
      };
      assert.deepEqual(limits('history_save', 'dialog'), { maxLength: 1_000 });
      assert.deepEqual(limits('history_search', 'query'), { maxLength: 2_000 });
      assert.deepEqual(limits('history_search', 'limit'), { minimum: 1, maximum: 200 });
      assert.deepEqual(limits('session_resume', 'maxTokens'), { minimum: 1_000, maximum: 1_000_000 });
      assert.deepEqual(limits('session_record', 'sessionId'), { maxLength: 200 });
    }));

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

  it('takes at most 3,100 tokens: history 1,200, search 180, sessions 450, memories 700', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      const cost = (prefix: string) =>
        tools
          .filter(({ name }) => name.startsWith(prefix))
          .flatMap(({ name, description = '', inputSchema }) => [
            name,
            description,
            JSON.stringify(inputSchema),
          ])
          .reduce((sum, text) => sum + encode(text).length, 0);
      const [history, search, sessions, all] = [
        cost('history_'),
        cost('history_search'),
        cost('session_'),
        cost(''),
      ];
      const memories = all - history - sessions - cost('chat_context_') - cost('archive_');
      console.log(
        `      ${history} history, ${sessions} sessions, ${memories} memories, ${all} in all (o200k tokens)`,
      );
      assert.ok(history <= 1_200, `${history} tokens`);
      assert.ok(search <= 180, `${search} tokens`);
      assert.ok(sessions <= 450, `${sessions} tokens`);
      assert.ok(memories <= 700, `${memories} tokens`);
      assert.ok(all <= 3_100, `${all} tokens`);
    }));
});
