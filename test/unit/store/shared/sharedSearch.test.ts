import assert from 'node:assert/strict';
import { entriesAround } from '../../../../src/store/references.ts';
import { parseReference } from '../../../../src/find/search/reference.ts';
import { user, withStore } from '../withStore.ts';

describe('the search through what is shared', () => {
  it('finds it by words, author and tag, as it is now, also by another process', () =>
    withStore(async ({ store, open, root }) => {
      await store.dialogs.save('d', [user('the quince decision')]);
      const { item } = await store.shared.share({
        kind: 'decision',
        title: 'Fruit',
        text: 'Take the quince.',
        author: 'Ann',
        tags: ['fruit'],
      });
      const found = async (query: string, by = store) =>
        (await by.search.find({ query })).hits.map(({ source, title, agent }) => [source, title, agent]);
      const whole = ['shared', 'Fruit', 'Ann'];
      assert.deepEqual((await found('quince')).map(([source]) => source).sort(), ['dialogs', 'shared']);
      for (const query of [
        'quince source:shared',
        'author:ann',
        'quince author:"Ann"',
        'tag:fruit quince',
        'Fruit',
      ])
        assert.deepEqual(await found(query, open()), [whole], query);
      assert.deepEqual(await found('author:Bo'), []);
      await store.shared.edit(item.id, { text: 'Take the medlar.', author: 'Bo' });
      assert.deepEqual(await found('medlar'), [['shared', 'Fruit', 'Bo']]);
      const [hit] = (await store.search.find({ query: 'medlar' })).hits;
      const reference = parseReference(hit?.reference ?? '');
      assert.ok(reference);
      const workspace = { folders: [root], places: { home: root, env: {}, platform: 'linux' as const } };
      const [entry] = await entriesAround({ store, workspace }, reference, 1);
      assert.deepEqual([entry?.id, entry?.text], [item.id, 'Take the medlar.']);
      await store.shared.unshare(item.id);
      assert.deepEqual(await found('medlar'), []);
    }));
});
