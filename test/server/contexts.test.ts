import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { readActive, readContexts } from './contextReader.ts';
import { archive, assistant, user } from './talk.ts';
import { startServer, withServer } from './withServer.ts';

const dialog = 'work';
const chineseHeading = '以下是历史归档 context（仅供参考，可能与当前问题不一致）：';
const englishHeading = 'Archived context, for reference only; it may not match the current question:';
const texts = (turns: readonly { text: string }[] = []) => turns.map(({ text }) => text);
const contextsOf = (folder: string, name = dialog) => join(folder, name, 'contexts');

describe('switching tasks', () => {
  const login = [
    user('修复用户登录时的验证码校验问题'),
    assistant('已修复：验证码比较时忽略了大小写，测试已补充'),
    user('Now the rounding of invoices is wrong when a discount applies'),
  ];
  const invoices = [
    assistant('The discount was applied after rounding; it is applied before it now.'),
    user('Deploy the staging cluster'),
  ];

  it('works with the literal calls of the original in the default dialog', () =>
    withServer(async ({ ok, call, folder }) => {
      const request = { ...user('again'), id: 'r7' };
      const entries = [{ ...user('one'), meta: { requestId: 'req-1' } }, assistant('two'), request];
      await ok('history_save', { dialog: '', entries });
      const made = await ok('chat_context_new', { title: 'next', reason: 'other' });
      const contextId = String(made.archivedContextId);
      assert.match(String(made.note), /disregard it/);
      const written = readContexts(join(folder, 'default'));
      assert.equal(written.active.meta.lastRequestId, 'r7');
      assert.deepEqual(
        ((await ok('chat_context_list', {})).items as { contextId: string }[]).map((item) => item.contextId),
        [contextId],
      );
      for (const args of [
        { query: 'two' },
        { contextId },
        { query: 'nothing of it', contextId, mode: 'full' },
      ]) {
        const { text, isError } = await call('chat_context_load', args);
        assert.equal(isError, false, text);
        assert.match(text, new RegExp(`- contextId: ${contextId}`));
      }
      assert.match((await call('chat_context_recall', { contextId, mode: 'summary' })).text, /two/);
      assert.equal((await ok('chat_context_clear_active', {})).cleared, 1);
      await ok('history_save', { dialog: 'other', entries: [user('x'), assistant('y')] });
      const { archivedContextId: other } = await ok('chat_context_new', { dialog: 'other' });
      assert.equal((await call('chat_context_load', { contextId: other })).isError, false);
    }));

  it('saves, starts, loads by other words and in Chinese, recalls in each mode, and clears', () =>
    withServer(async ({ ok, call, folder, root }) => {
      await ok('history_save', { dialog, entries: login });
      const first = await ok('chat_context_new', { dialog, title: 'invoices', reason: 'another task' });
      const loginId = String(first.archivedContextId);
      assert.deepEqual(first, {
        success: true,
        archivedContextId: loginId,
        newContextId: first.newContextId,
        archivedTurns: 2,
        note: "Archived 2 turns up to the last assistant turn; the new context begins with 1 pending turn. The dialog's messages are unchanged. What came before is archived: disregard it in what follows, and keep to the present request; chat_context_load brings it back when it is needed.",
      });
      await ok('history_save', { dialog, entries: invoices });
      const second = await ok('chat_context_new', { dialog });
      const invoicesId = String(second.archivedContextId);
      assert.equal(invoicesId, first.newContextId);

      const written = readContexts(join(folder, dialog));
      assert.equal(written.active.contextId, second.newContextId);
      assert.deepEqual(texts(written.active.turns), ['Deploy the staging cluster']);
      assert.equal(written.active.meta.lastUserTextPreview, 'Deploy the staging cluster');
      assert.deepEqual(
        written.items.map(({ contextId, title, messageCount }) => [contextId, title, messageCount]),
        [
          [invoicesId, 'invoices', 2],
          [loginId, login[0]?.text, 2],
        ],
      );
      const archived = new Map(written.archives.map((context) => [context.contextId, context]));
      assert.deepEqual([...archived.keys()].sort(), [loginId, invoicesId].sort());
      assert.deepEqual(texts(archived.get(loginId)?.turns), texts(login.slice(0, 2)));
      assert.deepEqual(texts(archived.get(invoicesId)?.turns), texts([login[2]!, invoices[0]!]));
      assert.equal(archived.get(loginId)?.archiveReason, 'another task');
      assert.deepEqual(archived.get(loginId)?.meta, { lastUserTextPreview: login[0]?.text });

      const load = async (query: string) => (await call('chat_context_load', { dialog, query })).text;
      const head = (id: string, mode: string, title: string) =>
        `${chineseHeading}\n- contextId: ${id}\n- mode: ${mode}\n- title: ${title}\n\n`;
      const invoiceTurns = `user: ${login[2]?.text}\n\nassistant: ${invoices[0]?.text}`;
      assert.equal(
        await load('discounted invoices rounded wrongly'),
        head(invoicesId, 'summary', 'invoices') + invoiceTurns,
      );
      assert.ok((await load('登录校验')).startsWith(head(loginId, 'summary', login[0]?.text ?? '')));

      const stored = await ok('chat_context_summarize', { contextId: invoicesId, summary: '折扣先于取整' });
      assert.deepEqual(stored, { success: true, contextId: invoicesId, summaryPreview: '折扣先于取整' });
      for (const [mode, content] of [
        ['summary', '折扣先于取整'],
        ['recent', invoiceTurns],
        ['full', invoiceTurns],
      ] as const) {
        const reply = await call('chat_context_recall', { contextId: invoicesId, mode });
        assert.deepEqual(reply.texts, [head(invoicesId, mode, 'invoices') + content]);
      }

      const before = readContexts(join(folder, dialog)).active;
      const { trashId, ...cleared } = await ok('chat_context_clear_active', { dialog });
      assert.equal(cleared.cleared, 1);
      assert.match(String(cleared.note), /in the trash for 30 days.*History view/);
      assert.deepEqual(readContexts(join(folder, dialog)).active.turns, []);
      await ok('history_save', { dialog, entry: assistant('later') });
      await openStore(root).contexts.restore(String(trashId));
      const after = readContexts(join(folder, dialog)).active;
      assert.equal(after.contextId, before.contextId);
      assert.deepEqual(texts(after.turns), ['Deploy the staging cluster', 'later']);

      const { messages } = await ok('history_get_messages_since', { dialog });
      assert.deepEqual(texts(messages as never), [...texts(login), ...texts(invoices), 'later']);
    }));

  it('adds messages saved by any process to the active context once there is one', () =>
    withServer(async ({ ok, root, folder }) => {
      await ok('history_save', { dialog, entries: login });
      assert.ok(!existsSync(contextsOf(folder)));
      await ok('chat_context_new', { dialog });
      const other = await startServer(root);
      try {
        await other.ok('history_save', { dialog, entries: invoices, meta: { agent: 'another' } });
      } finally {
        await other.close();
      }
      const active = readActive(join(folder, dialog));
      assert.deepEqual(texts(active.turns), [login[2]?.text, ...texts(invoices)]);
    }));
});

