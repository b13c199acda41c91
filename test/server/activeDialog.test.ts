import assert from 'node:assert/strict';
import { openStore } from '../../src/store/store.ts';
import { startServer, withServer } from './withServer.ts';

const saying = (text: string) => ({ entry: { role: 'user', text } });

describe('the active dialog', () => {
  it('is “default” for agents that name none, until a person chooses another', () =>
    withServer(async ({ ok, call, root }) => {
      await ok('history_save', { dialog: '', ...saying('one') });
      assert.deepEqual(await ok('history_list_dialogs'), { dialogs: ['default'] });

      const { dialogs } = openStore(root); // the editor
      await dialogs.create('a b');
      await dialogs.setActive('a b');

      await ok('history_save', { dialog: '', ...saying('two') });
      const listed = await ok('history_list_dialogs');
      assert.equal(listed.active, 'a b');
      const detail = await call('history_get_dialog_detail', { dialog: '' });
      assert.equal(detail.text, 'U:two');
      assert.match(detail.texts[1] ?? '', /history_get_messages_since \{"dialog":"a b",/);
      const { messages } = await ok('history_get_messages_since', { dialog: 'default' });
      assert.deepEqual(Array.isArray(messages) && messages.map(({ text }: { text: string }) => text), [
        'one',
      ]);

      await dialogs.setActive(undefined);
      assert.equal((await ok('history_list_dialogs')).active, undefined);
      assert.equal((await call('history_get_dialog_detail', { dialog: '' })).text, 'U:one');
    }));

  it('provides the contexts when no dialog is named', () =>
    withServer(async ({ ok, root }) => {
      const { dialogs } = openStore(root);
      await dialogs.save('d', [
        { role: 'user', text: 'question' },
        { role: 'assistant', text: 'answer' },
      ]);
      await dialogs.setActive('d');
      const { archivedContextId } = await ok('chat_context_new');
      const { items } = await ok('chat_context_list', { dialog: 'd' });
      assert.deepEqual(
        Array.isArray(items) && items.map(({ contextId }: { contextId: string }) => contextId),
        [archivedContextId],
      );
    }));

  it('does not restrict a search', () =>
    withServer(async ({ ok, call, root }) => {
      const { dialogs } = openStore(root);
      await ok('history_save', { dialog: 'other', ...saying('a giraffe') });
      await dialogs.create('d');
      await dialogs.setActive('d');
      assert.match((await call('history_search', { query: 'giraffe', dialog: '' })).text, /giraffe/);
    }));
});

describe('a call without a dialog', () => {
  const talk = (about: string) => ({
    entries: [
      { role: 'user', text: `Do ${about}` },
      { role: 'assistant', text: `${about} is done` },
    ],
  });

  it('means the one that the client named in its last save, and says so', () =>
    withServer(async ({ ok, call }) => {
      await ok('history_save', { dialog: 'default', ...talk('nothing') });
      await ok('history_save', { dialog: 'feature-x', ...talk('the login') });
      const detail = await call('history_get_dialog_detail', { recentTurns: 6 });
      assert.equal(detail.text, 'U:Do the login\nA:the login is done');
      assert.equal(detail.texts.at(-1), 'dialog: "feature-x"');
      const made = await call('chat_context_new', { title: 'invoices', reason: 'another task' });
      assert.equal(made.texts.at(-1), 'dialog: "feature-x"');
      const listed = await ok('chat_context_list', { dialog: 'feature-x' });
      assert.deepEqual(
        Array.isArray(listed.items) && listed.items.map(({ contextId }: { contextId: string }) => contextId),
        [made.json.archivedContextId],
      );
      const loaded = await call('chat_context_load', { query: 'login' });
      assert.match(loaded.text, /the login is done/);
      assert.equal(loaded.texts.at(-1), 'dialog: "feature-x"');
      await ok('history_save', talk('the invoices'));
      const cleared = await call('chat_context_clear_active');
      assert.deepEqual([cleared.json.cleared, cleared.texts.at(-1)], [2, 'dialog: "feature-x"']);
      assert.equal((await ok('history_stats', { dialog: 'default' })).messages, 2);
    }));

  it('is replied by every tool with the dialog that it meant, also where it is refused', () =>
    withServer(async ({ ok, call }) => {
      await ok('history_save', { dialog: 'feature-x', ...talk('the login') });
      const calls: [string, Record<string, unknown>][] = [
        ['history_get_messages_since', {}],
        ['history_get_dialog_detail', { dialog: '' }],
        ['history_stats', {}],
        ['history_list_backups', {}],
        ['history_set_summary', { summary: '{}' }],
        ['history_save', talk('more')],
        ['chat_context_new', {}],
        ['chat_context_load', { query: 'login' }],
        ['chat_context_list', { dialog: '' }],
        ['chat_context_clear_active', {}],
        ['history_clear', { dialog: '' }],
      ];
      for (const [tool, args] of calls)
        assert.equal((await call(tool, args)).texts.at(-1), 'dialog: "feature-x"', tool);
      const refused = async (tool: string, args: Record<string, unknown>) => {
        const { isError, json } = await call(tool, args);
        assert.ok(isError, tool);
        return json;
      };
      const restored = await refused('history_restore_backup', { dialog: '', id: 'none' });
      assert.equal((restored.detail as Record<string, unknown>).dialog, 'feature-x');
      const since = await refused('history_get_messages_since', { cursor: 'none' });
      assert.equal((since.detail as Record<string, unknown>).dialog, 'feature-x');
      assert.equal((await refused('chat_context_load', { query: 'giraffe' })).dialog, 'feature-x');
    }));

  it('means the active one where a person chose that since, and in another process', () =>
    withServer(async ({ ok, call, root }) => {
      await ok('history_save', { dialog: 'feature-x', ...talk('the login') });
      const { dialogs } = openStore(root);
      await dialogs.create('chosen');
      const meant = async (of = call) => (await of('history_get_dialog_detail')).texts.at(-1);
      const other = await startServer(root);
      try {
        assert.deepEqual(
          [await meant(), await meant(other.call)],
          ['dialog: "feature-x"', 'dialog: "default"'],
        );
        await dialogs.setActive('chosen');
        assert.deepEqual([await meant(), await meant(other.call)], ['dialog: "chosen"', 'dialog: "chosen"']);
      } finally {
        await other.close();
      }
      await ok('history_save', { dialog: 'feature-x', ...talk('more') });
      assert.equal(await meant(), 'dialog: "feature-x"');
    }));

  it('finds the contexts that the list shows, of other dialogs where this one has none', () =>
    withServer(async ({ ok, call }) => {
      await ok('history_save', { dialog: 'feature-x', ...talk('the login') });
      await ok('chat_context_new', { dialog: 'feature-x' });
      await ok('history_save', { dialog: 'other', ...talk('the invoices') });
      assert.match((await call('chat_context_load', { query: 'login' })).text, /the login is done/);
      const { isError, json } = await call('chat_context_load', { query: 'giraffe' });
      assert.ok(isError);
      assert.equal(Array.isArray(json.available) && json.available.length, 1);
    }));
});
