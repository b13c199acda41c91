import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/store/store.ts';
import { tree, user } from '../store/withStore.ts';
import { withPatient } from './withPatient.ts';

describe('examining', () => {
  it('finds no history in a new project, and makes none, nor anything else', () =>
    withPatient(async ({ root, home, findings, examine }) => {
      assert.deepEqual(
        (await findings('history')).map(({ id, level }) => [id, level]),
        [['history.absent', 'note']],
      );
      const { project, history } = await examine();
      assert.deepEqual([project, history], [root, join(root, '.chat-history')]);
      assert.deepEqual([...(await fs.readdir(root)), ...(await fs.readdir(home))], []);
    }));

  it('examines the machine where there is no project', () =>
    withPatient(async ({ examine }) => {
      const report = await examine({ project: undefined });
      assert.equal('project' in report || 'history' in report, false);
      assert.ok(report.checks.every(({ findings }) => findings.length > 0));
    }));

  it('leaves a history byte for byte as it is', () =>
    withPatient(async ({ root, findings }) => {
      await openStore(root).dialogs.save('plans', [user('hello')]);
      const before = await tree(root);
      assert.equal((await findings('history'))[0]?.level, 'ok');
      assert.deepEqual(await tree(root), before);
    }));
});
