import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeNew } from '../../../src/disk/files/placeNew.ts';
import { whileFailing } from './faults/whileFailing.ts';

const always = () => true;
const unheld = (): void => {
  throw new Error('the lock was lost');
};

async function withFolder(test: (folder: string, made: (text: string) => string) => Promise<void>) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'place new 新 '));
  let count = 0;
  const made = (text: string): string => {
    const file = join(folder, `${count++}.tmp`);
    fs.writeFileSync(file, text);
    return file;
  };
  try {
    await test(folder, made);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** What file systems without hard links answer, and one that has them. */
const disks: Readonly<Record<string, (work: () => Promise<void>) => Promise<void>>> = {
  'a disk with hard links': (work) => work(),
  'a disk that knows none': (work) => whileFailing('ENOTSUP', { link: always }, work, fs.promises),
  'a disk that refuses them': (work) => whileFailing('EPERM', { link: always }, work, fs.promises),
};

describe('a file that gets a name nobody has', () => {
  for (const [disk, on] of Object.entries(disks)) {
    it(`has it whole, on ${disk}`, () =>
      withFolder((folder, made) =>
        on(async () => {
          const file = join(folder, 'a.txt');
          assert.equal(await placeNew(made('one'), file, () => undefined), true);
          assert.deepEqual(fs.readdirSync(folder), ['a.txt']);
          assert.equal(fs.readFileSync(file, 'utf8'), 'one');
        }),
      ));

    it(`overwrites nothing, on ${disk}`, () =>
      withFolder((folder, made) =>
        on(async () => {
          const file = join(folder, 'a.txt');
          fs.writeFileSync(file, 'theirs');
          const temporary = made('ours');
          assert.equal(await placeNew(temporary, file, () => undefined), false);
          assert.equal(fs.readFileSync(file, 'utf8'), 'theirs');
          assert.equal(fs.readFileSync(temporary, 'utf8'), 'ours');
        }),
      ));

    it(`is one of many that want it at once, on ${disk}`, () =>
      withFolder((folder, made) =>
        on(async () => {
          const file = join(folder, 'a.txt');
          const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
          const placed = await Promise.all(texts.map((text) => placeNew(made(text), file, () => undefined)));
          const won = texts.filter((_, n) => placed[n]);
          assert.equal(won.length, 1);
          assert.equal(fs.readFileSync(file, 'utf8'), won[0]);
        }),
      ));

    it(`gets it no more once the lock is lost, on ${disk}`, () =>
      withFolder((folder, made) =>
        on(async () => {
          const temporary = made('ours');
          await assert.rejects(placeNew(temporary, join(folder, 'a.txt'), unheld), /the lock was lost/);
          assert.deepEqual(fs.readdirSync(folder), ['0.tmp']);
        }),
      ));
  }

  it('leaves no empty file where the lock is lost between taking the name and giving it', () =>
    withFolder((folder, made) =>
      whileFailing(
        'ENOSYS',
        { link: always },
        async () => {
          let asked = 0;
          const lost = () => (++asked > 1 ? unheld() : undefined);
          await assert.rejects(placeNew(made('ours'), join(folder, 'a.txt'), lost), /the lock was lost/);
          assert.deepEqual(fs.readdirSync(folder), ['0.tmp']);
        },
        fs.promises,
      ),
    ));

  it('tells what else the disk refuses', () =>
    withFolder((folder, made) =>
      whileFailing(
        'EIO',
        { link: always },
        () =>
          assert.rejects(
            placeNew(made('x'), join(folder, 'a.txt'), () => undefined),
            { code: 'EIO' },
          ),
        fs.promises,
      ),
    ));
});
