import assert from 'node:assert/strict';
import { build, type Plugin } from 'esbuild';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stateOf, withHook, type HookFixture } from '../hook/runHook.ts';
import { startServer, type ServerUnderTest } from '../server/withServer.ts';

const source = resolve(__dirname, '../../src');
const session = '0b1f8a52-quill';

/** Adds an agent as a person who writes one does: its line in the table of profiles, and in that of readers. */
const withQuill: Plugin = {
  name: 'with-quill',
  setup(made) {
    made.onLoad({ filter: /[\\/]src[\\/]agents[\\/](?:agents|transcripts)\.ts$/ }, ({ path }) => {
      const file = path.endsWith('agents.ts') ? 'profile.ts' : 'transcripts.ts';
      const text = readFileSync(path, 'utf8');
      const table = /^export const \w+: .*= \[$/m.exec(text)?.[0];
      assert.ok(table, path);
      const imported = `import { quill } from ${JSON.stringify(resolve(__dirname, 'quill', file))};\n`;
      return { contents: imported + text.replace(table, () => `${table}\n  quill,`), loader: 'ts' };
    });
  },
};

describe('a new agent', function () {
  const programs = mkdtempSync(join(tmpdir(), 'quill-'));

  before(() =>
    build({
      entryPoints: Object.fromEntries(
        ['cli', 'server', 'hook'].map((name) => [name, join(source, name, 'main.ts')]),
      ),
      outdir: programs,
      bundle: true,
      logLevel: 'warning',
      platform: 'node',
      target: 'node20',
      define: { HISTORY_STORE_VERSION: '"0.0.1"' },
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
      plugins: [withQuill],
    }),
  );
  after(() => rmSync(programs, { recursive: true, force: true }));

  const cli = ({ run }: HookFixture, ...args: readonly string[]) =>
    run('', { program: join(programs, 'cli.js'), args });

  const jsonOf = async (fixture: HookFixture, ...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await cli(fixture, ...args, '--json');
    assert.equal(stderr, '');
    return stdout;
  };

  /** A session of the agent in the project. */
  async function written({ home, project }: HookFixture): Promise<string> {
    const path = join(home, `.quill/sessions/${session}.jsonl`);
    const lines = [
      { quill: 'user', text: 'Rename the shop', at: '2026-02-01T10:00:00.000Z', cwd: project },
      { quill: 'answer', text: 'It is called Bazaar now.', at: '2026-02-01T10:01:00.000Z' },
    ];
    await fs.mkdir(join(path, '..'), { recursive: true });
    await fs.writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return path;
  }

  it('is set up, examined and removed', () =>
    withHook(async (fixture) => {
      await fs.mkdir(join(fixture.home, '.quill'));
      const { stdout } = await cli(fixture, 'setup', '--yes', '--rules', 'minimal');
      assert.match(stdout, /^quill /m);
      for (const file of ['servers.json', 'hooks.json'])
        assert.match(readFileSync(join(fixture.home, '.quill', file), 'utf8'), /mcp-history-store/);
      assert.match(readFileSync(join(fixture.project, 'QUILL.md'), 'utf8'), /mcp-history-store rules/);
      const findings = await jsonOf(fixture, 'doctor');
      assert.match(findings, /Quill Code is connected/);
      await cli(fixture, 'remove', 'quill', '--yes');
      assert.equal(existsSync(join(fixture.home, '.quill/servers.json')), false);
    }));

  it('has its sessions listed, resumed and archived through its own hook format', () =>
    withHook(async (fixture) => {
      const { run, project } = fixture;
      const transcript = await written(fixture);
      const list = await jsonOf(fixture, 'sessions');
      assert.match(list, new RegExp(`"source": ?"quill"`));
      assert.match(list, /Rename the shop/);
      assert.match((await cli(fixture, 'resume', session)).stdout, /It is called Bazaar now\./);
      const hook = (input: object, ...args: readonly string[]) =>
        run(JSON.stringify({ cwd: project, session_id: session, transcript_path: transcript, ...input }), {
          program: join(programs, 'hook.js'),
          args,
        });
      assert.equal((await hook({ quill: 'compacting' })).code, 0);
      const archives = await fs.readdir(join(project, '.chat-history/.conversations'));
      const archive = archives.find((name) => name.endsWith('.md')) ?? '';
      const text = await fs.readFile(join(project, '.chat-history/.conversations', archive), 'utf8');
      assert.match(text, /^agent: "?quill"?$/m);
      const next = { quill: 'opened', session_id: 'another', transcript_path: undefined };
      const { stdout } = await hook(next, '--brief', 'always', '--brief-within', '20000');
      assert.match(stdout, /^\{"quillContext":".*Rename the shop/);
    }));

  it('is recognised by the server with its session, folder and reply limit', () =>
    withHook(async (fixture) => {
      const { home, project } = fixture;
      await written(fixture);
      const serve = async (client: string, use: (server: ServerUnderTest) => Promise<void>) => {
        const env = { HOME: home, HISTORY_STATE_HOME: stateOf(home), QUILL_SESSION: session };
        const server = await startServer(project, {
          program: join(programs, 'server.js'),
          args: [],
          client,
          cwd: programs, // as agents start the server of a plugin
          env: { ...env, QUILL_FOLDER: project },
        });
        try {
          await use(server);
        } finally {
          await server.close();
        }
      };
      const newest = async ({ call }: ServerUnderTest) =>
        (await call('history_get_messages_since', { dialog: 'd', limit: 40 })).text.length;
      await serve('quill-client', async (server) => {
        const { sessions } = await server.ok('session_list', { source: 'quill-agent', includeCurrent: true });
        const listed = JSON.stringify(sessions);
        assert.match(listed, new RegExp(`"id":"${session}","source":"quill".*"current":true`));
        const entries = Array.from({ length: 40 }, (_, n) => ({
          role: 'user',
          text: `${n} ${'x'.repeat(300)}`,
        }));
        await server.ok('history_save', { dialog: 'd', entries });
        assert.ok((await newest(server)) < 8_000);
      });
      await serve('another', async (server) => assert.ok((await newest(server)) > 12_000));
      assert.match(await jsonOf(fixture, 'doctor'), /Quill Code 1\.0\.0: last call/);
    }));
});
