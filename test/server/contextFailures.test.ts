import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { maxReplyBytes, wireBytes } from '../../src/server/base/reply.ts';
import { readActive } from './contextReader.ts';
import { archive, assistant, user } from './talk.ts';
import { startServer, withFolder, withServer } from './withServer.ts';

const dialog = 'work';
const load = 'chat_context_load';
const recall = 'chat_context_recall';
const summarize = 'chat_context_summarize';

/** Each wrong call with what its refusal must say. */
const wrong: readonly [what: string, tool: string, args: Record<string, unknown>, message: RegExp][] = [
  ['neither query nor id', load, { dialog }, /^query and contextId are both missing: .*words to search/],
  [
    'blank query and id',
    load,
    { dialog, query: ' ', contextId: '' },
    /^query and contextId are both missing/,
  ],
  [
    'a foreign mode',
    recall,
    { contextId: 'x', mode: 'ful' },
    /^mode takes "summary" or "recent" or "full", but got "ful"/,
  ],
  ['a limit of 0', 'chat_context_list', { limit: 0 }, /^limit takes a whole number of at least 1, but got 0/],
  ['a topK of 0', load, { dialog, query: 'x', topK: 0 }, /^topK takes a whole number from 1 to 50/],
  [
    'too few characters',
    recall,
    { contextId: 'x', maxChars: 199 },
    /^maxChars takes a whole number from 200 to 1000000, but got 199/,
  ],
  [
    'too many characters',
    load,
    { dialog, query: 'x', maxChars: 1_000_001 },
    /^maxChars takes a whole number from 200/,
  ],
  ['half a character', load, { dialog, query: 'x', maxChars: 500.5 }, /^maxChars takes a whole number/],
  ['a number in words', load, { dialog, query: 'x', maxChars: 'all' }, /^maxChars takes a whole number/],
  ['a misspelt argument', recall, { context_id: 'x' }, /context_id" \(did you mean "contextId"\?\)/],
  [
    'a misspelt argument of load',
    load,
    { dialog, query: 'x', max_chars: 5 },
    /max_chars" \(did you mean "maxChars"\?\)/,
  ],
  ['no summary', summarize, { contextId: 'x' }, /^summary is missing/],
  [
    'an empty summary',
    summarize,
    { contextId: 'x', summary: ' \n' },
    /^summary is empty; give a few sentences/,
  ],
  ['a number as title', 'chat_context_new', { dialog, title: 5 }, /^title takes text, but got 5/],
  ['a long name', 'chat_context_new', { dialog: 'x'.repeat(1_001) }, /1,?000/],
];

describe('arguments of the context tools', () => {
  it('are refused with {success: false} and a correction when wrong, and nothing is written', () =>
    withServer(async ({ call, root }) => {
      for (const [what, tool, args, message] of wrong) {
        const { json, isError } = await call(tool, args);
        assert.deepEqual([isError, json.success, 'ok' in json], [true, false, false], what);
        assert.match(String(json.error), message, what);
      }
      assert.deepEqual(readdirSync(root), []);
    }));

  it('treat an empty dialog name as “default”', () =>
    withServer(async (server) => {
      const id = await archive(server, '', [assistant('x')]);
      const { items } = await server.ok('chat_context_list', { dialog: 'default' });
      assert.equal((items as { contextId: string }[])[0]?.contextId, id);
    }));

  it('are refused with the newest ids when an id is unknown, without touching files', () =>
    withServer(async (server) => {
      const id = await archive(server, dialog, [assistant('x')]);
      const odd = ['c_20260101_000000', '../x', '../active', 'a/b', 'x'.repeat(500), 'index', '历史', '..'];
      for (const contextId of odd)
        for (const [tool, args] of [
          [load, { dialog, contextId }],
          [recall, { contextId }],
          [summarize, { contextId, summary: 's' }],
        ] as const) {
          const message = await server.refused(tool, args);
          assert.match(message, /^There is no archived context "/, `${tool} ${contextId}`);
          assert.ok(message.includes(id), message);
        }
      const names = readdirSync(server.folder).filter((name) => !/^\.|^project\.json$/.test(name));
      assert.deepEqual(names, [dialog]);
    }));

  it('are refused with the owning dialog when an id belongs to another one; recall accepts it', () =>
    withServer(async (server) => {
      const contextId = await archive(server, '另一个', [assistant('x')]);
      const { json } = await server.call(load, { dialog, contextId });
      assert.deepEqual([json.success, json.dialog], [false, '另一个']);
      assert.match(String(json.error), /belongs to the dialog "另一个", not to "work".*chat_context_recall/);
      assert.match((await server.call(recall, { contextId })).text, /assistant: x$/);
      assert.match((await server.call(load, { dialog: '另一个', contextId })).text, /assistant: x$/);
    }));
});

describe('contexts of any length', () => {
  it('stay within maxChars and 8 MiB, with whole turns from the newest', () =>
    withServer(
      async (server) => {
        const turns = ['\u0001'.repeat(1_200_000), 'b '.repeat(300), 'c '.repeat(300), 'last'];
        const contextId = await archive(
          server,
          dialog,
          turns.map((text) => assistant(text)),
        );
        for (const maxChars of [200, 1_000, 12_000, 1_000_000]) {
          const { text } = await server.call(recall, { contextId, mode: 'full', maxChars });
          assert.ok(text.length <= maxChars && wireBytes(text) < maxReplyBytes, `${text.length}`);
          assert.match(text, /（省略了更早的 \d 轮）[^]*assistant: last$/);
        }
      },
      { env: { HISTORY_CONTEXTS_MAX_CHARS: '2000000' } },
    ));

  it('leave room for the content despite a long title', () =>
    withServer(async ({ ok, call }) => {
      await ok('chat_context_new', { dialog, title: `${'very long\n'.repeat(1_000)}title` });
      await ok('history_save', { dialog, entry: assistant('the content') });
      const { archivedContextId: contextId } = await ok('chat_context_new', { dialog });
      const { text } = await call(recall, { contextId, maxChars: 200 });
      assert.ok(text.length <= 200 && text.endsWith('assistant: the content'), text);
    }));
});

describe('four processes saving to one context', () => {
  it('write all of 20 concurrent saves to the messages and the active context', () =>
    withFolder(async (root) => {
      const servers = await Promise.all([1, 2, 3, 4].map(() => startServer(root)));
      try {
        const [first] = servers;
        await first?.ok('chat_context_new', { dialog });
        const sent = servers.flatMap((server, index) =>
          Array.from({ length: 5 }, (_, n) => ({ server, text: `${index}-${n}` })),
        );
        await Promise.all(
          sent.map(({ server, text }) => server.ok('history_save', { dialog, entry: user(text) })),
        );
        const messages = (await first?.ok('history_get_messages_since', { dialog }))?.messages;
        const stored = (messages as { text: string }[]).map(({ text }) => text);
        assert.deepEqual([...stored].sort(), sent.map(({ text }) => text).sort());
        const active = readActive(join(root, '.chat-history', dialog));
        assert.deepEqual(
          active.turns.map(({ text }) => text),
          stored,
        );
      } finally {
        await Promise.all(servers.map((server) => server.close()));
      }
    }));
});

describe('disabling contexts', () => {
  it('refuses every context tool, keeps the history working and the active context unchanged', () =>
    withServer(async (server) => {
      const contextId = await archive(server, dialog, [user('a'), assistant('b')]);
      const before = readActive(join(server.folder, dialog));
      const off = await startServer(server.root, { env: { HISTORY_CONTEXTS_ENABLED: 'false' } });
      try {
        const { tools } = await off.client.listTools();
        const args: Record<string, Record<string, unknown>> = {
          chat_context_new: { dialog },
          chat_context_load: { dialog, query: 'a' },
          chat_context_list: {},
          chat_context_recall: { contextId },
          chat_context_clear_active: { dialog },
          chat_context_summarize: { contextId, summary: 's' },
        };
        for (const { name } of tools.filter((tool) => tool.name.startsWith('chat_context_'))) {
          const { json, isError } = await off.call(name, args[name]);
          assert.deepEqual([isError, Object.keys(json), json.success], [true, ['success', 'error'], false]);
          assert.match(String(json.error), /^contexts are disabled; .*HISTORY_CONTEXTS_ENABLED=true/, name);
        }
        await off.ok('history_save', { dialog, entry: user('while off') });
        assert.deepEqual(readActive(join(server.folder, dialog)), before);
      } finally {
        await off.close();
      }
      await server.ok('history_save', { dialog, entry: assistant('on again') });
      assert.deepEqual(
        readActive(join(server.folder, dialog)).turns.map(({ text }) => text),
        ['while off', 'on again'],
      );
      assert.ok(!existsSync(join(server.folder, '.trash')));
    }));
});
