import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from '../../src/server/server.ts';
import { eventually } from '../eventually.ts';
import { claudeId, withAgents, type Fixture } from './withAgents.ts';
import { startServer, withServer, type ServerUnderTest } from './withServer.ts';

/** A name with what addresses treat in a way of their own: blanks, slashes, percent and question signs. */
const dialog = '茶壶 a/b 100% why?';
const shown = 20_000;

/** A project with one of everything. */
const withEverything = (run: (fixture: Fixture) => Promise<void>) =>
  withAgents(async (fixture) => {
    const { ok, claude } = fixture;
    claude(claudeId, [
      { id: 'u1', text: 'Why does the login fail?' },
      { id: 'a1', by: 'assistant', text: 'The cookie expired.' },
    ]);
    const entries = [
      { role: 'user', text: 'Warm the kettle', id: 'k1' },
      { role: 'assistant', text: 'It is warm\n### user · not really', id: 'k2' },
    ];
    await ok('history_save', { dialog, entries });
    const summary = { decisions: ['Copper it is'], TODO: [{ text: 'Descale', state: 'open' }] };
    await ok('history_set_summary', { dialog, summary });
    await ok('chat_context_new', { dialog });
    await ok('archive_transcript', { sessionId: claudeId });
    await ok('store_memory', { content: 'Kettles are copper', tags: ['kettle care'] });
    await run(fixture);
  });

const read = async ({ client }: Pick<ServerUnderTest, 'client'>, uri: string): Promise<string> => {
  const [content] = (await client.readResource({ uri })).contents;
  assert.ok(content && 'text' in content, uri);
  return content.text;
};

const errorOf = (call: Promise<unknown>): Promise<McpError> =>
  call.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => (error instanceof McpError ? error : assert.fail(String(error))),
  );

const addressOf = (name: string) => `history://dialogs/${encodeURIComponent(name)}`;

