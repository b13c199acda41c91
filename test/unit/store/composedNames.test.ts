import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { folderName } from '../../../src/history/dialogs/names.ts';
import { user, withStore } from './withStore.ts';

const composed = 'caf\u00e9 한국';
const decomposed = composed.normalize('NFD');

describe('the form of Unicode of a name', () => {
  it('is one for a dialog, whichever a client has', () =>
    withStore(async ({ store: { dialogs }, open }) => {
      await dialogs.save(decomposed, [user('one')]);
      await dialogs.save(composed, [user('two')]);
      assert.deepEqual(
        (await dialogs.list()).map(({ name }) => name),
        [composed],
      );
      for (const name of [composed, decomposed]) assert.equal((await open().dialogs.stats(name)).messages, 2);
      await assert.rejects(dialogs.create(decomposed), { code: 'already_exists' });
    }));

  it('stays that of a dialog of an earlier version, which others find', () =>
    withStore(async ({ store: { dialogs }, root, open }) => {
      await dialogs.save(composed, [user('one')]);
      const history = join(root, '.chat-history');
      const folder = join(history, folderName(decomposed));
      await fs.rename(join(history, folderName(composed)), folder);
      const file = join(folder, 'dialog.json');
      await fs.writeFile(file, (await fs.readFile(file, 'utf8')).replaceAll(composed, decomposed));
      const later = open().dialogs;
      await later.save(composed, [user('two')]);
      assert.deepEqual(
        (await later.list()).map(({ name }) => name),
        [decomposed],
      );
      assert.equal((await later.stats(decomposed)).messages, 2);
    }));
});
