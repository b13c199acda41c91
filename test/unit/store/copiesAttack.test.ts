import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import type { Machine } from '../../../src/disk/base/stateFolder.ts';
import { allCopies } from '../../../src/history/copies/copyNotes.ts';
import { originOf } from '../../../src/history/copies/copyPlaces.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { lostCopies, offeredCopies } from '../../../src/history/copies/lostCopies.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';
import type { HistoryCopy } from '../../../src/history/copies/types.ts';
import { restoreCopy } from '../../../src/store/restoreCopy.ts';
import { dialogs } from './faults/cases.ts';
import { tree, user, withStore, type StoreFixture } from './withStore.ts';

interface AttackFixture extends StoreFixture {
  readonly machine: Machine;
  readonly history: string;
  readonly follow: () => ReturnType<typeof followCopy>;
  readonly lost: () => readonly HistoryCopy[];
  readonly restore: (copy?: HistoryCopy) => Promise<void>;
}

const withCopies = (test: (fixture: AttackFixture) => Promise<void>) =>
  withStore(async (fixture) => {
    const { root, clock } = fixture;
    const history = join(root, '.chat-history');
    const state = await fs.mkdtemp(`${root}-state-`);
    const machine: Machine = { home: state, env: { HISTORY_STATE_HOME: state }, platform: process.platform };
    const context = { machine, clock, log: silentLog };
    const lost = () => lostCopies(machine, history);
    try {
      await test({
        ...fixture,
        machine,
        history,
        lost,
        follow: () => followCopy(history, context, defaultCopies),
        restore: async (copy = lost()[0]) => {
          assert.ok(copy);
          await restoreCopy(copy, root, context);
        },
      });
    } finally {
      await fs.rm(state, { recursive: true, force: true });
    }
  });

const only = (machine: Machine): HistoryCopy => {
  const [copy, ...others] = allCopies(machine);
  assert.ok(copy && others.length === 0);
  return copy;
};

const hostile = [
  ...['..', '../../x', '/etc/passwd', 'a\\b', 'con', 'nul.json', '__proto__', 'constructor', '.locks'],
  ...['x.tmp', 'shared', 'project.json', 'messages.json', 'A', 'a', 'a b', ' ', '\n', '\u202Egpj', 'é', 'é'],
  ...['x'.repeat(1_000), '对话'.repeat(300), '🙂', '%2e%2e', '-rf', '~', '*'],
];

