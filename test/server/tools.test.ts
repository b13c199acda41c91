import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import assert from 'node:assert/strict';
import { withServer } from './withServer.ts';

const readOnly = [
  'history_list_dialogs',
  'history_get_dialog_detail',
  'history_get_messages_since',
  'history_stats',
  'history_list_backups',
];
const writing = ['history_save', 'history_set_summary', 'history_clear', 'history_restore_backup'];

describe('the list of tools', () => {
  it('has the nine tools with title and hints, and not the deprecated name', () =>
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
        ['history_set_summary', 'history_clear', 'history_restore_backup'],
      );
    }));

  it('has names that leave room for the prefix of editors, which allow 64 characters', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      for (const { name } of tools) assert.match(name, /^[a-z_]{1,45}$/);
    }));

  it('has schemas that say what is needed', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      const required = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.required]));
      assert.deepEqual(required.history_list_dialogs, undefined);
      assert.deepEqual(required.history_save, ['dialog']);
      assert.deepEqual(required.history_set_summary, ['dialog', 'summary']);
      assert.deepEqual(required.history_restore_backup, ['dialog', 'id']);
      for (const { name, inputSchema } of tools) {
        assert.deepEqual(inputSchema.properties?.projectRoot, { type: 'string' }, name);
        assert.ok(!JSON.stringify(inputSchema).includes('$schema'), name);
      }
    }));

  it('costs at most 1,000 tokens', () =>
    withServer(async ({ client }) => {
      const { tools } = await client.listTools();
      const costs = tools.map(
        ({ name, description, inputSchema }) =>
          encode(name).length + encode(description ?? '').length + encode(JSON.stringify(inputSchema)).length,
      );
      const total = costs.reduce((sum, cost) => sum + cost, 0);
      console.log(`      ${total} tokens (o200k)`);
      assert.ok(total <= 1_000, `${total} tokens`);
    }));
});
