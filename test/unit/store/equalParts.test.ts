import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../src/store/types.ts';
import type { Message } from '../../../src/history/dialogs/types.ts';
import { user, withStore } from './withStore.ts';

const long = (text: string) => user(text.repeat(70_000), { ts: 5 });

async function textsOf({ dialogs }: Store): Promise<string> {
  const all: Message[] = [];
  for await (const run of dialogs.all('d')) all.push(...run);
  return all.map(({ text }) => text.slice(0, 1)).join('');
}

describe('parts of a dialog that say the same', () => {
  it('are all kept where one long message is saved again and again with the same time', () =>
    withStore(async ({ store, open }) => {
      for (let n = 1; n <= 4; n++) {
        assert.equal((await (n % 2 === 0 ? store : open()).dialogs.save('d', [long('x')])).saved, 1);
        for (const each of [store, open()]) {
          assert.equal(await textsOf(each), 'x'.repeat(n));
          assert.equal((await each.dialogs.overview('d'))?.messages, n);
        }
      }
      await store.dialogs.save('d', [long('y'), user('z')]);
      assert.equal(await textsOf(open()), 'xxxxyz');
    }));

  it('are all kept where an open part grows until it says what the last one did', () =>
    withStore(async ({ store, open }) => {
      const half = (text: string) => user(text.repeat(40_000), { ts: 5 });
      for (const text of ['a', 'b', 'a', 'b', 'a', 'b', 'c']) await store.dialogs.save('d', [half(text)]);
      assert.equal(await textsOf(open()), 'abababc');
      for (const text of ['a', 'b']) await open().dialogs.save('d', [half(text)]);
      assert.equal(await textsOf(open()), 'abababcab');
    }));

  it('count once where a power cut or a copy left the open part beside the sealed one', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('d', [long('x')]);
      const folder = join(root, '.chat-history', 'd');
      fs.copyFileSync(join(folder, 'messages.json'), join(folder, 'messages-000001.json'));
      assert.equal(await textsOf(open()), 'x');
      await open().dialogs.save('d', [user('y')]);
      assert.equal(await textsOf(open()), 'xy');
    }));
});
