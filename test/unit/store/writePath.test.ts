// What the way of a save to the disk promises in cases that no other test meets, as changes of its source have shown.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError, type Lease } from '../../../src/disk/base/core.ts';
import { applyPending, isState } from '../../../src/history/dialogs/apply.ts';
import { hashedFolderName } from '../../../src/history/dialogs/names.ts';
import { copySynced, linkOrCopy, removeHeld, syncFile, writeSynced } from '../../../src/disk/files/atomic.ts';
import { Generations } from '../../../src/disk/files/generations.ts';
import { tryLock, withLock } from '../../../src/disk/files/lock.ts';
import { thisProcess } from '../../../src/disk/files/owner.ts';
import { linkHeld } from '../../../src/disk/files/placeNew.ts';
import { whileFailing } from './faults/whileFailing.ts';
import { assistant, many, user, withStore } from './withStore.ts';

const always = (): boolean => true;
const held: Lease = { assertHeld: () => undefined, warn: () => undefined };
const busy = new StoreError('busy', 'the lock has passed');
const passed: Lease = {
  assertHeld: () => {
    throw busy;
  },
  warn: () => undefined,
};

/** Runs a test with a folder in a history that is empty. */
const withFolder = (test: (folder: string) => Promise<void> | void) => async (): Promise<void> => {
  const root = fs.mkdtempSync(join(tmpdir(), 'write-'));
  const folder = join(root, '.chat-history', 'd');
  fs.mkdirSync(folder, { recursive: true });
  try {
    await test(folder);
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
};

/** Runs `work` while every look at the clock finds it some milliseconds later; gives how many passed. */
async function whileTimeFlies(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let time = began;
  performance.now = () => (time += 50);
  try {
    await work();
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
  return time - began;
}

/** How often the disk is waited for. */
async function syncs(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  await whileFailing('EIO', { fsync: () => ++count < 0 }, work);
  return count;
}

describe('saving', () => {
  const whole = { recentTurns: 100, includeSummary: false, includeMessages: true };

  it('of nothing changes nothing', () =>
    withStore(async ({ store, root }) => {
      assert.deepEqual(await store.dialogs.save('d', []), { saved: 0, duplicates: 0, damaged: [] });
      assert.equal(fs.existsSync(join(root, '.chat-history')), false);
    }));

  it('keeps ids and what is said beside a message, and knows an id among messages without', () =>
    withStore(async ({ store, open }) => {
      const first = { ...user('one', { id: 'a' }), meta: { agent: 'codex' } };
      await store.dialogs.save('d', [first]);
      const again = await open().dialogs.save('d', [assistant('two'), user('one', { id: 'a' })]);
      assert.deepEqual([again.saved, again.duplicates], [1, 1]);
      const { messages = [] } = await open().dialogs.detail('d', whole);
      assert.deepEqual(
        messages.map(({ text, id, meta }) => [text, id, meta]),
        [
          ['one', 'a', { agent: 'codex' }],
          ['two', undefined, undefined],
        ],
      );
    }));

  it('knows ids also where others that wait have none', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('one', { id: 'a' })]);
      const results = await Promise.all(
        [[user('one', { id: 'a' })], [user('two')], [user('two', { id: 'b' }), user('one', { id: 'b' })]].map(
          (entries) => store.dialogs.save('d', entries),
        ),
      );
      assert.deepEqual(
        results.map(({ saved, duplicates }) => [saved, duplicates]),
        [
          [0, 1],
          [1, 0],
          [1, 1],
        ],
      );
    }));

  it('writes nothing where all is known', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('one', { id: 'a' })]);
      const file = join(root, '.chat-history/d/messages.json');
      const { ino } = fs.statSync(file);
      const { saved } = await store.dialogs.save('d', [user('one', { id: 'a' })]);
      assert.deepEqual([saved, fs.statSync(file).ino], [0, ino]);
    }));

  it('seals a part of more than 64 KiB, and none of so much', () =>
    withStore(async ({ store, root, open }) => {
      const folder = join(root, '.chat-history/d');
      await store.dialogs.save('d', [user('', { ts: 1 })]);
      const { size } = fs.statSync(join(folder, 'messages.json'));
      await store.dialogs.clear('d');
      await store.dialogs.save('d', [user('x'.repeat(65_536 - size), { ts: 1 })]);
      assert.equal(fs.statSync(join(folder, 'messages.json')).size, 65_536);
      await open().dialogs.save('d', [user('y')]);
      assert.equal(fs.existsSync(join(folder, 'messages-000001.json')), false);
      await open().dialogs.save('d', [user('z')]);
      assert.equal(fs.existsSync(join(folder, 'messages-000001.json')), true);
    }));

  it('seals on a disk without hard links, too', () =>
    withStore(async ({ store, open }) => {
      await store.dialogs.save('d', many(3, 30_000));
      await whileFailing(
        'EPERM',
        { link: always },
        () => store.dialogs.save('d', [user('last')]),
        fs.promises,
      );
      const { messages = [] } = await open().dialogs.detail('d', whole);
      assert.deepEqual(
        messages.map(({ text }) => text.slice(0, 4).trim()),
        ['0 xx', '1 xx', '2 xx', 'last'],
      );
    }));

  it('waits for the disk to know its names where anything was saved, and for nothing else', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('one', { id: 'a' })]);
      const known = () => store.dialogs.save('d', [user('one', { id: 'a' })]);
      assert.equal(await syncs(known), 0);
      assert.equal(await syncs(() => store.dialogs.save('d', [user('two')])), 2);
      const both = () => Promise.all([known(), store.dialogs.save('d', [user('three')]), known()]);
      assert.equal(await syncs(both), 2);
    }));

  it('that fails is no failure of what came while it was written', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('one')]);
      let second: Promise<unknown> = Promise.resolve();
      const renameSync = (_: readonly unknown[], call: number): boolean => {
        if (call === 1) second = store.dialogs.save('d', [user('three')]);
        return call === 1;
      };
      await whileFailing('EIO', { renameSync }, async () => {
        await assert.rejects(store.dialogs.save('d', [user('two')]), { code: 'storage' });
        await second;
      });
      const { messages = [] } = await store.dialogs.detail('d', whole);
      assert.deepEqual(
        messages.map(({ text }) => text),
        ['one', 'three'],
      );
    }));

  it('that fails leaves what there was, and of a part that was just sealed nothing', () =>
    withStore(async ({ store, root }) => {
      const file = join(root, '.chat-history/d/messages.json');
      const renameSync = ([, to]: readonly unknown[]) => to === file;
      const fail = () =>
        whileFailing('EIO', { renameSync }, () =>
          assert.rejects(store.dialogs.save('d', [user('x')]), { code: 'storage' }),
        );
      await store.dialogs.save('d', many(2, 100));
      await fail();
      assert.equal(fs.existsSync(file), true);
      await store.dialogs.save('d', many(3, 30_000));
      await fail();
      assert.equal(fs.existsSync(file), false);
    }));

  it('goes on where what is derived of its parts cannot be written, which is logged', () =>
    withStore(async ({ root, open }) => {
      const warned: string[] = [];
      const log = {
        info: () => undefined,
        warn: (text: string) => void warned.push(text),
        error: () => undefined,
      };
      const store = open({ log });
      for (const first of [0, 3]) await store.dialogs.save('d', many(3, 30_000, first));
      fs.rmSync(join(root, '.chat-history/.index'), { recursive: true, force: true });
      fs.writeFileSync(join(root, '.chat-history/.index'), '');
      await store.dialogs.save('d', [user('6')]);
      const { messages = [] } = await store.dialogs.detail('d', whole);
      assert.deepEqual(
        messages.map(({ text }) => parseInt(text)),
        [0, 1, 2, 3, 4, 5, 6],
      );
      assert.match(warned.join(), /cannot use .*parts\.\d+, which only saves time/);
    }));

  for (const kills of ['between', 'refused'] as const)
    it(`counts no message twice where a part was sealed and the next not begun: ${kills}`, () =>
      withStore(async ({ store, root, open }) => {
        await store.dialogs.save('d', many(3, 30_000));
        const folder = join(root, '.chat-history/d');
        const numbers = async () =>
          ((await open().dialogs.detail('d', whole)).messages ?? []).map(({ text }) => parseInt(text));
        if (kills === 'between')
          fs.linkSync(join(folder, 'messages.json'), join(folder, 'messages-000001.json'));
        else
          await whileFailing('EIO', { renameSync: ([, to]) => String(to).endsWith('messages.json') }, () =>
            assert.rejects(store.dialogs.save('d', [user('9')])),
          );
        assert.deepEqual(await numbers(), [0, 1, 2]);
        await store.dialogs.save('d', [user('3')]);
        assert.deepEqual(await numbers(), [0, 1, 2, 3]);
        await store.dialogs.clear('d');
        await store.dialogs.restoreBackup('d', (await store.dialogs.backups('d'))[0]!.id);
        assert.deepEqual(await numbers(), [0, 1, 2, 3]);
      }));
});

