import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { claudeLines } from '../unit/store/transcriptOf.ts';
import { writeSessionHome } from '../bench/sessionHome.ts';
import { cliProgram, withCli, type Fixture } from './withCli.ts';
import { inIndex } from '../inIndex.ts';

const session = '0f0e0d0c-1111-4222-8333-444455556666';

/** A session of Claude Code in the home folder, of the project. */
async function withSession({ project, home }: Fixture, answer = 'The cookie expired.'): Promise<void> {
  const folder = join(home, '.claude/projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'));
  await fs.mkdir(folder, { recursive: true });
  const lines = [
    { id: 'u1', text: 'Why does the login fail?' },
    { id: 'a1', text: answer, by: 'assistant' as const },
  ];
  const text = claudeLines(session, 'Login', lines, project);
  await fs.writeFile(join(folder, `${session}.jsonl`), text);
}

describe('the command line', () => {
  it('saves, lists, finds and shows messages', () =>
    withCli(async ({ cli, json, project }) => {
      assert.deepEqual(await json('save', '设计', 'We name the release Maple'), {
        dialog: '设计',
        saved: 1,
        duplicates: 0,
      });
      const entries = [{ role: 'assistant', text: 'Maple it is', id: 'a1' }];
      const saved = await cli(['save', '设计', '--entries'], JSON.stringify(entries));
      assert.deepEqual([saved.code, saved.stdout], [0, 'Saved 1 message in 设计\n']);
      const status = await json('status');
      assert.deepEqual(
        [status.project, status.archives, status.sessions, status.memories],
        [project, 0, 0, 0],
      );
      assert.match(
        (await cli(['status'])).stdout,
        /1 dialog, 0 archives, 0 memories; 0 sessions of agents\n {2}设计 2 messages/,
      );
      assert.equal(status.activeDialog, 'default');
      await openStore(project).dialogs.setActive('设计'); // a person, in the editor
      assert.equal((await json('save', '', 'Sent to the printer')).dialog, '设计');
      assert.equal((await json('status')).activeDialog, '设计');
      assert.match((await cli(['status'])).stdout, /设计 3 messages, .*, active\n/);
      assert.match((await cli(['export', ''])).stdout, /Sent to the printer/);
      const found = await cli(['search', 'maple', 'release']);
      const [reference] = /history:\/\/dialogs\/\S+/.exec(found.stdout) ?? [];
      assert.ok(reference, found.stdout);
      assert.match((await cli(['search', '发布'])).stdout, / user ≈ release\n/);
      await json('save', '设计', 'then rm -rf node_modules and all was well');
      const pasted = await json('search', 'rm', '-rf', 'node_modules', '--limit', '3');
      assert.deepEqual([pasted.total, pasted.reading], [1, undefined]);
      assert.match(
        (await cli(['show', reference])).stdout,
        /^user .*\nWe name the release Maple\n\nassistant .*\nMaple it is\n/,
      );
    }));

  it('finds the sessions of a moved project, even if nothing else ever ran in it', () =>
    withCli(async (fixture) => {
      const { json, project, run } = fixture;
      await withSession(fixture);
      await json('save', 'd', 'We name the release Maple');
      const moved = `${project} moved`;
      await fs.rename(project, moved);
      const { stdout } = await run('', { program: cliProgram, args: ['sessions', '--json'], cwd: moved });
      assert.equal((JSON.parse(stdout) as { total: number }).total, 1);
    }));

  it('leaves the index made by a search for others', () =>
    withCli(async ({ cli, json, project }) => {
      const entries = Array.from({ length: 1_200 }, (_, n) => ({ role: 'user', text: `pear ${n}` }));
      assert.equal((await cli(['save', 'd', '--entries'], JSON.stringify(entries))).code, 0);
      assert.equal((await json('search', 'pear')).total, 1_200);
      const names = await fs.readdir(inIndex(join(project, '.chat-history'), 'search'));
      assert.ok(names.includes('segments.json') && names.some((name) => name.endsWith('.segment')));
    }));

  it('keeps sessions due for deletion, or all of them', () =>
    withCli(async ({ cli, json, project, home }) => {
      writeSessionHome(home, project, { count: 16, now: Date.now(), turns: 2 });
      const due = await json('keep');
      assert.deepEqual([due.state, due.failed, due.left], ['finished', 0, 0]);
      assert.ok(Number(due.kept) > 0 && Number(due.kept) < 16);
      assert.match(
        (await cli(['keep', '--all'])).stdout,
        /^Kept \d+ sessions \(\d+\.\d MB\); 0 failed, 0 left\.\n$/,
      );
      assert.equal((await json('status')).archives, 16);
      assert.match((await cli(['keep'], '', { HISTORY_KEEP: 'off' })).stdout, /^HISTORY_KEEP is off/);
    }));

  it('prints a brief and shows what its references name', () =>
    withCli(async (fixture) => {
      const { cli, json } = fixture;
      assert.match((await cli(['brief'])).stdout, /^There is nothing to tell yet\.\n$/);
      await withSession(fixture);
      await json('save', 'plan', 'We begin');
      const told = await json('brief', '--purpose', 'afterCompaction', '--max-tokens', '300');
      assert.ok(Array.isArray(told.items) && told.items.length === 1);
      const { stdout } = await cli(['brief']);
      assert.match(stdout, /## Asked for\n- \S+ Why does the login fail\? \(s1\/1\)/);
      const [, base = ''] = /s1 = (history:\S+?)\./.exec(stdout) ?? [];
      assert.match(
        (await cli(['show', `${base}/1`, '--limit', '1'])).stdout,
        /^user .*\nWhy does the login fail\?\n$/,
      );
      assert.match((await cli(['brief', 'gone'])).stderr, /gone/);
      const wrong = await cli(['brief', '--max-tokens', '5']);
      assert.deepEqual([wrong.code, wrong.stderr.includes('from 300 to 4000')], [2, true]);
    }));

  it('lists, resumes, archives and imports a session of an agent', () =>
    withCli(async (fixture) => {
      await withSession(fixture);
      const { cli, json } = fixture;
      const { sessions, total } = await json('sessions', 'login');
      assert.equal(total, 1);
      assert.match(
        JSON.stringify(sessions),
        new RegExp(`"id":"${session}","source":"claude","title":"Login"`),
      );
      assert.match((await cli(['resume'])).stdout, /Why does the login fail\?[^]*The cookie expired\./);
      assert.match((await cli(['archive', session.slice(0, 8)])).stdout, /^Archived 2 messages in .*\.md\n$/);
      assert.match((await cli(['archive', '1'])).stdout, /^Nothing new since /);
      assert.deepEqual(await json('import', '1'), { dialog: 'Login', saved: 2, duplicates: 0 });
      assert.deepEqual(await json('import', 'latest'), { dialog: 'Login', saved: 0, duplicates: 2 });
    }));

  it('reports the number of masked secrets in a save, an archive and an import', () =>
    withCli(async (fixture) => {
      const { cli, json } = fixture;
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      assert.equal((await json('save', 'plan', `token ${secret}`)).masked, 1);
      assert.match((await cli(['save', 'plan', `again ${secret}`])).stdout, /\n1 secret masked\.\n$/);
      assert.equal((await json('save', 'plan', 'none')).masked, undefined);
      await withSession(fixture, `use ${secret}`);
      assert.equal((await json('archive', session)).masked, 1);
      assert.equal((await json('import', session)).masked, 1);
      for (const command of ['archive', 'import'])
        assert.equal((await json(command, session)).masked, undefined, `${command} stored nothing`);
    }));

  it('deletes a dialog and restores it', () =>
    withCli(async ({ cli, json }) => {
      await cli(['save', 'plan', 'Ship on Friday']);
      const { id } = await json('delete', 'plan');
      assert.ok(typeof id === 'string');
      await cli(['save', 'plan', 'Ship on Monday']);
      assert.match((await cli(['trash'])).stdout, new RegExp(`${id}  plan 1 message, deleted`));
      const refused = await cli(['restore', id]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /already a dialog "plan"\. Restore it under another name/);
      assert.deepEqual(await json('restore', id, '--as', 'old plan'), { dialog: 'old plan' });
      assert.match((await cli(['export', 'old plan'])).stdout, /Ship on Friday/);
      assert.deepEqual(await json('trash'), { dialogs: [], archives: [] });
    }));

  it('exports a dialog', () =>
    withCli(async ({ cli }) => {
      await cli(['save', 'plan', 'Ship on Friday']);
      const { stdout } = await cli(['export', 'plan']);
      assert.match(stdout, /^# plan\n\n## Messages\n\n### User · .*\n\nShip on Friday\n$/);
      const json: unknown = JSON.parse((await cli(['export', 'plan', '--format', 'json'])).stdout);
      assert.match(JSON.stringify(json), /"dialog":"plan".*"text":"Ship on Friday"/);
    }));

  const wrong: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['serach', 'x'], 2, /unknown command 'serach'[^]*Did you mean search\?/],
    [['search', 'x', '--limit', 'many'], 2, /--limit[^]*'many' is invalid/],
    [['search', 'x', '--source', 'mails'], 2, /--source[^]*'mails' is invalid/],
    [['show', 'x'], 2, /"x" is no reference/],
    [['show', 'history://dialogs/none/1'], 1, /names nothing that is there now/],
    [['resume', 'none'], 1, /No previous sessions found/],
    [['export', 'none'], 1, /There is no dialog "none"/],
    [['save', 'plan'], 2, /There is no text to save/],
    [['save', 'plan', '--entries', '[{"role":"tool","text":"x"}]'], 2, /Entry 0 is \{"role":"tool"/],
    [['save', 'plan', '--entries', '{'], 2, /--entries takes a JSON array/],
    [['status', '--project', 'nowhere'], 2, /--project "nowhere" is not a folder/],
    [['status', '--project', 'x'.repeat(5_000)], 2, /^--project "x{200}" is not a folder/],
    [['file', 'x'.repeat(5_000)], 1, /^The name or path "[^"]+" \(\d+ characters\) is too long/],
  ];
  for (const [args, code, message] of wrong)
    it(`refuses ${args.join(' ').slice(0, 60)}`, () =>
      withCli(async ({ cli }) => {
        const ended = await cli(args);
        assert.equal(ended.code, code, ended.stderr);
        assert.match(ended.stderr, message);
        assert.equal(ended.stdout, '');
      }));

  it('uses Chinese in a Chinese environment', () =>
    withCli(async ({ cli }) => {
      const { stdout } = await cli(['--help'], '', { LANG: 'zh_CN.UTF-8' });
      assert.match(stdout, /^用法： mcp-history-store/);
      assert.match((await cli(['sessions'], '', { LANG: 'zh_CN.UTF-8' })).stdout, /此项目没有会话。/);
    }));

  for (const args of [['serve', '--root', '.'], ['--root', '.'], []])
    it(`starts the server with the arguments [${args.join(' ')}]`, () =>
      withCli(async ({ cli }) => {
        const params = {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        };
        const { stdout } = await cli(
          args,
          `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
        );
        assert.match(stdout, /"serverInfo":\{[^}]*"name":"history"/);
      }));

  it('shows the options of the server and the hook', () =>
    withCli(async ({ cli }) => {
      assert.match((await cli(['serve', '--help'])).stdout, /--stdio/);
      assert.match((await cli(['hook', '--help'])).stdout, /^Usage: .* hook/);
    }));
});
