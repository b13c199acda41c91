import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { many, user, withStore } from './withStore.ts';

const detail = { recentTurns: 10, includeSummary: true, includeMessages: true };

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

/** What happens to files: the bytes of a good one become these. */
const kinds: Record<string, (good: Buffer) => Buffer> = {
  truncated: (good) => good.subarray(0, good.length / 2),
  empty: () => Buffer.alloc(0),
  'with a BOM': (good) => Buffer.concat([Buffer.from('\ufeff'), good]),
  'in UTF-16': (good) => utf16(good.toString()),
  'with garbage at the end': (good) => Buffer.concat([good, Buffer.from('}\0\0\0')]),
  'full of NUL': (good) => Buffer.alloc(good.length),
  'with git conflict markers': (good) =>
    Buffer.from(`<<<<<<< HEAD\n${String(good)}=======\n${String(good)}>>>>>>> theirs\n`),
  'not UTF-8': (good) => Buffer.concat([good.subarray(0, 5), Buffer.from([0xc3, 0x28]), good.subarray(5)]),
};

describe('damaged messages.json', () => {
  const wrong: typeof kinds = {
    ...kinds,
    'of the wrong type': () => Buffer.from('{"messages":[]}'),
    'with a wrong message': () => Buffer.from('[{"role":"robot","text":"x","ts":1}]'),
  };
  for (const [kind, damage] of Object.entries(wrong))
    for (const first of ['read', 'save'] as const)
      it(`${kind}: put aside by a ${first}, and the next save works`, () =>
        withStore(async ({ store, root }) => {
          await store.dialogs.save('d', many(3));
          const folder = join(root, '.chat-history/d');
          const file = join(folder, 'messages.json');
          const bytes = damage(await fs.readFile(file));
          await fs.writeFile(file, bytes);
          const { damaged } =
            first === 'read'
              ? await store.dialogs.detail('d', detail)
              : await store.dialogs.save('d', [user('x')]);
          assert.equal(damaged.length, 1);
          assert.equal(damaged[0]?.file, 'messages.json');
          assert.match(damaged[0].keptAs, /^messages\.json\.damaged-20260205T120000Z$/);
          assert.notEqual(damaged[0].reason, '');
          assert.deepEqual(await fs.readFile(join(folder, damaged[0].keptAs)), bytes);
          await store.dialogs.save('d', [user('after')]);
          const after = await store.dialogs.detail('d', detail);
          assert.deepEqual([after.messages?.at(-1)?.text, after.damaged], ['after', []]);
          assert.deepEqual((await store.dialogs.stats('d')).damaged, [damaged[0].keptAs]);
          assert.deepEqual((await store.dialogs.overview('d'))?.damaged, [damaged[0].keptAs]);
        }));
});

describe('messages.json of other programs', () => {
  it('may have null for a time that is not known', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('x', { ts: 5 })]);
      const message = '{"role":"user","text":"x","ts":null}';
      await fs.writeFile(
        join(root, '.chat-history/d/messages.json'),
        `[${message},${message.replace('null', '7')},${message}]`,
      );
      const { messages, damaged } = await store.dialogs.detail('d', detail);
      assert.deepEqual([messages?.map(({ ts }) => ts), damaged], [[0, 7, 7], []]);
    }));
});

describe('files nested too deeply to be written again', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  for (const [file, text] of [
    ['summary.json', deep],
    ['summary.json', JSON.stringify(deep)],
    ['messages.json', `[{"role":"user","text":"x","ts":1,"meta":{"a":${deep}}}]`],
    ['dialog.json', `{"v":1,"name":"d","other":${deep}}`],
  ] as const)
    it(`are put aside like damaged ones: ${file}, ${text.slice(0, 4)}`, () =>
      withStore(async ({ store, root }) => {
        await store.dialogs.save('d', [user('x')]);
        await fs.writeFile(join(root, '.chat-history/d', file), text);
        const seen = await store.dialogs.detail('d', detail);
        const { damaged } = await store.dialogs.save('d', [user('y')]);
        const [found] = [...seen.damaged, ...damaged];
        assert.equal(found?.file, file);
        assert.match(found.reason, /nested deeper than 1000 levels/);
        assert.equal(await fs.readFile(join(root, '.chat-history/d', found.keptAs), 'utf8'), text);
      }));
});