describe('chat_context_new', () => {
  it('reports when there was nothing to archive, and keeps pending turns', () =>
    withServer(async ({ ok, folder }) => {
      const none = await ok('chat_context_new', { dialog, title: 'fresh' });
      assert.equal(none.archivedContextId, undefined);
      assert.equal(none.archivedTurns, 0);
      assert.match(
        String(none.note),
        /^There was nothing to archive.*the active context goes on with no pending turns\.$/,
      );
      await ok('history_save', { dialog, entries: [user('a'), user('b')] });
      const again = await ok('chat_context_new', { dialog, title: '' });
      assert.equal(again.newContextId, none.newContextId);
      assert.match(String(again.note), /2 pending turns\.$/);
      const active = readActive(join(folder, dialog));
      assert.deepEqual([active.title, texts(active.turns)], ['fresh', ['a', 'b']]);
    }));

  it('takes the turns since the last archive from the messages when the active file is missing', () =>
    withServer(async ({ ok, folder }) => {
      await ok('history_save', { dialog, entries: [user('a'), assistant('b')] });
      assert.equal((await ok('chat_context_new', { dialog })).archivedTurns, 2);
      await ok('history_save', { dialog, entries: [user('c'), assistant('d'), user('e')] });
      rmSync(join(contextsOf(folder), 'active.json'));
      assert.equal((await ok('chat_context_new', { dialog })).archivedTurns, 2);
      const { active, archives } = readContexts(join(folder, dialog));
      assert.deepEqual(texts(active.turns), ['e']);
      assert.deepEqual(archives.map(({ turns }) => texts(turns).join('')).sort(), ['ab', 'cd']);
    }));

  it('reports how many older turns remain only in the messages', () =>
    withServer(
      async ({ ok }) => {
        const entries = Array.from({ length: 9 }, (_, n) => assistant(`${n}`));
        await ok('history_save', { dialog, entries });
        const { archivedTurns, note } = await ok('chat_context_new', { dialog });
        assert.equal(archivedTurns, 5);
        assert.match(
          String(note),
          /begins empty\. 4 older turns had left the context for its budget and are only in the dialog's messages\./,
        );
        assert.equal((await ok('history_stats', { dialog })).messages, 9);
      },
      { env: { HISTORY_CONTEXTS_MAX_TURNS: '5' } },
    ));

  it('keeps one shortened turn within 1,000 characters, and all of it in the messages', () =>
    withServer(
      async ({ ok, folder }) => {
        await ok('chat_context_new', { dialog });
        const long = '很长'.repeat(2_500);
        await ok('history_save', { dialog, entries: [user('first'), assistant('second'), user(long)] });
        const { turns, droppedTurns } = readActive(join(folder, dialog));
        const [turn, ...others] = turns;
        assert.deepEqual([others.length, droppedTurns], [0, 2]);
        assert.match(turn?.text ?? '', /^(很长){400,}很?\n\[… \d+ more characters\]$/);
        assert.ok((turn?.text.length ?? 0) <= 1_000);
        const { messages } = await ok('history_get_messages_since', { dialog });
        assert.deepEqual(texts(messages as never), ['first', 'second', long]);
      },
      { env: { HISTORY_CONTEXTS_MAX_CHARS: '1000' } },
    ));

  it('keeps archived contexts when the dialog is cleared', () =>
    withServer(async (server) => {
      const id = await archive(server, dialog, [user('a'), assistant('b')]);
      await server.ok('history_clear', { dialog });
      assert.match((await server.call('chat_context_recall', { contextId: id })).text, /assistant: b$/);
    }));
});

