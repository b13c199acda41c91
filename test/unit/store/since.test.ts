import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { cursorAt } from '../../../src/history/dialogs/cursor.ts';
import type { Store } from '../../../src/store/types.ts';
import { many, user, withStore } from './withStore.ts';

/** The cursor of a place in the dialog `d`. */
const at = async (store: Store, position: number) =>
  cursorAt((await store.dialogs.messagesSince('d', { limit: 1 })).cursor, position);

const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => parseInt(text));

describe('messages since', () => {
  it('gives the newest without a time', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', many(30));
      const page = await store.dialogs.messagesSince('d', { limit: 3 });
      assert.deepEqual(texts(page.messages), [27, 28, 29]);
      assert.equal(page.more, false);
    }));

  it('gives later ones oldest first, and more behind the cursor', () =>
    withStore(async ({ store, clock }) => {
      await store.dialogs.save('d', many(10));
      const page = await store.dialogs.messagesSince('d', { sinceTs: clock.time + 2, limit: 3 });
      assert.deepEqual(texts(page.messages), [3, 4, 5]);
      const next = await store.dialogs.messagesSince('d', { cursor: page.cursor, limit: 50 });
      assert.deepEqual(texts(next.messages), [6, 7, 8, 9]);
      const end = await store.dialogs.messagesSince('d', { cursor: next.cursor, limit: 50 });
      assert.deepEqual([end.messages, end.more], [[], false]);
    }));

  it('gives all since 0, also those without a time', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('d', many(1));
      const messages = [0, 1, 2].map((n) => ({ role: 'user', text: String(n), ...(n === 2 && { ts: 5 }) }));
      await fs.writeFile(join(root, '.chat-history/d/messages.json'), JSON.stringify(messages));
      const page = await open().dialogs.messagesSince('d', { sinceTs: 0, limit: 1 });
      const rest = await open().dialogs.messagesSince('d', { cursor: page.cursor, limit: 9 });
      assert.deepEqual([texts(page.messages), texts(rest.messages)], [[0, 1], [2]]);
    }));

  it('never ends a page between equal times', () =>
    withStore(async ({ store }) => {
      const entries = [1, 1, 2, 2, 2, 2, 3].map((ts, n) => user(String(n), { ts }));
      await store.dialogs.save('d', entries);
      const page = await store.dialogs.messagesSince('d', { sinceTs: 0, limit: 3 });
      assert.deepEqual(texts(page.messages), [0, 1, 2, 3, 4, 5]);
      assert.equal(page.more, true);
    }));

  it('ends an exact page anywhere, and the cursor gives what follows, each once', () =>
    withStore(async ({ store }) => {
      const entries = [1, 1, 2, 2, 2, 2, 3].map((ts, n) => user(String(n), { ts }));
      await store.dialogs.save('d', entries);
      for (const sinceTs of [0, 1, undefined])
        for (const limit of [1, 2, 3]) {
          const seen: number[] = [];
          const first = sinceTs === undefined ? { cursor: await at(store, 0) } : { sinceTs };
          let page = await store.dialogs.messagesSince('d', { ...first, limit, exact: true });
          for (seen.push(...texts(page.messages)); page.more; seen.push(...texts(page.messages))) {
            assert.equal(page.messages.length, limit);
            page = await store.dialogs.messagesSince('d', { cursor: page.cursor, limit, exact: true });
          }
          assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6].slice(sinceTs === 1 ? 2 : 0), `${sinceTs} ${limit}`);
        }
    }));

  it('begins within a message where the cursor says so', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('0'), user('abcdef'), user('2')]);
      const { cursor } = await store.dialogs.messagesSince('d', { limit: 1 });
      const page = await store.dialogs.messagesSince('d', { cursor: cursorAt(cursor, 1, 4), limit: 9 });
      assert.deepEqual([page.messages.map(({ text }) => text), page.textFrom], [['ef', '2'], 4]);
      assert.deepEqual(page.positions, [1, 2]);
    }));

  it('starts again after the dialog was cleared', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', many(10));
      const { cursor } = await store.dialogs.messagesSince('d', { limit: 50 });
      await store.dialogs.clear('d');
      await store.dialogs.save('d', many(2, 10, 100));
      const page = await store.dialogs.messagesSince('d', { cursor, limit: 50 });
      assert.deepEqual(texts(page.messages), [100, 101]);
      assert.equal(page.restarted, true);
    }));

  it('starts at the beginning with the cursor of another dialog', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', many(10));
      await store.dialogs.save('other', many(3, 10, 100));
      const { cursor } = await store.dialogs.messagesSince('other', { limit: 50 });
      const page = await store.dialogs.messagesSince('d', { cursor, limit: 5 });
      assert.deepEqual(texts(page.messages), [0, 1, 2, 3, 4]);
      assert.equal(page.restarted, true);
      const next = await store.dialogs.messagesSince('d', { cursor: page.cursor, limit: 50 });
      assert.deepEqual([texts(next.messages), next.restarted], [[5, 6, 7, 8, 9], undefined]);
    }));

  it('refuses a cursor that is none', () =>
    withStore(async ({ store }) => {
      for (const cursor of ['', 'x', 'bnVsbA', Buffer.from('{"d":"d","e":"0","p":-1}').toString('base64url')])
        await assert.rejects(store.dialogs.messagesSince('d', { cursor, limit: 5 }), {
          code: 'invalid_argument',
        });
    }));

  it('gives every message exactly once, in order of time, whatever the times and page sizes', () =>
    withStore(async ({ store }) => {
      const times = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });
      let dialog = 0;
      await fc.assert(
        fc.asyncProperty(
          times,
          fc.integer({ min: 1, max: 20 }),
          fc.integer({ min: 0, max: 40 }),
          async (tss, limit, sinceTs) => {
            const name = `d${dialog++}`;
            // Long texts spread the messages over several parts.
            for (let n = 0; n < tss.length; n += 7)
              await store.dialogs.save(
                name,
                tss.slice(n, n + 7).map((ts, i) => user(`${n + i} `.padEnd(10_000), { ts })),
              );
            const expected = tss.map((ts, n) => ({ ts, n })).filter(({ ts }) => ts > sinceTs);
            expected.sort((a, b) => a.ts - b.ts);
            let page = await store.dialogs.messagesSince(name, { sinceTs, limit });
            const seen = [...page.messages];
            while (page.more) {
              page = await store.dialogs.messagesSince(name, { cursor: page.cursor, limit });
              assert.notEqual(page.messages[0]?.ts, seen.at(-1)?.ts);
              seen.push(...page.messages);
            }
            assert.deepEqual(
              texts(seen),
              expected.map(({ n }) => n),
            );
          },
        ),
        { numRuns: 40 },
      );
    }));
});