describe('copies under attack', () => {
  it('have dialogs of every name, and bring them back', () =>
    withCopies(async (at) => {
      for (const [n, name] of hostile.entries()) {
        at.clock.time += 1_000;
        await at.store.dialogs.save(name, [user(`number ${n}`)]);
      }
      const [before, names] = [await dialogs(at.store), await at.store.dialogs.names()];
      assert.ok(names.length >= hostile.length - 2);
      assert.equal((await at.follow()).state, 'current');
      await fs.rm(at.history, { recursive: true });
      await at.restore();
      assert.deepEqual(await at.open().dialogs.names(), names);
      assert.deepEqual(await dialogs(at.open()), before);
    }));

  const outside = async ({ root }: AttackFixture) => {
    const folder = await fs.mkdtemp(`${root}-outside-`);
    await fs.writeFile(join(folder, 'messages.json'), 'of another');
    await fs.writeFile(join(folder, 'copy.json'), 'of another');
    return folder;
  };
  const links: Readonly<Record<string, (copy: HistoryCopy, history: string) => string>> = {
    'the copy': ({ root }) => root,
    'its history': ({ root }) => join(root, '.chat-history'),
    'a dialog in it': ({ root }) => join(root, '.chat-history', 'shop'),
    'a file of a dialog': ({ root }) => join(root, '.chat-history', 'shop', 'messages.json'),
    'its note': ({ root }) => join(root, 'copy.json'),
    'all copies of the folder': ({ root }) => join(root, '..'),
  };
  for (const [what, placeOf] of Object.entries(links))
    it(`write nothing through a link in the place of ${what}, and offer nothing behind it`, () =>
      withCopies(async (at) => {
        await at.store.dialogs.save('shop', [user('Fix the login')]);
        await at.follow();
        const target = await outside(at);
        const before = await tree(target);
        const copy = only(at.machine);
        const place = placeOf(copy, at.history);
        await fs.rm(place, { recursive: true });
        await fs.symlink(join(target, place.endsWith('.json') ? 'messages.json' : ''), place);
        try {
          await at.store.dialogs.save('shop', [user('one more')]);
          await at.follow().catch(() => undefined); // refused, or put aside
          assert.deepEqual(await tree(target), before);
          await fs.rm(at.history, { recursive: true });
          for (const offered of await offeredCopies(at.machine, at.history)) {
            await at.restore(offered);
            assert.doesNotMatch(JSON.stringify(await tree(at.root)), /of another/);
          }
          assert.deepEqual(await tree(target), before);
        } finally {
          await fs.rm(target, { recursive: true });
        }
      }));

  it('are not seen where another user has them, and nothing fails', () =>
    withCopies(async (at) => {
      if (process.platform === 'win32' || process.getuid?.() === 0) return; // who may read everything
      await at.store.dialogs.save('shop', [user('Fix the login')]);
      await at.follow();
      const { root } = only(at.machine);
      await fs.rm(at.history, { recursive: true });
      for (const folder of [root, join(root, '..'), join(root, '../..'), at.machine.home]) {
        await fs.chmod(folder, 0);
        assert.deepEqual(await offeredCopies(at.machine, at.history), []);
        assert.deepEqual(allCopies(at.machine), []);
        await fs.chmod(folder, 0o700);
      }
      assert.equal(at.lost().length, 1);
    }));

  it('take no address for that of a repository that is relative or endless, and none with a password', () =>
    withCopies(async ({ root }) => {
      execFileSync('git', ['init', '--quiet'], { cwd: root });
      const originIn = async (url: string) => {
        const text = `[remote "origin"]\n\turl = "${url.replaceAll('\\', '\\\\')}"\n`;
        await fs.writeFile(join(root, '.git/config'), text);
        return originOf(root);
      };
      for (const url of ['', './shop.git', '../shop.git', 'repos/shop.git', 'shop', 'x'.repeat(10_000_000)])
        assert.equal(await originIn(url), undefined, url.slice(0, 20));
      for (const url of [
        '/srv/shop.git',
        'C:\\shop',
        '\\\\host\\shop',
        'ann@example.com:a/shop',
        'file:///shop',
      ])
        assert.equal(await originIn(url), url);
      assert.equal(await originIn('https://ann:p@ss@example.com/shop'), 'https://example.com/shop');
    }));

  it('copy nothing that a link in a history leads to', () =>
    withCopies(async (at) => {
      await at.store.dialogs.save('shop', [user('Fix the login')]);
      const target = await outside(at);
      await fs.symlink(target, join(at.history, 'linked'));
      await fs.symlink(join(target, 'messages.json'), join(at.history, 'shop', 'linked.json'));
      await at.follow();
      assert.doesNotMatch(JSON.stringify(await tree(at.machine.home)), /of another/);
      await fs.rm(target, { recursive: true });
    }));

  it('of a history of 300 dialogs come back while an agent saves, and nothing of both is lost', () =>
    withCopies(async (at) => {
      for (let n = 0; n < 300; n++) await at.store.dialogs.save(`dialog ${n}`, [user(`old ${n}`)]);
      await at.follow();
      await fs.rm(at.history, { recursive: true });
      at.clock.time += 60_000;
      const agent = at.open();
      const restoring: { isOver: boolean } = { isOver: false };
      const saved: string[] = [];
      const saving = (async () => {
        do {
          const text = `new ${saved.length}`;
          await agent.dialogs.save(`dialog ${(saved.length * 7) % 300}`, [user(text)]);
          saved.push(text);
        } while (!restoring.isOver);
      })();
      await at.restore();
      restoring.isOver = true;
      await saving;
      const texts: string[] = [];
      const store = at.open();
      for (const name of await store.dialogs.names())
        for await (const messages of store.dialogs.all(name)) texts.push(...messages.map(({ text }) => text));
      const wanted = [...saved, ...Array.from({ length: 300 }, (_, n) => `old ${n}`)];
      assert.deepEqual(texts.sort(), wanted.sort());
      await at.follow();
      assert.deepEqual(at.lost(), []);
    }));

  it('are followed, deleted and restored by three at once, and a state that was copied is never lost', () =>
    withCopies(async (at) => {
      await at.store.dialogs.save('shop', [user('Fix the login')]);
      await at.follow();
      const texts = async () => {
        const found: string[] = [];
        for await (const messages of at.open().dialogs.all('shop'))
          found.push(...messages.map(({ text }) => text));
        return found;
      };
      for (let round = 0; round < 5; round++) {
        at.clock.time += 60_000;
        await fs.rm(at.history, { recursive: true, force: true, maxRetries: 5 });
        await Promise.allSettled([
          at.restore(),
          at.restore(),
          at.follow(),
          at.open().dialogs.save('shop', [user(`round ${round}`)]),
          at.follow(),
        ]);
        if (at.lost().length > 0) await at.restore();
        assert.deepEqual(
          (await texts()).filter((text) => text === 'Fix the login'),
          ['Fix the login'],
          `round ${round}`,
        );
        assert.ok((await texts()).includes(`round ${round}`));
        assert.notEqual((await at.follow()).state, 'off');
      }
    }));
});
