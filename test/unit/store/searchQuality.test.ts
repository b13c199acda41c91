import assert from 'node:assert/strict';
import { queries, sentences } from './chineseSearch.ts';
import { user, withStore } from './withStore.ts';

describe('search in Chinese', () => {
  it('finds what is looked for among the first five, nearly always', () =>
    withStore(async ({ store, clock }) => {
      assert.equal(new Set(sentences).size, 50);
      assert.equal(queries.length, 30);
      const day = 24 * 60 * 60 * 1_000;
      await store.dialogs.save(
        '项目',
        sentences.map((text, n) => user(text, { ts: clock.time - (50 - n) * day })),
      );
      const missed: string[] = [];
      for (const [query, wanted] of queries) {
        const { hits } = await store.search.find({ query, limit: 5 });
        if (!hits.some(({ snippet }) => snippet.includes(wanted))) missed.push(query);
      }
      assert.ok(1 - missed.length / queries.length >= 0.97, `missed: ${missed.join(', ')}`);
    }));

  it('finds it first in a conversation, where neighbours count as well', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save(
        '项目',
        sentences.map((text) => user(text)),
      );
      const missed: string[] = [];
      for (const [query, wanted] of queries) {
        const { hits } = await store.search.find({ query, limit: 5 });
        if (!hits.some(({ snippet }) => snippet.includes(wanted))) missed.push(query);
      }
      assert.ok(1 - missed.length / queries.length >= 0.97, `missed: ${missed.join(', ')}`);
    }));
});
