import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withServer } from './withServer.ts';

const chinese = { role: 'user', text: '请修复登录\r\n路径是 C:\\temp', ts: 1_000 };
const code = {
  role: 'assistant',
  text: '```ts\nconst x = 1;\n```',
  ts: 2_000,
  meta: { model: 'm', tokens: 3 },
};

/** The cursor in a note, as JSON. */
const cursorIn = (note = '') => /"cursor":("[\w-]+")/.exec(note)?.[1] ?? '';

describe('history tools', () => {
  it('history_save stores entries before entry and returns the count', () =>
    withServer(async ({ ok, folder }) => {
      const last = { role: 'user', text: 'last', ts: 3_000 };
      assert.deepEqual(await ok('history_save', { dialog: 'main', entry: last, entries: [chinese, code] }), {
        ok: true,
        saved: 3,
      });
      const stored: unknown = JSON.parse(readFileSync(join(folder, 'main', 'messages.json'), 'utf8'));
      assert.deepEqual(stored, [chinese, code, last]);
    }));

  it('history_save applies the meta of the call to entries without meta', () =>
    withServer(async ({ ok }) => {
      await ok('history_save', { dialog: 'main', entries: [chinese, code], meta: { agent: 'a' } });
      const { messages } = await ok('history_get_messages_since', { dialog: 'main' });
      assert.deepEqual(messages, [{ ...chinese, meta: { agent: 'a' } }, code]);
    }));

  it('history_save with ids can be retried', () =>
    withServer(async ({ ok }) => {
      const entries = [{ ...chinese, id: 'a' }];
      await ok('history_save', { dialog: 'main', entries });
      const again = await ok('history_save', { dialog: 'main', entries: [...entries, { ...code, id: 'b' }] });
      assert.deepEqual(again, { ok: true, saved: 1, duplicates: 1 });
      assert.equal((await ok('history_stats', { dialog: 'main' })).messages, 2);
    }));

  it('history_get_dialog_detail is flat by default', () =>
    withServer(async ({ ok, call }) => {
      await ok('history_save', { dialog: 'main', entries: [chinese, code] });
      await ok('history_set_summary', { dialog: 'main', summary: '{"todo": ["登录"]}' });
      const { texts } = await call('history_get_dialog_detail', { dialog: 'main' });
      assert.deepEqual(texts, [
        ['S:{"todo":["登录"]}', 'U:请修复登录\\r\\n路径是 C:\\\\temp', 'A:```ts\\nconst x = 1;\\n```'].join(
          '\n',
        ),
        `What comes later: history_get_messages_since {"dialog":"main","cursor":${cursorIn(texts[1])}}`,
      ]);
    }));

  it('history_get_dialog_detail returns the requested includes in json', () =>
    withServer(async ({ ok }) => {
      await ok('history_save', { dialog: 'main', entries: [chinese, code] });
      await ok('history_set_summary', { dialog: 'main', summary: '{"todo":["x"]}' });
      const detail = async (args: object) => {
        const all = await ok('history_get_dialog_detail', { dialog: 'main', format: 'json', ...args });
        const { cursor, ...rest } = all;
        assert.equal(typeof cursor, rest.messages ? 'string' : 'undefined');
        return rest;
      };
      assert.deepEqual(await detail({}), { summary: { todo: ['x'] }, messages: [chinese, code] });
      assert.deepEqual(await detail({ includeSummary: false }), { messages: [chinese, code] });
      assert.deepEqual(await detail({ includeMessages: false }), { summary: { todo: ['x'] } });
      assert.deepEqual(await detail({ recentTurns: 1 }), { summary: { todo: ['x'] }, messages: [code] });
      assert.deepEqual(await detail({ recentTurns: 0 }), { summary: { todo: ['x'] }, messages: [] });
    }));

  it('history_fetch is the old name of history_get_dialog_detail', () =>
    withServer(async ({ ok, call }) => {
      await ok('history_save', { dialog: 'main', entries: [chinese, code] });
      const { text } = await call('history_get_dialog_detail', { dialog: 'main' });
      assert.equal((await call('history_fetch', { dialog: 'main' })).text, text);
    }));

  it('put maintenance first, as the M: line or a field', () =>
    withServer(
      async ({ ok, call }) => {
        const entries = Array.from({ length: 4 }, (_, n) => ({ role: 'user', text: `${n}`, ts: n }));
        await ok('history_save', { dialog: 'main', entries });
        const { text } = await call('history_get_dialog_detail', { dialog: 'main', recentTurns: 1 });
        const [first, ...rest] = text.split('\n');
        assert.deepEqual(rest, ['U:3']);
        const { maintenance } = await ok('history_get_dialog_detail', { dialog: 'main', format: 'json' });
        assert.deepEqual(JSON.parse(first?.replace(/^M:/, '') ?? ''), maintenance);
        const { guidance, metrics, ...others } = maintenance as Record<string, unknown>;
        assert.match(String(guidance), /history_clear.*history_set_summary.*history_save/s);
        assert.equal((metrics as { messages: number }).messages, 4);
        assert.deepEqual(others, {
          action: 'compact',
          importance: 'high',
          reason: 'messages_count_exceeds_comfort_zone',
          thresholds: { maxMessages: 3, maxBytes: 65536 },
          backup: { enabled: true, retention: 2 },
        });
      },
      { env: { HISTORY_CONTEXT_MAX_MESSAGES: '3', HISTORY_BACKUP_RETENTION: '2' } },
    ));

  for (const [language, word, other] of [
    ['en', 'Summarise first', '先进行总结'],
    ['zh', '先进行总结', 'Summarise first'],
  ] as const)
    it(`give maintenance guidance only in the person’s language: ${language}`, () =>
      withServer(
        async ({ ok, call }) => {
          const entries = ['a', 'b'].map((text) => ({ role: 'user', text }));
          await ok('history_save', { dialog: 'main', entries });
          const { text } = await call('history_get_dialog_detail', { dialog: 'main' });
          assert.ok(text.includes(word) && !text.includes(other), text);
        },
        { env: { HISTORY_CONTEXT_MAX_MESSAGES: '1', HISTORY_LANGUAGE: language } },
      ));

  it('history_get_messages_since follows a dialog by cursor and by ts', () =>
    withServer(async ({ ok }) => {
      const entries = Array.from({ length: 5 }, (_, n) => ({ role: 'user', text: `${n}`, ts: n + 1 }));
      await ok('history_save', { dialog: 'main', entries });
      const since = (args: object) => ok('history_get_messages_since', { dialog: 'main', ...args });
      const texts = (page: Record<string, unknown>) =>
        (page.messages as { text: string }[]).map(({ text }) => text);
      const newest = await since({ limit: 2 });
      assert.deepEqual(texts(newest), ['3', '4']);
      assert.deepEqual(Object.keys(newest), ['messages', 'cursor']);
      const page = await since({ sinceTs: 1, limit: 2 });
      assert.deepEqual([texts(page), page.more], [['1', '2'], true]);
      assert.deepEqual(texts(await since({ cursor: page.cursor })), ['3', '4']);
      await ok('history_save', { dialog: 'main', entry: { role: 'assistant', text: 'new', ts: 1 } });
      assert.deepEqual(texts(await since({ cursor: newest.cursor })), ['new']);
    }));

  it('history_set_summary merges by default and replaces on request', () =>
    withServer(async ({ ok }) => {
      const set = (summary: unknown, mode?: string) =>
        ok('history_set_summary', { dialog: 'main', summary, ...(mode && { mode }) });
      const summary = async () =>
        (await ok('history_get_dialog_detail', { dialog: 'main', format: 'json' })).summary;
      assert.deepEqual(await set('{"a":1,"list":[1]}'), { ok: true, mode: 'merge' });
      await set(JSON.stringify('{"list":[2]}'));
      assert.deepEqual(await summary(), { a: 1, list: [2, 1] });
      await set({ b: 2 });
      assert.deepEqual(await summary(), { a: 1, b: 2, list: [2, 1] });
      assert.deepEqual(await set('{"c":3}', 'replace'), { ok: true, mode: 'replace' });
      assert.deepEqual(await summary(), { c: 3 });
    }));

  it('history_set_summary refuses deeply nested summaries, as object or text, with a repair', () =>
    withServer(async ({ refused }) => {
      const deep = `${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`;
      for (const summary of [deep, JSON.parse(deep) as unknown])
        assert.match(
          await refused('history_set_summary', { dialog: 'd', summary }),
          /nested deeper than \d+ levels\. Flatten (?:it|them)/,
        );
    }));

  it('history_clear is undone by history_list_backups and history_restore_backup', () =>
    withServer(async ({ ok, refused }) => {
      await ok('history_save', { dialog: 'main', entries: [chinese, code] });
      const { backup, ...cleared } = await ok('history_clear', { dialog: 'main' });
      assert.deepEqual(cleared, { ok: true, dialog: 'main' });
      assert.equal((await ok('history_stats', { dialog: 'main' })).messages, 0);
      const { backups } = await ok('history_list_backups', { dialog: 'main' });
      const [first] = backups as { id: string; mtime: number; files: string[] }[];
      assert.equal(first?.id, backup);
      assert.deepEqual(Object.keys(first ?? {}).sort(), ['files', 'id', 'mtime']);
      assert.ok(first?.files.includes('messages.json'));
      const restored = await ok('history_restore_backup', { dialog: 'main', id: backup });
      assert.deepEqual([restored.ok, restored.dialog, restored.restored], [true, 'main', backup]);
      assert.equal((await ok('history_stats', { dialog: 'main' })).messages, 2);
      assert.match(await refused('history_restore_backup', { dialog: 'main', id: 'no-such' }), /no-such/);
    }));

  it('history_stats counts a dialog and history_list_dialogs lists all, newest first', () =>
    withServer(async ({ ok, folder }) => {
      await ok('history_save', { dialog: 'old', entry: chinese });
      utimesSync(join(folder, 'old', 'messages.json'), 1, 1); // clocks of disks may be coarse
      await ok('history_save', { dialog: '对话 A', entries: [chinese, code] });
      assert.deepEqual(await ok('history_list_dialogs'), { dialogs: ['对话 A', 'old'] });
      const { approxBytes, ...stats } = await ok('history_stats', { dialog: '对话 A' });
      assert.ok(Number(approxBytes) > 100);
      assert.deepEqual(stats, {
        messages: 2,
        lastTs: 2_000,
        backups: 0,
        thresholds: { maxMessages: 200, maxBytes: 65536 },
      });
    }));

  it('return a summary in json as object, null or, with summaryText, as text', () =>
    withServer(async ({ ok, call }) => {
      const detail = async (args: object) =>
        (await ok('history_get_dialog_detail', { dialog: 'main', format: 'json', ...args })).summary;
      await ok('history_save', { dialog: 'main', entry: chinese });
      assert.deepEqual([await detail({}), await detail({ summaryText: true })], [null, null]);
      await ok('history_set_summary', { dialog: 'main', summary: { todo: ['登录'] } });
      assert.deepEqual(await detail({}), { todo: ['登录'] });
      assert.equal(await detail({ summaryText: true }), '{"todo":["登录"]}');
      assert.equal(await detail({ includeSummary: false }), undefined);
      const { text } = await call('history_get_dialog_detail', { dialog: 'main', summaryText: true });
      assert.match(text, /^S:\{"todo":\["登录"\]\}\n/);
    }));

  it('read an unknown dialog as empty without creating it', () =>
    withServer(async ({ ok, call, root }) => {
      const dialog = 'none';
      assert.deepEqual(await ok('history_list_dialogs'), {
        dialogs: [],
        why: 'Nothing is saved in this project yet; history_save makes a dialog.',
      });
      const { texts } = await call('history_get_dialog_detail', { dialog });
      assert.equal(texts[0], 'Nothing is saved here yet.');
      assert.ok(!texts.includes(''));
      const json = await ok('history_get_dialog_detail', { dialog, format: 'json' });
      assert.deepEqual([json.messages, json.summary], [[], null]);
      assert.deepEqual((await ok('history_get_messages_since', { dialog })).messages, []);
      assert.deepEqual((await ok('history_stats', { dialog })).messages, 0);
      assert.deepEqual(await ok('history_list_backups', { dialog }), { backups: [] });
      assert.deepEqual(readdirSync(root), []);
    }));

  it('treat an empty dialog name as “default”', () =>
    withServer(async ({ ok, folder }) => {
      await ok('history_save', { dialog: '', entry: chinese });
      assert.deepEqual(await ok('history_list_dialogs'), { dialogs: ['default'] });
      assert.ok(existsSync(join(folder, 'default', 'messages.json')));
    }));

  it('return texts exactly as saved, except for half surrogate pairs, which models refuse', () =>
    withServer(async ({ ok }) => {
      const texts = [
        '\0',
        '\ud800 lone',
        'a\rb\r\nc\u2028',
        '\\n is not a newline',
        '',
        '🧑‍💻',
        'x'.repeat(100_000),
      ];
      await ok('history_save', { dialog: 'main', entries: texts.map((text) => ({ role: 'user', text })) });
      const { messages } = await ok('history_get_messages_since', { dialog: 'main', maxChars: 200_000 });
      assert.deepEqual(
        (messages as { text: string }[]).map(({ text }) => text),
        texts.map((text) => Buffer.from(text).toString()),
      );
    }));

  it('report a damaged file that was set aside', () =>
    withServer(async ({ ok, call, folder }) => {
      await ok('history_save', { dialog: 'main', entry: chinese });
      const file = join(folder, 'main', 'messages.json');
      writeFileSync(file, '[{"role":"us');
      const { texts } = await call('history_get_dialog_detail', { dialog: 'main' });
      assert.match(texts[1] ?? '', /messages\.json.*kept in messages\.json\.damaged-/s);
      const kept = readdirSync(join(folder, 'main')).filter((name) => name.includes('.damaged-'));
      assert.equal(readFileSync(join(folder, 'main', kept[0] ?? ''), 'utf8'), '[{"role":"us');
      const saved = await ok('history_save', { dialog: 'main', entry: code });
      assert.equal(saved.saved, 1);
      assert.deepEqual((await ok('history_stats', { dialog: 'main' })).damaged, kept);
      writeFileSync(file, '{}');
      const { damaged } = await ok('history_save', { dialog: 'main', entry: code });
      assert.equal((damaged as { file: string }[])[0]?.file, 'messages.json');
    }));
});
