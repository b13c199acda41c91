import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onOneDay } from '../sameDay.ts';
import { eventually, historyFolder, lines, manyInEditor, pause, withEmptyHistory } from './workspace.ts';

const count = manyInEditor;

/** Writes them where the editor does not watch, as thousands of files would be told one by one. */
async function writeDialogs(folder: string): Promise<void> {
  const messages = JSON.stringify([{ role: 'user', text: 'hello', ts: 1_700_000_000_000 }]);
  for (let index = 0; index < count; index++) {
    const name = `dialog-${index}`;
    fs.mkdirSync(join(folder, name));
    fs.writeFileSync(join(folder, name, 'messages.json'), messages);
    const dialog = { v: 1, name, createdAt: 1_700_000_000_000 };
    fs.writeFileSync(join(folder, name, 'dialog.json'), JSON.stringify(dialog));
    if (index % 100 === 0) await pause(0); // the extension host must go on answering the editor
  }
}

describe('many dialogs', () => {
  it(`opens ${count.toLocaleString('en')} dialogs and shows the first ones`, async function () {
    await onOneDay(() =>
      withEmptyHistory(async (extension) => {
        const elsewhere = fs.mkdtempSync(join(tmpdir(), 'history-dialogs-'));
        await writeDialogs(elsewhere);
        fs.renameSync(elsewhere, historyFolder());
        const { tree } = extension.services.view;
        for (let n = 0; n < 3; n += 1) {
          tree.refresh();
          // A listing that began before the folder was there may end after it.
          const [today, ...others] = await eventually('the group of today', async () => {
            const groups = await tree.getChildren();
            return groups.length > 0 && groups;
          });
          assert.ok(today);
          assert.deepEqual(others, []);
          const nodes = await tree.getChildren(today);
          await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
          assert.equal(nodes.length, 101);
        }
        const [today] = await tree.getChildren();
        assert.equal(
          (await lines(extension, today)).at(-1),
          `Show ${(count - 100).toLocaleString('en')} more`,
        );
        fs.renameSync(historyFolder(), elsewhere);
        await fs.promises.rm(elsewhere, { recursive: true });
      }),
    );
  });
});
