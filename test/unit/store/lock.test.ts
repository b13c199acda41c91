import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import realFs, { utimesSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryLock, withLock } from '../../../src/disk/files/lock.ts';
import { programOf } from '../../program.ts';

/** Starts a process that takes the lock in the way `mode` says; one of another system finds no `/proc`. */
function start(mode: string, folder: string, system: 'this' | 'other' = 'this'): ChildProcess {
  return fork(programOf(join(__dirname, 'lockProcess.ts')), [mode, folder, system], { stdio: 'inherit' });
}

/** What a process sends next. */
async function told(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as unknown[];
  return message;
}

/** Runs `work` while every look at the monotonic clock finds it some milliseconds later. */
async function whileTimeFlies<T>(work: () => Promise<T>): Promise<T> {
  let time = performance.now();
  performance.now = () => (time += 50);
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
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
    }));

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

  it('is not waited for where somebody tries to take it, and taken where its holder died', () =>
    withFolder(async (folder) => {
      const enter = () => tryLock(folder, () => Promise.resolve('mine'));
      assert.equal(await enter(), 'mine');
      const holder = start('hold', folder);
      assert.equal(await told(holder), 'held');
      assert.equal(await enter(), undefined);
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      assert.deepEqual((await Promise.all([enter(), enter()])).sort(), ['mine', undefined]);
      await assert.rejects(
        tryLock(folder, () => Promise.reject(new Error('oops'))),
        /oops/,
      );
      assert.equal(await enter(), 'mine');
    }));

  it('is not taken from a holder of another machine that shows life while somebody tries, but from a silent one', () =>
    withFolder(async (folder) => {
      await fs.mkdir(folder, { recursive: true });
      const file = join(folder, '000000007');
      await fs.writeFile(file, 'held {"pid":1,"host":"elsewhere"}\n');
      let beats = 0;
      const beat = setInterval(() => utimesSync(file, ++beats, beats), 5);
      try {
        assert.equal(await whileTimeFlies(() => tryLock(folder, () => Promise.resolve('mine'))), undefined);
      } finally {
        clearInterval(beat);
      }
      assert.equal(await whileTimeFlies(() => tryLock(folder, () => Promise.resolve('mine'))), 'mine');
    }));

  it('passes a silent holder of another machine', () =>
    withFolder(async (folder) => {
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(join(folder, '000000007'), 'held {"pid":1,"host":"elsewhere"}\n');
      await whileTimeFlies(() => withLock(folder, () => Promise.resolve()));
    }));

  it('does not pass a living holder of another machine because this one slept', () =>
    withFolder(async (folder) => {
      await fs.mkdir(folder, { recursive: true });
      const file = join(folder, '000000007');
      await fs.writeFile(file, 'held {"pid":1,"host":"elsewhere"}\n');
      let [time, ticks, enteredAt] = [0, 0, 0];
      const holder = setInterval(() => {
        time += 5;
        ticks++;
        if (ticks === 50) time += 3_600_000;
        if (ticks % 40 === 0) utimesSync(file, ticks, ticks);
        if (ticks === 100) writeFileSync(file, 'free');
      }, 1);
      performance.now = () => time;
      try {
        await withLock(folder, () => Promise.resolve((enteredAt = ticks)));
      } finally {
        Reflect.deleteProperty(performance, 'now');
        clearInterval(holder);
      }
      assert.ok(enteredAt >= 100, `entered at ${enteredAt}`);
    }));

  it('gives up what it was too slow to put its name to, as somebody may be about to pass it', () =>
    withFolder(async (folder) => {
      const { writeSync } = realFs;
      let late = 900;
      Reflect.set(realFs, 'writeSync', (...args: Parameters<typeof writeSync>) => {
        const now = performance.now() + late;
        performance.now = () => now;
        late = 0;
        return writeSync(...args);
      });
      try {
        const held = await withLock(folder, () => fs.readdir(folder));
        assert.deepEqual(held, ['000000001', '000000002']);
      } finally {
        Reflect.set(realFs, 'writeSync', writeSync);
        Reflect.deleteProperty(performance, 'now');
      }
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
      const until = 15_000;
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

  for (const damage of [
    'held {"pid":',
    'held {"pid":1e300,"host":"x"}\n',
    'held {"pid":-1,"host":"x"}\n',
    'nonsense',
  ])
    it(`passes a holder whose line is damaged: ${damage.trim()}`, () =>
      withFolder(async (folder) => {
        await fs.mkdir(folder, { recursive: true });
        await fs.writeFile(join(folder, '000000003'), damage);
        await whileTimeFlies(() => withLock(folder, () => Promise.resolve()));
      }));

  for (const name of ['99999999999999999999', '9007199254740992', '7', '0000000000000000008', '000000000'])
    it(`takes no file of the name ${name} for a generation`, () =>
      withFolder(async (folder) => {
        await fs.mkdir(folder, { recursive: true });
        await fs.writeFile(join(folder, name), 'held {"pid":1,"host":"elsewhere"}\n');
        await withLock(folder, async (lease) => {
          lease.assertHeld();
          assert.deepEqual((await fs.readdir(folder)).sort(), [name, '000000001'].sort());
        });
      }));

  it('refuses the highest number there is, instead of trying for ever', () =>
    withFolder(async (folder) => {
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(join(folder, '999999999999'), 'free');
      const error = await withLock(folder, () => Promise.resolve()).catch((thrown: unknown) => thrown);
      assert.match(String(error), /999999999999 has a number that no lock ever reaches\. Delete it/);
    }));

  for (const system of ['this', 'other'] as const) {
    it(`does not pass a holder that computes for long, on ${system} system`, () =>
      withFolder(async (folder) => {
        const holder = start('compute', folder, system);
        await told(holder);
        const waiter = start('enter', folder, system);
        assert.equal(await told(waiter), 'waiting');
        holder.send('compute');
        const [finished, entered] = await Promise.all([told(holder), told(waiter)]);
        assert.equal(finished, 'stored'); // it was not told that it lost the lock
        assert.equal(entered, 'entered after it');
      }));

    it(`passes a killed holder without waiting for its silence, on ${system} system`, () =>
      withFolder(async (folder) => {
        const holder = start('hold', folder, system);
        await told(holder);
        const waiter = start('enterInSlowTime', folder, system);
        assert.equal(await told(waiter), 'waiting');
        const entered = told(waiter); // before it can be told, which is at once
        holder.kill('SIGKILL');
        await once(holder, 'exit');
        assert.equal(await entered, 'entered');
      }));
  }

  it('leaves few files behind', () =>
    withFolder(async (folder) => {
      for (let n = 0; n < 10; n++) await withLock(folder, () => Promise.resolve());
      assert.ok((await fs.readdir(folder)).length <= 3);
    }));
});
