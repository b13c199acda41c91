import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Message } from '../../../src/history/dialogs/types.ts';
import { assistant, many, tree, user, withStore } from './withStore.ts';
import { inIndex } from '../../inIndex.ts';

const everything = { recentTurns: 1_000_000, includeSummary: true, includeMessages: true };

describe('saving messages', () => {
  it('writes the files of the original format', () =>
    withStore(async ({ store, root, clock }) => {
      const result = await store.dialogs.save('修复登录', [user('你好\n`code`'), assistant('好的')]);
      assert.deepEqual(result, { saved: 2, duplicates: 0, damaged: [] });
      const files = await tree(join(root, '.chat-history'));
      assert.deepEqual(JSON.parse(files['修复登录/messages.json']!), [
        { role: 'user', text: '你好\n`code`', ts: clock.time },
        { role: 'assistant', text: '好的', ts: clock.time + 1 },
      ]);
      assert.deepEqual(JSON.parse(files['修复登录/dialog.json']!), {
        v: 1,
        name: '修复登录',
        createdAt: clock.time,
      });
      assert.equal(files['.gitignore'], '*\n');
    }));

  for (const place of ['contexts', 'contexts/active.json'])
    it(`says what it did where ${place} cannot be followed`, () =>
      withStore(async ({ store, root }) => {
        await store.dialogs.save('d', [user('one')]);
        const path = join(root, '.chat-history/d', place);
        if (place === 'contexts') await fs.writeFile(path, 'no folder');
        else await fs.mkdir(path, { recursive: true });
        assert.equal((await store.dialogs.save('d', [user('two')])).saved, 1);
        const { backup } = await store.dialogs.clear('d');
        assert.ok(backup);
        assert.equal((await store.dialogs.restoreBackup('d', backup)).restored, backup);
        const { messages } = await store.dialogs.detail('d', everything);
        assert.deepEqual(
          messages?.map(({ text }) => text),
          ['one', 'two'],
        );
      }));

  it('creates nothing by reading', () =>
    withStore(async ({ store, root }) => {
      assert.deepEqual(await store.dialogs.list(), []);
      const { messages, damaged, summary } = await store.dialogs.detail('none', everything);
      assert.deepEqual({ messages, damaged, summary }, { messages: [], damaged: [], summary: undefined });
      assert.equal((await store.dialogs.stats('none')).lastTs, null);
      assert.deepEqual(await store.dialogs.clear('none'), { dialog: 'none', backup: undefined });
      assert.equal(await store.dialogs.overview('none'), undefined);
      assert.deepEqual((await store.dialogs.messagesSince('none', { limit: 5 })).messages, []);
      await assert.rejects(store.dialogs.restoreBackup('none', 'x'), { code: 'not_found' });
      assert.deepEqual(await fs.readdir(root), []);
    }));

  it('gives back every text exactly', () =>
    withStore(async ({ store, open }) => {
      const texts = [
        '',
        'a\0b',
        '\ud800',
        '\udc00x',
        'a\r\nb\rc',
        '\u2028\u2029',
        '👩‍👩‍👧',
        '\ufeff',
        '"\\',
        'x'.repeat(2_000_000),
      ];
      await store.dialogs.save(
        'd',
        texts.map((text) => user(text)),
      );
      const { messages } = await open().dialogs.detail('d', everything);
      assert.deepEqual(
        messages?.map(({ text }) => text),
        texts,
      );
    }));

  it('keeps meta and what other programs wrote beside', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [{ ...user('a'), meta: { agent: 'codex', nested: { n: [1, null] } } }]);
      const file = join(root, '.chat-history/d/messages.json');
      const stored = JSON.parse(await fs.readFile(file, 'utf8')) as Message[];
      await fs.writeFile(file, JSON.stringify([{ ...stored[0], theirs: 1 }]));
      await store.dialogs.save('d', [user('b')]);
      const [first] = JSON.parse(await fs.readFile(file, 'utf8')) as Message[];
      assert.deepEqual(first, { ...stored[0], theirs: 1 });
    }));

  it('keeps the order when the clock goes back', () =>
    withStore(async ({ store, clock }) => {
      await store.dialogs.save('d', [user('a')]);
      clock.time -= 60_000;
      await store.dialogs.save('d', [user('b'), user('c')]);
      const { messages } = await store.dialogs.detail('d', everything);
      assert.deepEqual(
        messages?.map(({ text, ts }) => [text, ts - clock.time]),
        [
          ['a', 60_000],
          ['b', 60_001],
          ['c', 60_002],
        ],
      );
    }));

  it('stores an id once, also when the first copy is in a sealed part of another process', () =>
    withStore(async ({ store, open }) => {
      await store.dialogs.save('d', [user('a', { id: '1' }), ...many(900)]);
      await store.dialogs.save('d', many(900));
      await store.dialogs.save('d', [user('z')]);
      const again = await open().dialogs.save('d', [
        user('a', { id: '1' }),
        user('b', { id: '2' }),
        user('b', { id: '2' }),
      ]);
      assert.deepEqual([again.saved, again.duplicates], [1, 2]);
      assert.equal((await store.dialogs.stats('d')).messages, 1803);
    }));

  it('refuses what it could not give back, storing none of the entries', () =>
    withStore(async ({ store, root, clock }) => {
      const day = 24 * 60 * 60 * 1_000;
      for (const ts of [-1, NaN, Infinity, clock.time + day + 1])
        await assert.rejects(store.dialogs.save('d', [user('ok'), user('bad', { ts })]), {
          code: 'invalid_argument',
          message: /^Entry 1 has ts .* Nothing was saved\.$/,
        });
      await assert.rejects(store.dialogs.save('d', [user('', { id: '' })]), /empty id/);
      assert.deepEqual(await fs.readdir(root), []);
      await store.dialogs.save('d', [user('tomorrow', { ts: clock.time + day })]);
    }));

  it('adds to what others have written, with and without the lock', () =>
    withStore(async ({ store, open, root }) => {
      const texts = async () =>
        (await store.dialogs.messagesSince('d', { limit: 50 })).messages.map(({ text }) => text);
      const file = join(root, '.chat-history/d/messages.json');
      await store.dialogs.save('d', [user('a'), user('b')]);
      await store.dialogs.save('d', [user('c')]);
      await open().dialogs.save('d', [user('other')]);
      await store.dialogs.save('d', [user('d')]);
      assert.deepEqual(await texts(), ['a', 'b', 'c', 'other', 'd']);
      const before = await fs.readFile(file, 'utf8');
      await fs.writeFile(file, before.replace('"c"', '"C"'));
      await store.dialogs.save('d', [user('e')]);
      const whole = await fs.readFile(file, 'utf8');
      const added = whole.replace(/\s*\]\s*$/, ' , {"role":"user","text":"by hand"} ]');
      await fs.writeFile(file, added);
      await store.dialogs.save('d', [user('f')]);
      assert.deepEqual(await texts(), ['a', 'b', 'C', 'other', 'd', 'e', 'by hand', 'f']);
      assert.equal((JSON.parse(await fs.readFile(file, 'utf8')) as unknown[]).length, 8);
    }));

  it('writes saves that arrive together together', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('first')]);
      const results = await Promise.all(many(200).map((entry) => store.dialogs.save('d', [entry])));
      assert.ok(results.every(({ saved }) => saved === 1));
      const locks = await fs.readdir(join(root, '.chat-history/.locks/d'));
      assert.ok(Number(locks.sort().at(-1)) <= 5, 'one lock for many');
      const { messages } = await store.dialogs.detail('d', everything);
      assert.deepEqual(
        messages?.slice(1).map(({ text }) => parseInt(text)),
        Array.from({ length: 200 }, (_, n) => n),
      );
    }));
});

