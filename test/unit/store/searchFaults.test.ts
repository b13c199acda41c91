import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../src/store/types.ts';
import { kindNames, onFaultyDisk } from './faults/faultyDisk.ts';
import { filesBelow, putBack } from './faults/snapshot.ts';
import { many, user, withStore } from './withStore.ts';
import { inIndex } from '../../inIndex.ts';

const everything = process.env.FAULTS === 'all';
const stride = everything ? 1 : 23;

const totalOf = async ({ search }: Store, query: string): Promise<number> =>
  (await search.find({ query, limit: 1 })).total;

/** What is there three seconds from now, when everything is looked at again. */
async function later<R>(work: () => Promise<R>): Promise<R> {
  const now = performance.now();
  performance.now = () => now + 3_000;
  try {
    return await work();
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
}

describe('the log of changes and the index on a disk that fails', () => {
  for (const kind of kindNames)
    it(`show to who has searched before, and to who searches next, what the files hold: ${kind}`, () =>
      withStore(async ({ root, open }) => {
        await open().dialogs.save('d', many(1_100, 20));
        await open().search.prepare(new AbortController().signal);
        const files = filesBelow(root);
        let operations = Infinity;
        for (let at = 1 + (kind.length % stride); at <= operations + 1; at += stride) {
          putBack(root, files);
          const reader = open();
          assert.equal(await totalOf(reader, 'quince'), 0);
          const writer = open();
          ({ operations } = await onFaultyDisk(root, { kind, at }, async () => {
            await writer.dialogs.save('d', [user('a quince'), ...many(1_100, 20, 5_000)]);
            await writer.search.find({ query: 'quince' });
            await writer.search.keep();
          }));
          const { messages } = await open().dialogs.stats('d');
          const held = messages > 1_100 ? 1 : 0;
          const where = `${kind} at ${at} of ${operations}`;
          assert.equal(await later(() => totalOf(reader, 'quince')), held, where);
          assert.equal(await totalOf(open(), 'quince'), held, where);
          const next = open();
          await next.dialogs.save('d', [user('a medlar')]);
          for (const each of [next, open()])
            assert.deepEqual(
              [await totalOf(each, 'medlar'), await totalOf(each, 'quince')],
              [1, held],
              `after ${where}`,
            );
        }
      }));
});

describe('two processes that write the index at once', () => {
  it('leave one that both can use, whoever was quicker', () =>
    withStore(async ({ root, open }) => {
      await open().dialogs.save('d', many(1_200, 20));
      for (const [round, fruit] of ['quince', 'medlar', 'plum', 'pear', 'fig'].entries()) {
        const both = [open(), open()];
        await both[0]!.dialogs.save('d', [user(fruit), ...many(1_100, 20, round * 5_000)]);
        await Promise.all(both.map((each) => totalOf(each, fruit)));
        await Promise.all(both.map(({ search }) => search.keep()));
        const list: unknown = JSON.parse(
          fs.readFileSync(join(inIndex(join(root, '.chat-history'), 'search'), 'segments.json'), 'utf8'),
        );
        assert.ok(
          typeof list === 'object' && list !== null && 'segments' in list && Array.isArray(list.segments),
        );
        for (const { name } of list.segments as { name: string }[])
          assert.ok(fs.existsSync(join(inIndex(join(root, '.chat-history'), 'search'), name)));
        for (const each of [...both, open()]) assert.equal(await totalOf(each, fruit), 1);
      }
    }));
});
