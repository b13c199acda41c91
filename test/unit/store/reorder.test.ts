import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { many, user, withStore } from './withStore.ts';

const texts = (messages: readonly { readonly text: string }[]) => messages.map(({ text }) => text.trim());

describe('another order of the messages of a dialog', () => {
  it('moves them between parts, and tells whoever had read them', () =>
    withStore(async ({ store }) => {
      for (const n of [0, 1, 2, 3, 4, 5]) await store.dialogs.save('d', [user(`${n} ${'x'.repeat(40_000)}`)]);
      const { cursor } = await store.dialogs.messagesSince('d', { limit: 6 });
      const { epoch } = await store.dialogs.version('d');
      const now = await store.dialogs.reorder('d', { epoch, keys: [0, 1, 5, 4, 3] });
      assert.equal((await store.dialogs.version('d')).epoch, now);
      const page = await store.dialogs.messagesSince('d', { limit: 6, cursor });
      assert.equal(page.restarted, true);
      assert.deepEqual(
        texts(page.messages).map((text) => text.slice(0, 1)),
        ['0', '1', '4', '3', '2', '5'],
      );
      assert.equal(await store.dialogs.reorder('d', { epoch, keys: [1, 0] }), undefined, 'it was replaced');
      assert.equal(await store.dialogs.reorder('d', { epoch: now ?? '', keys: [1, 1] }), now);
      assert.equal((await store.dialogs.backups('d')).length, 1);
    }));

  it('doubles nothing where the open part was sealed and not begun anew, nor does removing messages', () =>
    withStore(async ({ store }) => {
      const folder = join(store.folder, 'd');
      const seal = (n: number) =>
        fs.linkSync(join(folder, 'messages.json'), join(folder, `messages-00000${String(n)}.json`));
      await store.dialogs.save('d', many(3, 30_000));
      seal(1);
      const { epoch, messages } = await store.dialogs.version('d');
      assert.equal(messages, 3);
      await store.dialogs.reorder('d', { epoch, keys: [2, 1, 0] });
      assert.equal((await store.dialogs.version('d')).messages, 3);
      await store.dialogs.clear('d');
      await store.dialogs.save('d', many(3, 30_000));
      seal(1);
      const gone = (await store.dialogs.window('d', 1, 1)).messages[0]?.text;
      await store.dialogs.removeMessages('d', { isGone: ({ text }) => text === gone, summary: false });
      assert.equal((await store.dialogs.version('d')).messages, 2);
    }));

  it('costs nobody another backup, and goes with what it held', () =>
    withStore(async ({ store }) => {
      const turn = async () => {
        const { epoch } = await store.dialogs.version('d');
        await store.dialogs.reorder('d', { epoch, keys: [1, 0] });
      };
      for (let n = 0; n < 5; n++) {
        await store.dialogs.save('d', [user(`a${n}`), user(`b${n}`)]);
        await store.dialogs.clear('d');
      }
      const before = (await store.dialogs.backups('d')).map(({ id }) => id);
      await store.dialogs.save('d', [user('a'), user('b')]);
      for (let n = 0; n < 3; n++) await turn();
      const [newest, ...others] = (await store.dialogs.backups('d')).map(({ id }) => id);
      assert.match(newest ?? '', /-order$/);
      assert.deepEqual(others, before);
      for (let n = 0; n < 5; n++) {
        await store.dialogs.clear('d');
        await store.dialogs.save('d', [user(`c${n}`)]);
      }
      assert.ok((await store.dialogs.backups('d')).every(({ id }) => !id.endsWith('-order')));
    }));
});
