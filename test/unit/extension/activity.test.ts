import assert from 'node:assert/strict';
import { DialogActivity } from '../../../src/extension/dialogs/dialogActivity.ts';
import { withStore } from '../store/withStore.ts';

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

describe('activity of a dialog', () => {
  it('counts every message of a dialog that is not long', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      const times = [1_000, 1_001, 1_002, 5_800];
      await dialogs.save(
        'x',
        times.map((ts) => ({ role: 'user', text: '', ts })),
      );
      const counts = await new DialogActivity().read(dialogs, 'x', '0', 4);
      assert.equal(counts.length, 48);
      assert.equal(counts[0], 3);
      assert.equal(counts[47], 1);
      assert.equal(sum(counts), 4);
    });
  });

  it('has nothing to draw below two messages, nor when all have one time', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      assert.deepEqual(await new DialogActivity().read(dialogs, 'none', '0', 0), []);
      const entry = { role: 'user', text: '', ts: 5 } as const;
      await dialogs.save('same', [entry, entry, entry]);
      assert.deepEqual(await new DialogActivity().read(dialogs, 'same', '0', 3), []);
    });
  });

  it('estimates a long dialog from a few reads, with about as many messages', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      const entries = Array.from({ length: 5_000 }, (_, index) => ({
        role: 'user' as const,
        text: '',
        ts: index < 4_000 ? 1_000 + index : 1_000_000 + index,
      }));
      await dialogs.save('long', entries);
      const reads = { count: 0 };
      const counted = {
        ...dialogs,
        window: (...args: Parameters<typeof dialogs.window>) => {
          reads.count += 1;
          return dialogs.window(...args);
        },
      };
      const activity = new DialogActivity();
      const counts = await activity.read(counted, 'long', '0', 5_000);
      assert.ok(reads.count <= 64, String(reads.count));
      assert.equal(await activity.read(counted, 'long', '0', 5_050), counts);
      assert.ok(reads.count <= 64, 'read again for one per cent more');
      await activity.read(counted, 'long', '1', 5_050);
      assert.ok(reads.count > 64, 'not read again after clear or restore');
      assert.ok(Math.abs(sum(counts) - 5_000) < 100, String(sum(counts)));
      assert.ok(Math.abs((counts[0] ?? 0) - 4_000) < 100, String(counts[0]));
      assert.ok(Math.abs((counts[47] ?? 0) - 1_000) < 100, String(counts[47]));
    });
  });
});