describe('parts of a dialog', () => {
  it('differ from files whose names contain theirs', () => {
    assert.deepEqual(
      ['messages.json', 'summary.json', 'messages-000001.json', 'messages-12.json'].map(isState),
      [true, true, true, true],
    );
    for (const name of [
      'my-messages-000001.json',
      'messages-000001.json.tmp',
      'messages-.json',
      'dialog.json',
    ])
      assert.equal(isState(name), false, name);
  });

  it(
    'are not put back once the lock has passed',
    withFolder(async (folder) => {
      const history = join(folder, '..');
      fs.mkdirSync(join(folder, 'backups/b'), { recursive: true });
      fs.writeFileSync(join(folder, 'backups/b/messages.json'), 'old');
      fs.writeFileSync(join(folder, 'pending.json'), '{"v":1,"op":"restore","from":"b"}\n');
      await assert.rejects(
        applyPending(history, 'd', passed, () => Promise.resolve()),
        busy,
      );
      assert.equal(fs.existsSync(join(folder, 'messages.json')), false);
      assert.deepEqual(
        fs.readdirSync(folder).filter((name) => name.includes('.tmp')),
        [],
      );
    }),
  );
});

describe('a renaming that was interrupted', () => {
  const trial = async (
    folder: string,
    base: string,
    pending: object,
    file: string,
  ): Promise<{ readonly received: unknown[]; readonly file: unknown }> => {
    const history = join(folder, '..');
    const own = join(history, base);
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(join(own, 'dialog.json'), file);
    fs.writeFileSync(join(own, 'pending.json'), `${JSON.stringify({ v: 1, op: 'rename', ...pending })}\n`);
    const received: unknown[] = [];
    await applyPending(history, base, held, (names) => Promise.resolve(void received.push(names)));
    assert.deepEqual(fs.readdirSync(own), ['dialog.json']);
    return { received, file: JSON.parse(fs.readFileSync(join(own, 'dialog.json'), 'utf8')) };
  };
  const x = '{"v":1,"name":"x","createdAt":7,"pinned":true}';

  for (const [what, base, to] of [
    ['name', 'y', 'y'],
    ['hash', hashedFolderName('y'), 'y'],
    ['hash of a name that is no slug', hashedFolderName('Y y!'), 'Y y!'],
  ] as const)
    it(
      `gives its name to the folder that was moved, known by its ${what}`,
      withFolder(async (folder) => {
        const { received, file } = await trial(folder, base, { from: 'x', to }, x);
        assert.deepEqual(received, [{ from: 'x', to }]);
        assert.deepEqual(file, { v: 1, name: to, createdAt: 7, pinned: true });
      }),
    );

  it(
    'is forgotten where the folder was not moved',
    withFolder(async (folder) => {
      const { received, file } = await trial(folder, 'x', { from: 'x', to: 'y' }, x);
      assert.deepEqual([received, file], [[{ from: 'x', to: 'x' }], JSON.parse(x)]);
    }),
  );

  it(
    'is finished without its old name, and where what the folder says cannot be read',
    withFolder(async (folder) => {
      const { received, file } = await trial(folder, 'y', { to: 'y' }, '{');
      assert.deepEqual([received, file], [[], { v: 1, name: 'y' }]);
    }),
  );
});