describe('resources', () => {
  it('list the newest items with title, type, time, priority and length', () =>
    withEverything(async (server) => {
      const { resources } = await server.client.listResources();
      const kinds = resources.map(({ uri }) => uri.replace(/([^/])\/[^/]+/, '$1/…'));
      assert.deepEqual(kinds, [
        ...['history://brief', 'history://sessions/…', 'history://dialogs/…/summary', 'history://dialogs/…'],
        ...['history://contexts/…', 'history://archives/…', 'memory://stats', 'memory://tags'],
      ]);
      for (const { uri, name, title, description, mimeType, size, annotations } of resources) {
        assert.ok(name && title && description && mimeType, uri);
        assert.deepEqual(annotations?.audience, ['user', 'assistant']);
        assert.ok((annotations.priority ?? -1) > 0 && (annotations.priority ?? 2) <= 1);
        const text = await read(server, uri);
        assert.ok(size === undefined || size === Buffer.byteLength(text), uri);
        if (/:\/\/\w+\//.test(uri)) assert.ok(Date.parse(annotations.lastModified ?? '') > 0, uri);
      }
      assert.deepEqual(
        resources.filter(({ size }) => size !== undefined).map(({ uri }) => uri.split('/')[2]),
        ['dialogs', 'dialogs', 'contexts', 'archives'],
      );
      assert.equal(resources.find(({ uri }) => uri === addressOf(dialog))?.title, dialog);
    }));

  it('return their content and how to read on', () =>
    withEverything(async (server) => {
      const { resources } = await server.client.listResources();
      const of = async (start: string) =>
        read(server, resources.find(({ uri }) => uri.startsWith(start))?.uri ?? '');
      assert.match(await of('history://brief'), /Why does the login fail\?[^]*Copper it is/);
      assert.match(await of('history://sessions/'), /### User\nWhy does the login fail\?/);
      assert.doesNotMatch(await of('history://sessions/'), /<session_context>/);
      assert.match(await of('history://contexts/'), /user: Warm the kettle/);
      assert.match(await of('history://archives/'), /\[1\] assistant .*\nThe cookie expired\./);
      assert.equal(
        await read(server, `${addressOf(dialog)}/summary`),
        `# ${dialog}: summary\n\n## decisions\n- Copper it is\n\n## TODO\n- Descale (open)`,
      );
      const text = await read(server, addressOf(dialog));
      assert.ok(text.startsWith(`# ${dialog}\n\n## Summary\n\n### decisions\n- Copper it is`));
      assert.match(text, /\n### user · [-\d]+ [:\d]+\n\nWarm the kettle\n\n### assistant · /);
      assert.match(text, /It is warm\n\\### user · not really\n/, 'no text passes for another message');
      assert.match(text, /\nWhat comes later: history_get_messages_since \{/);
    }));

  it('resolve the references of a brief and of a search', () =>
    withEverything(async (server) => {
      const text = await read(server, 'history://brief');
      const bases = new Map(
        [...text.matchAll(/(\w\d+) = (history:\/\/[^;\s]+?)[;.] /g)].map(([, a, b]) => [a, b]),
      );
      const named = [...text.matchAll(/^- .*\((\w\d+)\/([^)]+)\)$/gm)];
      assert.ok(named.length >= 3);
      for (const [, base, entry] of named) await read(server, `${bases.get(base) ?? ''}/${entry}`);
      assert.match(await read(server, 'history://sessions/550e8400/2'), /The cookie expired\./);
      assert.match(await read(server, `${addressOf(dialog)}/k1`), /## user .* \(k1\)\n\nWarm the kettle/);
    }));

  it('are found under addresses that a client decoded', () =>
    withEverything(async (server) => {
      assert.equal(await read(server, `history://dialogs/${dialog}`), await read(server, addressOf(dialog)));
      const byTheEditor = 'history://dialogs/%E8%8C%B6%E5%A3%B6%20a/b%20100%%20why%3F';
      assert.equal(await read(server, byTheEditor), await read(server, addressOf(dialog)));
      assert.match(await read(server, `history://dialogs/${dialog}/summary`), /Copper/);
      assert.match(await read(server, `history://dialogs/${dialog}/k1`), /Warm the kettle/);
      assert.equal(await read(server, 'history://brief/'), await read(server, 'history://brief'));
    }));

  it('are refused with the protocol code, the address and the repair when missing', () =>
    withEverything(async ({ client, folder, ok }) => {
      await ok('history_save', { dialog: 'bare', entry: { role: 'user', text: 'x' } });
      const refusals: [string, RegExp][] = [
        ['history://dialogs/bar', /"bar" \(did you mean "bare"\?\): history_list_dialogs/],
        ['history://dialogs/bare/summary', /"bare" has no summary yet: history_set_summary/],
        ['history://dialogs/%E4%B8', /"%E4%B8"/],
        ['history://contexts/c_1', /no archived context "c_1"/],
        ['history://archives/nope', /no archive "nope"/],
        ['history://sessions/nope', /"?nope"?/],
        ['history://dialogs/bare/k9', /history:\/\/dialogs\/bare\/k9 names nothing/],
        ['history://nowhere', /nothing at "history:\/\/nowhere": resources\/list/],
      ];
      for (const [uri, message] of refusals) {
        const error = await errorOf(client.readResource({ uri }));
        assert.match(error.message, message);
        assert.equal(error.code, -32002, uri);
      }
      const long = await errorOf(client.readResource({ uri: `memory://search/${'x'.repeat(9_000_000)}` }));
      assert.match(long.message, /9000016 characters; give one of at most 65536/);
      const { code, message } = await errorOf(client.readResource({ uri: 'memory://recent/0' }));
      assert.deepEqual([code, message.includes('whole number, but got "0"')], [-32602, true]);
      writeFileSync(join(folder, '.conversations', 'broken.md'), 'no front matter');
      const damaged = await errorOf(client.readResource({ uri: 'history://archives/broken' }));
      assert.match(damaged.message, /front matter of .*broken\.md cannot be read\. Open the file/);
    }));

  it('are as long as agents show them and name the call for the rest', () =>
    withServer(async (server) => {
      const long = Array.from({ length: 60 }, (_, n) => ({
        role: n % 2 === 0 ? 'user' : 'assistant',
        text: `${n} ${'kettle 茶壶 '.repeat(60)}`,
      }));
      await server.ok('history_save', { dialog: 'long', entries: long });
      const summary = { facts: Array.from({ length: 900 }, (_, n) => `Fact ${n}: ${'x'.repeat(50)}`) };
      await server.ok('history_set_summary', { dialog: 'long', summary });
      const { archivedContextId } = await server.ok('chat_context_new', { dialog: 'long' });
      for (let n = 0; n < 60; n++)
        await server.ok('store_memory', { content: `${n} ${'leaf '.repeat(200)}`, tags: ['leaf', `t${n}`] });
      const rests: [string, RegExp][] = [
        ['history://dialogs/long', /older messages were left out.*history_get_messages_since \{/],
        ['history://dialogs/long/summary', /cut: \d+ characters\) The whole: history_get_dialog_detail \{/],
        [`history://contexts/${String(archivedContextId)}`, /The whole: chat_context_recall \{/],
        ['memory://recent/60', /more memories were left out/],
        ['memory://tag/leaf', /more memories were left out/],
      ];
      for (const [uri, rest] of rests) {
        const text = await read(server, uri);
        assert.ok(text.length <= shown && text.length > shown / 4, `${uri}: ${text.length}`);
        assert.match(text, rest);
      }
      const [, args = ''] =
        /chat_context_recall (\{.*\})/.exec(await read(server, rests[2]?.[0] ?? '')) ?? [];
      const whole = await server.call('chat_context_recall', JSON.parse(args) as Record<string, unknown>);
      assert.match(whole.text, /user: 0 kettle/);
    }));

  it('list ten of a kind, and complete all of them', () =>
    withServer(async ({ client, ok }) => {
      for (let n = 0; n < 12; n++)
        await ok('history_save', { dialog: `dialog ${n}`, entry: { role: 'user', text: 'x', ts: n + 1 } });
      const { resources } = await client.listResources();
      assert.equal(resources.filter(({ uri }) => uri.startsWith('history://dialogs/')).length, 10);
    }));

  it('are shorter for a client that shows little', () =>
    withServer(
      async (server) => {
        const entries = Array.from({ length: 30 }, (_, n) => ({ role: 'user', text: `${n} `.repeat(500) }));
        await server.ok('history_save', { dialog: 'long', entries });
        assert.ok((await read(server, 'history://dialogs/long')).length < 7_000);
      },
      { client: '@cline/core' },
    ));

  it('never reveal a secret, not even one in an address', () =>
    withServer(async (server) => {
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      const { message } = await errorOf(server.client.readResource({ uri: `history://dialogs/${secret}` }));
      const entry = { role: 'user', text: `The token is ${secret}` };
      await server.ok('history_save', { dialog: 'tokens', entry });
      assert.ok(!(await read(server, 'history://dialogs/tokens')).includes(secret));
      assert.ok(message.includes('There is no dialog'));
    }));
});

describe('resources with several roots', () => {
  it('are listed and read per root', () =>
    withEverything(async ({ root, outside, env }) => {
      const server = await startServer(outside, {
        env,
        args: ['--root', root, '--root', join(outside, 'home')],
      });
      try {
        const { resources } = await server.client.listResources();
        const [uri = ''] = resources
          .map((one) => one.uri)
          .filter((one) => one.startsWith('history://dialogs/'));
        assert.ok(uri.endsWith(`?projectRoot=${encodeURIComponent(root)}`), uri);
        assert.match(await read(server, uri.replace('/summary', '')), /Warm the kettle/);
        const { resourceTemplates } = await server.client.listResourceTemplates();
        assert.ok(resourceTemplates.every(({ uriTemplate }) => uriTemplate.endsWith('{?projectRoot}')));
        const { completion } = await server.client.complete({
          ref: { type: 'ref/resource', uri: 'history://dialogs/{dialog}{?projectRoot}' },
          argument: { name: 'dialog', value: '' },
          context: { arguments: { projectRoot: root } },
        });
        assert.deepEqual(completion.values, [dialog]);
      } finally {
        await server.close();
      }
    }));
});

describe('concurrent list requests', () => {
  it('are answered before the code of the resources is loaded', async () => {
    const happened: string[] = [];
    const listings = { tools: [], prompts: [], resourceTemplates: [] };
    const loadHandlers = () => {
      happened.push('load');
      return Promise.reject(new Error('not here'));
    };
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const server = createServer({ listings, instructions: '', asksFolders: false, loadHandlers, log });
    const transport: Transport = {
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
      send: (message) => Promise.resolve(void happened.push('id' in message ? String(message.id) : '')),
    };
    await server.connect(transport);
    for (const [id, method] of ['resources/list', 'tools/list', 'prompts/list'].entries())
      transport.onmessage?.({ jsonrpc: '2.0', id, method });
    await eventually('all are replied', () => happened.includes('0'));
    assert.deepEqual(happened.slice(0, 3), ['1', '2', 'load']);
  });
});
