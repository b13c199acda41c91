import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../src/disk/base/core.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { githubToken } from '../unit/store/secrets/tokens.ts';
import { claudeLines } from '../unit/store/transcriptOf.ts';
import { withCli } from './withCli.ts';

describe('mcp-history-store secrets', () => {
  it('lists what agents’ own files hold, with its ends and never whole, and changes nothing', () =>
    withCli(async ({ project, home, cli, json }) => {
      const token = githubToken();
      const folder = join(home, '.claude', 'projects', claudeFolderName(project));
      fs.mkdirSync(folder, { recursive: true });
      const files = ['5f0c1e9a', '6a1d2f0b'].map((session) => join(folder, `${session}.jsonl`));
      for (const [n, file] of files.entries())
        fs.writeFileSync(
          file,
          claudeLines(file.slice(-14, -6), 'Deploy', [{ id: `u${n}`, text: `Use ${token}` }], project),
        );
      const before = files.map((file) => fs.readFileSync(file, 'utf8'));
      const { secrets, read } = await json('secrets');
      assert.equal(read, 2);
      const all: readonly unknown[] = Array.isArray(secrets) ? secrets : [];
      const [only] = all;
      assert.ok(isObject(only) && all.length === 1);
      assert.equal(only.secret, '[secret: GITHUB_TOKEN #1]');
      assert.equal(only.shown, `${token.slice(0, 4)}…${token.slice(-4)}`);
      const found: readonly unknown[] = Array.isArray(only.files) ? only.files : [];
      assert.deepEqual([new Set(found), only.agents], [new Set(files), ['Claude Code']]);
      const { stdout } = await cli(['secrets']);
      assert.match(stdout, /^GITHUB_TOKEN #1 ghp_….{4} in 2 files since \d{4}-\d\d-\d\d \(Claude Code\)\n/);
      assert.ok(!stdout.includes(token));
      assert.deepEqual(
        files.map((file) => fs.readFileSync(file, 'utf8')),
        before,
      );
    }));
});
