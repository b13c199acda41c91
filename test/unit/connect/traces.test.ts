import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { installsOf, keepLauncher } from '../../../src/connect/launcher.ts';
import { scopes } from '../../../src/agents/profile/machine.ts';
import { connecting, disconnecting } from '../../../src/connect/plan.ts';
import { connectedBesides, removeState, removeUnusedLauncher } from '../../../src/connect/traces.ts';
import { launcherState } from '../../../src/disk/base/stateFolder.ts';
import { agentOf, withMachine, type Fixture } from './withMachine.ts';

/** A machine on which a version is installed and its launcher was made. */
const withInstall = (
  test: (fixture: Fixture & { readonly cli: string; readonly state: string }) => Promise<void>,
) =>
  withMachine(async (fixture) => {
    const cli = join(fixture.machine.home, 'installed', 'dist', 'cli.js');
    await fixture.write(cli, '');
    keepLauncher({ version: '1.0.0', cli, runtime: process.execPath }, fixture.machine);
    const state = dirname(launcherState(fixture.machine));
    await fixture.write(join(state, 'projects', 'known.json'), '{}');
    await test({ ...fixture, cli, state });
  });

const claude = agentOf('claude');
const forUser = { hooks: true, scope: 'user' } as const;

describe('what connecting leaves on a machine', () => {
  it('goes with the last agent: the launcher, all state, and the folders made for it', () =>
    withInstall(async ({ around, machine, apply, cli, state }) => {
      await apply(await connecting([claude], forUser, around));
      await removeState(around, cli);
      assert.ok(fs.existsSync(join(state, 'projects')), 'an agent still starts it');
      await apply(await disconnecting([claude], { scopes }, around));
      await removeState(around, cli);
      assert.ok(!fs.existsSync(join(machine.home, '.local')), 'nothing else was in these folders');
    }));

  it('stays where another version is installed, which needs it; only its launcher goes', () =>
    withInstall(async ({ around, machine, write, cli, state }) => {
      const other = join(machine.home, 'newer', 'dist', 'cli.js');
      await write(other, '');
      keepLauncher({ version: '2.0.0', cli: other, runtime: process.execPath }, machine);
      assert.deepEqual(
        installsOf(machine).map(({ version }) => version),
        ['2.0.0', '1.0.0'],
      );
      await removeState(around, cli);
      assert.ok(fs.existsSync(join(state, 'projects', 'known.json')));
      assert.ok(!fs.existsSync(launcherState(machine)));
    }));

  it('leaves folders alone that hold something of others', () =>
    withInstall(async ({ around, machine, write, cli, state }) => {
      const mine = join(machine.home, '.local', 'share', 'mine.txt');
      await write(mine, 'mine');
      await removeState(around, cli);
      assert.ok(!fs.existsSync(state));
      assert.ok(!fs.existsSync(dirname(state)));
      assert.equal(fs.readFileSync(mine, 'utf8'), 'mine');
    }));

  it('is looked for where the person has it, and nothing above that is removed', () =>
    withMachine(async ({ around, machine, write }) => {
      const elsewhere = join(dirname(machine.home), 'state home');
      const machineOf = { ...machine, env: { HISTORY_STATE_HOME: elsewhere } };
      const cli = join(machine.home, 'installed', 'dist', 'cli.js');
      await write(cli, '');
      keepLauncher({ version: '1.0.0', cli, runtime: process.execPath }, machineOf);
      await removeState({ ...around, machine: machineOf }, cli);
      assert.ok(!fs.existsSync(join(elsewhere, 'mcp-history-store')));
      assert.ok(fs.existsSync(dirname(elsewhere)));
    }));

  it('is kept while the journal tells of a file that could be put back', () =>
    withInstall(async ({ around, machine, write }) => {
      const entry = { before: 'old', after: 'x', format: 'text', items: [] };
      await write(join(launcherState(machine), 'connections.json'), JSON.stringify({ '/f': entry }));
      assert.equal(await removeUnusedLauncher(around), false);
      assert.ok(fs.existsSync(launcherState(machine)));
      await write(join(launcherState(machine), 'connections.json'), 'torn {');
      assert.equal(await removeUnusedLauncher(around), true, 'what cannot be read is as none');
    }));
});

describe('agents that share a file', () => {
  it('are told of besides those that are taken away', () =>
    withMachine(async ({ around, apply }) => {
      const gemini = agentOf('gemini');
      await apply(await connecting([claude], forUser, around));
      await apply(await connecting([gemini], forUser, around));
      const besides = async (...agents: readonly (typeof claude)[]) =>
        (await connectedBesides(agents, around)).map(({ id }) => id);
      assert.deepEqual(await besides(claude), ['gemini']);
      assert.deepEqual(await besides(claude, gemini), []);
      assert.deepEqual((await besides()).sort(), ['claude', 'gemini']);
    }));
});
