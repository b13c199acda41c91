import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Generations } from '../../../src/disk/files/generations.ts';
import { tryLock, withLock } from '../../../src/disk/files/lock.ts';
import { thisProcess } from '../../../src/disk/files/owner.ts';
import { programOf } from '../../program.ts';
import { whileFailing, type Failing } from './faults/whileFailing.ts';

const always = (): boolean => true;
const { O_RDWR } = fs.constants;
const toChange = ([, flags]: readonly unknown[]): boolean =>
  typeof flags === 'number' && (flags & O_RDWR) !== 0;
const overwrites = ([descriptor]: readonly unknown[]): boolean => fs.fstatSync(Number(descriptor)).size > 0;

async function withFolder(test: (folder: string) => Promise<void>) {
  const root = fs.mkdtempSync(join(tmpdir(), 'lock-'));
  fs.mkdirSync(join(root, '.chat-history'));
  try {
    await test(join(root, '.chat-history', '.locks', 'x'));
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}

/** Resolves once another process has held the lock; a lock that stays closed ends it with an error. */
async function enterElsewhere(folder: string): Promise<void> {
  const child = fork(programOf(join(__dirname, 'lockProcess.ts')), ['enter', folder, 'this'], {
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as unknown[];
  assert.equal(code, 0);
}

describe('a lock on a disk that fails', () => {
  const releases: readonly (readonly [string, Failing])[] = [
    ['once', { writeSync: (args, call) => overwrites(args) && call < 4 }],
    ['at every writing', { writeSync: overwrites }],
    ['at every change of a file', { writeSync: overwrites, utimesSync: always }],
  ];
  for (const [when, failing] of releases)
    for (const code of ['EPERM', 'EBUSY', 'EIO'])
      it(`passes on when its release fails ${when}: ${code}`, () =>
        withFolder(async (folder) => {
          await whileFailing(code, failing, async () => {
            assert.equal(await withLock(folder, () => Promise.resolve('stored')), 'stored');
            assert.equal(newest(folder).free, true);
            assert.equal(await withLock(folder, () => Promise.resolve('next')), 'next');
          });
        }));

  it('passes on in this process at once, and in others when the disk works again', () =>
    withFolder(async (folder) => {
      let broken = false;
      const whenBroken = {
        openSync: (args: readonly unknown[]) => broken && toChange(args),
        writeSync: () => broken,
        utimesSync: () => broken,
      };
      const breakDisk = (): Promise<string> => {
        broken = true;
        return Promise.resolve('stored');
      };
      await whileFailing('EIO', whenBroken, async () => {
        assert.equal(await withLock(folder, breakDisk), 'stored');
        assert.equal(newest(folder).free, false);
        broken = false;
        assert.equal(await withLock(folder, breakDisk), 'stored');
        broken = false;
        await enterElsewhere(folder);
      });
    }));

  it('is free after a full disk could not hold it', () =>
    withFolder(async (folder) => {
      await assert.rejects(
        whileFailing('ENOSPC', { writeSync: always }, () => withLock(folder, () => Promise.resolve())),
        /ENOSPC/,
      );
      assert.equal(newest(folder).free, true);
    }));

  it('is free although its file cannot be closed', () =>
    withFolder(async (folder) => {
      await whileFailing('EIO', { closeSync: always }, () => withLock(folder, () => Promise.resolve()));
      assert.equal(newest(folder).free, true);
    }));

  it('is not taken by what this process knows of files that others have put in their place', () =>
    withFolder(async (folder) => {
      await withLock(folder, () => Promise.resolve());
      const [last = 0] = new Generations(folder).list();
      fs.writeFileSync(new Generations(folder).file(last), `held ${JSON.stringify(thisProcess())}\n`);
      assert.equal(await tryLock(folder, () => Promise.resolve('taken')), undefined);
    }));

  it('is free after it could not look whether it is held', () =>
    withFolder(async (folder) => {
      const second: Failing = { readdirSync: (_, call) => call === 2 };
      await assert.rejects(
        whileFailing('EIO', second, () => withLock(folder, () => Promise.resolve())),
        /EIO/,
      );
      assert.equal(newest(folder).free, true);
    }));

  it('is held although what was passed cannot be deleted', () =>
    withFolder(async (folder) => {
      const take = () => withLock(folder, () => Promise.resolve('held'));
      await whileFailing('EIO', { unlinkSync: always }, async () => {
        for (let n = 0; n < 6; n++) assert.equal(await take(), 'held');
      });
      await take();
      assert.equal(new Generations(folder).list().length, 3);
    }));
});

const newest = (folder: string) => new Generations(folder).read(new Generations(folder).highest());
