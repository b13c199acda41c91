import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../editor/places.ts';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const allowed =
  /^(package\.json|README(\.zh-CN)?\.md|LICENSE|dist\/((server|operations|serverHttp|cli|formats)\.js|THIRD_PARTY_NOTICES\.txt))$/;

describe('the npm package, installed into an empty folder', function () {
  this.timeout(180_000);
  const temporary = mkdtempSync(join(tmpdir(), 'history npm 包 '));
  const folder = join(temporary, 'project');
  const packed = join(folder, 'node_modules/mcp-history-store');
  let tarball: string;

  before(() => {
    mkdirSync(join(folder, '.git'), { recursive: true });
    execFileSync(npm, ['pack', '--pack-destination', temporary], { cwd: projectRoot, stdio: 'pipe' });
    tarball = join(temporary, readdirSync(temporary).find((name) => name.endsWith('.tgz')) ?? '');
    const install = ['install', '--offline', '--no-audit', '--no-fund', tarball];
    execFileSync(npm, install, { cwd: folder, stdio: 'pipe' });
  });

  after(() => rmSync(temporary, { recursive: true, force: true }));

  it('is smaller than 500 kB', () => {
    assert.ok(statSync(tarball).size < 500_000, `${statSync(tarball).size} bytes`);
  });

  it('holds what runs without an editor and nothing else', () => {
    const files = readdirSync(packed, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(packed.length + 1)
          .replaceAll('\\', '/'),
      );
    assert.deepEqual(
      files.filter((file) => !allowed.test(file)),
      [],
    );
    assert.ok(files.includes('dist/operations.js'), files.join());
  });

  it('runs by its name', () => {
    const run = (...args: readonly string[]) => {
      const env = { ...process.env, HOME: temporary, USERPROFILE: temporary };
      const npx = npm.replace('npm', 'npx');
      const ended = spawnSync(npx, ['--offline', 'mcp-history-store', ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      assert.equal(ended.status, 0, ended.stderr);
      return ended.stdout;
    };
    assert.match(run('--help'), /^Usage: mcp-history-store/);
    assert.match(run('serve', '--help'), /--stdio/);
    assert.match(run('save', 'plan', 'Ship on Friday'), /^Saved 1 message in plan/);
    assert.match(run('search', 'friday'), /^1 found\./);
  });
});
