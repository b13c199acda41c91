import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hookOf, installsOf, keepLauncher, startOf } from '../../../src/connect/launcher.ts';
import { launcherState, type Machine } from '../../../src/disk/base/stateFolder.ts';

/** An installed version of the product, which only tells its name and what it was given. */
function installed(folder: string, name: string): string {
  const cli = join(folder, name, 'dist', 'cli.js');
  fs.mkdirSync(dirname(cli), { recursive: true });
  fs.writeFileSync(cli, `console.log(${JSON.stringify(name)}, ...process.argv.slice(2))`);
  return cli;
}

/** With no Node.js on it. */
const path = process.platform === 'win32' ? join(process.env.SystemRoot ?? '', 'System32') : '/nowhere';

function started(machine: Machine): string {
  const { command, args } = startOf(machine);
  const env = { ...machine.env, PATH: path, SystemRoot: process.env.SystemRoot };
  return execFileSync(command, [...args], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

function withMachine(test: (machine: Machine, extensions: string) => void): void {
  const home = fs.mkdtempSync(join(tmpdir(), 'launcher 启动 '));
  try {
    const env = { HISTORY_STATE_HOME: join(home, 'state') };
    test({ home, env, platform: process.platform }, join(home, 'extensions'));
  } finally {
    fs.rmSync(home, { recursive: true });
  }
}

const runtime = process.execPath;
const isWindows = process.platform === 'win32';

describe('the launcher', () => {
  it('starts the newest version, and the one before it where that is gone', () =>
    withMachine((machine, folder) => {
      const cli = installed(folder, 'new');
      keepLauncher({ version: '0.10.0', cli, runtime }, machine);
      keepLauncher({ version: '0.9.1', cli: installed(folder, 'old'), runtime }, machine);
      assert.equal(started(machine), 'new serve');
      fs.rmSync(cli);
      assert.equal(started(machine), 'old serve');
    }));

  it('stays that of the newest version when an older one comes to be known', () =>
    withMachine((machine, folder) => {
      const cli = installed(folder, 'new');
      keepLauncher({ version: '0.10.0', cli, runtime }, machine);
      const script = startOf(machine).command.replace(
        /^cmd$/,
        join(launcherState(machine), 'mcp-history-store.cmd'),
      );
      fs.writeFileSync(script, 'newer');
      keepLauncher({ version: '0.9.1', cli: installed(folder, 'old'), runtime }, machine);
      assert.equal(fs.readFileSync(script, 'utf8'), 'newer');
      assert.deepEqual(
        installsOf(machine).map(({ version }) => version),
        ['0.10.0', '0.9.1'],
      );
    }));

  it('says in words that its folder may not be written', () =>
    withMachine((machine, folder) => {
      const state = join(folder, 'state');
      fs.mkdirSync(folder);
      fs.writeFileSync(state, '');
      const on = { ...machine, env: { HISTORY_STATE_HOME: state } };
      const keep = () => keepLauncher({ version: '0.10.0', cli: join(folder, 'cli.js'), runtime }, on);
      assert.throws(keep, { code: 'storage', message: /refused/ });
      const { mkdirSync } = fs;
      fs.mkdirSync = () => {
        throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
      };
      try {
        assert.throws(keep, { code: 'storage', message: `${launcherState(on)} may not be written` });
      } finally {
        fs.mkdirSync = mkdirSync;
      }
    }));

  it('says that none is left, and ends at once as a hook, whatever npx is there', () =>
    withMachine((machine, folder) => {
      const cli = installed(folder, 'new');
      keepLauncher({ version: '0.10.0', cli, runtime }, machine);
      fs.rmSync(cli);
      const npx = join(folder, 'npx');
      fs.writeFileSync(npx, '#!/bin/sh\necho fetched\nsleep 60\n', { mode: 0o755 });
      const run = (name: 'hook' | 'serve') => {
        const { command, args } = startOf(machine);
        const env = isWindows
          ? { SystemRoot: process.env.SystemRoot, PATH: path }
          : { PATH: `${folder}:/usr/bin:/bin` };
        return spawnSync(command, [...args.slice(0, -1), name], { env, encoding: 'utf8' });
      };
      const hook = run('hook');
      assert.deepEqual([hook.status, hook.stdout, hook.stderr], [0, '', '']);
      const serve = run('serve');
      assert.deepEqual([serve.status, serve.stdout], [1, '']);
      assert.match(serve.stderr, /no installed version is left/);
    }));

  it('gives what the program gave: its status, and what it was given on standard input', () =>
    withMachine((machine, folder) => {
      const cli = installed(folder, 'new & newer');
      fs.writeFileSync(cli, "process.stdin.pipe(process.stdout).on('unpipe', () => process.exit(7))");
      keepLauncher({ version: '0.10.0', cli, runtime }, machine);
      const { command, args } = startOf(machine);
      const env = { ...process.env, PATH: path };
      const { status, stdout } = spawnSync(command, args, { env, encoding: 'utf8', input: '{"中":1}' });
      assert.deepEqual([status, stdout], [7, '{"中":1}']);
    }));

  it('leaves the code page of a console on Windows as it was', function () {
    if (!isWindows) this.skip();
    withMachine((machine, folder) => {
      keepLauncher({ version: '0.10.0', cli: installed(folder, 'new'), runtime }, machine);
      const script = join(folder, 'shared console.cmd');
      const launcher = hookOf(machine).command;
      fs.writeFileSync(script, `@echo off\r\nchcp 437 >nul\r\nchcp\r\ncall ${launcher} >nul\r\nchcp\r\n`);
      const [before, after] = execFileSync('cmd', ['/c', 'call', script], { encoding: 'utf8' }).split('\r\n');
      assert.equal(after, before);
    });
  });

  it('finds the version that an editor put beside the one it removed, and that has not run yet', () =>
    withMachine((machine, folder) => {
      const cli = installed(folder, 'me.history-0.9.1-universal');
      keepLauncher({ version: '0.9.1', cli, runtime }, machine);
      installed(folder, 'me.other-0.9.1');
      fs.rmSync(dirname(dirname(cli)), { recursive: true });
      assert.throws(() => started(machine), /no installed version is left/);
      installed(folder, 'me.history-0.10.0-universal');
      assert.equal(started(machine), 'me.history-0.10.0-universal serve');
    }));
});
