import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { fieldsOf, listOf } from '../../src/agents/reading/fields.ts';
import { parseJson } from '../../src/agents/reading/lines.ts';
import { tree } from '../unit/store/withStore.ts';
import { withCli } from './withCli.ts';

const start = Date.UTC(2026, 0, 5, 9);

/** Claude Code's list of prompts, with one of this project and one of another. */
function writePrompts(home: string, project: string): void {
  const folder = join(home, '.claude');
  const line = (of: string, sessionId: string) => ({
    display: `Mend the teapot of ${sessionId}`,
    pastedContents: {},
    timestamp: start,
    project: of,
    sessionId,
  });
  fs.mkdirSync(folder, { recursive: true });
  const lines = [line(project, 'session-here'), line('/elsewhere', 'session-there')];
  fs.writeFileSync(join(folder, 'history.jsonl'), lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

const idsOf = (sessions: unknown): readonly unknown[] =>
  listOf(parseJson(JSON.stringify(sessions))).map((each) => fieldsOf(each).id);

describe('mcp-history-store recover', () => {
  it('shows what it found, writes it when asked, and finds nothing more', () =>
    withCli(async ({ cli, json, home, project }) => {
      writePrompts(home, project);
      const before = await tree(home);
      const dry = await json('recover', '--dry-run');
      assert.deepEqual(idsOf(dry.sessions), ['session-here']);
      assert.equal(fs.existsSync(join(project, '.chat-history', '.conversations')), false);
      assert.deepEqual(idsOf((await json('recover', '--dry-run', '--all')).sessions).length, 2);
      const { stdout } = await cli(['recover', '--yes']);
      assert.match(stdout, /Found 1 session:\n.*Mend the teapot of session-here/);
      assert.match(stdout, /recovered, answers missing/);
      assert.match(stdout, /Recovered 1 session; 0 failed\./);
      assert.match((await cli(['sessions'])).stdout, /session-here, recovered, answers missing/);
      assert.match((await cli(['resume', 'session-here'])).stdout, /Mend the teapot/);
      assert.equal((await cli(['recover'])).stdout.trim(), 'Nothing lost was found.');
      const after = await tree(home);
      assert.deepEqual(
        Object.keys(before).filter((path) => after[path] !== before[path]),
        [],
      );
    }));

  it('is offered by the doctor, and done only if a person chooses it', () =>
    withCli(async ({ cli, home, project }) => {
      writePrompts(home, project);
      const { stdout } = await cli(['doctor', '--fix']);
      assert.match(stdout, /1 session that agents have deleted or lost can be found again/);
      assert.match((await cli(['recover', '--dry-run'])).stdout, /session-here/);
    }));
});
