import assert from 'node:assert/strict';
import { openStore } from '../../src/store/store.ts';
import { withServer } from './withServer.ts';

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
