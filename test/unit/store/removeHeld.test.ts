import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError, type Lease } from '../../../src/store/base/core.ts';
import { applyPending } from '../../../src/store/dialogs/apply.ts';
import { sweep } from '../../../src/store/files/folders.ts';
import { removeHeld } from '../../../src/store/files/atomic.ts';

const held: Lease = { assertHeld: () => undefined, warn: () => undefined };
const nothing = () => Promise.resolve();

function withDialog(test: (history: string, folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const root = fs.mkdtempSync(join(tmpdir(), 'passed-'));
    const folder = join(root, '.chat-history/d');
    fs.mkdirSync(folder, { recursive: true });
    try {
      await test(join(root, '.chat-history'), folder);
    } finally {
      fs.rmSync(root, { recursive: true, force: true });
    }
  };
}

/**
 * Runs `work`, which stands still right before its n-th rename, the lock asserted already, while `meanwhile` happens; then
 * that rename goes on and finds nothing. False where there are fewer renames.
 */
async function pausedAt(
  n: number,
  { work, meanwhile }: Record<'work' | 'meanwhile', () => Promise<void>>,
): Promise<boolean> {
  const rename = fs.renameSync;
  let count = 0;
  let paused: readonly [fs.PathLike, fs.PathLike] | undefined;
  fs.renameSync = (from, to) => {
    if (++count < n) {
      rename(from, to);
      return;
    }
    paused = [from, to];
    throw new StoreError('busy', 'it stands still');
  };
  try {
    await work().catch((error: unknown) => {
      if (paused === undefined) throw error;
    });
  } finally {
    fs.renameSync = rename;
  }
  if (paused === undefined) return false;
  const [from, to] = paused;
  await meanwhile();
  assert.throws(() => rename(from, to), { code: 'ENOENT' });
  return true;
}

describe('deleting under a lease', () => {
  it(
    'deletes files, and leaves nothing of its own',
    withDialog(async (_, folder) => {
      for (const name of ['a', 'b', 'c']) fs.writeFileSync(join(folder, name), name);
      await removeHeld([join(folder, 'a'), join(folder, 'b'), join(folder, 'gone')], held);
      assert.deepEqual(fs.readdirSync(folder), ['c']);
    }),
  );

  it('deletes nothing that a successor saved, wherever a process stood still', async () => {
    let last = 0;
    for (let n = 1; n === last + 1; n++)
      await withDialog(async (history, folder) => {
        for (const name of ['messages-000001.json', 'messages.json', 'summary.json'])
          fs.writeFileSync(join(folder, name), '[]');
        fs.writeFileSync(join(folder, 'pending.json'), '{"v":1,"op":"clear"}\n');
        const isPaused = await pausedAt(n, {
          work: () => applyPending(history, 'd', held, nothing),
          meanwhile: async () => {
            await sweep(folder);
            await applyPending(history, 'd', held, nothing);
            for (const name of ['messages.json', 'summary.json', 'pending.json'])
              fs.writeFileSync(join(folder, name), 'of the successor');
          },
        });
        if (!isPaused) return;
        last = n;
        for (const name of ['messages.json', 'summary.json', 'pending.json'])
          assert.equal(fs.readFileSync(join(folder, name), 'utf8'), 'of the successor');
      })();
    assert.equal(last, 4, 'three files and the note of the operation');
  });
});
