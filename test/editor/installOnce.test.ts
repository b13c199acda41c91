import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOnce } from './installOnce.ts';

describe('installing once', () => {
  let parent: string;
  let folder: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'history-install-'));
    folder = join(parent, 'thing');
  });

  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  const install = (stamp: string): void =>
    installOnce(folder, stamp, (into) => writeFileSync(join(into, 'content'), stamp));
  const content = (): string => readFileSync(join(folder, 'content'), 'utf8');

  /** Another process that installs, says "filling" and needs `ms` for it. */
  function installElsewhere(ms: number): ChildProcess {
    const script = `require(${JSON.stringify(require.resolve('./installOnce.ts'))}).installOnce(${JSON.stringify(folder)}, 'one', (into) => {
      require('node:fs').writeFileSync(into + '/content', 'half');
      console.log('filling');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
      require('node:fs').writeFileSync(into + '/content', 'one');
    })`;
    return spawn(process.execPath, ['-r', 'tsx/cjs', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  it('fills the folder at the first use only', () => {
    install('one');
    installOnce(folder, 'one', () => assert.fail('installed twice'));
    assert.equal(content(), 'one');
  });

  it('replaces what was installed for another stamp', () => {
    install('one');
    install('two');
    assert.equal(content(), 'two');
  });

  it('starts over when the process before was killed, and clears up after it', async () => {
    const child = installElsewhere(60_000);
    await once(child.stdout!, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual(readdirSync(parent), [`thing.${child.pid}`]);
    install('one');
    assert.equal(content(), 'one');
    assert.deepEqual(readdirSync(parent), ['thing']);
  });

  it('ends well in each of two processes at the same time', async () => {
    const child = installElsewhere(500);
    await once(child.stdout!, 'data');
    install('one');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(content(), 'one');
    assert.deepEqual(readdirSync(parent), ['thing']);
  });
});
