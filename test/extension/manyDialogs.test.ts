import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { historyFolder, lines, withEmptyHistory } from './workspace.ts';

const count = 10_000;

/** Not all at once and not without a break: the extension host must go on answering the editor. */
async function inTurns(work: (index: number) => Promise<void>): Promise<void> {
  const atOnce = 100;
  for (let start = 0; start < count; start += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, index) => work(start + index)));
}

const folderOf = (index: number): string => join(historyFolder(), `dialog-${index}`);

async function writeDialog(index: number): Promise<void> {
  const messages = [{ role: 'user', text: 'hello', ts: 1_700_000_000_000 }];
  const dialog = { v: 1, name: `dialog-${index}`, createdAt: 1_700_000_000_000 };
  await fs.mkdir(folderOf(index), { recursive: true });
  await fs.writeFile(join(folderOf(index), 'messages.json'), JSON.stringify(messages));
  await fs.writeFile(join(folderOf(index), 'dialog.json'), JSON.stringify(dialog));
}

describe('many dialogs', () => {
  it('opens 10,000 dialogs, of which it shows the first', async function () {
    this.timeout(240_000);
    await withEmptyHistory(async (extension) => {
      await inTurns(writeDialog);
      const { tree } = extension.services.view;
      const times: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        tree.refresh();
        const started = performance.now();
        const nodes = await tree.getChildren();
        await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
        times.push(performance.now() - started);
        assert.equal(nodes.length, 201);
      }
      const rounded = times.map((time) => time.toFixed(0)).join(', ');
      console.log(`[test] the tree of 10,000 dialogs opened in ${rounded} ms`);
      assert.equal((await lines(extension)).at(-1), 'Show more… 9,800 more');
      await inTurns((index) => fs.rm(folderOf(index), { recursive: true }));
    });
  });
});
