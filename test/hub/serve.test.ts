import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DialogTrash } from '../../src/history/dialogs/dialogTrash.ts';
import { connectHub } from '../../src/team/connection.ts';
import { formatHubUrl, type HubAddress } from '../../src/team/hubUrl.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import { pushRecords } from '../../src/team/push.ts';
import { pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection } from '../../src/team/types.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { eventually, holds } from '../eventually.ts';
import { initialize, startLines } from '../server/lineServer.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';

/** What stands between a server and its database, and can be cut. */
class Wire {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;

  constructor(to: number) {
    this.#server = createServer((socket) => {
      if (this.#isCut) return socket.destroy();
      const other = connect(to, '127.0.0.1');
      for (const one of [socket, other])
        this.#sockets.add(one.on('error', () => undefined).on('close', () => this.#sockets.delete(one)));
      return socket.pipe(other).pipe(socket);
    });
  }

  async open(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return (this.#server.address() as { port: number }).port;
  }

  cut(isCut: boolean): void {
    this.#isCut = isCut;
    if (isCut) for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.cut(true);
    this.#server.close();
  }
}

const token = 'a-token-of-this-test';

describe('a server backed by a hub', function () {
  let postgres: TestPostgres;
  let database: HubAddress;
  let ann: HubConnection;
  let bob: HubConnection;
  let ci: HubAddress;
  let wire: Wire;
  const folder = fs.mkdtempSync(join(tmpdir(), 'hub-serve-'));
  const started: ReturnType<typeof startLines>[] = [];
  const clients: Client[] = [];
  before(async () => {
    postgres = await startPostgres();
    const hub = await newHub(postgres);
    database = hub.database;
    ann = await connectHub(await hub.person('ann'));
    bob = await connectHub(await hub.person('bob'));
    wire = new Wire(database.port);
    ci = { ...(await hub.person('ci')), port: await wire.open() };
  });
  after(async () => {
    for (const client of clients) await client.close();
    for (const { child, closed } of started) {
      child.kill('SIGKILL');
      await closed;
    }
    wire.close();
    await Promise.all([ann.close(), bob.close()]);
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** A project of Ann's that Bob may write to and CI may read, with the history of each. */
  async function shared(): Promise<{ id: string; hers: HubHistory; his: HubHistory }> {
    const id = randomUUID();
    await addProject(ann, { id, name: 'shop' });
    await setMember(ann, id, { person: 'bob', access: 'writer' });
    await setMember(ann, id, { person: 'ci', access: 'reader' });
    const historyOf = (): HubHistory => {
      const root = fs.mkdtempSync(join(folder, 'project-'));
      fs.mkdirSync(join(root, '.chat-history'));
      fs.writeFileSync(join(root, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
      return openHubHistory(root);
    };
    return { id, hers: historyOf(), his: historyOf() };
  }
  const push = (history: HubHistory, connection: HubConnection) =>
    syncHub(history, { connection, hub: 'hub' }, (sync) => pushHistory(sync, 'dialogs'));
  const temporary = (): string => {
    fs.mkdirSync(join(folder, 'tmp'), { recursive: true });
    return join(folder, 'tmp');
  };
  const copies = (): string[] =>
    fs.readdirSync(temporary()).filter((name) => name.startsWith('mcp-history-store-'));

  function start(args: readonly string[], env: Record<string, string> = {}) {
    const server = startLines(args, {
      HISTORY_STATE_HOME: join(folder, 'state'),
      TMPDIR: temporary(),
      HISTORY_HUB_URL: formatHubUrl(ci),
      ...env,
    });
    started.push(server);
    return server;
  }
  /** A server over HTTP with a client. */
  async function served(id: string) {
    const server = start(['--http', '--port', '0', '--project', id], { MCP_SERVER_TOKEN: token });
    const [, url = ''] = await eventually(
      'it tells its address',
      () => /(http:\S+)\n/.exec(server.err()) ?? undefined,
    );
    const client = new Client({ name: 'test', version: '1.0.0' });
    const headers = { Authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    clients.push(client);
    /** All texts of a reply. */
    const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> => {
      const { content, isError } = (await client.callTool({ name, arguments: args })) as {
        content: { text: string }[];
        isError?: boolean;
      };
      return `${isError === true ? 'REFUSED ' : ''}${content.map(({ text }) => text).join('\n')}`;
    };
    const read = async (uri: string): Promise<string> => {
      const [content] = (await client.readResource({ uri })).contents;
      return content && 'text' in content ? content.text : '';
    };
    const prompt = async (name: string, args: Record<string, string>): Promise<string> => {
      const [message] = (await client.getPrompt({ name, arguments: args })).messages;
      return message?.content.type === 'text' ? message.content.text : '';
    };
    return { server, client, call, read, prompt };
  }

  it('returns everyone’s records with their owner and changes nothing', async () => {
    const { id, hers, his } = await shared();
    await hers.local.dialogs.save('计划', [
      { role: 'user', text: 'Ship the beta on Friday.', ts: 1_770_000_000_000 },
      { role: 'assistant', text: 'with \u0000 in it', ts: 1_770_000_001_000 },
    ]);
    await hers.local.dialogs.setSummary('计划', { decisions: ['Ship on Friday'] }, 'replace');
    await hers.local.memories.store({ content: 'The database is PostgreSQL 18.', tags: ['db'] });
    await hers.local.shared.share({ kind: 'decision', text: 'Prices are net.', author: 'Ann A.' });
    await his.local.dialogs.save('计划', [
      { role: 'user', text: 'I test the beta on Monday.' },
      { role: 'assistant', text: 'Noted.' },
    ]);
    await his.local.contexts.startNew('计划', {});
    await his.local.memories.store({ content: 'the database is postgresql 18.', tags: ['his'] });
    await push(hers, ann);
    await push(his, bob);
    const card = {
      session: 's1',
      source: 'codex',
      title: 'Round the tax',
      activeAt: 1_770_000_000_000,
      card: 'Asked for HALF-EVEN rounding.',
    };
    await pushRecords(bob, id, [
      { kind: 'session', id: 'of s1', time: 1, author: 'x', body: card, text: card.card, deleted: false },
    ]);

    const { client, call } = await served(id);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('history_search') && names.includes('history_brief'));
    assert.deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint !== true),
      [],
    );
    assert.match(client.getInstructions() ?? '', /from their hub: nothing can be saved here/);
    assert.deepEqual(
      (await client.listPrompts()).prompts.map(({ name }) => name),
      ['brief', 'recall'],
    );

    const list = await call('history_list_dialogs');
    assert.match(list, /计划 \(ann\)/);
    assert.match(list, /计划 \(bob\)/);
    const detail = await call('history_get_dialog_detail', {
      dialog: '计划 (ann)',
      projectRoot: '/anywhere',
    });
    assert.match(detail, /Ship the beta on Friday/);
    assert.match(detail, /"decisions":\["Ship on Friday"\]/);
    assert.match(await call('history_search', { query: 'beta Monday' }), /计划 \(bob\)/);
    assert.match(await call('history_search', { query: 'prices net' }), /Ann A\./);
    assert.match(
      await call('history_search', { query: 'half-even' }),
      /Round the tax[^]*bob|bob[^]*Round the tax/,
    );
    assert.match(await call('retrieve_memory', { query: 'database' }), /"tags":\["his","by:ann","by:bob"\]/);
    assert.match(await call('chat_context_list', { dialog: '计划 (bob)' }), /I test the beta/);
    assert.match(await call('history_brief'), /Prices are net|Ship on Friday/);
    assert.match(
      await call('history_save', { dialog: 'x', entry: { role: 'user', text: 'no' } }),
      /^REFUSED .*answers from a hub and changes nothing, so history_save is not done/,
    );
    assert.match(await call('session_list'), /^REFUSED .*and has nothing for session_list/);
    const { contents } = await client.readResource({
      uri: `history://dialogs/${encodeURIComponent('计划 (bob)')}`,
    });
    assert.match(JSON.stringify(contents), /I test the beta on Monday/);
  });

  it('follows the hub, reports when it is offline, and stops when the user is excluded', async () => {
    const { id, hers } = await shared();
    const say = async (text: string): Promise<void> => {
      await hers.local.dialogs.save('plan', [{ role: 'user', text }]);
      await push(hers, ann);
    };
    await say('first');
    const { call, read, prompt } = await served(id);
    const newest = () => call('history_get_dialog_detail', { dialog: 'plan (ann)', recentTurns: 1 });
    assert.match(await newest(), /first/);
    const readable = async () => ({
      dialog: await read(`history://dialogs/${encodeURIComponent('plan (ann)')}`),
      brief: await read('history://brief'),
      tags: await read('memory://tags'),
      recalled: await prompt('recall', { topic: 'second' }),
    });
    await say('second');
    await holds(async () => assert.match(await newest(), /second/));
    assert.doesNotMatch(await newest(), /The hub/);
    assert.doesNotMatch(JSON.stringify(await readable()), /The hub/);

    wire.cut(true);
    await say('third');
    await holds(async () =>
      assert.match(await newest(), /second[^]*The hub has not answered since 20.*cannot be reached/),
    );
    const behind = await readable();
    assert.match(behind.dialog, /second[^]*The hub has not answered since 20.*cannot be reached/);
    for (const text of [behind.brief, behind.recalled]) assert.match(text, /\n\nThe hub has not answered/);
    const { tags, hub } = JSON.parse(behind.tags) as Record<string, unknown>;
    assert.deepEqual(tags, []);
    assert.match(String(hub), /^The hub has not answered/);
    wire.cut(false);
    await holds(async () => assert.match(await newest(), /third/));
    assert.doesNotMatch(await newest(), /The hub/);

    await setMember(ann, id, { person: 'ci', access: undefined });
    await holds(async () => assert.match(await newest(), /^REFUSED .*You are no member of the project/));
    await setMember(ann, id, { person: 'ci', access: 'reader' });
    await holds(async () => assert.match(await newest(), /third/));
  });

  it('hides deleted records until they are restored', async () => {
    const { id, hers } = await shared();
    const say = async (text: string): Promise<void> => {
      await hers.local.dialogs.save('plan', [{ role: 'user', text, id: 'm1' }]);
      await push(hers, ann);
    };
    await say('first');
    const { call } = await served(id);
    const newest = () => call('history_get_dialog_detail', { dialog: 'plan (ann)', recentTurns: 1 });
    const names = () => call('history_list_dialogs');
    assert.match(await newest(), /first/);
    await hers.local.dialogs.clear('plan');
    await say('another');
    await holds(async () => assert.match(await newest(), /another/));
    assert.doesNotMatch(await newest(), /first/);
    const trash = new DialogTrash(hers.local.access);
    const { id: deleted } = await trash.remove('plan');
    await push(hers, ann);
    await holds(async () => assert.doesNotMatch(await names(), /plan \(ann\)/));
    await trash.restore(deleted);
    await push(hers, ann);
    await holds(async () => assert.match(await newest(), /another/));
  });

  it('keeps its copy private to the user and leaves none behind', async () => {
    const { id, hers } = await shared();
    await hers.local.dialogs.save('plan', [{ role: 'user', text: 'go' }]);
    await push(hers, ann);
    const before = copies();
    const killed = await served(id);
    await killed.call('history_list_dialogs');
    const [left = ''] = copies().filter((name) => !before.includes(name));
    if (process.platform !== 'win32') assert.equal(fs.statSync(join(temporary(), left)).mode & 0o777, 0o700);
    killed.server.child.kill('SIGKILL');
    await killed.server.closed;
    assert.ok(copies().includes(left));

    const ended = await served(id);
    assert.match(await ended.call('history_list_dialogs'), /plan \(ann\)/);
    assert.ok(!copies().includes(left), 'what the killed one left is gone');
    const known = copies().length;
    ended.server.child.kill('SIGTERM');
    await ended.server.closed;
    assert.equal(copies().length, known - 1);
    assert.ok(!fs.existsSync(join(folder, 'state/mcp-history-store/projects')), 'nothing of it is noted');
  });

  it('answers over standard input and output and exits with its client', async () => {
    const { id, hers } = await shared();
    await hers.local.dialogs.save('plan', [{ role: 'user', text: 'go' }]);
    await push(hers, ann);
    const server = start(['--hub', formatHubUrl(ci), '--project', id.toUpperCase()], { HISTORY_HUB_URL: '' });
    server.send(initialize);
    server.send({ method: 'tools/call', params: { name: 'history_list_dialogs' }, jsonrpc: '2.0', id: 1 });
    await eventually('it answers', () => server.replies().find((reply) => reply.id === 1));
    assert.match(server.out(), /plan \(ann\)/);
    const known = copies().length;
    server.child.stdin.end();
    assert.equal(await server.closed, 0);
    assert.equal(copies().length, known - 1);
  });

  it('explains at startup what is wrong', async () => {
    const { id } = await shared();
    const says = async (args: readonly string[], error: RegExp, env = {}): Promise<void> => {
      const server = start(args, env);
      assert.notEqual(await server.closed, 0);
      assert.match(server.err(), error);
      assert.doesNotMatch(server.err(), /:ci@/, 'no password');
    };
    const other = randomUUID();
    await addProject(ann, { id: other, name: 'hers alone' });
    const in_ = new RegExp(`no member of the project ${other}.*You are in: .*${id} \\(shop\\)`);
    await says(['--http', '--port', '0', '--project', other], in_);
    await says(['--project', 'shop'], /--project is "shop"; give the id/);
    await says(['--hub', formatHubUrl(ci)], /--hub says where the history is, but not of which project/);
    await says(['--project', id, '--root', '.'], /leave one of them out/);
    await says(['--project', id], /give its address with --hub or HISTORY_HUB_URL/, { HISTORY_HUB_URL: '' });
    const wrong = { HISTORY_HUB_URL: formatHubUrl({ ...ci, password: 'wrong' }) };
    await says(['--project', id], /does not let ci in\. Check user and password/, wrong);
    wire.cut(true);
    await says(['--project', id], /cannot be reached/);
    wire.cut(false);
  });

  it('skips malformed records and reads the rest', async () => {
    const { id, hers } = await shared();
    await hers.local.dialogs.save('plan', [{ role: 'user', text: 'go' }]);
    await push(hers, ann);
    const add = `insert into history_hub.records (project, owner, kind, id, "time", author, seq, body, "text")
      values ($1, 'bob', $2, $3, 1, 'x', (select seq + $5 from history_hub.projects where id = $1), $4, '')`;
    const bodies = [
      ['context', { dialog: 'plan', context: { contextId: '../../../../evil', turns: [] } }],
      ['shared', { id: '../../evil', file: '../../../evil.md', title: 't', text: 'SHARED BY BOB' }],
      ['message', { dialog: '../../evil', message: { role: 'user', text: 'in its place', ts: 1 } }],
      ['message', { dialog: 'plan', message: 7 }],
      ['summary', 'none'],
      ['memory', []],
    ] as const;
    for (const [n, [kind, body]] of bodies.entries())
      await postgres.run(database, add, [id, kind, `x${n}`, JSON.stringify(body), n + 1]);
    await postgres.run(database, 'update history_hub.projects set seq = seq + 6 where id = $1', [id]);
    const { call, server } = await served(id);
    assert.match(await call('history_search', { query: 'shared bob' }), /SHARED BY BOB/);
    assert.match(await call('history_get_dialog_detail', { dialog: '../../evil (bob)' }), /in its place/);
    assert.match(server.err(), /context x0 of bob in the hub is left out/);
    const all = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      all.filter((name) => /(^|\/)evil(\.|$)/.test(name)),
      [],
    );
  });
});
