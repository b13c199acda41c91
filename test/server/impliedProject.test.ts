import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { claudeLines } from '../unit/store/transcriptOf.ts';
import { startServer, withFolder, type ServerUnderTest } from './withServer.ts';

const entry = { role: 'user', text: 'x' };
/** A home directory with two working trees, a folder of neither, and one of a program. */
const folders = ['app/.git', 'app/src/deep', 'lib/.git', 'lib/src', 'plain/a', '.agent/1'];

interface Started {
  readonly args?: readonly string[];
  /** All relative to the home directory. */
  readonly cwd: string;
  readonly open?: readonly string[];
  readonly client?: string;
}

type Save = (meta?: Record<string, unknown>, args?: object) => Promise<{ isError: boolean; text: string }>;

/** Runs with a server started so, a call that saves without a project, and where histories are then. */
async function started(
  { args = [], cwd, open, client }: Started,
  run: (save: Save, histories: () => string[], server: ServerUnderTest, home: string) => Promise<void>,
  prepare: (home: string) => void = () => undefined,
): Promise<void> {
  await withFolder(async (home) => {
    for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
    prepare(home);
    const server = await startServer(home, {
      args,
      cwd: join(home, cwd),
      env: { HOME: home, USERPROFILE: home },
      ...(open && { open: open.map((folder) => join(home, folder)) }),
      ...(client !== undefined && { client }),
    });
    const save: Save = async (_meta, more = {}) => {
      const params = {
        name: 'history_save',
        arguments: { dialog: 'x', entry, ...more },
        ...(_meta && { _meta }),
      };
      const { content, isError } = await server.client.callTool(params);
      const [item] = content as { text: string }[];
      return { isError: isError === true, text: item?.text ?? '' };
    };
    const histories = (): string[] =>
      readdirSync(home, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.chat-history'))
        .map((path) => dirname(path).replaceAll('\\', '/'));
    try {
      await run(save, histories, server, home);
    } finally {
      await server.close();
    }
  });
}

const codex = (...workspaces: readonly string[]) => ({
  'x-codex-turn-metadata': {
    session_id: 's',
    workspaces: Object.fromEntries(workspaces.map((path) => [path, {}])),
  },
});

describe('a call without projectRoot', () => {
  const kept: readonly [what: string, start: Started, project: string][] = [
    ['started below the top of a working tree', { cwd: 'app/src/deep' }, 'app'],
    ['started there with --root .', { cwd: 'app/src/deep', args: ['--root', '.'] }, 'app'],
    ['started in a folder without a repository', { cwd: 'plain/a' }, 'plain/a'],
    ['with a folder open in the client', { cwd: '.', open: ['app/src'] }, 'app'],
    [
      'with several open, of which the server was started in one',
      { cwd: 'lib/src', open: ['app', 'lib'] },
      'lib',
    ],
    ['with several open that are one project', { cwd: '.', open: ['app', 'app/src'] }, 'app'],
    ['with the home directory open, started in a project', { cwd: 'lib', open: ['.'] }, 'lib'],
    [
      'with --root given by path, whatever is open',
      { cwd: 'lib', open: ['lib'], args: ['--root', '../app/src'] },
      'app/src',
    ],
  ];
  for (const [what, start, project] of kept)
    it(`uses the project: ${what}`, () =>
      started(start, async (save, histories) => {
        assert.equal((await save()).text, '{"ok":true,"saved":1}');
        assert.deepEqual(histories(), [project]);
      }));

  const refused: readonly [what: string, start: Started, message: RegExp][] = [
    [
      'started in the home directory',
      { cwd: '.' },
      /projectRoot is missing: .*absolute path.* in .*, which is not a project/,
    ],
    ['started there with --root .', { cwd: '.', args: ['--root', '.'] }, /projectRoot is missing/],
    [
      'with several open and started elsewhere',
      { cwd: 'plain', open: ['app', 'lib'] },
      /name one: .*app, .*lib/,
    ],
    ['started in a hidden folder of a program', { cwd: '.agent/1' }, /projectRoot is missing/],
    [
      'over several roots',
      { cwd: 'app', args: ['--root', '../app', '--root', '../lib'] },
      /several roots.*app.*lib/,
    ],
  ];
  for (const [what, start, message] of refused)
    it(`is refused with an explanation: ${what}`, () =>
      started(start, async (save, histories, _, home) => {
        assert.match((await save()).text, message);
        assert.deepEqual(histories(), []);
        assert.equal((await save({}, { projectRoot: join(home, 'app') })).isError, false);
      }));

  it('reads and archives in the home directory, which gets no history by that', () =>
    started({ cwd: '.' }, async (save, histories, { ok, call, client }, home) => {
      const session = '0f0e0d0c-1111-4222-8333-444455556666';
      const folder = join(home, '.claude/projects', home.replaceAll(/[^A-Za-z0-9]/g, '-'));
      mkdirSync(folder, { recursive: true });
      const lines = [{ id: 'u1', text: 'Where is the walrus?' }];
      writeFileSync(join(folder, `${session}.jsonl`), claudeLines(session, 'Home', lines, home));
      const { texts } = await call('session_list');
      assert.match(texts.join(''), new RegExp(session));
      assert.match(texts.at(-1) ?? '', /home folder, which is no project/);
      assert.match((await call('history_search', { query: 'walrus', projectRoot: home })).text, /walrus/);
      assert.match((await call('history_brief', { start: true })).text, /walrus/);
      const { prompts } = await client.listPrompts();
      assert.ok(prompts.length > 0);
      const { messages } = await client.getPrompt({ name: 'memory_analysis' });
      assert.ok(messages.length > 0);
      const archived = await ok('archive_transcript', { sessionId: session });
      assert.equal(archived.state, 'archived');
      assert.equal((await call('archive_list')).texts.join('').includes(session), true);
      assert.deepEqual(histories(), []);
      for (const args of [{}, { projectRoot: home }]) assert.equal((await save({}, args)).isError, true);
      mkdirSync(join(home, '.chat-history'));
      assert.equal((await save()).isError, false);
      assert.deepEqual(histories(), ['.']);
      assert.ok(
        (await call('archive_list')).texts.join('').includes(session),
        'what was kept before is there',
      );
    }));

  it('uses the nearest history if the server started inside the folder Codex names', () =>
    started(
      { cwd: 'app/src/deep' },
      async (save, histories, _, home) => {
        await save(codex(join(home, 'app')));
        assert.ok(existsSync(join(home, 'app/src/.chat-history/x')));
        assert.deepEqual(histories(), ['app/src']);
      },
      (home) => mkdirSync(join(home, 'app/src/.chat-history')),
    ));

  it('uses the working folder Codex names, even when that changes', () =>
    started({ cwd: 'plain' }, async (save, histories, _, home) => {
      await save(codex(join(home, 'app')));
      await save(codex(join(home, 'lib')));
      assert.deepEqual(histories().sort(), ['app', 'lib']);
      assert.match((await save(codex(join(home, 'app'), join(home, 'lib')))).text, /name one/);
    }));

  it('uses the one of several roots that the client or the request names', () =>
    started(
      { cwd: '.', args: ['--root', 'app', '--root', 'lib'], open: ['lib/src'] },
      async (save, histories, _, home) => {
        await save();
        assert.deepEqual(histories(), ['lib']);
        await save(codex(join(home, 'app')));
        assert.deepEqual(histories().sort(), ['app', 'lib']);
      },
    ));

  it('keeps its project when a nearer history appears', () =>
    started({ cwd: 'app/src/deep' }, async (save, histories, { ok }, home) => {
      await save();
      await save({}, { projectRoot: join(home, 'app/src') });
      await save();
      assert.deepEqual(histories().sort(), ['app', 'app/src']);
      assert.equal((await ok('history_stats', { dialog: 'x' })).messages, 2);
    }));

  it('follows the folders open in the client once it announces a change', () =>
    started({ cwd: '.', open: ['app'] }, async (save, histories, { client }, home) => {
      await save();
      const uri = pathToFileURL(join(home, 'lib')).href;
      client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri }] }));
      await save();
      assert.deepEqual(histories(), ['app']);
      await client.sendRootsListChanged();
      await save();
      assert.deepEqual(histories().sort(), ['app', 'lib']);
    }));

  it('uses the server’s folder when the client fails to list its folders, and logs that', () =>
    started({ cwd: 'lib', open: ['app'] }, async (save, histories, { client, errors }) => {
      client.setRequestHandler(ListRootsRequestSchema, () => Promise.reject(new Error('no window')));
      await save();
      assert.deepEqual(histories(), ['lib']);
      assert.match(errors(), /the client did not say which folders are open: .*no window/);
    }));

  it('keeps the order of calls that wait for the client to list its folders', () =>
    started({ cwd: '.', open: ['app'] }, async (save, _, { ok }, home) => {
      const texts = Array.from({ length: 20 }, (_, n) => `${n}`);
      await Promise.all(
        texts.map((text, n) =>
          save({}, { entry: { role: 'user', text }, ...(n % 3 === 0 && { projectRoot: join(home, 'app') }) }),
        ),
      );
      const { messages } = await ok('history_get_messages_since', { dialog: 'x' });
      assert.deepEqual(
        (messages as { text: string }[]).map(({ text }) => text),
        texts,
      );
    }));

  describe('of Cline, whose sessions share one server', () => {
    const client = '@cline/core';
    /** Sessions as Cline's command line keeps them. */
    const sessions = (
      home: string,
      ...running: readonly { folder: string; pid?: number; status?: string }[]
    ): void =>
      running.forEach(({ folder, pid = process.pid, status = 'running' }, n) => {
        const path = join(home, '.cline/data/sessions', `s${n}`);
        mkdirSync(path, { recursive: true });
        writeFileSync(join(path, `s${n}.json`), JSON.stringify({ status, pid, cwd: join(home, folder) }));
      });

    it('uses the project of the running session, not the server’s folder', () =>
      started(
        { cwd: 'app', client },
        async (save, histories) => {
          await save();
          assert.deepEqual(histories(), ['lib']);
        },
        (home) => {
          sessions(
            home,
            { folder: 'lib/src' },
            { folder: 'app', status: 'idle' },
            { folder: 'app', pid: 2 ** 30 },
            { folder: 'lib', status: 'completed' },
          );
          writeFileSync(join(home, '.cline/data/sessions/s1/s1.messages.json'), '[');
          writeFileSync(join(home, '.cline/data/sessions/s3/s3.json'), '{torn');
        },
      ));

    it('is refused when sessions of several projects or none are running', async () => {
      for (const running of [[], ['app', 'lib'], ['lib', 'app']])
        await started(
          { cwd: 'app', client },
          async (save, histories) => {
            assert.match(
              (await save()).text,
              /projectRoot is missing: .*(shares one server|name one: .*app.*lib)/,
            );
            assert.deepEqual(histories(), []);
          },
          (home) => sessions(home, ...running.map((folder) => ({ folder }))),
        );
    });

    it('is refused when --root . is the project of another session', () =>
      started(
        { cwd: 'app', client, args: ['--root', '.'] },
        async (save, histories, { refused: refusal }, home) => {
          assert.match((await save()).text, /shares one server/);
          assert.match(await refusal('history_list_dialogs', { projectRoot: join(home, 'lib') }), /outside/);
          assert.deepEqual(histories(), []);
          sessions(home, { folder: 'app/src' });
          await save();
          assert.deepEqual(histories(), ['app']);
        },
        (home) => sessions(home, { folder: 'lib' }),
      ));

    it('uses a root given by path', () =>
      started({ cwd: 'app', client, args: ['--root', '../lib'] }, async (save, histories) => {
        await save();
        assert.deepEqual(histories(), ['lib']);
      }));
  });
});