describe('the language of loaded contexts', () => {
  const cases: readonly [env: Record<string, string>, heading: string][] = [
    [{}, chineseHeading],
    [{ LANG: 'C.UTF-8' }, chineseHeading],
    [{ LANG: 'en_US.UTF-8' }, englishHeading],
    [{ LC_ALL: 'zh_CN.UTF-8', LANG: 'en_US.UTF-8' }, chineseHeading],
    [{ LANG: 'en_US.UTF-8', HISTORY_LANGUAGE: 'zh' }, chineseHeading],
    [{ LANG: 'zh_CN.UTF-8', HISTORY_LANGUAGE: 'en' }, englishHeading],
  ];
  for (const [env, heading] of cases)
    it(`is ${heading === englishHeading ? 'English' : 'Chinese'} for ${JSON.stringify(env)}`, () =>
      withServer(
        async (server) => {
          const contextId = await archive(server, dialog, [assistant('x')]);
          const { text } = await server.call('chat_context_recall', { contextId });
          assert.equal(text.split('\n')[0], heading);
        },
        { env },
      ));
});

describe('chat_context_clear_active', () => {
  it('clears nothing in an empty or unknown dialog and reports it', () =>
    withServer(async ({ ok, root }) => {
      const note = 'The active context was empty already.';
      assert.deepEqual(await ok('chat_context_clear_active', { dialog }), {
        success: true,
        cleared: 0,
        note,
      });
      assert.deepEqual(readdirSync(root), []);
    }));

  it('works on a dialog that never started a new context', () =>
    withServer(async ({ ok, folder }) => {
      await ok('history_save', { dialog, entries: [user('a'), assistant('b')] });
      assert.equal((await ok('chat_context_clear_active', { dialog })).cleared, 2);
      assert.equal((await ok('chat_context_clear_active', { dialog })).cleared, 0);
      assert.equal(readdirSync(join(folder, '.trash')).filter((name) => name !== '.gitignore').length, 1);
      assert.equal((await ok('chat_context_new', { dialog })).archivedTurns, 0);
    }));
});
