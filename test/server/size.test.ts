import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeId, withAgents } from './withAgents.ts';
import { startServer, withServer, type ServerUnderTest } from './withServer.ts';

/** What most agents show of a reply, and what a reply with the greatest maxChars may have on the wire. */
const shown = 20_000;
const wireLimit = 8 * 1024 * 1024;
const dialog = 'long';

interface Page {
  readonly messages: readonly { readonly text: string; readonly ts: number }[];
  readonly cursor: string;
  readonly more?: boolean;
  readonly omitted?: string;
  readonly textFrom?: number;
}

/** Saves messages of the given lengths, with `ts` 1, 2, …, each beginning with its number. */
async function saveLong({ ok }: ServerUnderTest, lengths: readonly number[], fill = '字"'): Promise<void> {
  for (const [index, length] of lengths.entries()) {
    const text = `${index}:${fill.repeat(length / fill.length)}`;
    await ok('history_save', { dialog, entry: { role: 'user', text, ts: index + 1 } });
  }
}

const chars = (texts: readonly string[]) => texts.join('').length;
const wire = (texts: readonly string[]) => Buffer.byteLength(JSON.stringify(texts));
const numbers = (page: Page) => page.messages.map(({ text }) => Number(text.split(':')[0]));
const since = async ({ ok }: ServerUnderTest, args: object) =>
  (await ok('history_get_messages_since', { dialog, ...args })) as unknown as Page;

/** The arguments of the call that a reply, flat or JSON, tells for what it left out. */
function callIn(texts: readonly string[], before: string): object {
  const text = texts.join('\n').replaceAll('\\"', '"');
  const [, args = ''] = new RegExp(`${before}history_get_messages_since (\\{.*?\\})`).exec(text) ?? [];
  return JSON.parse(args) as object;
}

