import { searchReply } from '../../../src/server/search/searchText.ts';
import assert from 'node:assert/strict';
import type { Store } from '../../../src/store/types.ts';
import { conceptTable } from '../../../src/history/meaning/conceptTable.ts';
import { conceptOf } from '../../../src/history/meaning/forms.ts';
import { missed } from '../../meaning/measure.ts';
import { engines } from '../../meaning/engines.ts';
import { sets, sharedWords, texts } from '../../meaning/sets.ts';
import { user, withStore } from './withStore.ts';

const oauth = 'Employees authenticate against Okta with OAuth';
const login = 'The login page got a new logo';

async function filled(store: Store): Promise<void> {
  const day = 24 * 60 * 60 * 1_000;
  const others = [login, 'Lunch is at noon', 'The parrot says hello'];
  await store.dialogs.save(
    'd',
    [oauth, ...others].map((text, n) => user(text, { ts: n * day + day })),
  );
  for (const content of [oauth, ...others]) await store.memories.store({ content });
}

describe('meaning without a model', () => {
  it('finds what means the same, says by which words, and ranks what holds the words before it', () =>
    withStore(async ({ store }) => {
      await filled(store);
      for (const query of ['how do users sign in', '登录']) {
        const { hits } = await store.search.find({ query, sources: ['dialogs'] });
        const hit = hits.find(({ snippet }) => snippet === oauth);
        assert.ok(hit?.meant?.includes('OAuth'), JSON.stringify(hits));
        const [from, to] = hit!.ranges.at(-1)!;
        assert.equal(hit!.snippet.slice(from, to), 'OAuth');
        const { found } = await store.memories.find(query);
        assert.ok(found.find(({ memory }) => memory.content === oauth)?.meant?.includes('OAuth'));
        assert.ok(hits.every(({ snippet }) => [oauth, login].includes(snippet)));
      }
      const { hits } = await store.search.find({ query: 'login', sources: ['dialogs'] });
      assert.deepEqual(
        hits.map(({ snippet, meant }) => [snippet, meant !== undefined]),
        [
          [login, false],
          [oauth, true],
        ],
      );
      assert.equal((await store.memories.find('login')).found[0]?.memory.content, login);
    }));

  it('learns from the history which words stand in the same places', () =>
    withStore(async ({ store }) => {
      const texts = [
        ...['slow', 'red', 'new', 'old'].map((how) => `The kestrel gateway is ${how}`),
        'Somebody restarted the gateway',
        ...['noon', 'one', 'two', 'three'].map((when) => `Lunch is at ${when}`),
      ];
      const day = 24 * 60 * 60 * 1_000;
      await store.dialogs.save(
        'd',
        texts.map((text, n) => user(text, { ts: n * day + day })),
      );
      for (const content of texts) await store.memories.store({ content });
      const { hits } = await store.search.find({ query: 'kestrel', sources: ['dialogs'] });
      assert.deepEqual([hits.length, hits.at(-1)?.snippet, hits.at(-1)?.meant], [5, texts[4], ['gateway']]);
      const { found } = await store.memories.find('kestrel');
      assert.deepEqual([found.length, found.at(-1)?.memory.content], [5, texts[4]]);
      assert.deepEqual(found.at(-1)?.meant, ['gateway']);
    }));

  it('counts what is only related apart, at most 20, and says so where nothing contains the words', () =>
    withStore(async ({ store }) => {
      const { dialogs, search } = store;
      const texts = Array.from({ length: 45 }, (_, n) => `OAuth token ${n} of tenant ${n * 7} expired again`);
      await dialogs.save(
        'many',
        texts.map((text, n) => ({ role: 'user' as const, text, ts: 1_000 * n, id: `m${n}` })),
      );
      const only = await search.find({ query: 'login', limit: 50 });
      assert.deepEqual([only.total, only.related, only.hits.length], [20, 20, 20]);
      assert.match(
        searchReply(only, { query: 'login' }, 20_000)[0] ?? '',
        /^Nothing contains these words\. 20 related by meaning \(≈\), best first\./,
      );
      await dialogs.save('one', [{ role: 'user', text: 'The login page is blue', ts: 5_000_000 }]);
      const both = await search.find({ query: 'login', limit: 50 });
      assert.deepEqual([both.total, both.related, both.hits[0]?.snippet], [21, 20, 'The login page is blue']);
      assert.deepEqual(
        [both.hits[0]?.related, both.hits.filter(({ related }) => related === true).length],
        [undefined, 20],
      );
      assert.match(
        searchReply(both, { query: 'login' }, 20_000)[0] ?? '',
        /^1 found, and 20 related by meaning only/,
      );
      assert.equal((await search.find({ query: 'login dialog:one' })).related, undefined);
    }));

  it('finds only the word itself where it is in quotes', () =>
    withStore(async ({ store }) => {
      await filled(store);
      const { hits } = await store.search.find({ query: '"login"', sources: ['dialogs'] });
      assert.deepEqual(
        hits.map(({ snippet }) => snippet),
        [login],
      );
    }));

  it('finds nothing by words that nothing holds, and says so', () =>
    withStore(async ({ store }) => {
      await filled(store);
      for (const query of ['walrus harmonica', '高山 流水', '1970 walrus', '水果 天气']) {
        assert.deepEqual((await store.search.find({ query })).hits, [], query);
        const { found, notes } = await store.memories.find(query);
        assert.deepEqual(found, [], query);
        assert.match(notes.join(), /No memory holds any word of/);
      }
    }));

  it('finds most of what is asked in other words, in English, in Chinese and across', () =>
    withStore(async ({ root }) => {
      const { search, memories } = await engines(root);
      assert.ok(texts.length >= 200);
      for (const [language, pairs] of Object.entries(sets)) {
        const apart = pairs.filter((pair) => sharedWords(pair).length === 0);
        assert.ok(apart.length >= 60, `${apart.length} questions in ${language}`);
        for (const find of [search, memories]) {
          const left = await missed(apart, find);
          const share = 1 - left.length / apart.length;
          assert.ok(share >= 0.5, `${language} ${share}: ${left.map(({ query }) => query).join('; ')}`);
        }
      }
    }));
});

