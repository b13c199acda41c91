import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { homeFolder } from '../../src/disk/base/stateFolder.ts';
import { hookProgram } from '../hook/runHook.ts';
import { startable } from '../readable.ts';
import { cliProgram, withCli } from './withCli.ts';

/** A user that no system knows. */
const unknownUser = 54_321;

interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function runAs(uid: number, args: readonly string[], cwd: string, home?: string): Promise<Said> {
  return new Promise((done, fail) => {
    const env = { PATH: process.env.PATH ?? '', ...(home !== undefined && { HOME: home }) };
    const child = spawn(process.execPath, [...args], { cwd, env, uid });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
    child.once('error', fail);
    child.once('close', (code) => done({ code, ...said }));
    child.stdin.end(JSON.stringify({ session_id: 'x', hook_event_name: 'PreCompact', cwd }));
  });
}

describe('a user without a home folder', () => {
  it('has that of the system where the variable is empty or relative', () => {
    const { HOME } = process.env;
    try {
      for (const home of ['', 'relative', './x']) {
        process.env.HOME = home;
        assert.equal(homeFolder(), userInfo().homedir);
      }
      process.env.HOME = '/somewhere';
      assert.equal(homeFolder(), '/somewhere');
    } finally {
      if (HOME === undefined) delete process.env.HOME;
      else process.env.HOME = HOME;
    }
  });

  it('is told so in one sentence by each program, which writes nothing', async function () {
    if (process.getuid?.() !== 0) return this.skip(); // only root starts programs as another user
    await withCli(async ({ project }) => {
      fs.chmodSync(join(project, '..'), 0o755);
      fs.chmodSync(project, 0o777);
      const folder = startable(dirname(cliProgram));
      const [cli, hook] = [cliProgram, hookProgram].map((program) => join(folder, basename(program)));
      assert.ok(cli && hook);
      const programs: readonly (readonly string[])[] = [
        [cli, 'setup', 'claude', '--yes'],
        [cli, 'doctor'],
        [cli, 'sessions'],
        [hook],
      ];
      for (const args of programs)
        for (const home of [undefined, '', 'relative']) {
          const { code, stdout, stderr } = await runAs(unknownUser, args, project, home);
          const [line = '', ...more] = stderr.trim().split('\n');
          assert.match(line, /This user has no home folder: set HOME to the absolute path of a folder\.$/);
          assert.deepEqual([more, stdout], [[], ''], args.join(' '));
          assert.equal(code === 0, args[0] === hook, args.join(' '));
        }
      assert.deepEqual(fs.readdirSync(project), ['.git']);
    });
  });
});
