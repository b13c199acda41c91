import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '../../../src/disk/files/folders.ts';
import { renameOver } from '../../../src/disk/files/atomic.ts';
import { readDerived } from '../../../src/disk/files/indexFolder.ts';
import { writeProjectFile } from '../../../src/disk/files/projectFile.ts';
import { type Log, silentLog } from '../../../src/disk/base/core.ts';
import { whileFailing } from './faults/whileFailing.ts';
import { many, user, withStore } from './withStore.ts';

/** A log that keeps its warnings. */
function keepingLog(): { readonly log: Log; readonly warnings: string[] } {
  const warnings: string[] = [];
  return { log: { ...silentLog, warn: (message) => void warnings.push(message) }, warnings };
}

/** Runs `work` as on another system. */
async function onSystem<T>(system: NodeJS.Platform, work: () => Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...own, value: system });
  try {
    return await work();
  } finally {
    Object.defineProperty(process, 'platform', own);
  }
}

/** Runs `work` while every look at the monotonic clock finds it half a second later. */
async function whileTimeFlies<T>(work: () => Promise<T>): Promise<T> {
  let time = performance.now();
  performance.now = () => (time += 500);
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
}

describe('a rename that is refused', () => {
  /** Renames while the first calls are refused; tells how often the lease was asked, and what became of it. */
  async function renaming(system: NodeJS.Platform, code: string, refused: number, leaseEnds = Infinity) {
    let asked = 0;
    let outcome = 'renamed';
    await withStore(async ({ root }) => {
      const [from, to] = [join(root, 'new'), join(root, 'old')];
      fs.writeFileSync(from, 'new');
      fs.writeFileSync(to, 'old');
      const commit = () => {
        if (++asked >= leaseEnds) throw new Error('no longer held');
      };
      const rename = () => onSystem(system, () => renameOver(from, to, commit));
      const failing = { renameSync: (_: unknown, call: number) => call <= refused };
      await whileFailing(code, failing, rename).catch((error: unknown) => (outcome = String(error)));
      assert.equal(fs.readFileSync(to, 'utf8'), outcome === 'renamed' ? 'new' : 'old');
    });
    return { asked, outcome };
  }

  for (const code of ['EPERM', 'EACCES', 'EBUSY'])
    it(`is tried again on Windows, where somebody may be reading: ${code}`, async () =>
      assert.deepEqual(await renaming('win32', code, 3), { asked: 4, outcome: 'renamed' }));

  it('is given up when the reader stays', async () => {
    const { asked, outcome } = await whileTimeFlies(() => renaming('win32', 'EBUSY', Infinity));
    assert.equal(outcome, 'Error: EBUSY');
    assert.ok(asked > 1, `asked ${asked} times`);
  });

  it('is not tried again once the lock is lost', async () =>
    assert.deepEqual(await renaming('win32', 'EBUSY', 3, 2), { asked: 2, outcome: 'Error: no longer held' }));

  it('is told at once for other reasons, and on other systems', async () => {
    assert.deepEqual(await renaming('win32', 'EIO', 1), { asked: 1, outcome: 'Error: EIO' });
    assert.deepEqual(await renaming('linux', 'EBUSY', 1), { asked: 1, outcome: 'Error: EBUSY' });
  });
});

const isFolder = ([, flags]: readonly unknown[]): boolean =>
  typeof flags === 'number' && (flags & fs.constants.O_DIRECTORY) !== 0;

describe('a folder that the disk does not confirm', () => {
  it('is not asked for on Windows, which knows no such call', () =>
    withStore(async ({ root }) => {
      const sync = (system: NodeJS.Platform) =>
        whileFailing('EIO', { openSync: isFolder }, () => onSystem(system, () => syncFolder(root)));
      await sync('win32');
      await assert.rejects(sync('linux'), /EIO/);
    }));

  it('fails no save that everybody can read, and the log says so', () =>
    withStore(async ({ open }) => {
      const { log, warnings } = keepingLog();
      const store = open({ log });
      await store.dialogs.save('d', many(2));
      const save = () => store.dialogs.save('d', [user('x')]);
      await whileFailing('EIO', { openSync: isFolder }, save);
      assert.equal((await store.dialogs.stats('d')).messages, 3);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /does not confirm what was changed in .*[/\\]d, .*power cut.*: EIO/);
    }));

  it('is not asked again, as a disk that failed once may then say yes', () =>
    withStore(async ({ open }) => {
      const { log, warnings } = keepingLog();
      const store = open({ log });
      await store.dialogs.save('d', many(2));
      const refused = { left: 1 };
      const once = (args: readonly unknown[]) => isFolder(args) && refused.left-- > 0;
      await whileFailing('EIO', { openSync: once }, () => store.dialogs.save('d', [user('x')]));
      assert.equal(refused.left, 0);
      assert.match(warnings.join('\n'), /^the disk does not confirm [^\n]*$/);
    }));
});

describe('a file that only saves time', () => {
  const derived = async (make: (file: string) => void, failing = {}) => {
    const { log, warnings } = keepingLog();
    await withStore(async ({ store, root }) => {
      await store.dialogs.save('d', many(1));
      const file = join(root, '.chat-history/.index/x.json');
      fs.mkdirSync(join(file, '..'), { recursive: true });
      make(file);
      const read = () => readDerived(file, (value) => value, log);
      assert.equal(await whileFailing('EIO', failing, read, fs.promises), undefined);
    });
    return warnings;
  };

  it('is missing or damaged without a word', async () => {
    assert.deepEqual(await derived(() => undefined), []);
    assert.deepEqual(await derived((file) => fs.writeFileSync(file, '{')), []);
  });

  it('is told when the disk refuses it, or when it is no file', async () => {
    const [refused] = await derived((file) => fs.writeFileSync(file, '{}'), { open: () => true });
    assert.match(refused ?? '', /cannot read .*x\.json, which is made again: EIO/);
    const [folder] = await derived((file) => fs.mkdirSync(file));
    assert.match(folder ?? '', /x\.json is a folder where a file belongs/);
  });
});

describe('an export that was killed', () => {
  it('leaves nothing for long, and others keep what is theirs', () =>
    withStore(async ({ root }) => {
      const names = {
        left: 'memories.json.0123abcd.tmp',
        writing: 'memories.md.4567abcd.tmp',
        others: 'notes.json.backup.tmp',
        folder: 'a.txt.0123abcd.tmp',
      };
      for (const name of [names.left, names.writing, names.others]) fs.writeFileSync(join(root, name), 'x');
      fs.mkdirSync(join(root, names.folder));
      const old = Date.now() / 1_000 - 2 * 60 * 60;
      for (const name of [names.left, names.others, names.folder]) fs.utimesSync(join(root, name), old, old);
      await writeProjectFile(root, 'new.json', '[]\n', silentLog);
      const kept = [names.folder, names.writing, 'new.json', names.others];
      assert.deepEqual(fs.readdirSync(root).sort(), kept.sort());
    }));

  it('fails no other when it cannot be removed', () =>
    withStore(async ({ root }) => {
      const { log, warnings } = keepingLog();
      fs.writeFileSync(join(root, 'memories.json.0123abcd.tmp'), 'x');
      fs.utimesSync(join(root, 'memories.json.0123abcd.tmp'), 0, 0);
      const left = ([path]: readonly unknown[]) => String(path).includes('0123abcd');
      const write = () => writeProjectFile(root, 'new.json', '[]\n', log);
      assert.equal(await whileFailing('EPERM', { rm: left }, write, fs.promises), 'new.json');
      assert.match(warnings.join('\n'), /cannot remove what an export that was killed left in .*EPERM/);
    }));
});
