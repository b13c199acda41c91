import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/disk/base/context.ts';
import { silentLog } from '../../src/disk/base/core.ts';
import { stateVariable, type Machine } from '../../src/disk/base/stateFolder.ts';
import { followCopy } from '../../src/history/copies/followCopy.ts';
import { defaultCopies } from '../../src/history/copies/modes.ts';
import { openStore } from '../../src/store/store.ts';
import { stateOf, withHook, type HookFixture } from './runHook.ts';

/** A project whose history was copied and then deleted with its folder. */
const withLoss = (test: (fixture: HookFixture) => Promise<void>) =>
  withHook(async (fixture) => {
    const { project, home } = fixture;
    const env = { [stateVariable]: stateOf(home) };
    const machine: Machine = { home, env, platform: process.platform };
    const history = join(project, '.chat-history');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: project });
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'https://example.com/shop.git');
    await openStore(project).dialogs.save('shop', [{ role: 'user', text: 'Fix the login' }]);
    await followCopy(history, { machine, clock: systemClock, log: silentLog }, defaultCopies);
    fs.rmSync(history, { recursive: true });
    await test(fixture);
  });

const starting = (cwd: string) =>
  JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', session_id: 's1', cwd });
const enough = ['--brief-within', '20000'];

describe('the hook where a history was deleted with its folder', () => {
  it('tells the agent that starts how it comes back', () =>
    withLoss(async ({ project, run }) => {
      const { code, stdout } = await run(starting(project), { args: enough });
      assert.equal(code, 0);
      assert.match(stdout, /The history that was here until .* was deleted with its folder/);
      assert.match(stdout, /mcp-history-store restore --copy/);
      assert.equal(fs.existsSync(join(project, '.chat-history')), false, 'nothing is restored');
    }));

  it('tells the agent that starts in another clone of the repository once the folder is gone', () =>
    withLoss(async ({ project, run }) => {
      const clone = join(project, '..', 'clone');
      fs.renameSync(project, clone); // with its origin
      fs.mkdirSync(project);
      const { stdout } = await run(starting(clone), { args: enough, cwd: clone });
      assert.equal(stdout, '', 'its folder is there');
      fs.rmdirSync(project);
      const told = await run(starting(clone), { args: enough, cwd: clone });
      assert.match(told.stdout, /a copy of that of another clone of this repository/);
    }));

  it('says nothing before a prompt, and where it is to give no brief', () =>
    withLoss(async ({ project, run }) => {
      const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's1', cwd: project, prompt: 'Go on' };
      assert.equal((await run(JSON.stringify(prompt), { args: enough })).stdout, '');
      assert.equal((await run(starting(project), { args: ['--brief', 'off', ...enough] })).stdout, '');
    }));
});
