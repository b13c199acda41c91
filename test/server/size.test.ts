import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withServer, type ServerUnderTest } from './withServer.ts';

// The SDK's client itself gives up on lines over 10 MiB, so every reply that arrives at all is under that.
const mebibyte = 1024 * 1024;
const limit = 8 * mebibyte;
const dialog = 'long';

interface Page {
  readonly messages: readonly { readonly text: string; readonly ts: number }[];
  readonly cursor: string;
  readonly more?: boolean;
  readonly omitted?: string;
}

/** Saves messages of the given sizes, with `ts` 1, 2, …, each beginning with its number. */
async function saveLong({ ok }: ServerUnderTest, sizes: readonly number[], fill = '字"'): Promise<void> {
  for (const [index, size] of sizes.entries()) {
    const text = `${index}:${fill.repeat(size / Buffer.byteLength(fill))}`;
    await ok('history_save', { dialog, entry: { role: 'user', text, ts: index + 1 } });
  }
}

const wire = (texts: readonly string[]) => Buffer.byteLength(JSON.stringify(texts));
const numbers = (page: Page) => page.messages.map(({ text }) => Number(text.split(':')[0]));

describe('replies under 8 MiB', () => {
  it('detail drops the oldest and says how many and how to get them', () =>
    withServer(async (server) => {
      await saveLong(
        server,
        Array.from({ length: 6 }, () => 2 * mebibyte),
      );
      for (const format of ['flat', 'json']) {
        const { texts } = await server.call('history_get_dialog_detail', { dialog, format, recentTurns: 6 });
        assert.ok(wire(texts) < limit);
        const shown = [...(texts[0] ?? '').matchAll(/(?:^U:|"text":")(\d):/gm)].map(([, number]) =>
          Number(number),
        );
        assert.deepEqual(shown, [0, 1, 2, 3, 4, 5].slice(-shown.length));
        assert.ok(shown.length >= 2 && shown.length < 6);
        assert.match(texts.join('\n'), new RegExp(`${6 - shown.length} older messages were left out`));
        assert.match(texts.join('\n').replaceAll('\\"', '"'), /history_get_messages_since \{"sinceTs":0\}/);
      }
    }));

  it('messages_since ends the page early and the cursor continues', () =>
    withServer(async (server) => {
      await saveLong(
        server,
        Array.from({ length: 7 }, () => 2 * mebibyte),
      );
      const seen: number[] = [];
      let query: object = { sinceTs: 0 };
      for (let pages = 0; pages < 7; pages++) {
        const reply = await server.call('history_get_messages_since', { dialog, ...query });
        assert.ok(wire(reply.texts) < limit);
        const page = reply.json as unknown as Page;
        seen.push(...numbers(page));
        if (!page.more) break;
        assert.match(page.omitted ?? '', /pass the cursor back/);
        query = { cursor: page.cursor };
      }
      assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6]);
      const newest = (await server.ok('history_get_messages_since', { dialog })) as unknown as Page;
      assert.equal(numbers(newest).at(-1), 6);
      assert.match(newest.omitted ?? '', /older ones come with \{"sinceTs":0\}/);
    }));

  it('one huge text is cut between characters and tells what is missing and where it is', () =>
    withServer(async (server) => {
      await saveLong(server, [20 * mebibyte], '😀');
      const whole = `0:${'😀'.repeat((20 * mebibyte) / 4)}`;
      const detail = (format: string) => server.call('history_get_dialog_detail', { dialog, format });
      const page = await server.call('history_get_messages_since', { dialog });
      for (const { texts } of [await detail('flat'), await detail('json'), page]) {
        assert.ok(wire(texts) < limit && wire(texts) > limit / 2);
        const [, text, missing, files] =
          /(0:[^…]*)…\[(\d+) characters left out; the whole text is in ([^\]"]+)\]/.exec(texts[0] ?? '') ??
          [];
        assert.ok(text !== undefined && !/[\uD800-\uDBFF]$/.test(text));
        assert.equal(text.length + Number(missing), whole.length);
        assert.equal(text, whole.slice(0, text.length));
        assert.ok(files?.endsWith('messages*.json') && existsSync(dirname(files)));
      }
    }));

  it('messages of one moment, which no page may part, are all shortened', () =>
    withServer(async ({ ok, call }) => {
      const entries = [0, 1, 2].map((n) => ({
        role: 'user',
        text: `${n}:${'x'.repeat(5 * mebibyte)}`,
        ts: 7,
      }));
      await ok('history_save', { dialog, entries });
      const { texts, json } = await call('history_get_messages_since', { dialog, sinceTs: 0, limit: 1 });
      assert.ok(wire(texts) < limit);
      const page = json as unknown as Page;
      assert.deepEqual(numbers(page), [0, 1, 2]);
      for (const { text } of page.messages) assert.match(text, /characters left out/);
    }));

  it('thousands of them too, in reasonable time', () =>
    withServer(async ({ ok, call }) => {
      const entries = Array.from({ length: 15_000 }, (_, n) => ({
        role: 'user',
        text: `${n}:${'x'.repeat(600)}`,
        ts: 7,
      }));
      await ok('history_save', { dialog, entries });
      const { texts, json } = await call('history_get_messages_since', { dialog, sinceTs: 0, limit: 1 });
      assert.ok(wire(texts) < limit);
      assert.equal(numbers(json as unknown as Page).length, entries.length);
    }));

  it('control characters, which JSON writes six times as long, are counted as they are sent', () =>
    withServer(async (server) => {
      await saveLong(server, [1.5 * mebibyte, 1.5 * mebibyte], '\0');
      for (const format of ['flat', 'json'])
        assert.ok(wire((await server.call('history_get_dialog_detail', { dialog, format })).texts) < limit);
    }));

  it('huge meta gives way to a note', () =>
    withServer(async ({ ok, call }) => {
      const meta = { log: 'x'.repeat(9 * mebibyte) };
      await ok('history_save', { dialog, entry: { role: 'user', text: 'kept', meta } });
      const { texts, json } = await call('history_get_messages_since', { dialog });
      assert.ok(wire(texts) < limit);
      const [message] = (json as unknown as { messages: { text: string; meta: { omitted: string } }[] })
        .messages;
      assert.equal(message?.text, 'kept');
      assert.match(message.meta.omitted, /messages\*\.json/);
    }));

  it('a huge summary is left out with the file named', () =>
    withServer(async ({ ok, call }) => {
      await ok('history_save', { dialog, entry: { role: 'user', text: 'kept' } });
      await ok('history_set_summary', {
        dialog,
        summary: JSON.stringify({ facts: ['x'.repeat(9 * mebibyte)] }),
      });
      const { texts } = await call('history_get_dialog_detail', { dialog });
      assert.match(texts[0] ?? '', /^M:.*\nU:kept$/);
      const [, file] = /The summary was left out.* it is in (.*)\.$/m.exec(texts[1] ?? '') ?? [];
      assert.match(readFileSync(file ?? '', 'utf8'), /xxx/);
    }));

  it('a list of too many dialogs has the newest and says how many more there are', () =>
    withServer(async ({ ok, call, folder }) => {
      await ok('history_save', { dialog, entry: { role: 'user', text: 'x' } });
      for (let n = 0; n < 1_250; n++) {
        const name = `${n}${'\u0001'.repeat(990)}`;
        mkdirSync(join(folder, `old${n}`));
        writeFileSync(join(folder, `old${n}`, 'dialog.json'), JSON.stringify({ v: 1, name, createdAt: 1 }));
        writeFileSync(join(folder, `old${n}`, 'messages.json'), '[]');
      }
      const { texts, json } = await call('history_list_dialogs');
      assert.ok(wire(texts) < limit);
      const shown = (json.dialogs as string[]).length;
      assert.match(String(json.omitted), new RegExp(`^${1_251 - shown} less recent dialogs were left out`));
    }));
});
