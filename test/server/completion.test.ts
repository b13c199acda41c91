import assert from 'node:assert/strict';
import { claudeId, withAgents } from './withAgents.ts';
import { withServer, type ServerUnderTest } from './withServer.ts';

type Given = Readonly<Record<string, string>>;

const asking = ({ client }: Pick<ServerUnderTest, 'client'>) => {
  const ask = async (
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    name: string,
    value: string,
    given?: Given,
  ) => {
    const context = given && { arguments: { ...given } };
    const argument = { name, value };
    return (await client.complete({ ref, argument, ...(context && { context }) })).completion;
  };
  return {
    template: (uri: string, name: string, value: string, given?: Given) =>
      ask({ type: 'ref/resource', uri }, name, value, given),
    prompt: (prompt: string, name: string, value: string) =>
      ask({ type: 'ref/prompt', name: prompt }, name, value),
  };
};

describe('completion', () => {
  it('offers values for every variable of every template', () =>
    withAgents(async (server) => {
      const { ok, claude, client } = server;
      claude(claudeId, [{ id: 'u1', text: 'Fix the login' }]);
      const entries = [
        { role: 'user', text: 'x', id: 'k1' },
        { role: 'assistant', text: 'y' },
      ];
      await ok('history_save', { dialog: 'main', entries });
      await ok('chat_context_new', { dialog: 'main' });
      await ok('archive_transcript', { sessionId: claudeId });
      await ok('store_memory', { content: 'Use tabs', tags: ['style'] });
      const { resourceTemplates } = await client.listResourceTemplates();
      const given = { source: 'dialogs', name: 'main' };
      for (const { uriTemplate } of resourceTemplates)
        for (const [, name = ''] of uriTemplate.matchAll(/\{(\w+)\}/g)) {
          const { values } = await asking(server).template(uriTemplate, name, '', given);
          assert.ok(values.length > 0, `${uriTemplate} ${name}`);
        }
    }));

  it('matches the beginning of names first, then any part, case-insensitively, newest first', () =>
    withServer(async (server) => {
      for (const [n, dialog] of ['Kettle 茶壶', '茶壶 old', 'the kettle', '100% a/b'].entries())
        await server.ok('history_save', { dialog, entry: { role: 'user', text: 'x', ts: n + 1 } });
      const { template } = asking(server);
      const dialogs = async (typed: string) =>
        (await template('history://dialogs/{dialog}', 'dialog', typed)).values;
      assert.deepEqual(await dialogs('KETTLE'), ['Kettle 茶壶', 'the kettle']);
      assert.deepEqual(await dialogs('茶'), ['茶壶 old', 'Kettle 茶壶']);
      assert.deepEqual(await dialogs('% a/'), ['100% a/b']);
      assert.deepEqual(await dialogs('nothing'), []);
      for (const name of await dialogs('')) {
        const uri = `history://dialogs/${encodeURIComponent(name)}`;
        assert.equal((await server.client.readResource({ uri })).contents.length, 1, name);
      }
    }));

  it('finds sessions by title and offers “latest”', () =>
    withAgents(async (server) => {
      server.claude(claudeId, [{ id: 'u1', text: 'Fix the login' }]);
      const { template, prompt } = asking(server);
      const uri = 'history://sessions/{id}';
      assert.deepEqual((await template(uri, 'id', '')).values, ['latest', claudeId]);
      assert.deepEqual((await template(uri, 'id', 'logi')).values, [claudeId]);
      assert.deepEqual((await prompt('resume', 'session', claudeId.slice(0, 9))).values, [claudeId]);
    }));

  it('returns at most 100 values with the total count', () =>
    withServer(async (server) => {
      for (let n = 0; n < 130; n += 10)
        await server.ok('store_memory', {
          content: `Memory ${n}`,
          tags: Array.from({ length: 10 }, (_, k) => `tag ${n + k}`),
        });
      const { values, total, hasMore } = await asking(server).template('memory://tag/{tag}', 'tag', 'tag');
      assert.deepEqual([values.length, total, hasMore], [100, 130, true]);
    }));

  it('completes arguments of prompts, including the last item of a list', () =>
    withServer(
      async (server) => {
        await server.ok('store_memory', { content: 'Use tabs', tags: ['style', 'team'] });
        const { prompt } = asking(server);
        assert.deepEqual((await prompt('brief', 'purpose', 'after')).values, ['afterCompaction']);
        assert.deepEqual((await prompt('history_rules', 'language', '')).values, ['en', 'zh']);
        assert.deepEqual((await prompt('memory_analysis', 'tags', 'team, sty')).values, ['team, style']);
        assert.deepEqual((await prompt('knowledge_export', 'format', 'm')).values, ['markdown']);
        assert.ok((await prompt('save', 'what', '决')).values.length > 0);
        assert.deepEqual((await prompt('learning_session', 'key_points', 'x')).values, []);
      },
      { env: { HISTORY_LANGUAGE: 'zh' } },
    ));

  it('rejects unknown references and names the known ones', () =>
    withServer(async (server) => {
      const { template, prompt } = asking(server);
      await assert.rejects(
        template('history://x/{y}', 'y', ''),
        /no template "history:\/\/x\/\{y\}"; the templates are/,
      );
      await assert.rejects(template('memory://tag/{tag}', 'tags', ''), /no "tags" to complete; there is tag/);
      await assert.rejects(prompt('nope', 'a', ''), /no prompt "nope"; the prompts are brief/);
      const source = 'history://{source}/{name}/{entry}';
      await assert.rejects(template(source, 'name', '', { source: 'x' }), /followed by dialogs, .*, not "x"/);
    }));
});
