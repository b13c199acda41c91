import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import { codexId } from '../unit/store/codexLines.ts';
import { claudeId, codex, withAgents, type Fixture } from './withAgents.ts';
import { startServer, type ServerUnderTest } from './withServer.ts';

const own = '650e8400-e29b-41d4-a716-446655440000';

/** A past session of Claude Code and of Codex, and one of each that runs; the servers of agents see the same home. */
const withRunning = (
  run: (
    fixture: Fixture,
    serve: (
      env: Readonly<Record<string, string>>,
      client: string,
      use: (server: ServerUnderTest) => Promise<void>,
    ) => Promise<void>,
  ) => Promise<void>,
) =>
  withAgents(async (fixture) => {
    const { root, env, claude } = fixture;
    claude(claudeId, [{ id: 'u1', text: 'Fix the login' }]);
    claude(own, [
      { id: 'u1', text: 'What did we say of the login?' },
      { id: 'u2', text: 'Tell me more' },
    ]);
    codex(String(env.HOME), root);
    await run(fixture, async (more, client, use) => {
      const server = await startServer(root, { env: { ...env, ...more }, client });
      try {
        await use(server);
      } finally {
        await server.close();
      }
    });
  });

type Call = (tool: string, args: Record<string, unknown>) => Promise<string>;
/** Calls as a client that tells of its session with each. */
const callWith =
  ({ client }: ServerUnderTest, _meta: Record<string, unknown>): Call =>
  async (name, args) => {
    const { content } = await client.callTool({ name, arguments: args, _meta });
    const [item] = content as { text: string }[];
    return item?.text ?? '';
  };
const callOf =
  ({ call }: ServerUnderTest): Call =>
  async (tool, args) =>
    (await call(tool, args)).text;

const listed = async (call: Call, args: Record<string, unknown> = {}) => {
  const { sessions } = JSON.parse(await call('session_list', args)) as {
    sessions: { number: number; id: string; current?: true }[];
  };
  return sessions.map(({ number, id, current }) => `${number} ${id}${current ? ' current' : ''}`);
};

