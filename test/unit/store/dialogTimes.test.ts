import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { isObject, jsonOf } from '../../../src/disk/base/core.ts';
import { formatRow, headerOf } from '../../../src/disk/files/derivedRows.ts';
import { formatMessages } from '../../../src/history/dialogs/messages.ts';
import { inIndex } from '../../inIndex.ts';
import { countFiles, type FileCounts } from '../../fileCounts.ts';
import type { Store } from '../../../src/store/types.ts';
import { assistant, user, withStore } from './withStore.ts';

const october = Date.UTC(2025, 9, 31);
const partIn = (root: string, name: string): string => join(root, '.chat-history', name, 'messages.json');

/** What a store tells of the times of its dialogs, in its order. */
const times = async ({ dialogs }: Store): Promise<unknown> =>
  (await dialogs.list()).map(({ name, activeAt }) => [name, activeAt]);

/** Dialogs as imported or cloned, the first with the newest message, so many that a table of them is kept. */
function importMany(root: string, count: number): void {
  for (let n = 0; n < count; n++) {
    const folder = join(root, '.chat-history', `d${n}`);
    const ts = october - n * 60_000;
    const messages = Array.from({ length: 20 }, (_, at) => ({
      ...user('x'.repeat(2_000)),
      ts: ts - 19 + at,
    }));
    fs.mkdirSync(folder);
    fs.writeFileSync(join(folder, 'dialog.json'), JSON.stringify({ v: 1, name: `d${n}` }));
    fs.writeFileSync(join(folder, 'messages.json'), formatMessages(messages));
  }
}

async function countList(root: string, store: Store): Promise<FileCounts> {
  return countFiles(root, () => store.dialogs.list());
}

const opensOf = ({ told }: FileCounts): readonly string[] =>
  told.filter((call) => call.startsWith('open') && /\.chat-history\/d\d+\//.test(call));

/** Rewrites the table as versions do that take the times of files, and returns its columns. */
function rewriteAsBefore(root: string): { names: Record<string, unknown>; rest: Record<string, unknown> } {
  const folder = inIndex(join(root, '.chat-history'), 'dialogs');
  const file = join(folder, fs.readdirSync(folder)[0] ?? '');
  const columns = fs.readFileSync(file, 'utf8').split('\n')[1]?.split('\t').slice(2) ?? [];
  const [names = {}, rest = {}] = columns.map(jsonOf).map((column) => (isObject(column) ? column : {}));
  const { bases } = names;
  assert.ok(isTexts(bases));
  const activeAt = bases.map((base) => Math.round(fs.statSync(partIn(root, base)).mtimeMs));
  const { open, ...former } = rest;
  assert.ok(isTexts(open) && open.every((fingerprint) => fingerprint !== ''));
  const head = { key: '', fingerprint: '', masked: '', keptAt: 7 };
  const value = `${JSON.stringify({ ...names, activeAt })}\t${JSON.stringify(former)}`;
  fs.writeFileSync(file, `${headerOf('dialogs', 1)}${formatRow(head, value).toString()}`);
  return { names, rest };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

describe('the time of a dialog', () => {
  it('is that of its newest message, or of its file where that is older or has none', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('imported', [user('x', { ts: october }), assistant('y', { ts: october + 5 })]);
      await store.dialogs.save('recent', [{ ...user('x'), ts: october + 7_000 }]);
      await store.dialogs.create('empty');
      const written = Math.round(fs.statSync(join(root, '.chat-history', 'empty')).mtimeMs);
      const expected = [
        ['empty', written],
        ['recent', october + 7_000],
        ['imported', october + 5],
      ];
      for (const each of [store, open()]) assert.deepEqual(await times(each), expected);
      assert.deepEqual(await store.dialogs.names(), ['empty', 'recent', 'imported']);
      assert.equal((await store.dialogs.overview('imported'))?.activeAt, october + 5);

      await store.dialogs.setLabels('imported', { pinned: true });
      assert.deepEqual(await times(store), expected, 'a label is no activity');
      await open().dialogs.save('imported', [user('z', { ts: october + 9_000 })]);
      for (const each of [store, open()])
        assert.deepEqual((await each.dialogs.list())[1]?.activeAt, october + 9_000);
      fs.utimesSync(partIn(root, 'recent'), 3, 3);
      assert.equal((await store.dialogs.overview('recent'))?.activeAt, 3_000);
    }));

  it('is found behind messages of any length, in files of other programs, and missing where there is none', () =>
    withStore(async ({ store }) => {
      const long = 'x'.repeat(200_000);
      const message = { role: 'user', text: long, ts: october };
      await store.dialogs.save('long', [user('before', { ts: 5 }), user(long, { ts: october })]);
      const texts: Readonly<Record<string, string>> = {
        'spread over lines': JSON.stringify([message], undefined, 2),
        'in one line': JSON.stringify([{ ...message, ts: 5 }, message]),
        'without a time': JSON.stringify([{ role: 'user', text: 'x' }]),
        'no messages': '[]\n',
        torn: '[\n{"role":"user","te',
        empty: '',
      };
      for (const [name, text] of Object.entries(texts)) {
        const { folder } = await store.dialogs.create(name);
        fs.writeFileSync(join(folder, 'messages.json'), text);
      }
      const found = new Map((await store.dialogs.list()).map(({ name, activeAt }) => [name, activeAt]));
      for (const name of ['long', 'spread over lines', 'in one line'])
        assert.equal(found.get(name), october, name);
      for (const name of ['without a time', 'no messages', 'torn', 'empty'])
        assert.ok((found.get(name) ?? 0) > october + 1_000, name);
    }));

  it('is read once from the end of each dialog, and then no dialog is opened', () =>
    withStore(async ({ root, store, open }) => {
      await store.dialogs.save('ours', [user('x', { ts: 1 })]);
      importMany(root, 500);
      const first = await countList(root, store);
      assert.equal(opensOf(first).length, 2 * 500, 'dialog.json, and the end of the messages');
      assert.ok(first.bytesRead < 500 * 10_000, `${first.bytesRead} bytes`);
      const other = open();
      for (const each of [store, other, other]) assert.deepEqual(opensOf(await countList(root, each)), []);
      assert.deepEqual(await times(other), await times(store));
      assert.deepEqual((await other.dialogs.list()).at(-2)?.activeAt, october - 499 * 60_000);

      await store.dialogs.save('d7', [user('now', { ts: october + 5 })]);
      assert.equal(opensOf(await countList(root, open())).length, 1, 'the one that changed');
      assert.equal((await store.dialogs.names())[0], 'd7');
    }));

  it('is filled into the table of an older version, which reads that of this one', () =>
    withStore(async ({ root, store, open }) => {
      await store.dialogs.save('ours', [user('x', { ts: 1 })]);
      importMany(root, 30);
      const before = await times(store);
      const { names, rest } = rewriteAsBefore(root);
      assert.ok(isTexts(names.names) && names.names.length === 31);
      for (const column of ['files', 'flags', 'folders', 'createdAt'])
        assert.ok(Array.isArray(rest[column]), column);

      const filling = await countList(root, open());
      assert.equal(opensOf(filling).length, 30, 'the end of the messages alone');
      assert.deepEqual(opensOf(await countList(root, open())), []);
      assert.deepEqual(await times(open()), before);
      const order = (await store.dialogs.list()).map(({ name }) => name);
      assert.deepEqual(await open().dialogs.names(), order);
    }));
});
