import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { entriesAround } from '../../../src/store/references.ts';
import { parseReference } from '../../../src/find/search/reference.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { claude } from './machine.ts';
import { settled, withSessions } from './withSessions.ts';
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

  it('are in lists and found by search, with a reference to them, until they are removed', () =>
    withSessions(async (fixture) => {
      const { folder, workspace, write } = fixture;
      const store = fixture.open();
      await write(`.claude/projects/${claudeFolderName(folder)}/${session.sessionId}.jsonl`, [
        claude(folder, 'why is it red', { sessionId: session.sessionId }),
      ]);
      assert.equal((await settled(store, 'giraffe')).total, 0);
      const summary = { decisions: ['Paint the giraffe blue'], TODO: [{ id: 'T1', value: 'buy paint' }] };
      await store.sessions.setSummary(session, summary);
      const [listed] = (await store.sessions.list(workspace)).sessions;
      assert.deepEqual(listed?.summary?.summary, summary);
      assert.equal((await store.sessions.list(workspace, { query: 'giraffe' })).total, 1);
      const [hit, ...more] = (await settled(store, 'giraffe')).hits;
      assert.deepEqual(more, []);
      assert.deepEqual([hit?.source, hit?.name, hit?.role], ['sessions', session.sessionId, 'summary']);
      assert.match(hit?.reference ?? '', /^history:\/\/sessions\/550e8400-[^/]+\/%40summary$/);
      const reference = parseReference(hit?.reference ?? '');
      assert.ok(reference);
      const [entry] = await entriesAround({ store, workspace }, reference, 5);
      assert.match(entry?.text ?? '', /Paint the giraffe blue[^]*buy paint/);
      assert.equal((await settled(store, 'red')).total, 1, 'and what was said');
      await store.sessions.setSummary(session, { decisions: ['Paint it green'] });
      assert.equal((await settled(store, 'giraffe')).total, 0);
      assert.equal((await settled(store, 'green')).total, 1);
      await store.sessions.setSummary(session, undefined);
      assert.equal((await settled(store, 'green')).total, 0);
      assert.equal((await store.sessions.list(workspace)).sessions[0]?.summary, undefined);
    }));

  it('that cannot be read hide no session, and secrets in them are masked', () =>
    withSessions(async (fixture) => {
      const { folder, workspace, write } = fixture;
      const store = fixture.open();
      await write(`.claude/projects/${claudeFolderName(folder)}/${session.sessionId}.jsonl`, [
        claude(folder, 'why is it red', { sessionId: session.sessionId }),
      ]);
      await store.sessions.setSummary(session, { facts: ['one'] });
      const place = join(store.folder, '.sessions', 'summaries');
      const [name = ''] = await fs.readdir(place);
      const listed = async () => (await store.sessions.list(workspace)).sessions;
      await fs.writeFile(join(place, name), '{');
      assert.deepEqual(
        (await listed()).map(({ summary }) => summary),
        [undefined],
      );
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      await fs.writeFile(join(place, name), JSON.stringify({ v: 1, summary: { facts: [secret] } }));
      const [one] = await listed();
      assert.match(JSON.stringify(one?.summary), /\[secret: /);
    }));
});
