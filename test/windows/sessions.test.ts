import assert from 'node:assert/strict';
import { writeSessionHome } from '../bench/sessionHome.ts';
import { withCli } from '../cli/withCli.ts';

describe('on Windows, sessions of agents', () => {
  it('are found where their agent writes the drive of the project in lower case, kept and handed over', () =>
    withCli(async ({ cli, json, project, home }) => {
      const lower = project.slice(0, 1).toLowerCase() + project.slice(1);
      const written = writeSessionHome(home, lower, { count: 8, now: Date.now(), turns: 1 });
      for (const folder of [project, lower])
        assert.equal((await json('sessions', '--project', folder)).total, written.length);
      assert.match((await cli(['keep', '--all'])).stdout, /^Kept 8 sessions .*; 0 failed, 0 left\.\n$/);
      assert.match((await cli(['resume', 'latest'])).stdout, /Why is part 0/);
    }));
});
