import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { checks } from '../../../src/doctor/checks.ts';
import { spaceFinding } from '../../../src/doctor/disk.ts';
import { examine, repair } from '../../../src/doctor/examine.ts';
import { openStore } from '../../../src/store/store.ts';
import { note } from '../../../src/doctor/findings.ts';
import type { Check } from '../../../src/doctor/types.ts';
import { tree, user } from '../store/withStore.ts';
import { withTarget } from './withTarget.ts';

describe('disk space', () => {
  it('is scarce below 500 MB, and too little below 50', () => {
    const idOf = (bytes: number) => spaceFinding('/x', bytes).id;
    assert.deepEqual([49e6, 51e6, 501e6, Infinity].map(idOf), [
      'disk.full',
      'disk.scarce',
      'disk.free',
      'disk.unknown',
    ]);
    assert.match(spaceFinding('/x', 0).message.en, /Only 0 MB are free at \/x\. Free some space\./);
  });

  it('is that of the disk on which a folder would come to lie', () =>
    withTarget(async ({ root, findings }) => {
      const [disk] = await findings('disk', { project: join(root, 'not/there/yet') });
      assert.match(disk?.id ?? '', /^disk\.(?:free|scarce|full)$/);
      const [proc] = await findings('disk', { project: '/proc/self' });
      if (process.platform === 'linux') assert.equal(proc?.id, 'disk.unknown');
    }));
});

describe('examining', () => {
  it('finds no history in a new project, and makes none, nor anything else', () =>
    withTarget(async ({ root, home, findings, examine }) => {
      assert.deepEqual(
        (await findings('history')).map(({ id, level }) => [id, level]),
        [['history.absent', 'note']],
      );
      const { project, history } = await examine();
      assert.deepEqual([project, history], [root, join(root, '.chat-history')]);
      assert.deepEqual([...(await fs.readdir(root)), ...(await fs.readdir(home))], []);
    }));

  it('examines the machine where there is no project', () =>
    withTarget(async ({ examine }) => {
      const report = await examine({ project: undefined });
      assert.equal('project' in report || 'history' in report, false);
      assert.ok(report.checks.every(({ findings }) => findings.length > 0));
    }));

  it('leaves a history byte for byte as it is', () =>
    withTarget(async ({ root, findings }) => {
      await openStore(root).dialogs.save('plans', [user('hello')]);
      const before = await tree(root);
      assert.equal((await findings('history'))[0]?.level, 'ok');
      assert.deepEqual(await tree(root), before);
    }));
});

describe('a check', () => {
  const check = (id: string, run: Check['run'], withinMs = 5_000): Check => ({
    id,
    run,
    withinMs,
    title: { en: id, zh: id },
  });

  it('that fails, or never ends, keeps no other from its end', () =>
    withTarget(async ({ target }) => {
      const fine: Check['run'] = () => Promise.resolve([note('n', { en: 'n', zh: 'n' })]);
      const broken: Check['run'] = () => Promise.reject(new Error('no'));
      const thrown: Check['run'] = () => {
        throw new Error('at once');
      };
      const endless: Check['run'] = () => new Promise(() => undefined);
      const all = [check('a', broken), check('b', thrown), check('c', endless, 20), check('d', fine)];
      const seen: string[] = [];
      const report = await examine(target, { onCheck: ({ id }) => seen.push(id) }, all);
      assert.deepEqual(
        report.checks.map(({ id, findings: [first] }) => [id, first?.id, first?.level]),
        [
          ['a', 'failed', 'problem'],
          ['b', 'failed', 'problem'],
          ['c', 'late', 'problem'],
          ['d', 'n', 'note'],
        ],
      );
      assert.equal(seen.length, 4);
      assert.equal(report.level, 'problem');
    }));

  it('that is not known has nothing to repair', () =>
    withTarget(async ({ target }) => {
      assert.equal((await repair(target, { check: 'x', id: 'y', subject: '' })).state, 'gone');
    }));
});

describe('docs/doctor.md', () => {
  it('names every check and everything that can be found', async () => {
    const root = join(__dirname, '../../..');
    const text = await fs.readFile(join(root, 'docs/doctor.md'), 'utf8');
    const source = Object.values(await tree(join(root, 'src/doctor'))).join('\n');
    const found = [...source.matchAll(/\b(?:ok|note|problem)\(\s*'([\w.]+)'/g)].map(([, id]) => id);
    const named = [...new Set(found), ...checks.map(({ id }) => id)];
    assert.ok(found.length > 50);
    assert.deepEqual(
      named.filter((id) => !text.includes(`\`${id}\``)),
      [],
    );
  });
});