describe('prompts and resources of memories', () => {
  const text = async (server: ServerUnderTest, uri: string): Promise<string> =>
    JSON.stringify((await server.client.readResource({ uri })).contents);

  it('use the same project as calls without projectRoot', () =>
    started({ cwd: 'app/src' }, async (_, histories, server) => {
      await server.ok('store_memory', { content: 'Teapots are blue.', tags: ['teapot'] });
      assert.deepEqual(histories(), ['app']);
      const { messages } = await server.client.getPrompt({ name: 'memory_analysis' });
      assert.match(JSON.stringify(messages), /Teapots are blue/);
      assert.match(await text(server, 'memory://recent/5'), /Teapots are blue/);
    }));

  it('accept a projectRoot when there are several roots, and list them', () =>
    started({ cwd: '.', args: ['--root', 'app', '--root', 'lib'] }, async (_, __, server, home) => {
      const projectRoot = join(home, 'lib');
      await server.ok('store_memory', { projectRoot, content: 'Teapots are blue.', tags: ['teapot'] });
      const { messages } = await server.client.getPrompt({
        name: 'memory_analysis',
        arguments: { projectRoot },
      });
      assert.match(JSON.stringify(messages), /Teapots are blue/);
      await assert.rejects(
        server.client.getPrompt({ name: 'memory_analysis' }),
        /projectRoot is missing.*app.*lib/,
      );
      const { prompts } = await server.client.listPrompts();
      const analysis = prompts.find(({ name }) => name === 'memory_analysis');
      assert.deepEqual(
        analysis?.arguments?.map(({ name }) => name),
        ['tags', 'time_range', 'projectRoot'],
      );
      const { resources } = await server.client.listResources();
      assert.equal(resources.length, 6);
      const tags = await Promise.all(
        resources.filter(({ uri }) => uri.includes('//tags')).map(({ uri }) => text(server, uri)),
      );
      assert.deepEqual(
        tags.map((found) => found.includes('teapot')),
        [false, true],
      );
      const { resourceTemplates } = await server.client.listResourceTemplates();
      assert.ok(resourceTemplates.every(({ uriTemplate }) => uriTemplate.endsWith('{?projectRoot}')));
      const uri = `memory://tag/teapot?projectRoot=${encodeURIComponent(projectRoot)}`;
      assert.match(await text(server, uri), /Teapots are blue/);
      assert.ok(existsSync(join(projectRoot, '.chat-history')));
    }));
});
