import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../../../src/doctor/types.ts';
import { systemClock } from '../../../src/disk/base/context.ts';
import { hostName } from '../../../src/disk/files/owner.ts';
import { openStore } from '../../../src/store/store.ts';
import { programOf } from '../../program.ts';
import { tree, user } from '../store/withStore.ts';
import { withTarget, write, type Ward } from './withTarget.ts';

/** An empty history with one dialog, and what lies where. */
async function withHistory(test: (ward: Ward & { history: string }) => Promise<void>): Promise<void> {
  await withTarget(async (ward) => {
    await openStore(ward.root).dialogs.save('plans', [user('hello')]);
    await test({ ...ward, history: join(ward.root, '.chat-history') });
  });
}

const brief = (findings: readonly Finding[]) => findings.map(({ id, subject }) => `${id} ${subject}`.trim());

describe('a history that is turned off', () => {
  it('is told, with what says so', () =>
    withHistory(async ({ root, history, findings }) => {
      const file = join(root, '.no-history');
      await write(file, '');
      const [found, ...others] = await findings('history');
      assert.deepEqual(
        [found?.id, found?.level, found?.subject, found?.data, others],
        ['history.off', 'note', history, { by: file }, []],
      );
    }));
});

describe('damaged files', () => {
  const damages: readonly (readonly [file: string, content: string, reason: RegExp])[] = [
    ['plans/dialog.json', '{"v":1,', /not valid JSON/],
    ['plans/dialog.json', '', /empty/],
    ['plans/messages.json', '{}', /array of messages/],
    ['plans/summary.json', '{', /not valid JSON/],
    ['plans/pending.json', '{"v":1,"op":"fly"}', /not an operation/],
    ['plans/contexts/active.json', '[]', /an object was expected/],
    ['plans/contexts/archive/c_1.json', '{"v":1,"status":"active"}', /status/],
    ['project.json', '{"v":1}', /id is missing/],
    ['brief.json', '{"v":1,"pinned":3}', /must be lists/],
    ['.memory/care.json', 'null', /an object was expected/],
    ['.conversations/2026-02-05-a-b.md', '# no front matter\n', /front matter/],
    ['.trash/2026-02-05T12-00-00.000Z_abcdef/item.json', '{', /not valid JSON/],
    ['.history.json', '{"v":"2"}', /not the mark of a history/],
    ['.history.json', '{"v":-1,"ignored":true}', /not the mark of a history/],
    ['.history.json', '', /empty/],
  ];
  for (const [file, content, reason] of damages)
    it(`finds ${file} that holds ${JSON.stringify(content)}, and puts it aside with all its bytes`, () =>
      withHistory(async ({ history, findings, repair }) => {
        await write(join(history, file), content);
        const before = await tree(history);
        const [found, ...others] = await findings('files');
        assert.deepEqual(
          [found?.id, found?.level, found?.subject, others],
          ['file.damaged', 'problem', file, []],
        );
        assert.match(found?.message.en ?? '', reason);
        assert.deepEqual(await tree(history), before);
        const { state } = await repair({ check: 'files', id: 'file.damaged', subject: file });
        assert.equal(state, 'done');
        const after = Object.entries(await tree(history));
        const aside = after.filter(([path]) => path.startsWith(`${file}.damaged-`));
        assert.deepEqual(
          aside.map(([, kept]) => kept),
          [content],
        );
        assert.deepEqual(brief(await findings('files')), ['files.fine', 'files.aside']);
      }));

  it('finds lines that cannot be read, and takes them out of a file of which a copy stays', () =>
    withHistory(async ({ root, history, findings, repair }) => {
      await openStore(root).memories.store({ content: 'Use OAuth' });
      const file = '.memory/memories.jsonl';
      const good = await fs.readFile(join(history, file), 'utf8');
      await fs.writeFile(join(history, file), `<<<<<<< ours\n${good}{"op":"put"}\n${good}{"op":"pu`);
      const [found] = await findings('files');
      assert.deepEqual([found?.id, found?.subject, found?.data], ['file.lines', file, { lines: 2 }]);
      assert.equal((await repair({ check: 'files', id: 'file.lines', subject: file })).state, 'done');
      assert.equal(await fs.readFile(join(history, file), 'utf8'), good + good);
      assert.deepEqual(brief(await findings('files')), ['files.fine', 'files.aside']);
    }));

  it('does the same with what people wrote on sessions', () =>
    withHistory(async ({ root, history, findings, repair }) => {
      const session = { source: 'claude', sessionId: 's' } as const;
      await openStore(root).sessions.setLabels([{ session, title: 'mine' }]);
      const file = '.sessions/labels.jsonl';
      const good = await fs.readFile(join(history, file), 'utf8');
      await fs.writeFile(join(history, file), `{"source":"claude"}\n${good}`);
      const [found] = await findings('files');
      assert.deepEqual([found?.id, found?.subject, found?.data], ['file.lines', file, { lines: 1 }]);
      assert.equal((await repair({ check: 'files', id: 'file.lines', subject: file })).state, 'done');
      assert.equal(await fs.readFile(join(history, file), 'utf8'), good);
    }));

  it('says which file a later version wrote, and leaves it', () =>
    withHistory(async ({ history, findings, repair }) => {
      await write(join(history, 'plans/dialog.json'), '{"v":2,"title":"plans"}');
      const [found] = await findings('files');
      assert.deepEqual([found?.id, found?.repair], ['file.newer', undefined]);
      assert.match(found?.message.en ?? '', /format 2.*Update/);
      assert.equal(
        (await repair({ check: 'files', id: 'file.newer', subject: 'plans/dialog.json' })).state,
        'gone',
      );
    }));

  for (const [numbers, id, said, chinese] of [
    [
      { v: 99 },
      'history.newer',
      /can be read, but not changed\. Update the extension or the command line\.$/,
      /更新扩展或命令行。$/,
    ],
    [{ v: 2, needs: '1.4.0' }, 'history.newer', /can be read.* to 1\.4\.0 or newer\.$/, /1\.4\.0/],
    [
      { v: 2, read: 2 },
      'history.closed',
      /cannot be opened.*Update the extension or the command line\.$/,
      /无法打开/,
    ],
    [{ v: 2, read: 2, needs: '1.4.0' }, 'history.closed', /cannot be opened.*1\.4\.0 or newer/, /1\.4\.0/],
  ] as const)
    it(`says which version a history needs: ${JSON.stringify(numbers)}`, () =>
      withHistory(async ({ history, examine, repair }) => {
        await fs.mkdir(join(history, 'plans/backups'));
        await fs.rm(join(history, '.gitignore'));
        await write(join(history, 'plans/summary.json'), '{');
        await write(join(history, '.history.json'), JSON.stringify(numbers));
        const before = await tree(history);
        const { level, checks } = await examine();
        const all = checks.flatMap(({ findings }) => findings);
        const [found] = all.filter((each) => each.id.startsWith('history.'));
        assert.deepEqual(
          [level, found?.id, found?.level, found?.repair],
          ['problem', id, 'problem', undefined],
        );
        assert.match(found?.message.en ?? '', said);
        assert.match(found?.message.zh ?? '', chinese);
        assert.deepEqual(
          all.filter(
            (each) => each.id === 'failed' || each.id === 'late' || each.subject === '.history.json',
          ),
          [],
        );
        assert.equal(
          all.some((each) => each.id === 'file.damaged'),
          id === 'history.newer',
        );
        for (const check of checks)
          for (const each of check.findings.filter((one) => one.repair && one.subject.startsWith('plans/')))
            assert.equal((await repair({ ...each, check: check.id })).state, 'failed');
        assert.deepEqual(await tree(history), before);
      }));

  it('names a link in the place of a file, and does not follow it', () =>
    withHistory(async ({ root, history, findings }) => {
      await fs.rm(join(history, 'plans/dialog.json'));
      await fs.symlink(join(root, 'elsewhere.json'), join(history, 'plans/dialog.json'));
      assert.deepEqual(brief(await findings('files')), ['file.closed plans/dialog.json']);
    }));

  it('repairs nothing that is well meanwhile', () =>
    withHistory(async ({ repair, history }) => {
      const before = await tree(history);
      const { state } = await repair({ check: 'files', id: 'file.damaged', subject: 'plans/dialog.json' });
      assert.equal(state, 'gone');
      assert.deepEqual(await tree(history), before);
    }));
});

