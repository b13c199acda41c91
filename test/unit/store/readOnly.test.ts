import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { tree, withStore } from './withStore.ts';

describe('a store open for reading only', () => {
  it('shows everything, leaves every byte and refuses to change', async () => {
    await withStore(async ({ store, root, open }) => {
      await store.dialogs.save('good', [{ role: 'user', text: 'one' }]);
      await store.dialogs.save('broken', [{ role: 'user', text: 'two' }]);
      const broken = join(root, '.chat-history', 'broken');
      await fs.writeFile(join(broken, 'messages.json'), '[{"role"');
      await fs.writeFile(join(broken, 'summary.json'), '"{\\"facts\\":[\\"escaped\\"]}"');
      const before = await tree(root);
      const state = { readOnly: true };
      const { dialogs } = open({ isReadOnly: () => state.readOnly });

      assert.equal((await dialogs.window('good', 0, 10)).messages[0]?.text, 'one');
      const { damaged, messages } = await dialogs.window('broken', 0, 10);
      assert.deepEqual(messages, []);
      assert.equal(damaged[0]?.file, 'messages.json');
      assert.deepEqual(await dialogs.summary('broken'), { facts: ['escaped'] });
      await assert.rejects(dialogs.save('good', [{ role: 'user', text: 'x' }]), /open for reading only/);
      await assert.rejects(dialogs.clear('good'), /open for reading only/);
      await assert.rejects(dialogs.create('new'), /open for reading only/);
      await assert.rejects(dialogs.rename('good', 'better'), /open for reading only/);
      await assert.rejects(dialogs.setLabels('good', { pinned: true }), /open for reading only/);
      assert.deepEqual(await tree(root), before);

      state.readOnly = false;
      assert.equal((await dialogs.save('good', [{ role: 'user', text: 'x' }])).saved, 1);
    });
  });
});
