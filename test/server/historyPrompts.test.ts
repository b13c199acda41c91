import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeId, withAgents, type Fixture } from './withAgents.ts';
import { withServer, type ServerUnderTest } from './withServer.ts';

const prompted = async (
  { client }: Pick<ServerUnderTest, 'client'>,
  name: string,
  args: Record<string, string> = {},
): Promise<string> => {
  const { messages } = await client.getPrompt({ name, arguments: args });
  const [message] = messages;
  assert.ok(messages.length === 1 && message?.role === 'user' && message.content.type === 'text');
  return message.content.text;
};

/** The arguments of a call that a prompt says to make. */
const callIn = (text: string, tool: string): Record<string, unknown> => {
  const [, args] = new RegExp(`${tool} (\\{.*\\})`).exec(text) ?? [];
  return JSON.parse(args ?? 'null') as Record<string, unknown>;
};

const withSession = (run: (fixture: Fixture) => Promise<void>) =>
  withAgents(async (fixture) => {
    fixture.claude(claudeId, [
      { id: 'u1', text: 'Why does the login fail?' },
      { id: 'a1', by: 'assistant', text: 'The cookie expired.' },
    ]);
    await run(fixture);
  });

const en = { env: { HISTORY_LANGUAGE: 'en' } };

describe('prompts of the history', () => {
  it('brief contains the text of history_brief with instructions', () =>
    withSession(async (server) => {
      const { text: brief } = await server.call('history_brief');
      assert.match(brief, /Why does the login fail/);
      const text = await prompted(server, 'brief');
      assert.ok(text.endsWith(`\n\n${brief}`));
      const { text: handOver } = await server.call('history_brief', { purpose: 'handOver', maxTokens: 300 });
      assert.ok(
        (await prompted(server, 'brief', { purpose: 'HandOver', maxTokens: ' 300 ' })).endsWith(handOver),
      );
    }));

  it('brief respects the configured limit like tool and resource, and each one is recorded', () =>
    withSession(async (server) => {
      const words = (n: number) => `Request ${n}: ${'paint the kettle in copper '.repeat(40)}`;
      const messages = Array.from({ length: 30 }, (_, n) => ({ type: 'user', content: words(n) }));
      await server.ok('session_record', { sessionId: 'long', messages });
      writeFileSync(join(server.folder, 'settings.json'), '{"briefTokens": 310}');
      const { text } = await server.call('history_brief', { purpose: 'handOver' });
      assert.ok(text.length > 300 && encode(text).length <= 310);
      assert.ok((await prompted(server, 'brief', { purpose: 'handOver' })).endsWith(text));
      await server.client.readResource({ uri: 'history://brief' });
      const lines = readFileSync(join(server.folder, '.index', 'given.jsonl'), 'utf8')
        .trim()
        .split('\n');
      const given = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      assert.deepEqual(
        given.map(({ by, agent, purpose }) => [by, agent, purpose]),
        [
          ['tool', 'test', 'handOver'],
          ['prompt', 'test', 'handOver'],
          ['resource', 'test', 'start'],
        ],
      );
      assert.equal(given[0]?.text, text);
    }));

  it('brief reports an empty history', () =>
    withServer(async (server) => {
      assert.match(await prompted(server, 'brief'), /nothing to tell yet.*history_save/);
    }, en));

  it('refuse invalid arguments and name the valid ones', () =>
    withSession(async (server) => {
      const refused = (name: string, args: Record<string, string>, message: RegExp) =>
        assert.rejects(prompted(server, name, args), message);
      await refused(
        'brief',
        { purpose: 'end' },
        /purpose takes start, afterCompaction, handOver, but got "end"/,
      );
      await refused('brief', { maxTokens: 'many' }, /whole number from 300 to 4000, but got "many"/);
      await refused('brief', { maxTokens: '10' }, /maxTokens is 10; give a whole number from 300 to 4000/);
      await refused('resume', { session: 'nope' }, /nope/);
      await refused('recall', {}, /topic is missing: words/);
      await refused('recall', { topic: 'agnet:codex' }, /There is no filter agnet:/);
      await refused('compact', { dialog: 'nope' }, /no dialog "nope"/);
    }));

  it('resume hands over the session without the environment the chat already knows', () =>
    withSession(async (server) => {
      for (const session of ['', 'latest', '1', claudeId.slice(0, 8)]) {
        const text = await prompted(server, 'resume', { session });
        assert.match(text, /### User\nWhy does the login fail\?\n\n### Assistant\nThe cookie expired\.$/);
        assert.doesNotMatch(text, /session_context/);
      }
    }));

  it('recall lists each result with its call and reference', () =>
    withSession(async (server) => {
      await server.ok('history_save', {
        dialog: 'main',
        entry: { role: 'user', text: 'The login page is slow' },
      });
      const text = await prompted(server, 'recall', { topic: 'login' });
      assert.match(text, /"login"/);
      assert.match(
        text,
        /login page is slow.*\n {3}→ history_get_messages_since \{.*\n {3}history:\/\/dialogs\/main\//,
      );
      const [uri = ''] = /history:\/\/dialogs\/\S+/.exec(text) ?? [];
      assert.match(JSON.stringify(await server.client.readResource({ uri })), /login page is slow/);
      assert.match(await prompted(server, 'recall', { topic: 'walrus' }), /Nothing found for "walrus"/);
    }));

  it('compact reports that there is nothing to compact', () =>
    withServer((server) => assert.rejects(prompted(server, 'compact'), /no dialog "default"/)));

  it('save names calls that the server accepts literally', () =>
    withServer(async (server) => {
      const text = await prompted(server, 'save', { what: 'the colours' });
      assert.match(text, /^Save this of the present chat: the colours\./);
      await server.ok('history_save', callIn(text, 'history_save'));
      await server.ok('history_set_summary', callIn(text, 'history_set_summary'));
      assert.match(await prompted(server, 'save'), /^Save what matters of this chat\./);
    }, en));

  it('compact gives the four steps with the content and calls the server accepts literally', () =>
    withServer(async (server) => {
      const entries = [
        { role: 'user', text: 'Paint it\nblue', ts: 1 },
        { role: 'assistant', text: 'Painted', ts: 2 },
      ];
      const dialog = '油漆 "blue"';
      await server.ok('history_save', { dialog, entries });
      await server.ok('history_set_summary', { dialog, summary: { decisions: ['Blue'] } });
      const text = await prompted(server, 'compact', { dialog });
      assert.match(text, /\nThe content:\n\nS:\{"decisions":\["Blue"\]\}\nU:Paint it\\nblue\nA:Painted\n/);
      assert.ok(['\n1. ', '\n2. ', '\n3. ', '\n4. '].every((step) => text.includes(step)));
      const { backup } = await server.ok('history_clear', callIn(text, 'history_clear'));
      await server.ok('history_set_summary', callIn(text, 'history_set_summary'));
      await server.ok('history_save', callIn(text, 'history_save'));
      await server.ok('history_restore_backup', {
        ...callIn(text, 'history_restore_backup'),
        id: backup,
      });
      const { messages } = await server.ok('history_get_messages_since', { dialog, sinceTs: 0 });
      assert.equal((messages as unknown[]).length, 2);
      assert.ok((await prompted(server, 'compact')).includes(JSON.stringify(dialog)), 'the newest');
      assert.equal(callIn(await prompted(server, 'save'), 'history_save').dialog, dialog);
    }, en));

  it('are available in Chinese', () =>
    withServer(
      async (server) => {
        await server.ok('history_save', { dialog: 'main', entry: { role: 'user', text: '水壶' } });
        const args = { topic: '水壶', dialog: 'main' };
        for (const name of ['brief', 'recall', 'save', 'compact'])
          assert.match(await prompted(server, name, args), /^请|^本项目/, name);
      },
      { env: { HISTORY_LANGUAGE: 'zh' } },
    ));
});
