import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { projectRoot } from '../editor/places.ts';
import { claudeLines } from '../unit/store/transcriptOf.ts';
import { cleanClone, filesBelow } from './cleanClone.ts';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const allowed = new RegExp(
  `^(package\\.json|README(\\.zh-CN)?\\.md|LICENSE|dist/(${[
    '[\\w-]+\\.js',
    'THIRD_PARTY_NOTICES\\.txt',
    // the plugins of agents
    'README\\.md',
    'gemini-extension\\.json',
    '\\.(claude-|codex-|cursor-)?plugin/\\w+\\.json',
    'hooks/\\w+\\.json',
    'skills/[\\w-]+/SKILL\\.md',
  ].join('|')}))$`,
);
/** What only the editor runs, and what Node.js before 22.5 reads databases with: 530 kB of WebAssembly. */
const left = /^dist\/(extension.*|portable)\.js$/;

const session = '550e8400-e29b-41d4-a716-446655440000';

describe('the npm package, packed from a clean clone and installed into an empty folder', function () {
  const temporary = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'history npm 包 ')));
  const clone = join(temporary, 'clone');
  const home = join(temporary, 'home');
  const folder = join(temporary, 'project');
  const packed = join(folder, 'node_modules/mcp-history-store');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    USERPROFILE: home,
    HISTORY_STATE_HOME: join(temporary, 'state'),
  };
  let tarball: string;

  before(() => {
    for (const path of [home, join(folder, '.git')]) fs.mkdirSync(path, { recursive: true });
    cleanClone(clone);
    execFileSync(npm, ['pack', '--pack-destination', temporary], { cwd: clone, stdio: 'pipe' });
    tarball = join(
      temporary,
      fs.readdirSync(temporary).find((name) => name.endsWith('.tgz'))!,
    );
    const install = ['install', '--offline', '--no-audit', '--no-fund', tarball];
    execFileSync(npm, install, { cwd: folder, stdio: 'pipe' });
  });

  after(() => fs.rmSync(temporary, { recursive: true, force: true }));

  /** Leaves the clone as a packing does that was broken off. */
  const breakOff = (): void =>
    void execFileSync(process.execPath, ['scripts/npmPackage.mjs', 'prepack'], { cwd: clone, stdio: 'pipe' });

  /** Runs a command of the package by its name. */
  const run = (args: readonly string[], input = ''): string => {
    const npx = npm.replace('npm', 'npx');
    const ended = spawnSync(npx, ['--offline', 'mcp-history-store', ...args], {
      cwd: folder,
      env,
      input,
      encoding: 'utf8',
    });
    assert.equal(ended.status, 0, `${args.join(' ')}: ${ended.stderr}`);
    return ended.stdout;
  };

  // 480 kB of it were there before briefs, resources, who wrote which line, what sessions cost, two tables of words that mean the same, and the client of hubs, which searches and fetches.
  it('is smaller than 943 kB', () => {
    assert.ok(fs.statSync(tarball).size < 943_000, `${fs.statSync(tarball).size} bytes`);
  });

  it('holds what runs without an editor and nothing else', () => {
    const files = filesBelow(packed);
    assert.deepEqual(
      files.filter((file) => !allowed.test(file) || left.test(file)),
      [],
    );
    for (const file of ['dist/cli.js', 'dist/server.js', 'dist/hook.js', 'dist/THIRD_PARTY_NOTICES.txt'])
      assert.ok(files.includes(file), `${file} is missing among ${files.join()}`);
  });

  it('carries the licences of the packages inside it', () => {
    const notices = fs.readFileSync(join(packed, 'dist/THIRD_PARTY_NOTICES.txt'), 'utf8');
    for (const name of ['zod', 'commander', 'hono', 'yaml', '@modelcontextprotocol/sdk'])
      assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
    assert.doesNotMatch(notices, /^preact /m);
  });

  it('has a manifest and a readme for people who know no more than npm', () => {
    const manifestIn = (root: string) =>
      JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
    const [manifest, own] = [manifestIn(packed), manifestIn(projectRoot)];
    assert.deepEqual(Object.keys(manifest), [
      ...['name', 'version', 'description', 'license', 'keywords', 'mcpName', 'bin', 'engines', 'scripts'],
    ]);
    for (const key of ['name', 'version', 'mcpName', 'bin']) assert.deepEqual(manifest[key], own[key], key);
    for (const name of ['package.json', 'README.md', 'README.zh-CN.md'])
      assert.doesNotMatch(fs.readFileSync(join(packed, name), 'utf8'), /%[a-z]\w*%|\]\((?!https:|#)/, name);
  });

  it('is to the last byte the same in a release, made in a folder where one worked, which is left as it was', () => {
    for (const file of ['notes.txt', 'dist/old.js', 'dist/skills/old.md', '.chat-history/a/messages.json']) {
      fs.mkdirSync(join(clone, file, '..'), { recursive: true });
      fs.writeFileSync(join(clone, file), 'of yesterday');
    }
    breakOff();
    const release = join(temporary, 'release');
    execFileSync(process.execPath, ['scripts/release.mjs', '--out', release], { cwd: clone, stdio: 'pipe' });
    assert.deepEqual(
      fs.readdirSync(release).map((name) => extname(name)),
      ['', '.zip', '.mcpb', '.tgz', '.vsix', '.json'],
    );
    const again = fs.readFileSync(join(release, basename(tarball)));
    assert.ok(again.equals(fs.readFileSync(tarball)));
    const sum = createHash('sha256').update(again).digest('hex');
    assert.ok(
      fs.readFileSync(join(release, 'SHA256SUMS'), 'utf8').includes(`${sum}  ${basename(tarball)}\n`),
    );
    for (const name of ['package.json', 'README.md', 'README.zh-CN.md'])
      assert.equal(
        fs.readFileSync(join(clone, name), 'utf8'),
        fs.readFileSync(join(projectRoot, name), 'utf8'),
      );
  });

  it('tells what it can do, and finds what was saved', () => {
    assert.match(run(['--help']), /^Usage: mcp-history-store/);
    assert.match(run(['serve', '--help']), /--stdio/);
    assert.match(run(['save', 'plan', 'Ship on Friday']), /^Saved 1 message in plan/);
    assert.match(run(['search', 'friday']), /^1 found\./);
  });

  it('is a server that an MCP client talks to', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const entry = join(folder, 'node_modules/.bin', `mcp-history-store${npm.slice(3)}`);
    await client.connect(
      new StdioClientTransport({ command: entry, args: ['serve'], cwd: folder, env, stderr: 'ignore' }),
    );
    try {
      assert.ok((await client.listTools()).tools.length > 20);
      const found = await client.callTool({ name: 'history_search', arguments: { query: 'friday' } });
      assert.match(JSON.stringify(found.content), /Ship on Friday/);
    } finally {
      await client.close();
    }
  });

  it('tells programs what the doctor finds', () => {
    const { level, checks } = JSON.parse(run(['doctor', '--json'])) as { level: string; checks: unknown[] };
    assert.notEqual(level, 'problem');
    assert.ok(checks.length > 5);
  });

  it('shows what it would write for an agent', () => {
    fs.mkdirSync(join(home, '.claude'));
    assert.match(run(['setup', 'claude', '--dry-run']), /^\+ +"command": ".*mcp-history-store"/m);
    assert.ok(!fs.existsSync(join(home, '.claude.json')));
  });

  it('goes on from a session of an agent, tells of it, and archives it as a hook', () => {
    const sessions = join(home, '.claude/projects', folder.replaceAll(/[^A-Za-z0-9]/g, '-'));
    fs.mkdirSync(sessions, { recursive: true });
    const transcript = join(sessions, `${session}.jsonl`);
    const lines = claudeLines(session, 'Fix the login', [{ id: 'u1', text: 'Begin there' }], folder);
    fs.writeFileSync(transcript, lines);
    assert.match(run(['resume', 'latest']), /Begin there/);
    assert.match(run(['brief']), /Begin there/);
    const told = { session_id: session, transcript_path: transcript, cwd: folder, trigger: 'auto' };
    assert.equal(run(['hook'], JSON.stringify({ ...told, hook_event_name: 'PreCompact' })), '');
    assert.match(run(['search', 'begin', '--source', 'archives']), /^1 found\./);
  });
});
