import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pageReply } from '../../../src/server/dialogs/dialogReplies.ts';
import type { SinceQuery } from '../../../src/history/dialogs/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { user, withStore } from '../store/withStore.ts';

interface Page {
  readonly messages: readonly { readonly text: string }[];
  readonly cursor: string;
  readonly more?: true;
}

async function pageOf(
  { dialogs }: Store,
  dialog: string,
  query: SinceQuery,
  maxChars: number,
): Promise<Page> {
  const read = (page: SinceQuery) => dialogs.messagesSince(dialog, page);
  const [text = ''] = await pageReply(query, read, { dialog, maxChars });
  return JSON.parse(text) as Page;
}

/** The numbers that the texts of all pages begin with, each page read with a length of its own. */
async function numbers(store: Store, dialog: string, limit: number, lengths: readonly number[]) {
  const found: number[] = [];
  let query: SinceQuery = { sinceTs: 0, limit };
  for (let n = 0; n < 200; n++) {
    const page = await pageOf(store, dialog, query, lengths[n % lengths.length]!);
    found.push(...page.messages.map(({ text }) => parseInt(text)));
    if (page.more !== true) return found;
    query = { cursor: page.cursor, limit };
  }
  throw new Error('The pages come to no end.');
}

describe('pages of messages as replies', () => {
  const all = Array.from({ length: 60 }, (_, n) => n);

  it('give 60 messages of one millisecond once each, in order, in pages of 50', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save(
        'd',
        all.map((n) => user(`${n} ${'x'.repeat(300)}`, { ts: 7 })),
      );
      for (const lengths of [[20_000], [1_000_000], [6_500], [1_500]])
        assert.deepEqual(await numbers(store, 'd', 50, lengths), all, lengths.join());
    }));

  it('give every message once, in order, whatever their times and lengths and those of the pages', () =>
    withStore(async ({ store }) => {
      let dialog = 0;
      const message = fc.record({
        ts: fc.integer({ min: 1, max: 3 }),
        length: fc.integer({ min: 0, max: 3_000 }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(message, { minLength: 1, maxLength: 60 }),
          fc.integer({ min: 1, max: 60 }),
          fc.array(fc.integer({ min: 1_200, max: 20_000 }), { minLength: 1, maxLength: 3 }),
          async (messages, limit, lengths) => {
            const name = `d${dialog++}`;
            // Several saves spread them over parts.
            for (let n = 0; n < messages.length; n += 20)
              await store.dialogs.save(
                name,
                messages
                  .slice(n, n + 20)
                  .map(({ ts, length }, place) => user(`${n + place} ${'x'.repeat(length)}`, { ts })),
              );
            const order = [...messages.keys()].sort((a, b) => messages[a]!.ts - messages[b]!.ts || a - b);
            assert.deepEqual(await numbers(store, name, limit, lengths), order);
          },
        ),
        { numRuns: 40, seed: 20_261_128 },
      );
    }));
});
