import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { identityKey } from '../../../src/history/sessions/labelRecords.ts';
import { readLabels } from '../../../src/history/sessions/sessionLabels.ts';
import type { SessionInfo, SessionLabels } from '../../../src/history/sessions/types.ts';
import { entriesAround } from '../../../src/store/references.ts';
import { parseReference } from '../../../src/find/search/reference.ts';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { programOf } from '../../program.ts';
import { claude } from './machine.ts';
import { settled, withSessions, type SessionsFixture } from './withSessions.ts';
import { withStore } from './withStore.ts';

const id = '550e8400-e29b-41d4-a716-446655440000';
const session = { source: 'claude', sessionId: id } as const;
const other = { source: 'codex', sessionId: id } as const;

/** Writes the transcript of a session of Claude Code, and gives its path. */
const transcript = ({ folder, write }: SessionsFixture, sessionId = id, text = 'why is it red') =>
  write(`.claude/projects/${claudeFolderName(folder)}/${sessionId}.jsonl`, [
    claude(folder, text, { sessionId }),
  ]);

const fileOf = (folder: string) => join(folder, '.sessions', 'labels.jsonl');
const onDisk = (
  folder: string,
  of: { source: string; sessionId: string } = session,
): SessionLabels | undefined => readLabels(fileOf(folder)).all.get(identityKey(of));
const titles = ({ sessions }: { readonly sessions: readonly SessionInfo[] }) =>
  sessions.map(({ title, givenTitle }) => [title, givenTitle]);

