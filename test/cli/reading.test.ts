import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { stateOf } from '../hook/runHook.ts';
import { claudeLines } from '../unit/store/transcriptOf.ts';
import { inIndex } from '../inIndex.ts';
import { cliProgram, withCli } from './withCli.ts';

const session = '0f0e0d0c-1111-4222-8333-444455556666';
const archived = '0f0e0d0c-1111-4222-8333-000000000002';

/** Writes a session of Claude Code that was run in a folder. */
async function write(home: string, cwd: string, id: string, texts: readonly string[]): Promise<string> {
  const folder = join(home, '.claude/projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'));
  await fs.mkdir(folder, { recursive: true });
  const lines = texts.map((text, n) => ({ id: `u${n}`, text }));
  const path = join(folder, `${id}.jsonl`);
  await fs.writeFile(path, claudeLines(id, 'Long', lines, cwd));
  return path;
}

/** Folders of the machine that hold what was read in folders without a history. */
async function kept(home: string): Promise<readonly string[]> {
  const projects = join(stateOf(home), 'mcp-history-store/projects');
  const names = await fs.readdir(projects).catch(() => []);
  return names.filter((name) => name.startsWith('folder-')).map((name) => join(projects, name));
}

describe('what a command reads', () => {
  it('is read to the end, and kept where there is no history', () =>
    withCli(async ({ json, cli, project, home }) => {
      const texts = Array.from(
        { length: 4_000 },
        (_, n) => `${'plain words of a long chat '.repeat(90)} ${n}`,
      );
      await write(home, project, session, [...texts, 'the quokka came last']);
      const soon = await json('search', 'quokka', '--within', '0');
      const zh = { HISTORY_LANGUAGE: 'zh' };
      assert.match(
        (await cli(['search', 'quokka', '--within', '0'], '', zh)).stdout,
        /还有 1 个会话正在读取/,
      );
      assert.deepEqual([soon.total, soon.pending], [1, 1], 'the newest is found before all is read');
      const found = await json('search', 'quokka');
      assert.deepEqual([found.total, found.pending], [1, undefined]);
      const [folder = ''] = await kept(home);
      assert.equal((await fs.readdir(inIndex(join(folder, '.chat-history'), 'sessions'))).length, 1);
      const files = await fs.readdir(project);
      assert.ok(!files.includes('.chat-history'));
      const again = await json('search', 'quokka', '--within', '30');
      assert.equal(again.total, 1);
      assert.equal((await cli(['search', 'quokka', '--within', 'soon'])).code, 2);
    }));

  it('names agents by the ids that filters take, in lists of sessions and of who wrote a file', () =>
    withCli(async ({ cli, project, home }) => {
      const path = await write(home, project, session, ['Paint the jetty']);
      const input = { file_path: join(project, 'jetty.ts'), content: 'green' };
      const message = { id: 'm', content: [{ type: 'tool_use', id: 't', name: 'Write', input }] };
      const results = [{ type: 'tool_result', tool_use_id: 't', content: 'File created' }];
      const line = { sessionId: session, cwd: project, isSidechain: false, timestamp: new Date() };
      const records = [
        { ...line, type: 'assistant', uuid: 'a', parentUuid: 'u0', message },
        { ...line, type: 'user', uuid: 'r', parentUuid: 'a', message: { role: 'user', content: results } },
      ];
      await fs.appendFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      for (const args of [['sessions'], ['file', 'jetty.ts']])
        assert.match((await cli(args)).stdout, /^ +claude, 20\d\d-/m);
    }));

  it('is no pipe in place of a file of ours', async function () {
    if (process.platform === 'win32') this.skip();
    await withCli(async ({ cli, home }) => {
      const state = join(stateOf(home), 'mcp-history-store/bin');
      await fs.mkdir(state, { recursive: true });
      for (const name of ['installs', 'connections.json']) execFileSync('mkfifo', [join(state, name)]);
      assert.equal((await cli(['status'])).code, 0);
      assert.equal((await cli(['setup', 'claude', '--dry-run'])).code, 0);
    });
  });

  it('may be of the home folder, which gets no history by that', () =>
    withCli(async ({ run, project, home }) => {
      await write(home, home, session, ['Where is the walrus?']);
      await write(home, join(home, 'below'), archived, ['The penguin is elsewhere.']);
      const at = async (...args: string[]) => {
        const { code, stdout, stderr } = await run('', { program: cliProgram, args, cwd: home });
        assert.equal(code, 0, stderr);
        return stdout;
      };
      const total = async (...args: string[]) =>
        (JSON.parse(await at(...args, '--json')) as { total: number }).total;
      assert.equal(await total('sessions'), 1, 'those of the folder itself');
      assert.equal(await total('search', 'walrus'), 1);
      assert.equal(await total('search', 'penguin'), 0);
      assert.match(await at('brief'), /Where is the walrus/);
      const transcript = await write(home, home, archived, ['The otter was archived.']);
      const input = JSON.stringify({ hook_event_name: 'PreCompact', transcript_path: transcript, cwd: home });
      assert.deepEqual(await run(input, { cwd: home }), { code: 0, stdout: '', stderr: '' });
      await fs.rm(transcript);
      assert.equal(await total('search', 'otter', '--source', 'archives'), 1);
      assert.ok(!(await fs.readdir(home)).includes('.chat-history'));
      await fs.mkdir(join(home, '.chat-history'));
      const own = await write(home, home, archived, ['The lemur was archived.']);
      await run(JSON.stringify({ hook_event_name: 'PreCompact', transcript_path: own, cwd: home }), {
        cwd: home,
      });
      assert.match(await at('search', 'lemur', '--source', 'archives'), /The lemur was archived/);
      assert.equal(
        await total('search', 'otter', '--source', 'archives'),
        1,
        'what was kept before is there, too',
      );
      assert.equal(await total('search', 'otter', '--source', 'archives'), 1);
      assert.ok((await fs.readdir(join(home, '.chat-history'))).includes('.conversations'));
      assert.ok(project !== home);
    }));
});
