import assert from 'node:assert/strict';
import fs from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { runCommand } from './runCommand.ts';
import { withHook } from './runHook.ts';

const plugin = resolve(__dirname, '../../plugin');
const session = '550e8400-e29b-41d4-a716-446655440000';

interface HookEntry {
  readonly type: string;
  readonly command: string;
  readonly linux: string;
  readonly osx: string;
  readonly timeout: number;
}

interface HooksFile {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly HookEntry[] }[]>>;
}

const { hooks } = JSON.parse(fs.readFileSync(join(plugin, 'hooks/hooks.json'), 'utf8')) as HooksFile;
const entry = hooks.PreCompact?.[0]?.hooks[0];

/** A folder with these programs and nothing else, for a PATH without node. */
function programs(folder: string, ...names: readonly string[]): string {
  const found = (process.env.PATH ?? '').split(delimiter);
  fs.mkdirSync(folder);
  for (const name of names) {
    const file = found.map((path) => join(path, name)).find((path) => fs.existsSync(path));
    assert.ok(file, `this machine has no ${name}`);
    fs.symlinkSync(file, join(folder, name));
  }
  return folder;
}

describe('the agent plugin', () => {
  it('has hooks before compaction and at the start of a session', () => {
    assert.deepEqual(Object.keys(hooks), ['PreCompact', 'SessionStart']);
    assert.deepEqual([entry?.type, entry?.timeout], ['command', 60]);
  });

  it('declares no server, as that would be listed twice', () => {
    const files = fs.readdirSync(plugin, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((file) => file.endsWith('mcp.json')),
      [],
    );
  });

  // What the other system's command needs is not there everywhere.
  const key = process.platform === 'darwin' ? 'osx' : 'linux';
  const tools = key === 'osx' ? ['ps'] : ['readlink'];
  const only = process.platform === 'win32' ? it.skip : it;

  only('archives with the program that started it when node is missing', () =>
    withHook(async ({ project, home, transcript }) => {
      const path = await transcript(session, [{ id: 'u1', text: 'Hello' }]);
      const PATH = programs(join(home, 'bin'), ...tools);
      const env = { PATH, HOME: home, CLAUDE_PLUGIN_ROOT: plugin };
      const told = {
        session_id: session,
        transcript_path: path,
        cwd: project,
        hook_event_name: 'PreCompact',
      };
      const ended = await runCommand(entry?.[key] ?? '', project, env, told);
      assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
      const { archives } = await openStore(project).archives.list();
      assert.deepEqual(
        archives.map(({ session: of, messages, event }) => [of, messages, event]),
        [[session, 1, 'PreCompact']],
      );
    }),
  );

  it('runs nothing outside its own folder, as agents copy it elsewhere', () => {
    for (const command of [entry?.command, entry?.linux, entry?.osx]) {
      assert.match(command ?? '', /CLAUDE_PLUGIN_ROOT\}?\/dist\/hook\.js"/);
      assert.ok(!command?.includes('..'), command);
    }
  });

  it('declares the version and license of the package', () => {
    const read = (path: string) => JSON.parse(fs.readFileSync(path, 'utf8')) as Record<string, unknown>;
    const { version, license } = read(join(plugin, '.claude-plugin/plugin.json'));
    const product = read(join(plugin, '../package.json'));
    assert.deepEqual([version, license], [product.version, product.license]);
  });

  only('has a command for Claude Code and Windows that works in any shell', () =>
    withHook(async ({ project, home, transcript }) => {
      const copy = join(home, 'a copy');
      fs.cpSync(plugin, copy, { recursive: true });
      const command = (entry?.command ?? '').replaceAll('${CLAUDE_PLUGIN_ROOT}', copy); // as agents do
      assert.doesNotMatch(command, /[$%|&;]/);
      const path = await transcript(session, [{ id: 'u1', text: 'Hello' }]);
      const env = { PATH: programs(join(home, 'bin'), 'node'), HOME: home };
      const ended = await runCommand(command, project, env, { transcript_path: path, cwd: project });
      assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
      assert.equal((await openStore(project).archives.list()).archives.length, 1);
    }),
  );

  only('exits with code 0 and empty standard output when nothing can run it', () =>
    withHook(async ({ project, home }) => {
      const env = { PATH: programs(join(home, 'bin')), HOME: home, CLAUDE_PLUGIN_ROOT: join(home, 'gone') };
      const { code, stdout } = await runCommand(entry?.[key] ?? '', project, env, {});
      assert.deepEqual([code, stdout], [0, '']);
    }),
  );
});