describe('reply limits', () => {
  it('drop the oldest messages of a detail and name the call for them', () =>
    withServer(async (server) => {
      await saveLong(server, [6_000, 6_000, 6_000, 6_000, 6_000, 6_000]);
      for (const format of ['flat', 'json']) {
        const { texts } = await server.call('history_get_dialog_detail', { dialog, format, recentTurns: 6 });
        assert.ok(chars(texts) <= shown, `${chars(texts)}`);
        const told = [...(texts[0] ?? '').matchAll(/(?:^U:|"text":")(\d):/gm)].map(([, number]) =>
          Number(number),
        );
        assert.deepEqual(told, [0, 1, 2, 3, 4, 5].slice(-told.length));
        assert.ok(told.length >= 2 && told.length < 6);
        const left = 6 - told.length;
        assert.match(texts.join('\n'), new RegExp(`${left} older messages were left out`));
        const rest = await since(server, { ...callIn(texts, 'for them: '), maxChars: 90_000 });
        assert.deepEqual(numbers(rest), [0, 1, 2, 3].slice(0, left));
      }
    }));

  it('leave a cursor for later messages in a detail', () =>
    withServer(async (server) => {
      await saveLong(server, [10, 10]);
      const { texts } = await server.call('history_get_dialog_detail', { dialog });
      const { cursor } = await server.ok('history_get_dialog_detail', { dialog, format: 'json' });
      assert.deepEqual(callIn(texts, 'What comes later: '), { dialog, cursor });
      await server.ok('history_save', { dialog, entry: { role: 'user', text: '2:new' } });
      assert.deepEqual(numbers(await since(server, { cursor })), [2]);
      const first = await server.call('history_get_dialog_detail', { dialog: 'new' });
      assert.deepEqual(first.texts[0], 'Nothing is saved here yet.');
      await server.ok('history_save', { dialog: 'new', entry: { role: 'user', text: '0:first' } });
      assert.deepEqual(numbers(await since(server, callIn(first.texts, 'What comes later: '))), [0]);
    }));

  it('end a page of messages early with a cursor to continue', () =>
    withServer(async (server) => {
      await saveLong(
        server,
        Array.from({ length: 7 }, () => 6_000),
      );
      const seen: number[] = [];
      let query: object = { sinceTs: 0 };
      for (let pages = 0; pages < 7; pages++) {
        const reply = await server.call('history_get_messages_since', { dialog, ...query });
        assert.ok(chars(reply.texts) <= shown);
        const page = reply.json as unknown as Page;
        seen.push(...numbers(page));
        if (!page.more) break;
        assert.match(page.omitted ?? '', /pass the cursor back/);
        query = { cursor: page.cursor };
      }
      assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6]);
      const newest = await since(server, {});
      assert.equal(numbers(newest).at(-1), 6);
      assert.match(newest.omitted ?? '', /older ones come with \{"sinceTs":0\}/);
    }));

  it('cut a long text between characters and name the calls for the rest', () =>
    withServer(async (server) => {
      await saveLong(server, [10, 100_000, 10], '😀');
      const whole = `1:${'😀'.repeat(50_000)}`;
      const middle = await since(server, { sinceTs: 1, limit: 1 });
      const newest = await since(server, { limit: 2 });
      const ask = (format: string) =>
        server.call('history_get_dialog_detail', { dialog, format, recentTurns: 2, maxChars: 110_000 });
      assert.equal(middle.messages.length, 1);
      assert.deepEqual(numbers(newest), [2]);
      for (const format of ['flat', 'json']) assert.ok((await ask(format)).text.includes(whole));
      let page = middle;
      let read = '';
      for (;;) {
        const [, text = '', missing] =
          /^([^…]*)(?:…\[(\d+) more characters: .*\])?$/.exec(page.messages[0]?.text ?? '') ?? [];
        assert.ok(!/[\uD800-\uDBFF]$/.test(text) && text.length > 0);
        read += text;
        if (missing === undefined) break;
        assert.equal(read.length + Number(missing), whole.length);
        page = await since(server, callIn([page.messages[0]?.text ?? ''], 'more characters: '));
        assert.equal(page.textFrom, read.length);
      }
      assert.equal(read, whole);
    }));

  it('split messages of the same time across pages by cursor', () =>
    withServer(async (server) => {
      const entries = Array.from({ length: 1_500 }, (_, n) => ({
        role: 'user',
        text: `${n}:${'x'.repeat(60)}`,
        ts: 7,
      }));
      await server.ok('history_save', { dialog, entries });
      const seen: number[] = [];
      let page = await since(server, { sinceTs: 0, limit: 1 });
      for (; page.more; page = await since(server, { cursor: page.cursor, limit: 200 }))
        seen.push(...numbers(page));
      assert.deepEqual(
        [...seen, ...numbers(page)],
        entries.map((_, n) => n),
      );
    }));

  it('stay under 8 MiB at the largest maxChars despite JSON escapes', () =>
    withServer(async (server) => {
      await saveLong(server, [1_500_000, 1_500_000], '\0');
      const args = { dialog, maxChars: 1_000_000 };
      for (const format of ['flat', 'json'])
        assert.ok(
          wire((await server.call('history_get_dialog_detail', { ...args, format })).texts) < wireLimit,
        );
      assert.ok(wire((await server.call('history_get_messages_since', args)).texts) < wireLimit);
    }));

  it('replace long meta by a note unless maxChars is larger', () =>
    withServer(async (server) => {
      const meta = { log: 'x'.repeat(30_000) };
      await server.ok('history_save', { dialog, entry: { role: 'user', text: 'kept', meta } });
      const [message] = (await since(server, {})).messages as unknown as { text: string; meta: unknown }[];
      assert.equal(message?.text, 'kept');
      assert.match(JSON.stringify(message.meta), /30010 characters: give a greater maxChars/);
      const whole = (await since(server, { maxChars: 60_000 })).messages as unknown as { meta: unknown }[];
      assert.deepEqual(whole[0]?.meta, meta);
    }));

  it('replace a long summary by the call for it, and a huge one by its file', () =>
    withServer(async ({ ok, call }) => {
      await ok('history_save', { dialog, entry: { role: 'user', text: 'kept' } });
      const set = (length: number) =>
        ok('history_set_summary', {
          dialog,
          summary: JSON.stringify({ facts: ['x'.repeat(length)] }),
          mode: 'replace',
        });
      await set(30_000);
      const { texts } = await call('history_get_dialog_detail', { dialog });
      assert.match(texts[0] ?? '', /^U:kept$/);
      const [, args = ''] = /history_get_dialog_detail (\{.*?\}) gives it alone/.exec(texts[1] ?? '') ?? [];
      assert.match(
        (await call('history_get_dialog_detail', JSON.parse(args) as never)).text,
        /^S:.*x{30000}"\]\}$/,
      );
      await set(2_000_000);
      const huge = await call('history_get_dialog_detail', { dialog });
      const [, file] = /The summary was left out.* it is in (.*)\.$/m.exec(huge.texts[1] ?? '') ?? [];
      assert.match(readFileSync(file ?? '', 'utf8'), /xxx/);
    }));

  it('list the newest of too many dialogs and count the others', () =>
    withServer(async ({ ok, call, folder }) => {
      await ok('history_save', { dialog, entry: { role: 'user', text: 'x' } });
      for (let n = 0; n < 60; n++) {
        const name = `${n}${'\u0001'.repeat(990)}`;
        mkdirSync(join(folder, `old${n}`));
        writeFileSync(join(folder, `old${n}`, 'dialog.json'), JSON.stringify({ v: 1, name, createdAt: 1 }));
        writeFileSync(join(folder, `old${n}`, 'messages.json'), '[]');
      }
      const { texts, json } = await call('history_list_dialogs');
      assert.ok(chars(texts) <= shown);
      const named = (json.dialogs as string[]).length;
      assert.match(String(json.omitted), new RegExp(`^${61 - named} more were left out`));
    }));
});

