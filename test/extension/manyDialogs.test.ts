import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { historyFolder, lines, pause, withEmptyHistory } from './workspace.ts';

describe('many dialogs', () => {
  it('opens 10,000 dialogs in under a second', async function () {
    this.timeout(120_000);
    await withEmptyHistory(async (extension) => {
      const text = JSON.stringify([{ role: 'user', text: 'hello', ts: 1_700_000_000_000 }]);
      for (let index = 0; index < 10_000; index += 1) {
        const folder = join(historyFolder(), `dialog-${index}`);
        fs.mkdirSync(folder, { recursive: true });
        fs.writeFileSync(join(folder, 'messages.json'), text);
        const dialog = { v: 1, name: `dialog-${index}`, createdAt: 1_700_000_000_000 };
        fs.writeFileSync(join(folder, 'dialog.json'), JSON.stringify(dialog));
      }
      await pause(3_000); // the events of what was made above
      const { tree } = extension.services.view;
      tree.refresh();
      const started = performance.now();
      const nodes = await tree.getChildren();
      await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
      const took = performance.now() - started;
      console.log(`[test] the tree of 10,000 dialogs opened in ${took.toFixed(0)} ms`);
      assert.equal(nodes.length, 201);
      assert.ok(took < 1_000, `took ${took} ms`);
      assert.equal((await lines(extension)).at(-1), 'Show more… 9,800 more');
    });
  });
});
