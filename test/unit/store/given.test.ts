import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import type { Brief } from '../../../src/insight/brief/types.ts';
import { githubToken } from './secrets/tokens.ts';
import { user, withStore, type StoreFixture } from './withStore.ts';

const brief = (text: string): Brief => ({
  purpose: 'start',
  text,
  tokens: 12,
  omitted: 0,
  left: [],
  outdated: [],
  unread: [],
  items: [{ section: 'plan', text, whole: text, time: 0, reference: 'history://dialogs/default/summary' }],
});

const withHistory = (test: (fixture: StoreFixture) => Promise<void>) =>
  withStore(async (fixture) => {
    await fixture.store.dialogs.save('a', [user('hello')]);
    await test(fixture);
  });

describe('the log of given briefs', () => {
  it('tells exactly what was given to whom, the newest first, to every program', () =>
    withHistory(async ({ store, clock, open }) => {
      await store.brief.noteGiven(brief('first'), { by: 'tool', agent: 'claude-code', session: 's1' });
      clock.time += 60_000;
      await store.brief.noteGiven(brief('second 第二'), { by: 'terminal' });
      const items = ['history://dialogs/default/summary'];
      assert.deepEqual(await open().brief.given(), [
        { at: clock.time, purpose: 'start', tokens: 12, text: 'second 第二', items, by: 'terminal' },
        {
          at: clock.time - 60_000,
          agent: 'claude-code',
          session: 's1',
          purpose: 'start',
          tokens: 12,
          text: 'first',
          items,
          by: 'tool',
        },
      ]);
    }));

  it('leaves out lines that cannot be read, and is empty where nothing was given', () =>
    withHistory(async ({ store, root }) => {
      assert.deepEqual(await store.brief.given(), []);
      await store.brief.noteGiven(brief('first'), { by: 'tool' });
      fs.appendFileSync(join(root, '.chat-history/.index/given.jsonl'), '{"at":1}\nnull\n{"at":"now","te');
      await store.brief.noteGiven(brief('second'), { by: 'tool' });
      assert.deepEqual(
        (await store.brief.given()).map(({ text }) => text),
        ['second', 'first'],
      );
    }));

  it('makes no history, and notes nothing where nothing was told', () =>
    withStore(async ({ store, root }) => {
      await store.brief.noteGiven(brief('first'), { by: 'tool' });
      assert.deepEqual(fs.readdirSync(root), []);
      await store.dialogs.save('a', [user('hello')]);
      await store.brief.noteGiven(brief(''), { by: 'tool' });
      assert.deepEqual(await store.brief.given(), []);
    }));

  it('is claimed by one of many programs at once, for a session and purpose, for a while', () =>
    withHistory(async ({ clock, open }) => {
      const to = { by: 'hook', agent: 'Codex', session: 's1' } as const;
      const claim = (more: object = {}) =>
        open().brief.claim(brief('told'), { ...to, ...more }, { withinMs: 10_000 });
      const claims = await Promise.all(Array.from({ length: 5 }, () => claim()));
      assert.deepEqual(
        claims.filter((given) => given),
        [true],
      );
      assert.equal(await claim({ session: 's2' }), true);
      clock.time += 10_001;
      assert.equal(await claim(), true);
      assert.equal((await open().brief.given()).length, 3);
    }));

  it('is claimed once for each compaction, whenever that was told', () =>
    withHistory(async ({ clock, open }) => {
      const claim = (text: string, compaction?: number) =>
        open().brief.claim(
          { ...brief(text), purpose: 'afterCompaction' },
          { by: 'hook', session: 's1' },
          { withinMs: 10_000, ...(compaction !== undefined && { compaction }) },
        );
      assert.deepEqual([await claim('told', 1), await claim('told', 1)], [true, false]);
      assert.equal(await claim('told', 2), true, 'another one at once');
      clock.time += 60_000;
      assert.equal(await claim('told again', 2), false, 'a late hook');
      assert.deepEqual([await claim('other'), await claim('other')], [true, false], 'not counted');
    }));

  it('is not claimed where it cannot be written', () =>
    withHistory(async ({ store, root }) => {
      fs.mkdirSync(join(root, '.chat-history/.index/given.jsonl'), { recursive: true });
      await assert.rejects(store.brief.claim(brief('told'), { by: 'hook' }, { withinMs: 10_000 }), {
        code: 'storage',
      });
    }));

  it('stays small, and masks secrets', () =>
    withHistory(async ({ store, root }) => {
      const file = join(root, '.chat-history/.index/given.jsonl');
      const token = githubToken();
      await store.brief.noteGiven(brief(`the token is ${token}`), { by: 'prompt' });
      assert.ok(!fs.readFileSync(file, 'utf8').includes(token));
      fs.writeFileSync(file, `${JSON.stringify({ filler: 'x'.repeat(600 * 1024) })}\n`);
      await store.brief.noteGiven(brief('after'), { by: 'prompt' });
      assert.ok(fs.statSync(file).size < 2_000);
      assert.equal((await store.brief.given())[0]?.text, 'after');
    }));
});
