import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import { copiesFolder, copyAt, folderOfPath } from '../../../src/history/copies/copyNotes.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';
import { spaceHindrance, type Examined } from '../../../src/doctor/secondCopy.ts';
import { projectName } from '../../../src/disk/files/projectId.ts';
import { openStore } from '../../../src/store/store.ts';
import { user } from '../store/withStore.ts';
import { withTarget, type Ward } from './withTarget.ts';

interface CopyWard extends Ward {
  readonly history: string;
  readonly save: () => Promise<unknown>;
  readonly follow: () => Promise<unknown>;
  readonly examined: () => Examined;
  /** Ids of what is found of copies. */
  readonly ids: (env?: Record<string, string>) => Promise<readonly string[]>;
}

const withHistory = (test: (ward: CopyWard) => Promise<void>) =>
  withTarget(async (ward) => {
    const { root, target, clock, findings } = ward;
    const { machine } = target;
    const history = join(root, '.chat-history');
    const context = { machine, clock, log: silentLog };
    clock.time = Date.now();
    const save = () => openStore(root).dialogs.save('shop', [user('Fix the login')]);
    const copy = () => copyAt(join(folderOfPath(machine, root), projectName(history)?.place ?? ''));
    await save();
    await test({
      ...ward,
      history,
      save,
      follow: () => followCopy(history, context, defaultCopies),
      examined: () => ({ target, history, settings: defaultCopies, copy: copy() }),
      ids: async (env = {}) => {
        const found = await findings('history', { machine: { ...machine, env } });
        return found.map(({ id }) => id).filter((id) => id.startsWith('copy.'));
      },
    });
  });

describe('the second copy, examined', () => {
  it('is told of once it is there', () =>
    withHistory(async ({ ids, follow }) => {
      assert.deepEqual(await ids(), []);
      await follow();
      assert.deepEqual(await ids(), ['copy.kept']);
    }));

  it('is behind where nothing followed a change for an hour, and is brought up to date', () =>
    withHistory(async ({ ids, follow, save, clock, target, history, findings, repair }) => {
      await follow();
      clock.time += 5_000;
      await save();
      const path = join(history, '.index/changes.log');
      await fs.utimes(path, clock.time / 1_000, clock.time / 1_000);
      assert.deepEqual(await ids(), ['copy.kept'], 'it may be followed any moment');
      clock.time += 61 * 60_000;
      assert.deepEqual(await ids({ HISTORY_COPIES: 'off' }), ['copy.kept']);
      assert.deepEqual(await ids(), ['copy.behind']);
      const [behind] = (await findings('history', target)).filter(({ id }) => id === 'copy.behind');
      assert.ok(behind?.repair);
      const { state } = await repair({ check: 'history', id: 'copy.behind', subject: behind.subject });
      assert.equal(state, 'done');
      assert.deepEqual(await ids(), ['copy.kept']);
    }));

  it('names a folder of the machine that cannot be written, and saves go on', () =>
    withHistory(async ({ ids, save, follow, target }) => {
      const folder = copiesFolder(target.machine);
      await fs.mkdir(dirname(folder), { recursive: true });
      await fs.writeFile(folder, 'a file in its place');
      await assert.rejects(follow);
      await save();
      assert.deepEqual(await ids(), ['copy.readOnly']);
      assert.deepEqual(await ids({ HISTORY_COPIES: 'off' }), []);
    }));

  it('names a full disk, and brings the copy up to date once there is room', () =>
    withHistory(async ({ follow, save, examined }) => {
      const finding = (free: number) => spaceHindrance(examined(), '/disk', free);
      assert.equal(await finding(1_000_000_000), undefined);
      const before = await finding(8_000_000);
      assert.equal(before?.id, 'copy.noSpace', 'the first copy does not fit');
      await follow();
      assert.equal(await finding(8_000_000), undefined);
      await save();
      const full = await finding(1_200_000);
      assert.match(full?.message.en ?? '', /\/disk is full \(1 MB free\).* saved as before/);
      assert.match((await full?.repair?.run())?.en ?? '', /It is up to date/);
    }));
});
