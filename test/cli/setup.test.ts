import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { stateOf } from '../hook/runHook.ts';
import { cliProgram, withCli } from './withCli.ts';

async function write(path: string, text: string): Promise<void> {
  await fs.mkdir(dirname(path), { recursive: true });
  await fs.writeFile(path, text);
}

/** Kills its process at one of the operations that put files in place, before it or after. */
const killing = `
const sync = require('node:fs');
let left = Number(process.env.KILL_AT);
const step = () => left-- === 0 && process.kill(process.pid, 'SIGKILL');
for (const fs of [sync, sync.promises])
  for (const name of ['rename', 'writeFile', 'rm', 'renameSync', 'writeFileSync']) {
    const real = fs[name];
    if (real) fs[name] = function (...args) { step(); return real.apply(this, args); };
  }
`;

/** Has a process take its pipes for a terminal. */
const atTerminal = `
for (const stream of [process.stdin, process.stdout]) Object.defineProperty(stream, 'isTTY', { value: true });
`;

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('the commands setup and remove', () => {
  it('previews the changes, writes them once, and removes them again', () =>
    withCli(async ({ cli, home }) => {
      const file = join(home, '.codex/config.toml');
      const before = '# mine\nmodel = "o3"\n';
      await write(file, before);
      assert.match((await cli(['setup', 'codex', '--dry-run'])).stdout, /^\+\[mcp_servers\.history\]$/m);
      assert.equal(await fs.readFile(file, 'utf8'), before);
      assert.match((await cli(['setup', 'codex'])).stdout, /^codex connected/);
      assert.match(await fs.readFile(file, 'utf8'), /mcp-history-store(?:"\nargs = \[|\.cmd",) "serve" \]/);
      assert.match((await cli(['setup', 'codex'])).stdout, /^codex nothing to do/);
      assert.match((await cli(['remove'])).stdout, /^codex taken out/);
      assert.equal(await fs.readFile(file, 'utf8'), before);
    }));

  it('has agents keep their sessions longer, shows the edit first, and puts the setting back', () =>
    withCli(async ({ cli, home }) => {
      const file = join(home, '.claude/settings.json');
      const before = '{\n  // mine\n  "cleanupPeriodDays": 20,\n  "model": "opus"\n}\n';
      const after = before.replace('20', '365');
      await write(file, before);
      const keep = ['setup', 'claude', '--keep-days', '365'];
      const dry = await cli([...keep, '--dry-run']);
      assert.match(dry.stdout, /^-\s+"cleanupPeriodDays": 20,\n\+\s+"cleanupPeriodDays": 365,$/m);
      assert.equal(await fs.readFile(file, 'utf8'), before);
      assert.match((await cli(keep)).stdout, /^claude set /);
      assert.equal(await fs.readFile(file, 'utf8'), after);
      assert.match((await cli(keep)).stdout, /^claude nothing to do/);
      assert.match((await cli(['setup', 'claude'])).stdout, /^claude connected/);
      assert.match(await fs.readFile(file, 'utf8'), /"cleanupPeriodDays": 365/);
      assert.match((await cli(['remove', 'claude'])).stdout, /^claude taken out/);
      assert.equal(await fs.readFile(file, 'utf8'), before);
      const gemini = join(home, '.gemini/settings.json');
      assert.equal((await cli(['setup', 'gemini', '--keep-days', '90'])).code, 0);
      assert.match(await fs.readFile(gemini, 'utf8'), /"maxAge": "90d"/);
      assert.equal((await cli(['remove'])).code, 0);
      await assert.rejects(fs.readFile(gemini), { code: 'ENOENT' });
      assert.deepEqual(await fs.readFile(file, 'utf8'), before);
      const refused = await cli(['setup', 'codex', '--keep-days', '90']);
      assert.match(refused.stderr, /Codex has no setting that says how long it keeps sessions/);
    }));

  it('leaves alone how long an agent keeps sessions where a person changed that since', () =>
    withCli(async ({ cli, home }) => {
      const file = join(home, '.claude/settings.json');
      await cli(['setup', 'claude', '--keep-days', '365']);
      await write(file, '{ "cleanupPeriodDays": 60 }');
      assert.equal((await cli(['remove', 'claude'])).code, 0);
      assert.equal(await fs.readFile(file, 'utf8'), '{ "cleanupPeriodDays": 60 }');
    }));

  it('previews on a terminal what it will write and remove, and proceeds on confirmation', () =>
    withCli(async ({ cli, home }) => {
      const file = join(home, '.codex/config.toml');
      const before = 'model = "o3"\n';
      await write(file, before);
      await write(join(home, 'terminal.cjs'), atTerminal);
      const answered = async (input: string, args: readonly string[], env = {}) => {
        const require = JSON.stringify(join(home, 'terminal.cjs'));
        const options = { NODE_OPTIONS: `--require ${require}`, NO_COLOR: '1', ...env };
        const { code, stdout, stderr } = await cli(args, input, options, input !== '');
        assert.equal(code, 0, stderr);
        return stdout;
      };
      const setup = ['setup', 'codex'];
      for (const no of ['n\n', 'what\n', '']) {
        const stdout = await answered(no, setup);
        assert.match(stdout, /^\+\[mcp_servers\.history\]\n[^]*\nWrite these changes\? \[Y\/n\] /m);
        assert.match(stdout, /Nothing was written\.\n$/);
        assert.equal(await fs.readFile(file, 'utf8'), before);
        await assert.rejects(fs.access(stateOf(home)), { code: 'ENOENT' });
      }
      assert.match(await answered('\n', setup), /\? \[Y\/n\] codex connected/);
      assert.match(await fs.readFile(file, 'utf8'), /mcp_servers\.history/);
      assert.match(await answered('', setup), /^codex nothing to do/, 'nothing is asked');
      const remove = await answered('n\n', ['remove']);
      assert.match(remove, /^-\[mcp_servers\.history\]\n[^]*\[Y\/n\] Nothing was written\.\n$/m);
      assert.match(await fs.readFile(file, 'utf8'), /mcp_servers\.history/);
      const chinese = await answered('是\n', ['remove'], { HISTORY_LANGUAGE: 'zh' });
      assert.match(chinese, /写入这些更改？\[Y\/n\] codex 已移除/);
      assert.equal(await fs.readFile(file, 'utf8'), before);
    }));

  it('asks nothing with --yes or --json, or without a terminal', () =>
    withCli(async ({ cli, home }) => {
      const file = join(home, 'terminal.cjs');
      await write(file, atTerminal);
      const env = { NODE_OPTIONS: `--require ${JSON.stringify(file)}` };
      for (const asked of [
        ['--yes', env],
        ['--json', env],
        ['--no-hooks', {}],
      ] as const) {
        const { stdout } = await cli(['setup', 'cursor', asked[0]], '', asked[1]);
        assert.doesNotMatch(stdout, /\[Y\/n\]/);
        assert.match(await fs.readFile(join(home, '.cursor/mcp.json'), 'utf8'), /history/);
        assert.doesNotMatch(
          (await cli(['remove', asked[0] === '--no-hooks' ? 'cursor' : asked[0]], '', asked[1])).stdout,
          /\[Y/,
        );
        await assert.rejects(fs.access(join(home, '.cursor')), { code: 'ENOENT' });
      }
    }));

  for (const where of ['home', 'outermost'] as const)
    it(`connects for a user in the ${where} folder, which is no project, and asks for a project if needed`, () =>
      withCli(async ({ home }) => {
        await fs.mkdir(join(home, '.codex'));
        const cwd = where === 'home' ? home : parse(home).root;
        const run = (...args: string[]) => {
          const env = {
            ...process.env,
            HOME: home,
            USERPROFILE: home,
            HISTORY_STATE_HOME: join(home, 'state'),
          };
          return spawnSync(process.execPath, [cliProgram, ...args], { cwd, env, encoding: 'utf8' });
        };
        const { status, stdout, stderr } = run('setup', 'codex');
        assert.equal(status, 0, stderr);
        assert.match(stdout, /^codex connected/);
        assert.match(await fs.readFile(join(home, '.codex/config.toml'), 'utf8'), /mcp_servers\.history/);
        for (const more of [
          ['--scope', 'project'],
          ['--rules', 'full'],
        ]) {
          const refused = run('setup', 'codex', ...more);
          assert.equal(refused.status, 2);
          assert.match(refused.stderr, /is not a project\. Change into one, or name one with --project/);
        }
        assert.match(run('remove').stdout, /^codex taken out/);
      }));

  it('creates a missing file and removes it again', () =>
    withCli(async ({ cli, home }) => {
      await fs.mkdir(join(home, '.copilot'));
      assert.match((await cli(['setup', '--no-hooks'])).stdout, /^copilot-cli connected/);
      const file = join(home, '.copilot/mcp-config.json');
      assert.match(await fs.readFile(file, 'utf8'), /"tools": \[\s*"\*"\s*\]/);
      assert.match((await cli(['remove'])).stdout, /^copilot-cli taken out/);
      await assert.rejects(fs.readFile(file), { code: 'ENOENT' });
    }));

  it('removes only its own entry from a file changed since', () =>
    withCli(async ({ cli, home }) => {
      const file = join(home, '.cursor/mcp.json');
      await write(file, '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n');
      await cli(['setup', 'cursor', '--no-hooks']);
      await fs.writeFile(file, (await fs.readFile(file, 'utf8')).replace('"a": {}', '"a": {}, "b": {}'));
      await cli(['remove', 'cursor']);
      assert.equal(await fs.readFile(file, 'utf8'), '{\n  "mcpServers": {\n    "a": {}, "b": {}\n  }\n}\n');
    }));

  it('follows a link and keeps the mode of the file', () =>
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

  it('leaves an unreadable file untouched, names it, and connects the others', () =>
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

  it('writes hooks and, on request, rules, and lists a file with several changes once', () =>
    withCli(async ({ cli, json, home, project }) => {
      await write(join(home, '.gemini/settings.json'), '{ "theme": "dark" }\n');
      await write(join(project, 'GEMINI.md'), 'Be kind.\n');
      const args = ['setup', 'gemini', '--rules', 'minimal', '--language', 'zh'];
      const { stdout } = await cli([...args, '--dry-run']);
      assert.equal(stdout.match(/^--- .*settings\.json$/gm)?.length, 1);
      assert.match(stdout, /^\+.*"mcpServers"/m);
      assert.match(stdout, /^\+.*"PreCompress"/m);
      assert.match(stdout, /^\+AGENT 规则/m);
      assert.deepEqual(await json(...args, '--dry-run'), await json(...args, '--dry-run'));
      const done = await json(...args);
      const note =
        'Gemini CLI starts no servers in a folder that it does not trust: start gemini there and choose “Trust folder”.';
      assert.deepEqual(done.agents, [
        {
          agent: 'gemini',
          outcome: 'connected',
          notes: [note],
          files: [join(home, '.gemini/settings.json'), join(project, 'GEMINI.md')],
        },
      ]);
      assert.match(
        await fs.readFile(join(home, '.gemini/settings.json'), 'utf8'),
        /mcp-history-store(?:\\"|\.cmd') hook"/,
      );
      assert.match((await cli(['setup', 'codex'])).stdout, /Codex runs a hook only once you trust it/);
      await cli(['remove']);
      assert.equal(await fs.readFile(join(home, '.gemini/settings.json'), 'utf8'), '{ "theme": "dark" }\n');
      assert.equal(await fs.readFile(join(project, 'GEMINI.md'), 'utf8'), 'Be kind.\n');
    }));

  it('removes everything it ever wrote, including other projects and its own state', () =>
    withCli(async ({ cli, home, project }) => {
      const other = join(project, '../other');
      await fs.mkdir(join(other, '.git'), { recursive: true });
      const before = await fs.readdir(join(project, '..'), { recursive: true });
      await cli(['setup', 'claude', 'copilot', 'continue', 'cursor', '--rules', 'full']);
      await cli(['setup', 'claude', 'continue', '--scope', 'project', '--rules', 'full', '--project', other]);
      assert.match(await fs.readFile(join(other, 'CLAUDE.md'), 'utf8'), /history_search/);
      assert.doesNotMatch(await fs.readFile(join(other, '.mcp.json'), 'utf8'), /mcp-history-store\/bin/);
      const { stdout, code } = await cli(['remove']);
      assert.equal(code, 0);
      assert.match(stdout, /^taken out .*other.CLAUDE\.md$/m);
      await fs.rm(stateOf(home), { recursive: true, force: true }); // the folder around ours
      assert.deepEqual(await fs.readdir(join(project, '..'), { recursive: true }), before);
    }));

  it('keeps its own state while another agent or version needs it', () =>
    withCli(async ({ cli, home }) => {
      await cli(['setup', 'cursor', 'codex']);
      const bin = join(stateOf(home), 'mcp-history-store/bin');
      await cli(['remove', 'cursor']);
      assert.match(await fs.readFile(join(bin, 'installs'), 'utf8'), /cli\.js/);
      await cli(['remove', 'codex']);
      await assert.rejects(fs.access(bin), { code: 'ENOENT' });
    }));

  it('runs twice concurrently without harm', () =>
    withCli(async ({ cli, home }) => {
      const agents = ['claude', 'codex', 'gemini', 'qwen', 'copilot-cli', 'cursor'];
      const file = join(home, '.gemini/settings.json');
      const before = '{ "theme": "dark" }\n';
      await write(file, before);
      const both = await Promise.all([cli(['setup', ...agents]), cli(['setup', ...agents])]);
      for (const { code, stdout } of both) assert.equal(code, 0, stdout);
      const again = await cli(['setup', ...agents]);
      assert.equal(again.stdout.match(/nothing to do/g)?.length, agents.length, again.stdout);
      await fs.writeFile(`${file}.mcp-history-store-${deadPid()}-0.tmp`, '{');
      await cli(['remove', 'gemini']);
      assert.equal(await fs.readFile(file, 'utf8'), before);
      assert.deepEqual(await fs.readdir(dirname(file)), ['settings.json']);
      await cli(['remove']);
      await assert.rejects(fs.access(join(home, '.cursor')), { code: 'ENOENT' });
    }));

  it('leaves files intact and restorable when killed at any disk operation', () =>
    withCli(async ({ cli, home }) => {
      const files = ['.gemini/settings.json', '.codex/config.toml'].map((name) => join(home, name));
      const texts = ['{ "theme": "dark" }\n', 'model = "o3"\n'];
      const killer = join(home, 'kill.cjs');
      await write(killer, killing);
      let killed = 0;
      for (let at = 0; ; at++) {
        for (const [index, file] of files.entries()) await write(file, texts[index] ?? '');
        const env = { NODE_OPTIONS: `--require ${JSON.stringify(killer)}`, KILL_AT: String(at) };
        const { code } = await cli(['setup', 'gemini', 'codex'], '', env);
        JSON.parse(await fs.readFile(files[0] ?? '', 'utf8'));
        assert.match(
          await fs.readFile(files[1] ?? '', 'utf8'),
          /^model = "o3"\n(\n\[mcp_servers\.history\]\n[^]+\n)?$/,
        );
        const { stdout } = await cli(['remove']);
        for (const [index, file] of files.entries())
          assert.equal(await fs.readFile(file, 'utf8'), texts[index], stdout);
        if (code === 0) break;
        killed++;
      }
      assert.ok(killed > 8, String(killed));
      await cli(['setup', 'gemini', 'codex']); // sweeps what was left
      await cli(['remove']);
      for (const file of files) assert.deepEqual(await fs.readdir(dirname(file)), [basename(file)]);
    }));

  it('refuses an unknown agent and lists the known ones', () =>
    withCli(async ({ cli }) => {
      const { code, stderr } = await cli(['setup', 'emacs']);
      assert.equal(code, 2);
      assert.match(stderr, /no agent "emacs".*claude, codex/);
    }));

  it('registers a newer version with the launcher on any run, unless it is under development', () =>
    withCli(async ({ cli, home, run }) => {
      const dist = join(home, 'package 包/dist');
      await fs.cp(dirname(cliProgram), dist, {
        recursive: true,
        filter: (path) => !/[\\/]dist[\\/](?:webview|extension)/.test(path),
      });
      const packaged = join(dist, 'cli.js');
      const list = join(stateOf(home), 'mcp-history-store/bin/installs');
      const known = async () =>
        (await fs.readFile(list, 'utf8')).split('\n').map((line) => line.split('\t')[1]);
      await run('', { program: packaged, args: ['--version'] });
      await assert.rejects(fs.access(stateOf(home)), { code: 'ENOENT' }, 'no agent is connected');
      await cli(['setup', 'cursor']);
      const before = await fs.readFile(list, 'utf8');
      for (const args of [['--version'], ['status'], ['serve'], [], ['hook']]) {
        await fs.writeFile(list, before);
        const { code, stderr } = await run('', { program: packaged, args });
        assert.equal(code, 0, stderr);
        assert.deepEqual((await known()).slice(0, 2), [packaged, cliProgram], args.join());
      }
      const written = await fs.stat(list);
      await run('', { program: packaged, args: ['--version'] });
      assert.equal((await fs.stat(list)).ino, written.ino, 'nothing is written again');
      const other = `0.0.1\t${packaged}\t${process.execPath}\n`;
      await fs.writeFile(list, other);
      await cli(['--version']);
      assert.equal(await fs.readFile(list, 'utf8'), other);
      await fs.chmod(dirname(list), 0o500);
      assert.equal((await run('', { program: packaged, args: ['--version'] })).code, 0);
      await fs.chmod(dirname(list), 0o700);
    }));

  it('starts the newest installed version, even without node on the path', function () {
    if (process.platform === 'win32') this.skip();
    return withCli(async ({ cli, home, project }) => {
      await cli(['setup', 'cursor']);
      const bin = join(stateOf(home), 'mcp-history-store/bin');
      const run = (): string =>
        execFileSync(join(bin, 'mcp-history-store'), ['status'], {
          cwd: project,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
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
