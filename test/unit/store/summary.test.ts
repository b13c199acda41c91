import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { mergeSummary } from '../../../src/history/dialogs/summary.ts';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import { Trash } from '../../../src/disk/files/trash.ts';
import { withStore } from './withStore.ts';

describe('merging summaries', () => {
  const cases: [string, JsonValue | undefined, JsonValue, JsonValue][] = [
    ['nothing old', undefined, { a: 1 }, { a: 1 }],
    ['scalars: the new one wins', { a: 1, b: 'x' }, { a: 2 }, { a: 2, b: 'x' }],
    ['objects recursively', { a: { b: 1, c: 2 } }, { a: { c: 3, d: 4 } }, { a: { b: 1, c: 3, d: 4 } }],
    ['arrays: new first', { a: ['x', 'y'] }, { a: ['z', 'y'] }, { a: ['z', 'y', 'x'] }],
    ['same value', [{ value: 'v', at: 1 }], [{ value: 'v', at: 2 }], [{ value: 'v', at: 2 }]],
    [
      'same id',
      [{ id: 7, text: 'old' }, { id: 8 }],
      [{ id: 7, text: 'new' }],
      [{ id: 7, text: 'new' }, { id: 8 }],
    ],
    ['same JSON in another order', [{ a: 1, b: 2 }], [{ b: 2, a: 1 }], [{ b: 2, a: 1 }]],
    ['a number is not its text', [1], ['1'], ['1', 1]],
    ['kinds differ: the new one wins', { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    ['null wins', { a: 1 }, { a: null }, { a: null }],
    ['empty array keeps the old items', { a: [1] }, { a: [] }, { a: [1] }],
  ];
  for (const [title, old, fresh, merged] of cases)
    it(title, () => assert.deepEqual(mergeSummary(old, fresh), merged));

  it('treats __proto__ as a key like any other', () => {
    const fresh = JSON.parse('{"__proto__":{"polluted":true}}') as JsonValue;
    const merged = mergeSummary({ a: 1 }, fresh);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.equal(JSON.stringify(merged), '{"a":1,"__proto__":{"polluted":true}}');
  });
});

describe('summary of a dialog', () => {
  it('is merged with what other processes wrote', () =>
    withStore(async ({ store, open }) => {
      const other = open();
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? store : other).dialogs.setSummary('d', { facts: [`fact ${n}`] }, 'merge'),
        ),
      );
      const summary = (await store.dialogs.summary('d')) as { facts: string[] };
      assert.equal(summary.facts.length, 20);
    }));

  it('is replaced when asked', () =>
    withStore(async ({ store }) => {
      await store.dialogs.setSummary('d', { a: 1 }, 'merge');
      assert.deepEqual((await store.dialogs.setSummary('d', { b: 1 }, 'replace')).summary, { b: 1 });
      assert.deepEqual(await store.dialogs.summary('d'), { b: 1 });
    }));

  it('is repaired when it holds a string of JSON', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.setSummary('d', 'plain', 'replace');
      const file = join(root, '.chat-history/d/summary.json');
      const value = { decisions: ['用 SQLite'] };
      for (const text of [
        JSON.stringify(JSON.stringify(value)),
        JSON.stringify(JSON.stringify(JSON.stringify(value))),
      ]) {
        await fs.writeFile(file, text);
        assert.deepEqual(await store.dialogs.summary('d'), value);
        assert.deepEqual(JSON.parse(await fs.readFile(file, 'utf8')), value);
      }
      for (const text of ['plain', '42', '"quoted"', '{not json']) {
        await fs.writeFile(file, JSON.stringify(text));
        assert.equal(await store.dialogs.summary('d'), text);
      }
    }));

  it('refuses nesting that could not be written', () =>
    withStore(async ({ store }) => {
      let deep: JsonValue = 1;
      for (let n = 0; n < 20_000; n++) deep = [deep];
      await assert.rejects(store.dialogs.setSummary('d', deep, 'merge'), { code: 'invalid_argument' });
    }));
});

describe('a summary that goes as a whole', () => {
  it('is kept in the trash, one that is added to is not', () =>
    withStore(async ({ store, root, clock }) => {
      const first = { decisions: ['发票用 PDF'] };
      await store.dialogs.setSummary('d', first, 'merge');
      await store.dialogs.setSummary('d', { facts: ['x'] }, 'merge');
      await store.dialogs.setSummary('d', { reset: true }, 'replace');
      await store.dialogs.setSummary('d', { reset: true }, 'replace');
      await store.dialogs.setSummary('d', null, 'merge');
      const trash = new Trash(join(root, '.chat-history'), clock);
      const kept = await Promise.all((await trash.list()).map(({ id }) => trash.get(id)));
      const told = kept.map(({ item, content }) => {
        const summary: unknown = JSON.parse(Buffer.from(content).toString());
        return JSON.stringify([item.kind, item.fields.dialog, summary]);
      });
      const expected = [{ ...first, facts: ['x'] }, { reset: true }];
      assert.deepEqual(
        new Set(told),
        new Set(expected.map((summary) => JSON.stringify(['summary', 'd', summary]))),
      );
      assert.equal(told.length, expected.length);
    }));

  it('can be brought back, and what it takes the place of as well', () =>
    withStore(async ({ store, root, clock }) => {
      const [first, second] = [{ decisions: ['发票用 PDF'] }, 'only a text'];
      await store.dialogs.setSummary('d', first, 'replace');
      await store.dialogs.setSummary('other', first, 'replace');
      assert.deepEqual(await store.dialogs.replacedSummaries('d'), []);
      clock.time += 1_000;
      await store.dialogs.setSummary('d', second, 'replace');
      const [kept, ...others] = await store.dialogs.replacedSummaries('d');
      assert.deepEqual([kept?.summary, kept?.replacedAt, others], [first, clock.time, []]);
      clock.time += 1_000;
      await store.dialogs.setSummary('d', kept?.summary ?? null, 'replace');
      assert.deepEqual(await store.dialogs.summary('d'), first);
      const all = async () => (await store.dialogs.replacedSummaries('d')).map(({ summary }) => summary);
      assert.deepEqual(await all(), [second, first]);
      assert.deepEqual(await store.dialogs.replacedSummaries('other'), []);
      await fs.writeFile(join(root, '.chat-history/.trash', kept?.id ?? '', 'content.json'), '{');
      assert.deepEqual(await all(), [second]);
    }));
});