describe('the session of the calling chat', () => {
  const tellers: Record<string, (server: ServerUnderTest) => Call> = {
    'Claude Code, by its environment': callOf,
    'VS Code, with each call': (server) => callWith(server, { 'vscode.conversationId': own }),
    'Codex, with each call': (server) =>
      callWith(server, { 'x-codex-turn-metadata': { session_id: own, turn_id: 't' } }),
    'Codex, as JSON': (server) =>
      callWith(server, { 'x-codex-turn-metadata': JSON.stringify({ session_id: own }) }),
  };
  for (const [teller, callFor] of Object.entries(tellers))
    it(`is left out of lists, searches and the latest session, as identified by ${teller}`, () =>
      withRunning(async (_, serve) => {
        const env: Record<string, string> = teller.includes('environment')
          ? { CLAUDE_CODE_SESSION_ID: own }
          : {};
        await serve(env, 'agent', async (server) => {
          const call = callFor(server);
          assert.deepEqual(await listed(call), [`1 ${claudeId}`, `2 ${codexId}`]);
          assert.deepEqual(await listed(call, { includeCurrent: true }), [
            `0 ${own} current`,
            `1 ${claudeId}`,
            `2 ${codexId}`,
          ]);
          for (const id of ['latest', '1']) {
            const text = await call('session_resume', { id });
            assert.ok(text.includes('Fix the login') && !text.includes('Tell me more'), id);
          }
          for (const id of ['0', own]) assert.match(await call('session_resume', { id }), /Tell me more/);
          const found = await eventually('both sessions are read', async () => {
            const text = await call('history_search', { query: 'login' });
            return text.includes('Fix the login') && text;
          });
          assert.ok(!found.includes('What did we say'));
          assert.match(
            await call('history_search', { query: 'login', includeCurrent: true }),
            /What did we say/,
          );
        });
      }));

  describe('of Claude Code, identified by the session it started with', () => {
    const id = (n: number): string => `750e8400-e29b-41d4-a716-44665544000${n}`;
    /** A session whose last answer called a tool just now. */
    const running = (fixture: Fixture, n: number, call?: string): void => {
      const path = fixture.claude(id(n), [{ id: `p${n}`, text: `Prompt ${n}` }]);
      const content = [{ type: 'tool_use', id: call ?? `other${n}`, name: 'x', input: {} }];
      const timestamp = new Date(Date.now() + n * 1_000).toISOString();
      const shared = {
        parentUuid: `p${n}`,
        isSidechain: false,
        cwd: fixture.root,
        sessionId: id(n),
        timestamp,
      };
      const line = { ...shared, type: 'assistant', uuid: `a${n}`, message: { id: `a${n}`, content } };
      appendFileSync(path, `${JSON.stringify(line)}\n`);
    };
    const current = async (call: Call): Promise<string | undefined> =>
      (await listed(call, { includeCurrent: true })).find((line) => line.endsWith('current'))?.slice(2, 38);
    const env = { CLAUDE_CODE_SESSION_ID: id(0) };

    it('is the resumed session with its different id', () =>
      withRunning(async (fixture, serve) => {
        await serve(env, 'claude-code', async (server) => {
          assert.equal(await current(callOf(server)), undefined);
          running(fixture, 1);
          assert.equal(await current(callOf(server)), id(1));
        });
      }));

    it('is the one whose transcript holds the call, also after /clear or next to another chat', () =>
      withRunning(async (fixture, serve) => {
        await serve(env, 'claude-code', async (server) => {
          for (const n of [0, 1, 2]) running(fixture, n, `call${n}`);
          for (const n of [0, 1, 2])
            assert.equal(
              await current(callWith(server, { 'claudecode/toolUseId': `call${n}` })),
              id(n),
              `${n}`,
            );
          const soon = current(callWith(server, { 'claudecode/toolUseId': 'call3' }));
          running(fixture, 3, 'call3'); // written a moment after it was called
          assert.equal(await soon, id(3));
        });
      }));

    it('is the starting session without other evidence, as long as it is active', () =>
      withRunning(async (fixture, serve) => {
        await serve(env, 'claude-code', async (server) => {
          for (const n of [0, 1]) running(fixture, n);
          assert.equal(await current(callOf(server)), id(0));
          assert.equal(await current(callWith(server, { 'claudecode/toolUseId': 'nowhere' })), id(0));
        });
      }));

    it('is not that of another agent started from the chat', () =>
      withRunning(async (fixture, serve) => {
        await serve(env, 'gemini-cli', async (server) => {
          running(fixture, 0);
          assert.equal(await current(callOf(server)), undefined);
        });
      }));
  });

  it('is the newest active session of an agent that sends no id', () =>
    withRunning(async ({ root, env }, serve) => {
      const chats = join(String(env.HOME), '.gemini/tmp/app/chats');
      mkdirSync(chats, { recursive: true });
      writeFileSync(join(chats, '../.project_root'), root);
      const write = (id: string, time: string) => {
        const records = [
          { sessionId: id, projectHash: 'ab', startTime: time, lastUpdated: time },
          { id: '1', timestamp: time, type: 'user', content: [{ text: `Chart ${id}` }] },
        ];
        const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
        writeFileSync(join(chats, `session-2026-02-05T08-00-${id}.jsonl`), text);
      };
      write('past', '2026-02-06T08:00:00.000Z');
      await serve({}, 'gemini-cli-mcp-client', async (server) => {
        const call = callOf(server);
        assert.equal((await listed(call))[0], '1 past');
        write('running', new Date().toISOString());
        assert.equal((await listed(call))[0], '1 past');
        assert.equal((await listed(call, { includeCurrent: true }))[0], '0 running current');
      });
      await serve({}, 'somebody', async (server) => {
        assert.equal((await listed(callOf(server)))[0], '1 running');
      });
    }));

  it('is recognised for Cline', () =>
    withRunning(async ({ root, env }, serve) => {
      const write = (id: string, time: string) => {
        const folder = join(String(env.HOME), '.cline/data/sessions', id);
        mkdirSync(folder, { recursive: true });
        const content = [{ type: 'text', text: `Chart ${id}` }];
        const messages = [{ role: 'user', content, ts: Date.parse(time) }];
        const session = { version: 1, updated_at: time, agent: 'lead', sessionId: id, messages };
        writeFileSync(join(folder, `${id}.json`), JSON.stringify({ session_id: id, cwd: root }));
        writeFileSync(join(folder, `${id}.messages.json`), JSON.stringify(session));
      };
      write('past', '2026-02-06T08:00:00.000Z');
      await serve({}, '@cline/core', async (server) => {
        const call = callOf(server);
        write('running', new Date().toISOString());
        assert.equal((await listed(call))[0], '1 past');
        assert.equal((await listed(call, { includeCurrent: true }))[0], '0 running current');
      });
    }));

  it('leaves no previous session when it is the only one', () =>
    withAgents(async ({ root, env, claude }) => {
      claude(own, [{ id: 'u1', text: 'Hello' }]);
      const server = await startServer(root, { env: { ...env, COPILOT_AGENT_SESSION_ID: own } });
      try {
        assert.match(await server.refused('session_resume', {}), /No previous sessions/);
        assert.deepEqual(await listed(callOf(server)), []);
      } finally {
        await server.close();
      }
    }));

  it('is included on request by an argument', () =>
    withAgents(async ({ client }) => {
      const { tools } = await client.listTools();
      for (const name of ['session_list', 'history_search']) {
        const schema = tools.find((tool) => tool.name === name)?.inputSchema.properties?.includeCurrent;
        assert.deepEqual(schema, { type: 'boolean' });
      }
    }));
});