describe('labels of sessions', () => {
  it('give a session a title of its own in lists, and stay when its transcript is deleted', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      const path = await transcript(fixture);
      await store.sessions.setLabels([
        {
          session,
          title: '  The red\nbutton ',
          tags: ['UI', 'ui', ' bug '],
          note: 'see ticket',
          archived: true,
        },
      ]);
      const { sessions } = await fixture.open().sessions.list(fixture.workspace);
      assert.equal(sessions[0]?.title, 'The red button');
      assert.equal(sessions[0].givenTitle, 'why is it red');
      const labels = { title: 'The red button', tags: ['ui', 'bug'], archived: true, note: 'see ticket' };
      assert.deepEqual(sessions[0].labels, labels);
      await store.archives.archive(transcripts.archivable(path), {});
      await fs.rm(path);
      const [left] = (await fixture.open().sessions.list(fixture.workspace)).sessions;
      assert.equal(left?.archived, true, 'listed from its archive');
      assert.deepEqual([left.title, left.labels], ['The red button', labels]);
      const [hit] = (await settled(fixture.open(), 'why red tag:bug source:archives')).hits;
      assert.deepEqual([hit?.source, hit?.title], ['archives', 'The red button'], 'its archives, too');
      assert.equal(onDisk(store.folder, other), undefined, 'a session of another agent with the same id');
    }));

  it('are taken back by what a change gives, all in one step', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      await transcript(fixture);
      await store.sessions.setLabels([{ session, title: 'one', tags: ['a'] }]);
      const back = await store.sessions.setLabels([
        { session, title: 'two', tags: ['b'], archived: true },
        { session: other, note: 'n' },
      ]);
      assert.deepEqual(back, [
        { session, title: 'one', tags: ['a'], archived: false },
        { session: other, note: '' },
      ]);
      await store.sessions.setLabels(back);
      assert.deepEqual(onDisk(store.folder), { title: 'one', tags: ['a'] });
      assert.equal(onDisk(store.folder, other), undefined);
      await store.sessions.setLabels([{ session, title: '', tags: [] }]);
      assert.deepEqual(titles(await store.sessions.list(fixture.workspace)), [['why is it red', undefined]]);
    }));

  it('filter lists', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      for (const sessionId of ['a', 'b', 'c'])
        await transcript(fixture, sessionId, `${sessionId}${sessionId}7`);
      const of = (sessionId: string) => ({ source: 'claude', sessionId }) as const;
      await store.sessions.setLabels([
        { session: of('a'), tags: ['ui'], note: 'Blocked by the vendor' },
        { session: of('b'), tags: ['ui'], archived: true, title: 'mine' },
      ]);
      const ids = async (query: object) =>
        (await store.sessions.list(fixture.workspace, query)).sessions
          .map(({ sessionId }) => sessionId)
          .sort();
      assert.deepEqual(await ids({ tag: 'UI' }), ['a', 'b']);
      assert.deepEqual(await ids({ isArchived: true }), ['b']);
      assert.deepEqual(await ids({ isArchived: false }), ['a', 'c']);
      assert.deepEqual(await ids({ query: 'vendor' }), ['a']);
      assert.deepEqual(await ids({ query: 'mine' }), ['b']);
      assert.deepEqual(await ids({ query: 'bb7' }), ['b'], 'by the title of its agent, too');
    }));

  it('are found by search', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      await transcript(fixture);
      assert.equal((await settled(store, 'zebra')).total, 0);
      await store.sessions.setLabels([
        { session, title: 'Zebra stripes', note: 'ask the giraffe', tags: ['animals'] },
      ]);
      const [hit] = (await settled(store, 'giraffe')).hits;
      assert.deepEqual(
        [hit?.source, hit?.name, hit?.title, hit?.role],
        ['sessions', id, 'Zebra stripes', 'note'],
      );
      const sources = { store, workspace: fixture.workspace };
      const [entry] = await entriesAround(sources, parseReference(hit?.reference ?? '')!, 5);
      assert.equal(entry?.text, 'Zebra stripes\nask the giraffe');
      assert.equal((await settled(store, 'zebra')).total, 1);
      assert.equal((await settled(store, 'red tag:animals')).total, 1);
      assert.equal((await settled(store, 'red tag:"plants"')).total, 0);
      await store.sessions.setLabels([{ session, title: '', note: '', tags: [] }]);
      assert.equal((await settled(store, 'giraffe')).total, 0);
    }));

  it('of two processes are all kept', () =>
    withStore(async ({ root, store }) => {
      const program = programOf(join(__dirname, 'labelProcess.ts'));
      const children = ['a', 'b'].map((name) => fork(program, [root, name, '15']));
      const ends = await Promise.all(children.map((child) => once(child, 'exit')));
      assert.deepEqual(
        ends.map(([code]) => code as unknown),
        [0, 0],
      );
      const all = readLabels(fileOf(store.folder)).all;
      assert.equal(all.size, 31);
      assert.deepEqual(all.get('claude shared'), { tags: ['t14'], note: '14' });
    }));

  it('count by their time, whatever the order of lines, and keep members of later versions', () =>
    withStore(async ({ store, clock }) => {
      await store.sessions.setLabels([{ session, title: 'new', tags: ['x'] }]);
      const file = fileOf(store.folder);
      const line = (at: string, more: object) =>
        `${JSON.stringify({ source: 'claude', session: id, at, ...more })}\n`;
      await fs.appendFile(
        file,
        line('2001-01-01T00:00:00.000Z', { title: 'old', colour: 'red', note: 'kept' }),
      );
      assert.deepEqual(onDisk(store.folder), { title: 'new', tags: ['x'], note: 'kept' });
      clock.time -= 1_000_000; // another machine's clock
      await store.sessions.setLabels([{ session, title: 'newest' }]);
      assert.equal(onDisk(store.folder)?.title, 'newest');
      for (let n = 0; n < 210; n++)
        await fs.appendFile(file, line('2002-01-01T00:00:00.000Z', { note: `${n}` }));
      await store.sessions.setLabels([{ session, archived: true }]);
      const text = await fs.readFile(file, 'utf8');
      assert.ok(text.split('\n').length < 8, text);
      assert.match(text, /"colour":"red"/);
      assert.deepEqual(onDisk(store.folder), { title: 'newest', tags: ['x'], archived: true, note: '209' });
    }));

  it('that cannot be read are put aside by the next change, and hide no session', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      await transcript(fixture);
      await store.sessions.setLabels([{ session, title: 'mine' }]);
      const file = fileOf(store.folder);
      await fs.appendFile(file, 'garbage\n[1]\n{"source":"claude","sess');
      assert.deepEqual(titles(await store.sessions.list(fixture.workspace)), [['mine', 'why is it red']]);
      await store.sessions.setLabels([{ session, note: 'n' }]);
      assert.deepEqual(onDisk(store.folder), { title: 'mine', note: 'n' });
      assert.equal((await fs.readFile(file, 'utf8')).includes('garbage'), false);
      const names = await fs.readdir(join(store.folder, '.sessions'));
      const [aside = ''] = names.filter((name) => name.includes('.damaged-'));
      assert.match(await fs.readFile(join(store.folder, '.sessions', aside), 'utf8'), /garbage\n\[1\]/);
      await fs.rm(file);
      await fs.mkdir(file);
      assert.deepEqual(titles(await fixture.open().sessions.list(fixture.workspace)), [
        ['why is it red', undefined],
      ]);
    }));

  it('refuse what is too long, and say by how much', () =>
    withStore(async ({ store }) => {
      const too = (change: object) => store.sessions.setLabels([{ session, ...change }]);
      await assert.rejects(too({ title: 'x'.repeat(1_001) }), /title has 1001 characters; give at most 1000/);
      await assert.rejects(too({ note: 'x'.repeat(10_001) }), /note has 10001 characters/);
      await assert.rejects(too({ tags: ['y'.repeat(101)] }), /has 101 characters; give at most 100/);
      await assert.rejects(
        too({ tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }),
        /51 tags were given/,
      );
    }));
});

describe('labels of dialogs', () => {
  it('are set and taken back, and leave what other programs wrote', () =>
    withStore(async ({ store, open }) => {
      await store.dialogs.create('d');
      const file = join(store.folder, 'd', 'dialog.json');
      await fs.writeFile(file, JSON.stringify({ v: 1, name: 'd', colour: 'red', pinned: true }));
      const back = await store.dialogs.setLabels('d', { archived: true, tags: ['A', ' b  c ', 'a'] });
      assert.deepEqual(back, { archived: false, tags: [] });
      const [info] = await open().dialogs.list();
      assert.deepEqual([info?.pinned, info?.archived, info?.tags], [true, true, ['a', 'b c']]);
      assert.match(await fs.readFile(file, 'utf8'), /"colour": "red"/);
      await store.dialogs.setLabels('d', back);
      const [again] = await open().dialogs.list();
      assert.deepEqual([again?.pinned, again?.archived, again?.tags], [true, false, []]);
      await assert.rejects(store.dialogs.setLabels('none', { archived: true }), { code: 'not_found' });
      await assert.rejects(store.dialogs.setLabels('d', { tags: ['y'.repeat(101)] }), {
        code: 'invalid_argument',
      });
    }));
});