describe('parts of a long dialog', () => {
  it('seals the open part when it has left 64 KiB, leaving the old ones alone', () =>
    withStore(async ({ store, root, open }) => {
      for (let n = 0; n < 1_000; n += 50) await store.dialogs.save('d', many(50, 300, n));
      const folder = join(root, '.chat-history/d');
      const names = (await fs.readdir(folder)).sort();
      assert.deepEqual(
        names.filter((name) => name.startsWith('messages')),
        [
          'messages-000001.json',
          'messages-000002.json',
          'messages-000003.json',
          'messages-000004.json',
          'messages.json',
        ],
      );
      const sealed = await fs.readFile(join(folder, 'messages-000001.json'), 'utf8');
      await store.dialogs.save('d', many(400, 300, 1_000));
      await store.dialogs.save('d', many(1, 300, 1_400));
      assert.equal(await fs.readFile(join(folder, 'messages-000001.json'), 'utf8'), sealed);
      for (const dialogs of [store.dialogs, open().dialogs]) {
        const { messages } = await dialogs.detail('d', everything);
        assert.deepEqual(
          messages?.map(({ text }) => parseInt(text)),
          Array.from({ length: 1_401 }, (_, n) => n),
        );
        assert.equal((await dialogs.stats('d')).messages, 1_401);
      }
    }));

  it('reads windows across parts, cut at the ends', () =>
    withStore(async ({ store }) => {
      for (let n = 0; n < 1_000; n += 250) await store.dialogs.save('d', many(250, 400, n));
      const numbers = async (offset: number, limit: number) => {
        const { messages, total } = await store.dialogs.window('d', offset, limit);
        assert.equal(total, 1_000);
        return messages.map(({ text }) => parseInt(text));
      };
      assert.deepEqual(await numbers(248, 4), [248, 249, 250, 251]);
      assert.deepEqual(await numbers(-5, 2), [0, 1]);
      assert.deepEqual(await numbers(998, 10), [998, 999]);
      assert.deepEqual(await numbers(2_000, 10), []);
      assert.equal((await numbers(0, 1_000)).length, 1_000);
    }));

  it('reads all messages part by part', () =>
    withStore(async ({ store }) => {
      for (let n = 0; n < 1_000; n += 250) await store.dialogs.save('d', many(250, 400, n));
      const seen: number[] = [];
      for await (const messages of store.dialogs.all('d')) {
        assert.ok(messages.length <= 500);
        seen.push(...messages.map(({ text }) => parseInt(text)));
      }
      assert.deepEqual(
        seen,
        Array.from({ length: 1_000 }, (_, n) => n),
      );
    }));

  it('needs no index: deleted, torn or of another time, the counts are right', () =>
    withStore(async ({ store, open }) => {
      for (let n = 0; n < 1_000; n += 250) await store.dialogs.save('d', many(250, 400, n));
      const parts = inIndex(store.folder, 'parts');
      const [name = ''] = await fs.readdir(parts);
      const index = join(parts, name);
      const good = await fs.readFile(index, 'utf8');
      for (const text of [undefined, '', good.slice(0, 50), '{}', good.replace(/"size":\d+/g, '"size":1')]) {
        await fs.rm(index, { force: true });
        if (text !== undefined) await fs.writeFile(index, text);
        assert.equal((await open().dialogs.stats('d')).messages, 1_000);
      }
    }));

  it('reads no message twice where the open part is replaced right after its sealing was read', () =>
    withStore(async ({ store, root, open }) => {
      const folder = join(root, '.chat-history/d');
      await store.dialogs.save('d', many(300, 300));
      await fs.link(join(folder, 'messages.json'), join(folder, 'messages-000001.json')); // as sealing does first
      const writer = open();
      const first = fs.open;
      fs.open = async (...args) => {
        const file = await first(...args);
        if (!String(args[0]).endsWith('messages.json')) return file;
        fs.open = first;
        const close = file.close.bind(file);
        file.close = async () => {
          await close();
          await writer.dialogs.save('d', many(1, 10, 300));
        };
        return file;
      };
      const { messages = [] } = await store.dialogs.detail('d', everything);
      fs.open = first;
      const numbers = messages.map(({ text }) => parseInt(text));
      assert.deepEqual(
        numbers,
        Array.from({ length: numbers.length }, (_, n) => n),
      );
    }));

  it('gives consistent reads while another process seals and clears', () =>
    withStore(async ({ store, open }) => {
      const writer = open();
      const progress = { written: 0, writing: true };
      const write = async () => {
        for (; progress.written < 3_000; progress.written += 100)
          await writer.dialogs.save('d', many(100, 300, progress.written));
      };
      const done = write().finally(() => (progress.writing = false));
      while (progress.writing) {
        const acknowledged = progress.written;
        const { messages = [] } = await store.dialogs.detail('d', everything);
        assert.deepEqual(
          messages.map(({ text }) => parseInt(text)),
          Array.from({ length: messages.length }, (_, n) => n),
        );
        assert.ok(messages.length >= acknowledged);
      }
      await done;
    }));
});

describe('maintenance', () => {
  it('counts the whole dialog, not the slice', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', many(200, 10));
      const slice = { recentTurns: 1, includeSummary: false, includeMessages: true };
      assert.equal((await store.dialogs.detail('d', slice)).maintenance, undefined);
      await store.dialogs.save('d', many(1, 10));
      const { maintenance, messages } = await store.dialogs.detail('d', slice);
      assert.equal(messages?.length, 1);
      assert.equal(maintenance?.reason, 'messages_count_exceeds_comfort_zone');
      assert.equal(maintenance.metrics.messages, 201);
      assert.deepEqual(maintenance.thresholds, { maxMessages: 200, maxBytes: 65_536 });
      assert.deepEqual(maintenance.backup, { enabled: true, retention: 5 });
    }));

  it('counts bytes with the summary', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', many(10, 6_000));
      const query = { recentTurns: 0, includeSummary: false, includeMessages: false };
      assert.equal((await store.dialogs.detail('d', query)).maintenance, undefined);
      await store.dialogs.setSummary('d', { facts: ['x'.repeat(6_000)] }, 'merge');
      assert.equal((await store.dialogs.detail('d', query)).maintenance?.reason, 'bytes_exceed_comfort_zone');
    }));
});
