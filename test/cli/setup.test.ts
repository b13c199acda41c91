import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stateOf } from '../hook/runHook.ts';
import { withCli } from './withCli.ts';

async function write(path: string, text: string): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  await fs.writeFile(path, text);
}

describe('the commands setup and remove', () => {
  it('shows what it would write, writes it once, and takes it out again', () =>
    withCli(async ({ cli, home }) => {
      const file = join(home, '.codex/config.toml');
      const before = '# mine\nmodel = "o3"\n';
      await write(file, before);
      assert.match((await cli(['setup', 'codex', '--dry-run'])).stdout, /^\+\[mcp_servers\.history\]$/m);
      assert.equal(await fs.readFile(file, 'utf8'), before);
      assert.match((await cli(['setup', 'codex'])).stdout, /^codex connected/);
      assert.match(await fs.readFile(file, 'utf8'), /mcp-history-store"\nargs = \[ "serve" \]/);
      assert.match((await cli(['setup', 'codex'])).stdout, /^codex nothing to do/);
      assert.match((await cli(['remove'])).stdout, /^codex taken out/);
      assert.equal(await fs.readFile(file, 'utf8'), before);
    }));

  it('makes a file that was not there, and takes it away again', () =>
    withCli(async ({ cli, home }) => {
      await fs.mkdir(join(home, '.copilot'));
      assert.match((await cli(['setup', '--no-hooks'])).stdout, /^copilot connected/);
      const file = join(home, '.copilot/mcp-config.json');
      assert.match(await fs.readFile(file, 'utf8'), /"tools": \[\s*"\*"\s*\]/);
      assert.match((await cli(['remove'])).stdout, /^copilot taken out/);
      await assert.rejects(fs.readFile(file), { code: 'ENOENT' });
    }));

  it('takes out only its own entry of a file that was changed since', () =>
    withCli(async ({ cli, home }) => {
      const file = join(home, '.cursor/mcp.json');
      await write(file, '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
      await cli(['setup', 'cursor', '--no-hooks']);
      await fs.writeFile(file, (await fs.readFile(file, 'utf8')).replace('"a": {}', '"a": {}, "b": {}'));
      await cli(['remove', 'cursor']);
      assert.equal(await fs.readFile(file, 'utf8'), '{\n  "mcpServers": {\n    "a": {}, "b": {}\n  }\n}\n');
    }));

  it('follows a link, and keeps the mode of the file', () =>
    withCli(async ({ cli, home }) => {
      const real = join(home, 'dotfiles/cursor.json');
      await write(real, '{}');
      await fs.chmod(real, 0o640);
      await fs.mkdir(join(home, '.cursor'));
      await fs.symlink(real, join(home, '.cursor/mcp.json'));
      await cli(['setup', 'cursor']);
      assert.match(await fs.readFile(real, 'utf8'), /history/);
      assert.equal((await fs.stat(real)).mode & 0o777, 0o640);
    }));

  it('leaves a file that cannot be read alone, names it, and connects the others', () =>
    withCli(async ({ cli, home }) => {
      const broken = join(home, '.gemini/settings.json');
      await write(broken, '{ "a": 1 "b": 2 }');
      await fs.mkdir(join(home, '.cursor'));
      const { code, stdout } = await cli(['setup']);
      assert.equal(code, 1);
      assert.match(stdout, /gemini failed .*settings\.json is left as it is: it is not valid JSON in line 1/);
      assert.match(stdout, /cursor connected/);
      assert.equal(await fs.readFile(broken, 'utf8'), '{ "a": 1 "b": 2 }');
    }));

  it('refuses an agent that is not known, and says which are', () =>
    withCli(async ({ cli }) => {
      const { code, stderr } = await cli(['setup', 'emacs']);
      assert.equal(code, 2);
      assert.match(stderr, /no agent "emacs".*claude, codex/);
    }));

  it('starts the newest version that is there, also without node on the path', function () {
    if (process.platform === 'win32') this.skip();
    return withCli(async ({ cli, home, project }) => {
      await cli(['setup', 'cursor']);
      const bin = join(stateOf(home), 'mcp-history-store/bin');
      const run = (): string =>
        execFileSync(join(bin, 'mcp-history-store'), ['status'], {
          ...{ cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
          env: { PATH: '/usr/bin:/bin', HOME: home },
        });
      assert.match(run(), /0 dialogs/);
      const installs = await fs.readFile(join(bin, 'installs'), 'utf8');
      const gone = `99.0.0\t${join(home, 'gone/cli.js')}\t${process.execPath}\n`;
      await fs.writeFile(join(bin, 'installs'), gone + installs);
      assert.match(run(), /0 dialogs/);
      await fs.writeFile(join(bin, 'installs'), gone);
      assert.throws(run, /no installed version is left|npm/);
    });
  });
});