describe('replies to a client that shows 8,000 characters including JSON', () => {
  const said = Array.from({ length: 60 }, (_, n) =>
    Array.from({ length: 12 }, (__, k) => `Sentence ${n}.${k}: the "kettle" needs copper.`).join('\n'),
  );

  it('stay within that limit and name the call for the rest', () =>
    withAgents(async ({ root, env, claude }) => {
      claude(
        claudeId,
        said.map((text, n) => ({ id: `m${n}`, text, by: n % 2 === 0 ? 'user' : 'assistant' })),
      );
      const server = await startServer(root, { env, client: '@cline/core' });
      try {
        const entries = said.map((text, n) => ({ role: n % 2 === 0 ? 'user' : 'assistant', text }));
        await server.ok('history_save', { dialog, entries });
        for (const [n, text] of said.entries())
          await server.ok('store_memory', { content: `${n} ${text.slice(0, 300)}`, tags: ['kettle'] });
        await server.ok('chat_context_new', { dialog });
        const { name } = await server.ok('archive_transcript', { sessionId: claudeId });
        const calls: [string, Record<string, unknown>, RegExp][] = [
          ['history_get_dialog_detail', { dialog, recentTurns: 50 }, /history_get_messages_since/],
          [
            'history_get_dialog_detail',
            { dialog, recentTurns: 50, format: 'json' },
            /history_get_messages_since/,
          ],
          ['history_get_messages_since', { dialog }, /"cursor"/],
          ['history_search', { query: 'kettle' }, /cursor/],
          ['search_by_tag', { tags: ['kettle'] }, /"cursor"/],
          ['session_resume', { id: claudeId }, /session_resume \{"cursor"/],
          ['session_start', { resume: claudeId }, /session_resume \{"cursor"/],
          ['archive_read', { name }, /archive_read/],
          ['chat_context_load', { dialog, query: 'kettle', mode: 'full' }, /kettle/],
        ];
        for (const [tool, args, rest] of calls) {
          const { texts } = await server.call(tool, args);
          const content = texts.map((text) => ({ type: 'text', text }));
          const shownOfIt = JSON.stringify({ content }).length;
          assert.ok(shownOfIt <= 8_000, `${tool}: ${shownOfIt}`);
          assert.match(texts.join('\n'), rest, tool);
        }
        const more = await server.call('history_get_messages_since', { dialog, maxChars: 20_000 });
        assert.ok(more.text.length > 10_000);
      } finally {
        await server.close();
      }
    }));
});

for (const [client, shownBytes] of [
  ['copilot-cli', 20 * 1024],
  ['codex-mcp-client', 40_000],
] as const)
  describe(`replies to ${client}, which limits them in bytes`, () => {
    const line = '蓝色的茶壶先发货，袋熊的水壶需要铜和耐心。';
    const said = Array.from({ length: 40 }, (_, n) => `${n}:${line.repeat(25)}`);
    const entries = said.map((text, n) => ({ role: n % 2 === 0 ? 'user' : 'assistant', text, ts: n + 1 }));
    const bytes = (texts: readonly string[]) => Buffer.byteLength(texts.join('\n'));

    it('stay within the limit in Chinese, and continue by cursor', () =>
      withServer(
        async (server) => {
          await server.ok('history_save', { dialog, entries });
          assert.ok(bytes(said) > 60_000);
          const read: string[] = [];
          let query: object = { sinceTs: 0 };
          for (let more = true; more;) {
            const { texts, json } = await server.call('history_get_messages_since', { dialog, ...query });
            assert.ok(bytes(texts) <= shownBytes, `${bytes(texts)}`);
            const page = json as unknown as Page;
            read.push(...page.messages.map(({ text }) => text));
            more = page.more === true;
            query = { cursor: page.cursor };
          }
          assert.deepEqual(read, said);
          const asked = await server.call('history_get_messages_since', { dialog, maxChars: 20_000 });
          assert.ok(bytes(asked.texts) > shownBytes);
        },
        { client },
      ));

    it('stay within the limit for every tool, and are no shorter than usual in ASCII', () =>
      withAgents(async ({ root, env, claude }) => {
        claude(
          claudeId,
          said.map((text, n) => ({ id: `m${n}`, text, by: n % 2 === 0 ? 'user' : 'assistant' })),
        );
        const server = await startServer(root, { env, client });
        try {
          await server.ok('history_save', { dialog, entries });
          for (const text of said) await server.ok('store_memory', { content: text, tags: ['水壶'] });
          await server.ok('chat_context_new', { dialog });
          const { name } = await server.ok('archive_transcript', { sessionId: claudeId });
          const calls: [string, Record<string, unknown>][] = [
            ['history_get_dialog_detail', { dialog, recentTurns: 40 }],
            ['history_get_dialog_detail', { dialog, recentTurns: 40, format: 'json' }],
            ['history_search', { query: '茶壶', limit: 50 }],
            ['search_by_tag', { tags: ['水壶'] }],
            ['retrieve_memory', { query: '水壶', n_results: 30 }],
            ['session_resume', { id: claudeId }],
            ['session_start', { resume: claudeId }],
            ['archive_read', { name }],
            ['chat_context_load', { dialog, query: '茶壶', mode: 'full' }],
          ];
          for (const [tool, args] of calls) {
            const { texts } = await server.call(tool, args);
            assert.ok(bytes(texts) <= shownBytes, `${tool}: ${bytes(texts)}`);
            assert.match(texts.join('\n'), /蓝色的茶壶/, tool);
          }
          const ascii = Array.from({ length: 30 }, () => ({ role: 'user', text: 'kettle '.repeat(200) }));
          await server.ok('history_save', { dialog: 'ascii', entries: ascii });
          const whole = await server.call('history_get_messages_since', { dialog: 'ascii' });
          assert.ok(bytes(whole.texts) > 15_000 && bytes(whole.texts) <= shownBytes);
        } finally {
          await server.close();
        }
      }));
  });
