import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DoctorReport } from '../../src/doctor/types.ts';
import { stateOf } from '../hook/runHook.ts';
import { startable } from '../readable.ts';
import { tree } from '../unit/store/withStore.ts';
import { withCli, type Fixture } from './withCli.ts';

const report = async ({ cli }: Fixture, ...args: string[]) => {
  const { stdout, code, stderr } = await cli(['doctor', '--json', ...args]);
  return { report: JSON.parse(stdout) as DoctorReport & { repairs?: { state: string }[] }, code, stderr };
};

/** What the doctor finds for a user whom the permissions of files bind: root is none. */
async function asStranger({ project, home }: Fixture): Promise<DoctorReport['checks']> {
  const env = { PATH: process.env.PATH, HOME: home, HISTORY_STATE_HOME: stateOf(home) };
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const program = join(startable(join(__dirname, '../../dist')), 'cli.js');
  const run = promisify(execFile)(process.execPath, [program, 'doctor', '--json'], {
    cwd: project,
    env,
    ...user,
  });
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string }); // it exits with 1
  return (JSON.parse(stdout) as DoctorReport).checks;
}

/** What a value looks like, whatever it says. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shape(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shape(item)]));
}

describe('the doctor command', () => {
  it('prints JSON of a stable shape', () =>
    withCli(async (fixture) => {
      const { report: found, code } = await report(fixture);
      assert.equal(code, 0);
      const message = { en: 'string', zh: 'string' };
      const { checks, ...head } = found;
      assert.deepEqual(shape(head), {
        v: 'number',
        version: 'string',
        project: 'string',
        history: 'string',
        level: 'string',
      });
      assert.equal(found.v, 1);
      for (const { findings, ...check } of checks) {
        assert.deepEqual(shape(check), { id: 'string', title: message, level: 'string' });
        for (const { data, ...finding } of findings) {
          const { repair, ...rest } = { repair: message, ...(shape(finding) as object) };
          assert.deepEqual(rest, { id: 'string', level: 'string', subject: 'string', message });
          assert.deepEqual(repair, message);
          assert.ok(Object.values(data).every((item) => /string|number|boolean/.test(typeof item)));
          assert.match(finding.level, /^(?:ok|note|problem)$/);
        }
        assert.equal(new Set(findings.map(({ id, subject }) => `${id} ${subject}`)).size, findings.length);
      }
      const always = [
        'history',
        'disk',
        'archives',
        'sessions',
        'server',
        'hook',
        'agents',
        'environment',
        'versions',
      ];
      assert.deepEqual(checks.map(({ id }) => id).filter((id) => always.includes(id)).sort(), [...always].sort()); // oxfmt-ignore
    }));

  it('starts the server and the hook and leaves no trace', () =>
    withCli(async (fixture) => {
      const { cli, project, home } = fixture;
      await cli(['save', 'plans', 'hello']);
      const before = [await tree(project), await tree(home)];
      const { report: found } = await report(fixture);
      const levelOf = (id: string) => found.checks.find((check) => check.id === id)?.level;
      assert.deepEqual([levelOf('server'), levelOf('hook'), levelOf('files')], ['ok', 'ok', 'ok']);
      assert.deepEqual([await tree(project), await tree(home)], before);
      await cli(['setup', 'cursor']);
      const { report: connected } = await report(fixture);
      const server = connected.checks.find(({ id }) => id === 'server')?.findings[0];
      assert.equal(server?.id, 'server.answers');
      const launcher = join(stateOf(home), 'mcp-history-store/bin/mcp-history-store');
      const started = process.platform === 'win32' ? `cmd /c call ${launcher}.cmd` : launcher;
      assert.equal(server.subject, started);
    }));

  it('reads the files of other programs', () =>
    withCli(async (fixture) => {
      const { cli, project } = fixture;
      await cli(['setup', 'codex']);
      await fs.mkdir(join(project, '.vscode'));
      await fs.writeFile(join(project, '.vscode/settings.json'), '{ "historyStore.nothing": 1, // mine\n }');
      const found = (await report(fixture)).report.checks.flatMap(({ findings }) =>
        findings.map(({ id }) => id),
      );
      assert.ok(found.includes('agent.untrusted'));
      assert.ok(found.includes('setting.unknown'));
    }));

  it('exits with 1 on a problem and repairs it on request', () =>
    withCli(async (fixture) => {
      const { cli, project } = fixture;
      await cli(['save', 'plans', 'hello']);
      const file = join(project, '.chat-history/plans/dialog.json');
      await fs.writeFile(file, '{"v":1');
      const { stdout, code } = await cli(['doctor']);
      assert.equal(code, 1);
      assert.match(stdout, /✗ plans\/dialog\.json is damaged: .*\n +--fix: Put the file aside/);
      assert.match(stdout, /^1 problem, .*--fix repairs 1 of them\.$/m);
      assert.equal(await fs.readFile(file, 'utf8'), '{"v":1');
      const { report: after, code: fixed } = await report(fixture, '--fix');
      assert.deepEqual(
        [fixed, after.level === 'problem', after.repairs?.map(({ state }) => state)],
        [0, false, ['done']],
      );
      assert.equal((await report(fixture)).code, 0);
    }));

  it('reports a history that is read-only or unreadable', function () {
    if (process.platform === 'win32') this.skip();
    return withCli(async (fixture) => {
      const { cli, project } = fixture;
      await cli(['save', 'plans', 'hello']);
      const history = join(project, '.chat-history');
      const idIn = async (mode: number) => {
        await fs.chmod(history, mode);
        const checks = await asStranger(fixture);
        await fs.chmod(history, 0o700);
        return checks.map(({ id, findings: [first] }) => [id, first?.id] as const);
      };
      await fs.chmod(join(project, '..'), 0o755);
      const readOnly = new Map(await idIn(0o555));
      assert.deepEqual(
        [readOnly.get('history'), readOnly.get('server')],
        ['history.readOnly', 'server.answers'],
      );
      const closed = new Map(await idIn(0o000));
      assert.deepEqual([closed.get('history'), closed.get('files')], ['history.unreadable', 'failed']);
      assert.equal(closed.get('server'), 'server.answers');
      assert.equal([...closed.values()].includes('late'), false);
    });
  });

  it('prints Chinese', () =>
    withCli(async ({ cli }) => {
      const { stdout } = await cli(['doctor'], '', { HISTORY_LANGUAGE: 'zh' });
      assert.match(stdout, /还没有历史。/);
      assert.match(stdout, /^0 个问题，\d+ 条提示。/m);
      assert.doesNotMatch(stdout.replace(/[/\\]\S+/g, ''), /\b(?:is|are|the|not)\b/);
    }));

  it('exits with 2 when there is nothing to examine', () =>
    withCli(async ({ cli, home }) => {
      assert.equal((await cli(['doctor', '--project', join(home, 'gone')])).code, 2);
      assert.equal((await cli(['doctor', '--wrong'])).code, 2);
    }));
});
