import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../../src/store/files/lock.ts';

const program = join(__dirname, 'lockProcess.ts');

/** Starts a process that takes the lock in the way `mode` says. */
function start(mode: string, folder: string): ChildProcess {
  return fork(program, [mode, folder], { execArgv: ['--require', 'tsx/cjs'], stdio: 'inherit' });
}

async function withFolder(test: (folder: string) => Promise<void>) {
  const folder = await fs.mkdtemp(join(tmpdir(), 'lock-'));
  try {
    await fs.mkdir(join(folder, '.chat-history'));
    await test(join(folder, '.chat-history', '.locks', 'x'));
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

describe('lock', () => {
  it('serves calls of one process one after the other', () =>
    withFolder(async (folder) => {
      let inside = 0;
      const work = async () => {
        assert.equal(++inside, 1);
        await new Promise((done) => setTimeout(done, 1));
        inside--;
      };
      await Promise.all(Array.from({ length: 20 }, () => withLock(folder, work)));
    }));

  it('is free again after an error', () =>
    withFolder(async (folder) => {
      await assert.rejects(
        withLock(folder, () => Promise.reject(new Error('oops'))),
        /oops/,
      );
      assert.equal(await withLock(folder, () => Promise.resolve(7)), 7);
    }));

  it('is never held by two processes, holders being killed at any time', async () =>
    withFolder(async (folder) => {
      await fs.mkdir(folder, { recursive: true });
      const processes = Array.from({ length: 4 }, () => start('count', folder));
      const ended = processes.map((child) => once(child, 'exit'));
      for (let n = 0; n < 12; n++) {
        const killed = start('count', folder);
        const gone = once(killed, 'exit');
        await once(killed, 'message'); // it counts
        await new Promise((done) => setTimeout(done, n));
        killed.kill('SIGKILL');
        await gone;
      }
      for (const child of processes) child.send('enough');
      const codes = (await Promise.all(ended)).map(([code]) => code as number);
      assert.deepEqual(codes, [0, 0, 0, 0]); // a process that met another inside exits with 1
    })).timeout(400_000);

  it('passes a killed holder', () =>
    withFolder(async (folder) => {
      const holder = start('hold', folder);
      await once(holder, 'message');
      holder.kill('SIGKILL');
      await withLock(folder, () => Promise.resolve());
    }));

  it('does not lose patience with a holder because the machine slept', () =>
    withFolder(async (folder) => {
      const holder = start('hold', folder);
      await once(holder, 'message');
      const waiting = withLock(folder, () => Promise.resolve('mine'));
      await new Promise((done) => setTimeout(done, 50));
      const now = performance.now.bind(performance);
      performance.now = () => now() + 60_000;
      try {
        setTimeout(() => holder.kill('SIGKILL'), 50);
        assert.equal(await waiting, 'mine');
      } finally {
        Reflect.deleteProperty(performance, 'now');
      }
    }));

  it('passes a silent holder of another machine', () =>
    withFolder(async (folder) => {
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(join(folder, '000000007'), 'held {"pid":1,"host":"elsewhere"}\n');
      await withLock(folder, () => Promise.resolve());
    }));

  it('passes a holder that died before it could say who it is', () =>
    withFolder(async (folder) => {
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(join(folder, '000000001'), '');
      await withLock(folder, () => Promise.resolve());
    }));

  it('does not pass a holder of another machine that shows life', () =>
    withFolder(async (folder) => {
      await fs.mkdir(folder, { recursive: true });
      const file = join(folder, '000000007');
      await fs.writeFile(file, 'held {"pid":1,"host":"elsewhere"}\n');
      const until = 20_000;
      let [time, enteredAt] = [0, 0];
      // Time passes only together with signs of life, so that a stall of this process is no silence.
      const beat = setInterval(() => {
        time += 200;
        if (time <= until) utimesSync(file, time, time);
      }, 1);
      performance.now = () => time;
      try {
        await withLock(folder, () => Promise.resolve((enteredAt = time)));
      } finally {
        Reflect.deleteProperty(performance, 'now');
        clearInterval(beat);
      }
      assert.ok(enteredAt > until, `entered at ${enteredAt}`);
    }));

  it('tells a paused holder that it has been passed', () =>
    withFolder(async (folder) => {
      await withLock(folder, async (lease) => {
        lease.assertHeld();
        await fs.writeFile(join(folder, '000000002'), 'held {"pid":1,"host":"elsewhere"}\n');
        assert.throws(() => lease.assertHeld(), /taken over/);
      });
    }));

  it('leaves few files behind', () =>
    withFolder(async (folder) => {
      for (let n = 0; n < 10; n++) await withLock(folder, () => Promise.resolve());
      assert.ok((await fs.readdir(folder)).length <= 3);
    }));
});