describe('damaged summary.json', () => {
  for (const [kind, damage] of Object.entries(kinds))
    it(`${kind}: put aside, and the next summary works`, () =>
      withStore(async ({ store, root }) => {
        await store.dialogs.setSummary('d', { facts: ['a'] }, 'replace');
        const folder = join(root, '.chat-history/d');
        const bytes = damage(await fs.readFile(join(folder, 'summary.json')));
        await fs.writeFile(join(folder, 'summary.json'), bytes);
        const { damaged, summary } = await store.dialogs.detail('d', detail);
        assert.equal(summary, undefined);
        assert.deepEqual(await fs.readFile(join(folder, damaged[0]!.keptAs)), bytes);
        await store.dialogs.setSummary('d', { facts: ['b'] }, 'merge');
        assert.deepEqual(await store.dialogs.summary('d'), { facts: ['b'] });
      }));

  it('is put aside by a merge as well', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.setSummary('d', { facts: ['a'] }, 'replace');
      await fs.writeFile(join(root, '.chat-history/d/summary.json'), '{');
      assert.equal((await store.dialogs.setSummary('d', { facts: ['b'] }, 'merge')).damaged.length, 1);
    }));
});

describe('other damage', () => {
  it('a sealed part is put aside, its number is not used again, the rest stays', () =>
    withStore(async ({ store, root, open }) => {
      for (let n = 0; n < 800; n += 200) await store.dialogs.save('d', many(200, 500, n));
      const folder = join(root, '.chat-history/d');
      await fs.writeFile(join(folder, 'messages-000003.json'), '[');
      const page = await open().dialogs.messagesSince('d', { sinceTs: 0, limit: 1_000 });
      assert.equal(page.damaged[0]?.file, 'messages-000003.json');
      assert.equal(page.messages.length, 600);
      await store.dialogs.save('d', many(200, 500, 800));
      assert.ok((await fs.readdir(folder)).includes('messages-000004.json'));
      assert.equal((await open().dialogs.stats('d')).messages, 800);
    }));

  it('a damaged dialog.json costs neither the dialog nor its name', () =>
    withStore(async ({ store, root, open }) => {
      await store.dialogs.save('A B', [user('x')]);
      const [info] = await store.dialogs.list();
      await fs.writeFile(join(info!.folder, 'dialog.json'), '');
      const [listed] = await open().dialogs.list();
      assert.equal((await store.dialogs.stats(listed!.name)).messages, 1);
      await store.dialogs.save('A B', [user('y')]);
      assert.equal((await open().dialogs.list())[0]?.name, 'A B');
      assert.equal((await store.dialogs.stats('A B')).messages, 2);
      assert.ok((await fs.readdir(info!.folder)).some((name) => name.startsWith('dialog.json.damaged-')));
      assert.equal(
        (await fs.readdir(join(root, '.chat-history'))).filter((name) => !/^\.|^project\.json$/.test(name))
          .length,
        1,
      );
    }));

  it('a damaged dialog.json is named by whoever puts it aside', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('x')]);
      for (const change of [
        () => store.dialogs.save('d', [user('y')]),
        () => store.dialogs.setSummary('d', { facts: ['a'] }, 'merge'),
        () => store.contexts.startNew('d', {}),
      ]) {
        await fs.writeFile(join(root, '.chat-history/d/dialog.json'), '{');
        const { damaged } = await change();
        assert.deepEqual(
          damaged.map(({ file, keptAs }) => [file, keptAs.startsWith('dialog.json.damaged-')]),
          [['dialog.json', true]],
        );
      }
    }));

  it('two damages in one second are both kept', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('x')]);
      for (const bytes of ['{', '[']) {
        await fs.writeFile(join(root, '.chat-history/d/messages.json'), bytes);
        await store.dialogs.save('d', [user('x')]);
      }
      assert.equal((await store.dialogs.stats('d')).damaged.length, 2);
    }));
});
