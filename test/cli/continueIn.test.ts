import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isObject } from '../../src/disk/base/core.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { claude } from '../unit/store/machine.ts';
import { jsonLines } from '../unit/store/reading.ts';
import { withCli } from './withCli.ts';

const here = process.platform === 'win32' ? describe.skip : describe;

here('resume --in', () => {
  it('writes a session of another agent and tells how it goes on; remove takes it out', () =>
    withCli(async ({ cli, project, home }) => {
      const folder = join(home, '.claude', 'projects', claudeFolderName(project));
      const bin = join(home, 'bin');
      for (const path of [folder, bin]) mkdirSync(path, { recursive: true });
      const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
      const line = claude(project, `What does the teapot cost? ${secret}`, { sessionId: 'mine' });
      writeFileSync(join(folder, 'mine.jsonl'), jsonLines([line]));
      writeFileSync(join(bin, 'codex'), '#!/bin/sh\necho codex-cli 0.171.0\n', { mode: 0o755 });
      const env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
      const run = async (...args: readonly string[]) => {
        const { code, stdout, stderr } = await cli([...args, '--json'], '', env);
        const value: unknown = JSON.parse(code === 0 ? stdout : '{}');
        assert.ok(isObject(value), stderr);
        return { ...value, code, stderr };
      };
      const tried: Record<string, unknown> = await run('resume', 'mine', '--in', 'codex', '--dry-run');
      assert.deepEqual([tried.written, tried.turns, tried.version], [false, 1, '0.171.0']);
      assert.equal(existsSync(join(home, '.codex')), false);

      const { files, resume, id }: Record<string, unknown> = await run('resume', 'mine', '--in', 'codex');
      const path = String([files].flat()[0]);
      assert.deepEqual(resume, ['codex', 'resume', id]);
      assert.match(readFileSync(path, 'utf8'), /"message":"What does the teapot cost\? /);
      assert.ok(!readFileSync(path, 'utf8').includes(secret));
      assert.ok(readFileSync(path, 'utf8').includes(JSON.stringify(realpathSync(project))));

      const missing = await run('resume', 'mine', '--in', 'gemini');
      assert.equal(missing.code, 1);
      assert.match(missing.stderr, /there is no gemini/);
      assert.match((await cli(['remove', 'codex', '--yes'], '', env)).stdout, /taken out: What does/);
      assert.equal(existsSync(path), false);
    }));
});
