import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { tree } from '../unit/store/withStore.ts';
import { withCli, type Fixture } from './withCli.ts';

const session = '8d1f0e0a-9f5a-4c4b-9a55-0f3c2f6b1d11';

/** A session of Claude Code in the project, with these lines behind a prompt. */
async function written({ home, project }: Fixture, lines: readonly object[] = []): Promise<string> {
  const path = join(home, '.claude/projects', claudeFolderName(project), `${session}.jsonl`);
  const line = { sessionId: session, cwd: project, version: '2.1.30', timestamp: '2026-02-05T10:00:00.000Z' };
  const prompt = { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Why is it slow?' } };
  await fs.mkdir(dirname(path), { recursive: true });
  await fs.writeFile(
    path,
    [prompt, ...lines].map((more) => `${JSON.stringify({ ...line, ...more })}\n`).join(''),
  );
  return path;
}

const strange = { type: 'falcon', owner: 'Ann Smith', paths: { '/home/ann/secret.ts': 12 } };

describe('doctor --sample', () => {
  it('says that all of a session is understood', () =>
    withCli(async (fixture) => {
      await written(fixture);
      const { code, stdout } = await fixture.cli(['doctor', '--sample', 'latest']);
      assert.deepEqual([code, stdout], [0, 'Every record of latest is understood.\n']);
      const { state, records } = await fixture.json('doctor', '--sample', session);
      assert.deepEqual([state, records], ['understood', []]);
    }));

  it('prints the shape of what is not, writes nothing, and with --out the same to a new file', () =>
    withCli(async (fixture) => {
      const { cli, project, home } = fixture;
      const path = await written(fixture, [strange]);
      const before = [await tree(project), await tree(home)];
      const { code, stdout } = await cli(['doctor', '--sample', '1']);
      assert.equal(code, 0);
      assert.match(stdout, /"type": "<text 6>",\n\s+"owner": "<text 9>"/);
      assert.match(stdout, /"<key 19>": "<integer 2>"/);
      assert.doesNotMatch(stdout, /Ann|falcon|secret\.ts|slow/);
      const chinese = await cli(['doctor', '--sample', path], '', { HISTORY_LANGUAGE: 'zh' });
      assert.match(chinese.stdout, /^# 未能读懂的内容的形式\n/);
      assert.deepEqual([await tree(project), await tree(home)], before);
      const out = join(project, 'shape.md');
      const kept = await cli(['doctor', '--sample', path, '--out', out]);
      assert.equal(kept.code, 0);
      const document = await fs.readFile(out, 'utf8');
      assert.ok(kept.stdout.startsWith(document));
      assert.ok(stdout.startsWith(document));
      const again = await cli(['doctor', '--sample', path, '--out', out]);
      assert.deepEqual([again.code, again.stderr.includes('shape.md exists already')], [1, true]);
      assert.equal(await fs.readFile(out, 'utf8'), document);
    }));

  it('refuses a session that is not there, and --out alone', () =>
    withCli(async (fixture) => {
      await written(fixture);
      const missing = await fixture.cli(['doctor', '--sample', 'nothing']);
      assert.deepEqual([missing.code, missing.stdout], [1, '']);
      assert.match(missing.stderr, /^Invalid session identifier "nothing"/);
      const alone = await fixture.cli(['doctor', '--out', 'x.md']);
      assert.deepEqual([alone.code, alone.stderr.includes('goes with --sample')], [2, true]);
    }));
});
