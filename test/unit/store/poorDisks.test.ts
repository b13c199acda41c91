import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/disk/base/context.ts';
import { projectOf, realFolder, realPath } from '../../../src/disk/base/projectFolder.ts';
import { diskCheck } from '../../../src/doctor/disk.ts';
import { claudeTranscript } from './transcriptOf.ts';
import { user, withStore, type StoreFixture } from './withStore.ts';

const failure = (code: string): Error => Object.assign(new Error(`${code}: not here`), { code });

/** Runs with another function in the place of one of Node's. */
async function replacing<Key extends 'fsync' | 'openSync'>(
  name: Key,
  other: (typeof fs)[Key],
  run: () => Promise<void>,
): Promise<void> {
  const own = fs[name];
  fs[name] = other;
  try {
    await run();
  } finally {
    fs[name] = own;
  }
}

/** Runs on a disk that cannot sync a folder. */
function onDisk(code: string, run: () => Promise<void>): Promise<void> {
  const { fsync } = fs;
  const poor = (descriptor: number, done: fs.NoParamCallback): void => {
    if (fs.fstatSync(descriptor).isDirectory()) done(failure(code));
    else fsync(descriptor, done);
  };
  return replacing('fsync', Object.assign(poor, { __promisify__: fsync.__promisify__ }), run);
}

/** Runs on a disk that cannot even open a folder to sync it. */
function withoutOpening(run: () => Promise<void>): Promise<void> {
  const { openSync } = fs;
  const poor: typeof fs.openSync = (path, flags, mode) => {
    if (typeof flags === 'number' && (flags & fs.constants.O_DIRECTORY) !== 0) throw failure('EISDIR');
    return openSync(path, flags, mode);
  };
  return replacing('openSync', poor, run);
}

async function useAll({ store, root }: StoreFixture): Promise<void> {
  await store.dialogs.save('d', [user('one')]);
  await store.dialogs.clear('d');
  await store.memories.store({ content: 'a fact' });
  await store.archives.archive(await claudeTranscript(root, 's1', [{ id: 'u1', text: 'Hello' }]));
  assert.equal((await store.memories.list()).length, 1);
  assert.equal((await store.archives.list()).archives.length, 1);
  assert.equal((await store.dialogs.backups('d')).length, 1);
}

describe('a disk that lacks something', () => {
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (text: string) => void warnings.push(text),
    error: (text: string) => assert.fail(text),
  };

  for (const code of ['EINVAL', 'EPERM', 'EBADF', 'ENOSYS'])
    it(`keeps everything where it cannot sync a folder (${code}), and says so once at most`, () =>
      withStore((fixture) => onDisk(code, () => useAll(fixture)), { log }));

  it('keeps everything where it cannot open a folder to sync it', () =>
    withStore((fixture) => withoutOpening(() => useAll(fixture)), { log }));

  it('was told of once', () => {
    assert.equal(warnings.length, 1, warnings.join('\n'));
    assert.match(warnings[0] ?? '', /^this disk does not confirm changes in folders/);
  });

  it('fails where a folder cannot be synced now and then', () =>
    withStore(({ store }) =>
      onDisk('EIO', () => assert.rejects(store.dialogs.save('d', [user('one')]), { code: 'storage' })),
    ));

  it('is told of by the doctor', () =>
    withStore(({ root }) =>
      onDisk('EINVAL', async () => {
        const machine = { home: root, env: {}, platform: process.platform };
        const target = { project: root, machine, clock: systemClock, version: '0', cli: '' };
        const found = await diskCheck.run(target, new AbortController().signal);
        const [finding] = found.filter(({ id }) => id === 'disk.unconfirmed');
        assert.match(finding?.message.en ?? '', /^This disk does not confirm changes in /);
      }),
    ));

  it('keeps copies where it has no hard links', () =>
    withStore(async (fixture) => {
      const { link } = fs.promises;
      for (const code of ['EACCES', 'EPERM', 'EINVAL']) {
        fs.promises.link = () => Promise.reject(failure(code));
        try {
          await fixture.store.dialogs.save('e', [user(code)]);
          await fixture.store.dialogs.clear('e');
        } finally {
          fs.promises.link = link;
        }
      }
      assert.equal((await fixture.store.dialogs.backups('e')).length, 3);
    }));

  it('has projects where it does not tell the true path of a folder', () =>
    withStore(async ({ root }) => {
      const { native } = fs.realpathSync;
      const { realpath } = fs.promises;
      fs.mkdirSync(join(root, '.git'));
      fs.symlinkSync(root, `${root} link`);
      fs.realpathSync.native = () => {
        throw failure('EISDIR');
      };
      fs.promises.realpath = (): Promise<never> => Promise.reject(failure('EISDIR'));
      try {
        assert.equal(realFolder(`${root} link`), root);
        assert.equal(projectOf(join(root, '.git'), '/home/me'), root);
        assert.equal(await realPath(`${root} link`), root);
      } finally {
        fs.realpathSync.native = native;
        fs.promises.realpath = realpath;
        fs.rmSync(`${root} link`);
      }
    }));
});
