import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../src/disk/base/context.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { historySwitch, switchOf } from '../../../src/disk/files/historySwitch.ts';
import { setHistoryMode } from '../../../src/disk/files/setHistoryMode.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { openStore } from '../../../src/store/store.ts';
import { tree, withStore } from './withStore.ts';

const settingsOf = (root: string): string => join(root, '.chat-history', 'settings.json');

/** Writes the settings of a project. */
function settle(root: string, text: string): string {
  const file = settingsOf(root);
  fs.mkdirSync(join(root, '.chat-history'), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

const env = {};

/** Runs a test in an empty folder. */
const withRoot = (test: (root: string) => unknown) =>
  withStore(async ({ root }) => {
    await test(root);
  });

describe('the switch of a project', () => {
  it('returns history unless something says otherwise', () =>
    withRoot((root) => {
      assert.deepEqual(historySwitch(root, { env }), { mode: 'return' });
      settle(root, '{"brief": "always"}');
      assert.equal(historySwitch(root, { env }).mode, 'return');
    }));

  it('follows the strictest of settings, environment and repository, and names it', () =>
    withRoot((root) => {
      const file = settle(root, '{"mode": "keep"}');
      const said = () => historySwitch(root, { env });
      assert.deepEqual(said(), { mode: 'keep', by: file });
      const off = historySwitch(root, { env: { HISTORY_MODE: 'OFF' } });
      assert.deepEqual(off, { mode: 'off', by: 'HISTORY_MODE=OFF' });
      assert.equal(historySwitch(root, { env: { HISTORY_MODE: 'return' } }).mode, 'keep');
      fs.writeFileSync(join(root, '.no-history'), '');
      assert.deepEqual(said(), { mode: 'off', by: join(root, '.no-history') });
    }));

  it('is off in every folder of a repository that carries .no-history', () =>
    withRoot((root) => {
      const folder = join(root, 'packages', 'app');
      fs.mkdirSync(join(root, '.git'));
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(join(root, '.no-history'), 'Customers do not want it.\n');
      assert.equal(historySwitch(folder, { env }).mode, 'off');
    }));

  it('is off for a value that is not known, and returns nothing where settings cannot be read', () =>
    withRoot((root) => {
      assert.equal(historySwitch(root, { env: { HISTORY_MODE: 'no' } }).mode, 'off');
      for (const [text, mode] of [
        ['{"mode": false}', 'off'],
        ['{"mode": "of', 'keep'],
        ['[]', 'keep'],
      ] as const) {
        settle(root, text);
        assert.equal(historySwitch(root, { env }).mode, mode, text);
      }
    }));

  it('is looked up again each time', () =>
    withRoot((root) => {
      const now = switchOf(root, { env });
      assert.equal(now().mode, 'return');
      settle(root, '{"mode": "off"}');
      assert.equal(now().mode, 'off');
    }));

  it('is written beside other settings, and says what is stricter', () =>
    withRoot(async (root) => {
      const context = { clock: systemClock, log: silentLog };
      settle(root, '{"briefTokens": 400}');
      assert.deepEqual(await setHistoryMode(root, 'off', context), { mode: 'off', by: settingsOf(root) });
      assert.deepEqual(JSON.parse(fs.readFileSync(settingsOf(root), 'utf8')), {
        mode: 'off',
        briefTokens: 400,
      });
      assert.deepEqual(await setHistoryMode(root, 'return', context), { mode: 'return' });
      assert.deepEqual(JSON.parse(fs.readFileSync(settingsOf(root), 'utf8')), { briefTokens: 400 });
      fs.writeFileSync(join(root, '.no-history'), '');
      assert.equal((await setHistoryMode(root, 'keep', context)).by, join(root, '.no-history'));
    }));

  it('keeps the store from writing anything while it is off', () =>
    withRoot(async (root) => {
      const store = openStore(root);
      await store.dialogs.save('plans', [{ role: 'user', text: 'before' }]);
      fs.writeFileSync(join(root, '.no-history'), '');
      const before = await tree(root);
      const refused = { code: 'disabled', message: /turned off in this project \(.*\.no-history\)/ };
      await assert.rejects(store.dialogs.save('plans', [{ role: 'user', text: 'after' }]), refused);
      await assert.rejects(store.memories.store({ content: 'after' }), refused);
      assert.deepEqual(await tree(root), before);
      fs.rmSync(join(root, '.no-history'));
      await store.dialogs.save('plans', [{ role: 'user', text: 'again' }]);
    }));

  it('keeps no second copy while it is off', () =>
    withRoot(async (root) => {
      const [project, home] = [join(root, 'project'), join(root, 'home')];
      fs.mkdirSync(project);
      await openStore(project).dialogs.save('plans', [{ role: 'user', text: 'before' }]);
      fs.writeFileSync(join(project, '.no-history'), '');
      const machine = { home, env: {}, platform: process.platform };
      const context = { machine, clock: systemClock, log: silentLog };
      const done = await followCopy(join(project, '.chat-history'), context, {
        copies: 'on',
        maxMegabytes: 9,
      });
      assert.equal(done.state, 'off');
      assert.equal(fs.existsSync(home), false);
    }));
});
