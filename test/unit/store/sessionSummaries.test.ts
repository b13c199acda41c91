import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { withStore } from './withStore.ts';

const session = { source: 'claude', sessionId: '550e8400-e29b-41d4-a716-446655440000' } as const;

describe('summaries of sessions', () => {
  it('are written beside recordings, whoever the session is of', () =>
    withStore(async ({ store, clock, open }) => {
      assert.equal(await store.sessions.summary(session), undefined);
      await store.sessions.setSummary(session, { facts: ['green'] });
      assert.deepEqual(await open().sessions.summary(session), {
        summary: { facts: ['green'] },
        writtenAt: clock.time,
      });
      assert.equal(await store.sessions.summary({ ...session, source: 'codex' }), undefined);
      const names = await fs.readdir(join(store.folder, '.sessions', 'summaries'));
      assert.deepEqual(names, ['claude-550e8400-e29b-41d4-a716-446655440000.json']);
    }));

  it('go to the trash when they are replaced or removed', () =>
    withStore(async ({ store }) => {
      for (const summary of [{ a: 1 }, { b: 1 }, undefined])
        await store.sessions.setSummary(session, summary);
      assert.equal(await store.sessions.summary(session), undefined);
      assert.equal(
        (await fs.readdir(join(store.folder, '.trash'))).filter((name) => /^\d/.test(name)).length,
        2,
      );
    }));

  it('lie in the folder whatever the id of the session is, each in its own file', () =>
    withStore(async ({ store }) => {
      const ids = ['../../x', 'a/b', 'a:b', 'AB', 'ab', '会话', 'x'.repeat(300), ''];
      for (const sessionId of ids)
        await store.sessions.setSummary({ source: 'zed', sessionId }, { of: sessionId });
      for (const sessionId of ids)
        assert.deepEqual((await store.sessions.summary({ source: 'zed', sessionId }))?.summary, {
          of: sessionId,
        });
      const names = await fs.readdir(join(store.folder, '.sessions', 'summaries'));
      assert.equal(names.length, ids.length);
    }));

  it('are put aside when they are damaged, and read without secrets', () =>
    withStore(async ({ store }) => {
      await store.sessions.setSummary(session, { facts: ['one'] });
      const folder = join(store.folder, '.sessions', 'summaries');
      const [name = ''] = await fs.readdir(folder);
      await fs.writeFile(join(folder, name), '{');
      assert.equal(await store.sessions.summary(session), undefined);
      await store.sessions.setSummary(session, { facts: ['two'] });
      assert.equal((await fs.readdir(folder)).filter((each) => each.includes('.damaged-')).length, 1);
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      await fs.writeFile(join(folder, name), JSON.stringify({ v: 1, summary: { facts: [secret] } }));
      assert.equal(JSON.stringify(await store.sessions.summary(session)).includes(secret), false);
    }));
});
