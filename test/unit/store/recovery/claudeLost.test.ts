import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '../../../../src/disk/base/core.ts';
import { textOfContent } from '../../../../src/agents/reading/titles.ts';
import { claudeFolderName } from '../../../../src/agents/claude/transcripts.ts';
import { writeSessionHome } from '../../../bench/sessionHome.ts';
import { tree } from '../withStore.ts';
import { minute, recoverAll, recoveredTexts, start, withHome, type LostFixture } from './lostHome.ts';

const gone = '11111111-1111-4111-8111-111111111111';
const there = '22222222-2222-4222-8222-222222222222';
const history = '.claude/history.jsonl';

const prompt = (root: string, n: number, display: string, more: object = {}) => ({
  display,
  pastedContents: {},
  timestamp: start + n * minute,
  project: root,
  sessionId: gone,
  ...more,
});

/** A transcript of Claude Code with one prompt. */
const transcript = (root: string, sessionId: string, text: string) => ({
  type: 'user',
  uuid: `u-${sessionId}`,
  parentUuid: null,
  sessionId,
  cwd: root,
  isSidechain: false,
  timestamp: isoTime(start),
  message: { role: 'user', content: text },
});

const project = (root: string) => `.claude/projects/${claudeFolderName(root)}`;

describe('lost sessions of Claude Code', () => {
  it('come back with each prompt, its time and project, and say that answers are missing', () =>
    withHome(async (fixture) => {
      const { store, workspace, root, lines } = fixture;
      lines(history, [
        prompt(root, 0, 'Why does the teapot leak?'),
        prompt(root, 2, 'Mend [Pasted text #1 +2 lines] please', {
          pastedContents: { 1: { id: 1, type: 'text', content: 'a\nb\nc' } },
        }),
        prompt(root, 1, '/clear'),
      ]);
      const found = await store.recovery.look(workspace);
      assert.equal(found.length, 1);
      assert.deepEqual(await tree(join(root, '.chat-history')), {});
      assert.deepEqual(await recoverAll(fixture), found);
      assert.deepEqual(await recoveredTexts(fixture, gone), [
        ['user', 'Why does the teapot leak?', isoTime(start)],
        ['user', '/clear', isoTime(start + minute)],
        ['user', 'Mend a\nb\nc please', isoTime(start + 2 * minute)],
      ]);
      const { sessions } = await store.sessions.list(workspace);
      const [listed] = sessions;
      assert.equal(sessions.length, 1);
      assert.equal(listed?.title, 'Why does the teapot leak?');
      assert.equal(listed.recovered, 'prompts');
      assert.equal(listed.cwd, root);
      assert.equal(listed.source, 'claude');
      const resumed = await store.sessions.resume(workspace, gone, { format: 'text' });
      assert.match(resumed.text, /recovered, answers missing\)\.\n[^]*Why does the teapot leak/);
      const hits = await store.search.find({ query: 'teapot leak' });
      assert.equal(JSON.stringify(hits).includes('teapot leak'), true);
    }));

  it('are found once, and not again', () =>
    withHome(async (fixture) => {
      const { store, workspace, root, lines } = fixture;
      const said = prompt(root, 0, 'Say it once');
      lines(history, [said, said]);
      assert.equal((await recoverAll(fixture)).length, 1);
      const before = await tree(join(root, '.chat-history/.conversations'));
      assert.deepEqual(await store.recovery.look(workspace), []);
      assert.deepEqual(await recoverAll(fixture), []);
      assert.deepEqual(await tree(join(root, '.chat-history/.conversations')), before);
      assert.equal((await recoveredTexts(fixture, gone)).length, 1);
    }));

  it('are not those that began just now, whose transcript may come yet', () =>
    withHome(async ({ store, workspace, root, lines, clock }) => {
      lines(history, [prompt(root, 0, 'Just begun', { timestamp: clock.time - 30_000 })]);
      assert.deepEqual(await store.recovery.look(workspace), []);
      clock.time += minute;
      assert.equal((await store.recovery.look(workspace)).length, 1);
    }));

  it('are told again where they went on after they were kept, without what is kept', () =>
    withHome(async (fixture) => {
      const { root, lines } = fixture;
      const first = prompt(root, 0, 'Kept before');
      lines(history, [first]);
      await recoverAll(fixture);
      lines(history, [first, prompt(root, 60, 'Said later')]);
      assert.equal((await recoverAll(fixture))[0]?.prompts, 1);
      assert.deepEqual(
        (await recoveredTexts(fixture, gone)).map(([, text]) => text),
        ['Kept before', 'Said later'],
      );
      assert.deepEqual(await recoverAll(fixture), []);
    }));

  it('are not those that have a transcript, wherever it lies, or are of another project', () =>
    withHome(async ({ store, workspace, root, lines, home }) => {
      lines(history, [
        prompt(root, 0, 'It is there', { sessionId: there }),
        prompt(`${home}/other`, 0, 'It is of another project'),
      ]);
      lines(`.claude/projects/-moved/${there}.jsonl`, [transcript('/moved', there, 'It is there')]);
      assert.deepEqual(await store.recovery.look(workspace), []);
      const all = await store.recovery.look(workspace, { all: true });
      assert.deepEqual(
        all.map(({ title, cwd }) => [title, cwd]),
        [['It is of another project', `${home}/other`]],
      );
    }));

  it('have no prompt of old lines without a session that a session there tells', () =>
    withHome(async (fixture) => {
      const { root, lines } = fixture;
      const unnamed = { sessionId: undefined };
      lines(history, [
        prompt(root, 0, 'Told by a transcript', unnamed),
        prompt(root, 1, 'Told by nothing else', unnamed),
      ]);
      lines(`${project(root)}/${there}.jsonl`, [transcript(root, there, 'Told by a transcript')]);
      const [found] = await recoverAll(fixture);
      assert.match(found?.sessionId ?? '', /-prompts-2026-01-05$/);
      const told = await recoveredTexts(fixture, found?.sessionId ?? '');
      assert.deepEqual(told, [['user', 'Told by nothing else', isoTime(start + minute)]]);
      assert.deepEqual(await recoverAll(fixture), []);
    }));

  it('have their title, branch, to-do list and files as they were, and pasted texts of the cache', () =>
    withHome(async (fixture) => {
      const { root, lines, write } = fixture;
      const file = join(root, 'src', 'pot.ts');
      fs.mkdirSync(join(root, 'src'));
      fs.writeFileSync(file, 'now');
      const hash = createHash('sha256').update(file).digest('hex').slice(0, 16);
      write(`.claude/file-history/${gone}/${hash}@v1`, 'before');
      write(`.claude/file-history/${gone}/0123456789abcdef@v1`, 'of no file here');
      write(`.claude/todos/${gone}-agent-${gone}.json`, [{ content: 'Glue it', status: 'completed' }]);
      write('.claude/paste-cache/00112233445566aa.txt', 'pasted');
      write(`${project(root)}/sessions-index.json`, {
        entries: [
          {
            sessionId: gone,
            projectPath: root,
            summary: 'Leaking teapot',
            gitBranch: 'pots',
            firstPrompt: 'See [Pasted',
            created: isoTime(start),
          },
          { sessionId: there, projectPath: root, firstPrompt: 'Only listed', created: isoTime(start) },
        ],
      });
      lines(history, [
        prompt(root, 0, 'See [Pasted text #3]', {
          pastedContents: { 3: { id: 3, type: 'text', contentHash: '00112233445566aa' } },
        }),
      ]);
      assert.equal((await recoverAll(fixture)).length, 2);
      const texts = (await recoveredTexts(fixture, gone)).map(([type, text]) => `${type}: ${text}`);
      assert.deepEqual(texts.sort(), [
        'info: To-do list:\n- [x] Glue it',
        `info: ${join('src', 'pot.ts')} as it was before an edit, version 1:\n\nbefore`,
        'user: See pasted',
      ]);
      const { store, workspace } = fixture;
      const { title, gitBranch } = await store.sessions.find(workspace, gone);
      assert.deepEqual([title, gitBranch], ['Leaking teapot', 'pots']);
      assert.deepEqual(
        (await recoveredTexts(fixture, there)).map(([, text]) => text),
        ['Only listed'],
      );
    }));

  it('mask secrets, and survive hostile lines', () =>
    withHome(async (fixture) => {
      const { root, lines, home, write } = fixture;
      const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
      write('secret.txt', 'outside');
      lines(history, [
        '{"display":',
        '[1]',
        'null',
        prompt(root, 0, `Use ${secret}`),
        prompt(root, 1, 'x'.repeat(3_000_000)),
        prompt(root, 2, 'Escape', { sessionId: '../../../escape' }),
        prompt(root, 3, 'Of no time', { timestamp: 1e300 }),
        prompt(root, 4, 'Odd pastes', { pastedContents: { '.*': { contentHash: '../secret' }, 2: null } }),
        `{"display":${'['.repeat(20_000)}`,
        prompt(root, 5, 'The end'),
      ]);
      fs.symlinkSync(join(home, 'secret.txt'), join(home, '.claude', 'loop'));
      const recovered = await recoverAll(fixture);
      assert.equal(recovered.length, 1);
      const texts = (await recoveredTexts(fixture, gone)).map(([, text]) => text);
      assert.equal(texts.length, 4);
      assert.equal(texts.at(-1), 'The end');
      const written = JSON.stringify(await tree(join(root, '.chat-history')));
      assert.equal(written.includes(secret), false);
      assert.equal(JSON.stringify(recovered).includes(secret), false);
    }));

  it('give back at least 95 % of the prompts of a home that was swept, and nothing else', () =>
    withHome(async (fixture) => {
      const { root, home, lines, store, workspace, clock } = fixture;
      const sessions = writeSessionHome(home, root, { count: 60, now: clock.time, turns: 4 });
      const said = new Map<string, readonly (readonly [string, string])[]>();
      const listed = (await store.sessions.list(workspace)).sessions.filter(
        ({ source }) => source === 'claude',
      );
      assert.ok(listed.length >= 5 && sessions.length === 60, `${listed.length} of ${sessions.length}`);
      for (const session of listed) {
        const { messages } = await store.sessions.read(session);
        const own = messages.filter(({ type }) => type === 'user');
        said.set(
          session.sessionId,
          own.map((message) => [textOfContent(message), message.timestamp]),
        );
      }
      lines(
        history,
        [...said].flatMap(([sessionId, own]) =>
          own.map(([display, time]) => prompt(root, 0, display, { sessionId, timestamp: Date.parse(time) })),
        ),
      );
      const swept = listed.filter((_, n) => n % 3 !== 0);
      for (const { path } of swept) fs.rmSync(path);
      const recovered = await recoverAll(fixture);
      assert.deepEqual(
        recovered.map(({ sessionId }) => sessionId).sort(),
        swept.map(({ sessionId }) => sessionId).sort(),
      );
      await assertTold(fixture, swept, said);
    }));
});

async function assertTold(
  fixture: LostFixture,
  swept: readonly { readonly sessionId: string }[],
  said: ReadonlyMap<string, readonly (readonly [string, string])[]>,
) {
  let [all, found] = [0, 0];
  for (const { sessionId } of swept) {
    const told = (await recoveredTexts(fixture, sessionId)).map(([, text, time]) => `${time} ${text}`);
    const expected = (said.get(sessionId) ?? []).map(([text, time]) => `${time} ${text}`);
    all += expected.length;
    found += expected.filter((line) => told.includes(line)).length;
    assert.deepEqual(
      told.filter((line) => !expected.includes(line)),
      [],
    );
  }
  assert.ok(all > 15 && found >= 0.95 * all, `${found} of ${all}`);
}