describe('a history that cannot be used', () => {
  it('is told where it is a link, or a file', () =>
    withTarget(async ({ root, findings, examine }) => {
      await fs.writeFile(join(root, '.chat-history'), '');
      assert.match((await findings('history'))[0]?.message.en ?? '', /a file where a folder belongs/);
      await fs.rm(join(root, '.chat-history'));
      await fs.symlink(root, join(root, '.chat-history'));
      assert.match((await findings('history'))[0]?.message.en ?? '', /symbolic link/);
      assert.equal((await examine()).level, 'problem');
    }));
});

describe('locks', () => {
  const lock = (history: string) => join(history, '.locks/plans/000000009');

  it('finds the lock of a process that is gone, and releases it', () =>
    withHistory(async ({ history, findings, repair }) => {
      const holder = { pid: 2_147_483_646, host: hostName(), start: '1' };
      await write(lock(history), `held ${JSON.stringify(holder)}\n`);
      const [found] = await findings('locks');
      assert.deepEqual([found?.id, found?.data.lock], ['lock.dead', 'plans']);
      const name = { check: 'locks', id: 'lock.dead', subject: join(history, '.locks/plans') };
      assert.equal((await repair(name)).state, 'done');
      assert.deepEqual(brief(await findings('locks')), ['locks.free']);
      assert.equal((await repair(name)).state, 'gone');
    }));

  it('finds one that no living process of another machine holds any more', () =>
    withHistory(async ({ history, findings }) => {
      await write(lock(history), 'held {"pid":1,"host":"elsewhere"}\n');
      const clock = { now: () => Date.now() + 60_000 };
      assert.equal((await findings('locks', { clock }))[0]?.id, 'lock.dead');
      assert.equal((await findings('locks', { clock: systemClock }))[0]?.id, 'lock.held');
    }));

  it('leaves the lock of a living process, which keeps nothing from being examined', () =>
    withHistory(async ({ history, findings, examine, repair }) => {
      const folder = join(history, '.locks/plans');
      const child = fork(programOf(join(__dirname, '../store/lockProcess.ts')), ['hold', folder]);
      try {
        await once(child, 'message');
        const [found] = await findings('locks', { clock: systemClock });
        assert.deepEqual([found?.id, found?.data.pid], ['lock.held', child.pid]);
        const late = { now: () => Date.now() + 60_000 };
        assert.equal((await findings('locks', { clock: late }))[0]?.id, 'lock.stuck');
        await write(join(history, 'plans/dialog.json'), '{');
        const name = { check: 'files', id: 'file.damaged', subject: 'plans/dialog.json' };
        const { state, message } = await repair(name);
        assert.equal(state, 'failed');
        assert.match(message.en, /Another program/);
        assert.equal(await fs.readFile(join(history, 'plans/dialog.json'), 'utf8'), '{');
        assert.equal(
          (await examine()).checks.some(({ findings: all }) => all.some(({ id }) => id === 'late')),
          false,
        );
      } finally {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }));
});

describe('what was left half done', () => {
  it('finds a clear that was interrupted, and finishes it', () =>
    withHistory(async ({ history, findings, repair }) => {
      await write(join(history, 'plans/pending.json'), '{"v":1,"op":"clear"}\n');
      await write(join(history, 'plans/messages.json.1234abcd.tmp'), '[');
      assert.deepEqual(brief(await findings('unfinished')), [
        'unfinished.operation plans',
        'unfinished.files',
      ]);
      const name = { check: 'unfinished', id: 'unfinished.operation', subject: 'plans' };
      assert.equal((await repair(name)).state, 'done');
      assert.deepEqual(brief(await findings('unfinished')), ['unfinished.none']);
      assert.equal('plans/messages.json' in (await tree(history)), false);
    }));
});

describe('the index', () => {
  it('finds what is damaged in it, and puts it aside', () =>
    withHistory(async ({ history, findings, repair }) => {
      assert.deepEqual(brief(await findings('index')), ['index.usable']);
      const row = '0123abcd\t["/s","f","",1]\t{}\n';
      for (const [file, content] of [
        ['sessions/0123456789abcdef.log', '{"v":3'],
        ['figures.log', `derived 1 figures 2\n${row}`],
        ['search/segments.json', '{"v":3'],
      ] as const) {
        const name = { check: 'index', id: 'index.damaged', subject: `.index/${file}` };
        await write(join(history, name.subject), content);
        assert.deepEqual(brief(await findings('index')), [`${name.id} ${name.subject}`]);
        assert.equal((await repair(name)).state, 'done');
        assert.deepEqual(brief(await findings('index')), ['index.usable']);
      }
    }));
});

describe('git and the history', () => {
  const git = (root: string, ...args: string[]) =>
    execFileSync('git', ['-C', root, ...args], { stdio: 'pipe' });
  const machine = (ward: Ward) => ({ machine: { ...ward.target.machine, env: { PATH: process.env.PATH } } });

  it('is kept out, until git has files of it all the same', () =>
    withHistory(async (ward) => {
      const { root, findings } = ward;
      git(root, 'init', '-q');
      assert.deepEqual(brief(await findings('sharing', machine(ward))), ['git.ignored']);
      git(root, 'add', '-f', '.chat-history/plans/messages.json');
      assert.deepEqual(brief(await findings('sharing', machine(ward))), ['git.tracked']);
    }));

  it('is kept out but for what was shared of it', () =>
    withHistory(async (ward) => {
      const { root, history, findings } = ward;
      git(root, 'init', '-q');
      const { item } = await openStore(root).shared.share({ kind: 'note', text: 'For all' });
      git(root, 'add', '--all');
      const [found, ...more] = await findings('sharing', machine(ward));
      assert.deepEqual([found?.id, found?.data, more], ['git.ignored', { tracked: 1 }, []], item.file);
      await fs.writeFile(join(history, 'shared/large.md'), 'x'.repeat(20 * 1024 * 1024));
      const [, large] = await findings('sharing', machine(ward));
      assert.deepEqual([large?.id, large?.level], ['git.large', 'note']);
      assert.match(large?.message.en ?? '', /^shared\/ takes 20 MiB of the repository/);
      git(root, 'add', '-f', '.chat-history/plans/messages.json');
      const [other] = await findings('sharing', machine(ward));
      assert.deepEqual([other?.id, other?.data], ['git.tracked', { tracked: 1 }]);
    }));

  it('is shared without its .gitignore, but for what belongs to one machine', () =>
    withHistory(async (ward) => {
      const { root, history, findings, repair } = ward;
      git(root, 'init', '-q');
      await fs.rm(join(history, '.gitignore'));
      await fs.rm(join(history, '.locks/.gitignore'));
      assert.deepEqual(brief(await findings('sharing', machine(ward))), [
        'git.shared',
        'git.unprotected .locks',
      ]);
      git(root, 'add', '-f', '.chat-history/.machine/place.json');
      assert.equal((await findings('sharing', machine(ward)))[1]?.id, 'git.private');
      await repair({ check: 'sharing', id: 'git.unprotected', subject: '.locks' });
      assert.equal(await fs.readFile(join(history, '.locks/.gitignore'), 'utf8'), '*\n');
    }));
});
