import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { claudeId, withAgents } from './withAgents.ts';
import { withServer, type ServerUnderTest } from './withServer.ts';

const tool = 'history_search';
const start = Date.UTC(2026, 1, 5, 12);

/** The calls a reply names. */
const callsIn = (text: string): { name: string; args: Record<string, unknown> }[] =>
  [...text.matchAll(/→ (\w+) (\{.*\})$/gm)].map(([, name, args]) => ({
    name: name!,
    args: JSON.parse(args!) as Record<string, unknown>,
  }));

async function follow({ call }: ServerUnderTest, text: string): Promise<string> {
  const { name, args } = callsIn(text)[0]!;
  const reply = await call(name, args);
  assert.equal(reply.isError, false, reply.text);
  return reply.text;
}

describe('history_search', () => {
  it('returns time, place, role and text, and the call that shows the surroundings', () =>
    withServer(async (server) => {
      const dialog = '发布 "v2"';
      await server.ok('history_save', {
        dialog,
        entries: [
          { role: 'user', text: 'What broke the build?', ts: start },
          { role: 'assistant', text: 'A certificate expired.\nI renewed it.', ts: start + 1_000 },
          { role: 'user', text: 'Thanks', ts: start + 2_000 },
        ],
      });
      const { text } = await server.call(tool, { query: 'certificates' });
      const [head, first, call] = text.split('\n');
      assert.equal(head, '1 found, best first. Times are UTC.');
      assert.equal(
        first,
        '1. 2026-02-05 12:00:01 发布 "v2", assistant: A certificate expired. I renewed it.',
      );
      assert.equal(
        call,
        `   → history_get_messages_since ${JSON.stringify({ dialog, sinceTs: start - 1, limit: 5 })}`,
      );
      assert.match(await follow(server, text), /What broke the build\?.*certificate expired.*Thanks/);
    }));

  it('finds text of a summary, with the call that returns the summary', () =>
    withServer(async (server) => {
      await server.ok('history_save', {
        dialog: 'plan',
        entries: [{ role: 'user', text: 'hello', ts: start }],
      });
      await server.ok('history_set_summary', {
        dialog: 'plan',
        summary: { decisions: [{ text: 'Round **once**' }], todos: [{ text: 'Ask the auditor' }] },
      });
      for (const query of ['decide rounding once', 'auditor']) {
        const { text } = await server.call(tool, { query });
        assert.match(text, /^1 found.*\n1\. [-\d]+ [:\d]+ plan, summary: .*Round once/);
        assert.match(await follow(server, text), /Ask the auditor/);
      }
      assert.match((await server.call(tool, { query: 'zebra xylophone' })).text, /^Nothing found for/);
    }));

  it('marks results by meaning like retrieve_memory, and reports when there are none', () =>
    withServer(async ({ call, ok }) => {
      const text = 'Employees authenticate against Okta with OAuth';
      await ok('history_save', { dialog: 'd', entries: [{ role: 'user', text, ts: start }] });
      await ok('store_memory', { content: text });
      for (const query of ['how do users sign in', '登录']) {
        const found = await call(tool, { query, sources: ['dialogs'] });
        assert.match(
          found.text,
          /\n1\. 2026-02-05 12:00:00 d, user ≈ [^:]*OAuth[^:]*: Employees authenticate/,
        );
        const memories = await call('retrieve_memory', { query });
        assert.match(memories.text, /"found_by":"≈ [^"]*OAuth/);
      }
      assert.match(
        (await call(tool, { query: 'walrus harmonica' })).text,
        /nothing holds any of these words/,
      );
      const none = await call('retrieve_memory', { query: 'walrus harmonica' });
      assert.match(none.text, /"memories":\[\].*No memory holds any word of/);
    }));

  it('finds text of archived contexts, with the call that reads it', () =>
    withServer(async (server) => {
      const entries = [
        { role: 'user', text: 'about mangos' },
        { role: 'assistant', text: 'done' },
      ];
      await server.ok('history_save', { dialog: 'd', entries });
      await server.ok('chat_context_new', { dialog: 'd' });
      await server.ok('history_clear', { dialog: 'd' });
      const { text } = await server.call(tool, { query: 'mango', sources: ['contexts'] });
      assert.match(text, / d, context c_\d+_\w+, user: about mangos\n/);
      assert.match(await follow(server, text), /about mangos/);
    }));

  it('finds agent sessions and memories, with the calls that return them', () =>
    withAgents(async (server) => {
      server.claude(claudeId, [
        { id: 'u1', text: 'Why do invoices drift?' },
        { id: 'a1', text: 'They are rounded per line.', by: 'assistant' },
      ]);
      await server.ok('store_memory', { content: 'Papayas are bought on Fridays.', tags: ['fruit'] });
      // A search waits a moment for sessions that were not read yet; then it says so, and the next one has them.
      const session = await eventually('all sessions are read', async () => {
        const { text } = await server.call(tool, { query: 'rounded' });
        return !text.includes('still being read') && text;
      });
      assert.match(session, / sessions .*, assistant \(claude\): They are rounded per line\.\n/);
      assert.deepEqual(callsIn(session)[0], { name: 'session_resume', args: { id: claudeId } });
      assert.match(await follow(server, session), /invoices drift[^]*rounded per line/);
      const memory = await server.call(tool, { query: 'papaya tag:fruit' });
      assert.match(memory.text, / memories, note: Papayas are bought on Fridays\. \[fruit\]\n/);
      assert.match(await follow(server, memory.text), /content_hash/);
    }));

  it('takes at most 1,500 tokens for ten results in English and Chinese', () =>
    withServer(async (server) => {
      const english =
        'The deployment of the payment service failed, because the certificate of the gateway had expired. ';
      const chinese =
        '支付服务部署失败，因为网关的证书已经过期，需要运维同事重新签发并且更新到所有的服务器上面。';
      for (const [dialog, text] of [
        ['payments and gateways', english.repeat(20)],
        ['支付与网关', chinese.repeat(20)],
      ] as const) {
        const entries = Array.from({ length: 30 }, (_, n) => ({
          role: 'user',
          text: `${n} ${text}`,
          ts: start + n,
        }));
        await server.ok('history_save', { dialog, entries });
      }
      for (const query of ['payment certificate', '证书过期']) {
        const { text } = await server.call(tool, { query });
        const tokens = encode(text).length;
        console.log(`      ${tokens} tokens for ten hits of ${query} (o200k)`);
        assert.equal(callsIn(text).length, 10);
        assert.ok(tokens <= 1_500, `${tokens} tokens`);
      }
    }));

  it('continues by cursor and respects maxChars', () =>
    withServer(async (server) => {
      const entries = Array.from({ length: 25 }, (_, n) => ({
        role: 'user',
        text: `pear ${n} of many`,
        ts: start + n,
      }));
      await server.ok('history_save', { dialog: 'd', entries });
      const seen = new Set<string>();
      let args: Record<string, unknown> = { query: 'pear' };
      for (let pages = 0; pages < 3; pages++) {
        const { text } = await server.call(tool, args);
        for (const [hit] of text.matchAll(/pear \d+/g)) seen.add(hit);
        const cursor = /More: the same call with "cursor":"(.+)"/.exec(text)?.[1];
        assert.equal(cursor === undefined, pages === 2);
        args = { query: 'pear', cursor };
      }
      assert.equal(seen.size, 25);
      const { text } = await server.call(tool, { query: 'pear', maxChars: 500 });
      assert.ok(text.length < 700 && text.includes('hits of this page were left out by maxChars'), text);
    }));

  it('reports invalid filters and empty results', () =>
    withServer(async ({ call, refused }) => {
      assert.match(await refused(tool, { query: 'x on:2026-02-30' }), /on:2026-02-30 is not a date/);
      assert.match(await refused(tool, { query: 'x', sources: ['mail'] }), /sources/);
      assert.match(
        await refused(tool, { query: 'x', limit: 1_000 }),
        /limit takes a whole number from 1 to 200, but got 1000/,
      );
      const { text, isError } = await call(tool, { query: 'nothing like it' });
      assert.deepEqual(
        [isError, text],
        [
          false,
          'Nothing found for "nothing like it": nothing holds any of these words, or one that means the same. Try other or fewer words, or leave out filters.\nThere is nothing to look into yet.',
        ],
      );
    }));
});
