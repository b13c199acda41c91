import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tree } from '../unit/store/withStore.ts';
import { archive, assistant, user } from './talk.ts';
import { withServer } from './withServer.ts';

const dialog = 'work';
const load = 'chat_context_load';
const list = 'chat_context_list';

interface Item {
  readonly contextId: string;
  readonly title: string;
  readonly dialog?: string;
}
const itemsOf = ({ items }: Record<string, unknown>) => items as Item[];
const idsOf = (reply: Record<string, unknown>) => itemsOf(reply).map(({ contextId }) => contextId);
const loadedId = (text: string) => /^- contextId: (.*)$/m.exec(text)?.[1];

describe('chat_context_load by query', () => {
  it('finds a word deep in turn 90, and the words of a Chinese phrase in another order', () =>
    withServer(async (server) => {
      const turns = Array.from({ length: 100 }, (_, n) =>
        assistant(n === 90 ? `${'filler '.repeat(1_430)}needlework and more` : `turn ${n}`),
      );
      const needle = await archive(server, dialog, turns);
      const chinese = await archive(server, dialog, [
        user('修复用户登录时的验证码校验问题'),
        assistant('好'),
      ]);
      await archive(server, dialog, [user('用户资料页面'), assistant('已登记')]);
      for (const [query, id] of [
        ['needlework', needle],
        ['校验登录的验证码', chinese],
      ])
        assert.equal(loadedId((await server.call(load, { dialog, query })).text), id, query);
    }));

  it('lists at most topK-1 other matches in a second text, best first', () =>
    withServer(async (server) => {
      const ids: string[] = [];
      for (const topic of ['pears in winter', 'pears', 'apples', 'pears, and how pears are grown'])
        ids.push(await archive(server, dialog, [user(topic), assistant('Noted.')]));
      const { texts } = await server.call(load, { dialog, query: 'pears grown', topK: 3 });
      assert.equal(texts.length, 2);
      assert.equal(loadedId(texts[0] ?? ''), ids[3]);
      const [heading, ...others] = (texts[1] ?? '').split('\n');
      assert.equal(heading, 'Other matches, best first:');
      assert.deepEqual(others.sort(), [`- ${ids[0]}: pears in winter`, `- ${ids[1]}: pears`].sort());
      assert.equal((await server.call(load, { dialog, query: 'pears', topK: 1 })).texts.length, 1);
      assert.equal((await server.call(load, { dialog, query: 'apples' })).texts.length, 1);
      assert.equal((await server.call(load, { dialog, contextId: ids[0] })).texts.length, 1);
    }));

  it('offers the ten newest contexts and changes nothing without a match', () =>
    withServer(async (server) => {
      const ids: string[] = [];
      for (let n = 0; n < 12; n++) ids.unshift(await archive(server, dialog, [assistant(`part ${n}`)]));
      // The server itself keeps sessions at times, under a lock of its own.
      const before = await tree(join(server.folder, dialog));
      const { json, isError, texts } = await server.call(load, { dialog, query: 'zebra' });
      assert.deepEqual(await tree(join(server.folder, dialog)), before);
      assert.deepEqual([isError, texts.length], [true, 1]);
      const { hint, available, ...rest } = json;
      assert.deepEqual(rest, { success: false, error: 'No matching archived contexts found.' });
      assert.match(String(hint), /other words.*contextId/);
      assert.deepEqual(available, itemsOf(await server.ok(list, { dialog })).slice(0, 10));
      assert.deepEqual(idsOf({ items: available }), ids.slice(0, 10));
    }));

  it('offers and creates nothing for a dialog without archives or an unknown one', () =>
    withServer(async ({ call, root }) => {
      const { json } = await call(load, { dialog: 'nowhere', query: 'anything' });
      const { hint, ...rest } = json;
      assert.deepEqual(rest, {
        success: false,
        error: 'No matching archived contexts found.',
        available: [],
      });
      assert.match(String(hint), /^Nothing is archived in this dialog yet/);
      assert.deepEqual(await tree(root), {});
    }));
});

describe('three hundred archived contexts', () => {
  const topics = Array.from({ length: 300 }, (_, n) => `work on module ${n} and its tests, part ${n % 7}`);
  topics[177] = 'work on module 177: the retry backoff of the payment gateway and its tests';

  /** Written as the original text describes them, without an index. */
  function writeArchives(folder: string): string[] {
    const archives = join(folder, dialog, 'contexts', 'archive');
    mkdirSync(archives, { recursive: true });
    return topics.map((text, n) => {
      const contextId = `c_20260205_${String(n).padStart(4, '0')}`;
      const [createdAt, archivedAt] = [1_738_713_600_000 + n, 1_738_713_999_000 + n];
      const context = {
        v: 1,
        contextId,
        status: 'archived',
        createdAt,
        updatedAt: archivedAt,
        turns: [{ v: 1, ts: createdAt, role: 'assistant', text }],
        meta: {},
        archivedAt,
        archiveReason: 'completed',
      };
      writeFileSync(join(archives, `${contextId}.json`), JSON.stringify(context));
      return contextId;
    });
  }

  it('rank the right one first, and can all be listed and loaded', () =>
    withServer(async (server) => {
      const { ok, call, folder } = server;
      const ids = writeArchives(folder);
      ids.push(await archive(server, dialog, [assistant('one made by the store')]));
      const query = 'retries of payments, with backoff';
      const { texts } = await call(load, { dialog, query: `${query}, in a module`, mode: 'full' });
      assert.ok(texts[0]?.endsWith(`assistant: ${topics[177]}`), texts[0]);
      assert.equal((texts[1] ?? '').split('\n').length, 5);
      const all: string[] = [];
      for (let args = { dialog, limit: 1_000 }; ;) {
        const page = await ok(list, args);
        assert.equal(page.total, 301);
        all.push(...idsOf(page));
        if (page.cursor === undefined) break;
        args = { ...args, cursor: page.cursor } as typeof args;
      }
      assert.deepEqual(all, ids.toReversed());
      assert.deepEqual(idsOf(await ok(list, { dialog })), all.slice(0, 20));
      for (const contextId of ids)
        assert.equal(loadedId((await call(load, { dialog, contextId })).text), contextId);
    }));
});

describe('chat_context_list', () => {
  it('lists a dialog, or the whole project with the dialog of each, newest first', () =>
    withServer(async (server) => {
      assert.deepEqual(await server.ok(list), {
        success: true,
        items: [],
        total: 0,
        why: 'No context was archived; chat_context_new archives the active one.',
      });
      const a = await archive(server, 'A', [user('苹果'), assistant('done with apples', 5_000)]);
      const b = await archive(server, '对话 B', [user('pears'), assistant('done with pears')]);
      const project = await server.ok(list);
      assert.deepEqual(
        itemsOf(project).map((item) => [item.contextId, item.dialog]),
        [
          [b, '对话 B'],
          [a, 'A'],
        ],
      );
      const { items, ...rest } = await server.ok(list, { dialog: 'A' });
      assert.deepEqual(rest, { success: true, total: 1 });
      const [{ createdAt, archivedAt, ...item }] = items as [Record<string, unknown>];
      assert.ok(Number(archivedAt) >= Number(createdAt) && Number(createdAt) > 0);
      assert.deepEqual(item, {
        contextId: a,
        title: '苹果',
        messageCount: 2,
        summaryPreview: 'done with apples',
      });
      assert.deepEqual(idsOf(await server.ok(list, { limit: 1 })), [b]);
    }));
});