describe('the table of concepts', () => {
  const lines = conceptTable.trim().split('\n');
  const forms = (line: string) => line.split(/[,|]/).map((form) => form.trim());

  it('is small, and has each concept on a line in both languages', () => {
    assert.ok(lines.length <= 1_000, `${lines.length} concepts`);
    assert.ok(Buffer.byteLength(conceptTable) <= 60_000, `${Buffer.byteLength(conceptTable)} bytes`);
    for (const line of lines) {
      assert.match(line, /^[^,|]+(, [^,|]+)*( \| [^,|]+(, [^,|]+)*)?$/, line);
      assert.equal(line, line.toLowerCase());
      assert.match(line, /[a-z]/, line);
      assert.match(line, /\p{Script=Han}/u, line);
    }
  });

  it('says each word of a concept once, and has none in too many', () => {
    const concepts = new Map<string, number>();
    for (const line of lines) {
      const all = forms(line);
      assert.deepEqual(
        all.filter((form, n) => all.indexOf(form) !== n),
        [],
        line,
      );
      for (const form of (line.split('|')[0] ?? '').split(',').map((form) => form.trim()))
        concepts.set(form, (concepts.get(form) ?? 0) + 1);
    }
    assert.deepEqual(
      [...concepts].filter(([, count]) => count > 5),
      [],
    );
  });

  it('can be read: each word has something to be looked for, unless it says otherwise', () => {
    for (const line of lines) {
      const { core, related } = conceptOf(line);
      const all = [...core, ...related];
      forms(line).forEach((form, n) =>
        assert.equal(all[n]?.terms.length === 0, form.endsWith('?'), `${form} in ${line}`),
      );
    }
  });
});
