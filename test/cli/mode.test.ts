import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { tree } from '../unit/store/withStore.ts';
import { withCli } from './withCli.ts';

describe('mcp-history-store mode', () => {
  it('says and sets what programs do in a project', () =>
    withCli(async ({ project, cli, json }) => {
      const file = join(project, '.chat-history', 'settings.json');
      assert.deepEqual(await json('mode'), { project, mode: 'return' });
      assert.deepEqual(await json('mode', 'keep'), { project, mode: 'keep', by: file });
      assert.match((await cli(['mode'])).stdout, /^History is kept here, and given to agents only when/);
      assert.deepEqual(await json('mode', 'return'), { project, mode: 'return' });
      assert.equal((await cli(['mode', 'never'])).code, 2);
    }));

  it('fails where the repository is stricter', () =>
    withCli(async ({ project, cli }) => {
      await fs.writeFile(join(project, '.no-history'), '');
      const { code, stdout } = await cli(['mode', 'return']);
      assert.equal(code, 1);
      assert.match(stdout, /^History is off here: .* Set by .*\.no-history\.\n$/);
    }));

  it('stops all other commands of a project in which history is off', () =>
    withCli(async ({ project, home, cli }) => {
      await cli(['save', 'plans', 'Ship the blue teapot']);
      await fs.writeFile(join(project, '.no-history'), '');
      const before = [await tree(project), await tree(home)];
      for (const args of [
        ['search', 'teapot'],
        ['brief'],
        ['team', 'push'],
        ['save', 'plans', 'more'],
        ['keep', '--all'],
      ]) {
        const { code, stdout, stderr } = await cli(args);
        assert.deepEqual([code, stdout], [1, ''], args[0]);
        assert.match(stderr, /History is turned off in this project \(.*\.no-history\)/);
      }
      assert.deepEqual([await tree(project), await tree(home)], before);
    }));

  it('leaves what is kept to the person also while history is off', () =>
    withCli(async ({ project, home, cli, json }) => {
      await cli(['save', 'plans', 'Ship the blue teapot']);
      await fs.writeFile(join(project, '.no-history'), '');
      const before = await tree(home);
      assert.match((await cli(['export', 'plans'])).stdout, /blue teapot/);
      assert.deepEqual(await tree(home), before, 'nothing is noted of the project');
      const { id } = await json('delete', 'plans');
      assert.deepEqual(await json('restore', String(id)), { dialog: 'plans' });
      await json('forget', '--about', 'teapot', '--yes');
      assert.match((await cli(['export', 'plans'])).stdout, /\(forgotten\)/);
    }));
});
