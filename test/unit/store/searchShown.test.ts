import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../src/store/types.ts';
import { githubToken } from './secrets/tokens.ts';
import { user, withStore } from './withStore.ts';

/** The title of the memory with a text, as a search shows it. */
async function titleIn(store: Store, content: string, query: string): Promise<string | undefined> {
  await store.memories.store({ content });
  return (await store.search.find({ query, sources: ['memories'] })).hits[0]?.title;
}

describe('the title of a memory in a search', () => {
  it('has no marks of Markdown, and tells where it was cut', () =>
    withStore(async ({ store }) => {
      assert.equal(await titleIn(store, '## Rounding\n\n- **per** `line`', 'rounding'), 'Rounding per line');
      const long =
        '- **Deploy** with `npm run deploy`, as the pipeline of the old server knows no containers';
      const title = await titleIn(store, long, 'pipeline');
      assert.equal(title, 'Deploy with npm run deploy, as the pipeline of th…');
      const chinese = await titleIn(store, `# 部署\n${'先迁移数据库，再重启服务。'.repeat(9)}`, '迁移');
      assert.equal(chinese?.length, 50);
      assert.match(chinese, /^部署 先迁移数据库，再重启服务。.*…$/);
    }));

  it('is the whole text of a short memory, and its hash where only marks are left of it', () =>
    withStore(async ({ store }) => {
      assert.equal(await titleIn(store, 'Use OAuth', 'oauth'), 'Use OAuth');
      const { memory } = await store.memories.store({ content: '---\n***', tags: ['rule'] });
      const { hits } = await store.search.find({ query: 'tag:rule' });
      assert.equal(hits[0]?.title, memory.hash);
    }));

  it('shows no piece of a secret that its end would cut', () =>
    withStore(async ({ root, open }) => {
      const [token, pin] = [githubToken(), '_pin_84751_of_the_gate_'];
      const careless = open({ secrets: () => 'keep' });
      await careless.memories.store({ content: `The token for releases is **${token}**, ask before` });
      fs.writeFileSync(join(root, '.env'), `GATE_SECRET=${pin}\n`);
      await careless.memories.store({ content: `The gate opens with ${pin}` });
      for (const query of ['releases', 'gate']) {
        const { hits } = await open().search.find({ query, sources: ['memories'] });
        assert.equal(hits.length, 1);
        for (const secret of [token.slice(0, 12), pin.slice(1, -1)])
          assert.ok(!JSON.stringify(hits).includes(secret), JSON.stringify(hits));
      }
    }));
});

describe('a search in texts that were stored with their secrets', () => {
  it('matches regular expressions and phrases with what is shown only', () =>
    withStore(async ({ open }) => {
      const token = githubToken();
      await open({ secrets: () => 'keep' }).dialogs.save('d', [
        user(`Deploy with ${token} on Friday`),
        user('Deploy with care on Friday'),
      ]);
      const store = open();
      const found = async (query: string) => (await store.search.find({ query })).hits;
      for (const piece of [token.slice(0, 9), token.slice(-9)]) {
        assert.deepEqual(await found(`/${piece}/`), []);
        assert.deepEqual(await found(`/with.${piece.slice(0, 5)}/`), []);
      }
      assert.deepEqual(await found(`"with ${token}"`), []);
      assert.equal((await found('/Deploy with/')).length, 2);
      assert.equal((await found('"on Friday"')).length, 2);
    }));

  it('shows where the expression matches what stands in place of a secret', () =>
    withStore(async ({ open }) => {
      await open({ secrets: () => 'keep' }).dialogs.save('d', [user(`Use ${githubToken()} for the release`)]);
      const [hit] = (await open().search.find({ query: '/for the rel\\w+/' })).hits;
      assert.ok(hit);
      assert.deepEqual(
        hit.ranges.map(([start, end]) => hit.snippet.slice(start, end)),
        ['for the release'],
      );
    }));
});

describe('a search without snippets', () => {
  it('finds the same in the same order, and reads no text for it', () =>
    withStore(async ({ store }) => {
      await store.memories.store({ content: 'Round once per invoice' });
      await store.memories.store({ content: 'Round the invoice, not its lines' });
      const { hits } = await store.search.find({ query: 'invoice' });
      const bare = await store.search.find({ query: 'invoice', withoutSnippets: true });
      assert.deepEqual(
        bare.hits.map(({ reference }) => reference),
        hits.map(({ reference }) => reference),
      );
      assert.deepEqual([hits.length, ...bare.hits.map(({ snippet }) => snippet)], [2, '', '']);
    }));
});
