import assert from 'node:assert/strict';
import { join } from 'node:path';
import { patternTerms } from '../../../src/find/search/patternTerms.ts';
import { terms } from '../../../src/disk/text/tokens.ts';
import { countFiles } from '../../fileCounts.ts';
import { seeded } from '../../seeded.ts';
import { user, withStore, type StoreFixture } from './withStore.ts';

const hour = 3_600_000;

/** Dialogs of one message each, one hour after the other. */
async function fill({ store, clock }: StoreFixture, count: number, text: (n: number) => string) {
  for (let n = 0; n < count; n++)
    await store.dialogs.save(`d${n}`, [user(text(n), { ts: clock.time - (count - n) * hour })]);
}

describe('what a search asks of texts', () => {
  it('names of a regular expression only terms that every match has', () => {
    assert.deepEqual(patternTerms(/the connections failed again/), ['connect', 'fail']);
    assert.deepEqual(patternTerms(/error:\s+connections\s+refused \d+/), ['connect', 'refus']);
    assert.deepEqual(
      patternTerms(/验证码.*失败/).toSorted(),
      [...terms('验证码'), ...terms('失败')].toSorted(),
    );
    for (const pattern of [/zebra.*sh/, /a (?:b)? c/, /a b? c/, /a b* c/, /a b{0,2} c/, /a [b] c/, /a b c|d/])
      assert.deepEqual(patternTerms(pattern), [], String(pattern));
    const random = seeded(11);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const words = ['login', 'pages', 'failed', '登录', '页面', 'x1', 'getName', 'a'];
    const between = [' ', '  ', '-', '_', '.', '', '\n'];
    const joins = [' ', '\\s+', '\\s*', '.*', '.', '-', '_', '', '?', '+ ', '\\.', '{2} ', ' {0,1}'];
    let matched = 0;
    for (let n = 0; n < 20_000; n++) {
      const said = Array.from({ length: 4 }, () => pick(words));
      const make = (join: readonly string[]) => said.map((word) => word + pick(join)).join('');
      const [pattern, text] = [new RegExp(make(joins), 'i'), pick(words) + make(between) + pick(words)];
      if (!pattern.test(text)) continue;
      matched++;
      const held = new Set(terms(text));
      for (const term of patternTerms(pattern))
        assert.ok(held.has(term), `${String(pattern)} in ${text}: ${term}`);
    }
    assert.ok(matched > 100, `${matched} matched`);
  });

  it('reads only files of which the index says that they may match', () =>
    withStore(async (fixture) => {
      const { root, store } = fixture;
      await fill(fixture, 60, (n) => (n === 17 ? 'we saw the connection refused here' : `message ${n}`));
      await store.search.find({ query: 'message' });
      for (const query of ['/the connection\\s+refused h/', '"connection refused"', 'role:user -message']) {
        const { told } = await countFiles(root, async () => {
          const { total, hits } = await store.search.find({ query });
          assert.deepEqual([total, hits[0]?.name], [1, 'd17'], query);
        });
        assert.ok(told.filter((line) => line.startsWith('open')).length <= 1, told.join('\n'));
      }
    }));

  it('looks through the newest texts first, and says what there was no time for', () =>
    withStore(async (fixture) => {
      const { store, root } = fixture;
      await fill(fixture, 60, (n) => `message ${n}`);
      await store.search.find({ query: 'message' });
      const now = performance.now();
      let looks = 0;
      performance.now = () => now + looks++ * 50;
      try {
        const { told } = await countFiles(root, async () => {
          const { total, notes, hits } = await store.search.find({ query: '/mess.ge \\d+/', limit: 200 });
          assert.ok(total > 5 && total < 60, `${total}`);
          assert.deepEqual(
            hits.map(({ name }) => name),
            Array.from({ length: total }, (_, n) => `d${59 - n}`),
          );
          assert.match(
            notes.join(),
            /^Only the newest \d+ of 60 texts were looked through, those since 2026-02-0/,
          );
        });
        const opened = told.find((line) => line.startsWith('open'));
        assert.ok(opened?.includes(join(root, '.chat-history/d49')), 'ten were read before');
      } finally {
        Reflect.deleteProperty(performance, 'now');
      }
      assert.deepEqual((await store.search.find({ query: '/mess.ge \\d+/' })).notes, []);
    }));

  it('ends when it is no longer asked for', () =>
    withStore(async (fixture) => {
      const { store } = fixture;
      await fill(fixture, 40, (n) => `message ${n}`);
      await store.search.find({ query: 'message' });
      const stop = new AbortController();
      const now = performance.now();
      let looks = 0;
      performance.now = () => {
        if (looks === 50) stop.abort(new Error('typed on'));
        return now + looks++ * 10;
      };
      try {
        await assert.rejects(store.search.find({ query: '/mess/', signal: stop.signal }), /typed on/);
      } finally {
        Reflect.deleteProperty(performance, 'now');
      }
    }));

  it('counts all that hold a common word, and orders them as ever', () =>
    withStore(async (fixture) => {
      const { store } = fixture;
      await fill(fixture, 90, (n) => (n % 3 === 0 ? 'pear pear plum' : 'a pear'));
      const all = await store.search.find({ query: 'pear plum', limit: 200 });
      assert.equal(all.total, 90);
      const scores = all.hits.map(({ score }) => score);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      let cursor: string | undefined;
      const paged: string[] = [];
      do {
        const page = await store.search.find({ query: 'pear plum', limit: 7, ...(cursor && { cursor }) });
        paged.push(...page.hits.map(({ reference }) => reference));
        ({ cursor } = page);
        assert.equal(page.total, 90);
      } while (cursor !== undefined);
      assert.deepEqual(
        paged,
        all.hits.map(({ reference }) => reference),
      );
    }));
});