describe('a second name of a file', () => {
  for (const code of ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'])
    it(
      `is a copy on a disk that answers ${code}`,
      withFolder(async (folder) => {
        const [from, to] = [join(folder, 'from'), join(folder, 'to')];
        fs.writeFileSync(from, 'text');
        await whileFailing(code, { link: always }, () => linkOrCopy(from, to), fs.promises);
        assert.equal(fs.readFileSync(to, 'utf8'), 'text');
        assert.notEqual(fs.statSync(to).ino, fs.statSync(from).ino);
      }),
    );

  it(
    'is a link otherwise, and other refusals are errors',
    withFolder(async (folder) => {
      const [from, to] = [join(folder, 'from'), join(folder, 'to')];
      fs.writeFileSync(from, 'text');
      await linkOrCopy(from, to);
      assert.equal(fs.statSync(to).ino, fs.statSync(from).ino);
      for (const work of [() => linkOrCopy(from, to), () => copySynced(from, to)])
        await assert.rejects(work, { code: 'EEXIST' });
      await whileFailing(
        'ENOSPC',
        { link: always },
        () => assert.rejects(linkOrCopy(from, join(folder, 'other')), { code: 'ENOSPC' }),
        fs.promises,
      );
    }),
  );

  it(
    'is made under a lease, and where nothing has it',
    withFolder(async (folder) => {
      const [from, to] = [join(folder, 'from'), join(folder, 'to')];
      fs.writeFileSync(from, 'text');
      await assert.rejects(linkHeld(from, to, passed), busy);
      assert.deepEqual(fs.readdirSync(folder), ['from']);
      assert.equal(await linkHeld(from, to, held), true);
      fs.writeFileSync(join(folder, 'other'), 'other');
      await assert.rejects(linkHeld(join(folder, 'other'), to, held), { code: 'busy' });
      assert.deepEqual([fs.readFileSync(to, 'utf8'), fs.readdirSync(folder).length], ['text', 3]);
      await whileFailing(
        'EIO',
        { link: always },
        () => assert.rejects(linkHeld(from, `${to}2`, held), { code: 'EIO' }),
        fs.promises,
      );
    }),
  );

  it(
    'and a file that was written without waiting, are waited for',
    withFolder(async (folder) => {
      const file = join(folder, 'file');
      fs.writeFileSync(file, 'text');
      const handle = await fs.promises.open(file);
      const handles = Object.getPrototypeOf(handle) as { sync: () => Promise<void> };
      await handle.close();
      const { sync } = handles;
      let synced = 0;
      handles.sync = function (this: unknown) {
        synced++;
        return sync.call(this);
      };
      try {
        await syncFile(file);
        await copySynced(file, join(folder, 'to'));
      } finally {
        handles.sync = sync;
      }
      assert.equal(synced, 2);
      await syncFile(join(folder, 'missing'));
    }),
  );
});

describe('descriptors', () => {
  const open = (): number => fs.readdirSync('/proc/self/fd').length;
  (process.platform === 'linux' ? it : it.skip)(
    'are closed, whatever fails',
    withFolder(async (folder) => {
      const before = open();
      const long = 'x'.repeat(300_000);
      for (let n = 0; n < 20; n++) {
        const file = join(folder, `file${n}`);
        await writeSynced(file, 'short');
        await writeSynced(`${file}.long`, long);
        await syncFile(file);
        await whileFailing('EIO', { fsync: always }, () =>
          assert.rejects(writeSynced(`${file}.not`, 'x'), { code: 'EIO' }),
        );
        await withLock(join(folder, 'lock'), () => Promise.resolve());
      }
      assert.ok(open() <= before + 4, `${open()} of ${before}`);
    }),
  );
});

describe('files that are deleted', () => {
  it(
    'fail as busy where the temporary folder was swept, and with any other refusal itself',
    withFolder(async (folder) => {
      fs.writeFileSync(join(folder, 'a'), 'a');
      let asked = 0;
      const sweeping: Lease = {
        assertHeld: () => {
          if (++asked > 1) throw busy;
          for (const name of fs.readdirSync(folder))
            if (name.endsWith('.tmp')) fs.rmSync(join(folder, name), { recursive: true });
        },
        warn: () => undefined,
      };
      await assert.rejects(removeHeld([join(folder, 'a')], sweeping), busy);
      asked = 0;
      const refused = whileFailing('EIO', { renameSync: always }, () =>
        removeHeld([join(folder, 'a')], held),
      );
      await assert.rejects(refused, { code: 'EIO' });
      assert.equal(fs.readFileSync(join(folder, 'a'), 'utf8'), 'a');
      await assert.rejects(removeHeld([join(folder, 'a')], passed), busy);
      assert.deepEqual(fs.readdirSync(folder), ['a']);
    }),
  );

  it(
    'need nothing where there is none',
    withFolder(async (folder) => {
      await removeHeld([join(folder, 'a'), join(folder, 'b')], passed);
      assert.deepEqual(fs.readdirSync(folder), []);
    }),
  );
});

describe('numbers of a lock', () => {
  const locked = (test: (folder: string, generations: Generations) => Promise<void> | void) =>
    withFolder((folder) => test(folder, new Generations(folder)));

  it(
    'are in order, also beyond nine digits, and other names are none',
    locked((folder, generations) => {
      for (const name of [
        '1000000000',
        '999999999',
        '000000007',
        '0000000008',
        '12',
        '.gitignore',
        '1000000000000',
      ])
        fs.writeFileSync(join(folder, name), 'free');
      assert.deepEqual(generations.list(), [7, 999_999_999, 1_000_000_000]);
      assert.equal(generations.highest(), 1_000_000_000);
    }),
  );

  it(
    'that are gone or unreadable are neither free nor owned',
    locked((folder, generations) => {
      assert.deepEqual(generations.read(3), { free: false, mark: 'gone' });
      fs.writeFileSync(generations.file(4), `x held ${JSON.stringify(thisProcess())}\n`);
      fs.writeFileSync(generations.file(5), `held ${JSON.stringify(thisProcess())}\nmore`);
      for (const number of [4, 5]) assert.equal(generations.read(number).owner, undefined);
      assert.equal(generations.read(0).free, true);
    }),
  );

  it(
    'come to an end that no lock reaches',
    locked((folder, generations) => {
      const last = 999_999_999_999;
      assert.equal(
        generations.create(last, () => undefined),
        true,
      );
      assert.equal(
        generations.create(last, () => undefined),
        false,
      );
      assert.equal(generations.read(last).owner?.pid, process.pid);
      assert.throws(() => generations.create(last + 1, () => undefined), {
        code: 'damaged',
        data: { file: join(folder, String(last)) },
      });
    }),
  );

  it(
    'are not made where the disk refuses, which is an error',
    locked(async (_, generations) => {
      await whileFailing('EIO', { openSync: always }, () => {
        assert.throws(() => generations.create(1, () => undefined), { code: 'EIO' });
      });
    }),
  );

  it(
    'become free by another who has not made them, by their time, and by the next one',
    locked(async (folder, generations) => {
      generations.create(1, () => undefined);
      assert.equal(new Generations(folder).free(1), true);
      assert.equal(fs.readFileSync(generations.file(1), 'utf8').slice(0, 4), 'free');
      generations.create(2, () => undefined);
      await whileFailing('EIO', { writeSync: always }, () => assert.equal(generations.free(2), true));
      assert.equal(fs.statSync(generations.file(2)).mtime.toISOString(), '2001-01-01T00:00:00.000Z');
      assert.equal(generations.read(2).free, true);
      await whileFailing('EIO', { writeSync: always, utimesSync: always }, () =>
        assert.equal(generations.free(2), false),
      );
      assert.equal(generations.free(9), true); // it is gone, so no process waits for it
    }),
  );

  it(
    'show that their holder lives',
    locked((_, generations) => {
      generations.create(1, () => undefined);
      fs.utimesSync(generations.file(1), 1, 1);
      const { mark } = generations.read(1);
      generations.touch(1);
      assert.notEqual(generations.read(1).mark, mark);
    }),
  );

  it(
    'are looked at through one descriptor, as long as they say that they are held',
    locked((_, generations) => {
      generations.create(1, () => undefined);
      const descriptor = generations.open(1);
      assert.ok(descriptor !== undefined);
      assert.equal(generations.isHeld(descriptor), true);
      generations.free(1);
      assert.equal(generations.isHeld(descriptor), false);
      generations.close(descriptor);
      assert.throws(() => fs.fstatSync(descriptor), { code: 'EBADF' });
      assert.equal(generations.isHeld(undefined), false);
      assert.equal(generations.open(2), undefined);
    }),
  );
});

describe('a lock', () => {
  const owned = `held ${JSON.stringify(thisProcess())}\n`;

  it(
    'is waited for 30 seconds; then the error names its holder',
    withFolder(async (folder) => {
      fs.writeFileSync(join(folder, '000000001'), owned);
      const waited = await whileTimeFlies(() =>
        assert.rejects(
          withLock(folder, () => Promise.resolve()),
          {
            code: 'busy',
            message: `Another process (number ${process.pid}) has held the lock for 30 seconds. Try again, or end that process.`,
          },
        ),
      );
      assert.ok(waited > 30_000, `${waited}`);
    }),
  );

  it(
    'without an owner is passed after 800 ms, one of another machine after ten seconds of silence',
    withFolder(async (folder) => {
      for (const [text, least] of [
        ['', 800],
        ['held {"pid":1,"host":"elsewhere"}\n', 10_000],
      ] as const) {
        const file = join(folder, `00000000${text === '' ? 1 : 5}`);
        fs.writeFileSync(file, text);
        const waited = await whileTimeFlies(() => withLock(folder, () => Promise.resolve()));
        assert.ok(waited > least && waited < least * 2 + 4_000, `${waited} of ${least}`);
      }
    }),
  );

  it(
    'is not tried twice by one process, and by another only while its holder is dead',
    withFolder(async (folder) => {
      await withLock(folder, async () => {
        assert.equal(await tryLock(folder, () => Promise.resolve('held')), undefined);
      });
      assert.equal(await tryLock(folder, () => Promise.resolve('free')), 'free');
      fs.writeFileSync(join(folder, '000000009'), owned);
      assert.equal(await tryLock(folder, () => Promise.resolve('alive')), undefined);
      fs.writeFileSync(join(folder, '000000009'), 'free');
      assert.equal(await tryLock(folder, () => Promise.resolve('free')), 'free');
      await assert.rejects(
        tryLock(folder, () => Promise.reject(new Error('oops'))),
        /oops/,
      );
    }),
  );

  it(
    'is shown to be held, again and again',
    withFolder(async (folder) => {
      await withLock(folder, async () => {
        const file = join(folder, '000000001');
        fs.utimesSync(file, 1, 1);
        for (let n = 0; n < 200 && fs.statSync(file).mtimeMs === 1_000; n++)
          await new Promise((done) => setTimeout(done, 20));
        assert.ok(fs.statSync(file).mtimeMs > 1_000);
      });
    }),
  );

  it(
    'hands on what its holder is warned of',
    withFolder(async (folder) => {
      const received: string[] = [];
      const log = {
        info: () => undefined,
        warn: (text: string) => void received.push(text),
        error: () => undefined,
      };
      const work = (lease: Lease) => {
        lease.warn('careful');
        return Promise.resolve();
      };
      await withLock(folder, work, log);
      assert.deepEqual(received, ['careful']);
    }),
  );

  const failures: readonly (readonly [what: string, error: Error, code: string])[] = [
    ['what was swept', Object.assign(new Error('ENOENT'), { code: 'ENOENT' }), 'busy'],
    ['what is gone', new StoreError('not_found', 'gone'), 'busy'],
    ['what it was asked for', new StoreError('invalid_argument', 'no'), 'invalid_argument'],
  ];
  for (const [what, error, code] of failures)
    it(
      `that has passed is the reason where work fails by ${what}: ${code}`,
      withFolder(async (folder) => {
        const work = () => Promise.reject(error);
        await assert.rejects(withLock(folder, work), error);
        const passing = () => {
          fs.writeFileSync(join(folder, '000000009'), 'free');
          return Promise.reject(error);
        };
        await assert.rejects(withLock(folder, passing), { code });
      }),
    );
});
