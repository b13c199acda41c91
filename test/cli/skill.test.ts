import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { stateOf } from '../hook/runHook.ts';
import { claudeLines } from '../unit/store/transcriptOf.ts';
import { cliProgram, withCli, type Fixture } from './withCli.ts';

const skill = fs.readFileSync(resolve(__dirname, '../../plugin/skills/history-cli/SKILL.md'), 'utf8');

/** The lines of its examples. */
const examples = [...skill.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

/** What a person or a program does, and an agent in a conversation does not. */
const notForAgents = [
  ...['serve', 'hook', 'setup', 'remove', 'team', 'blame', 'help'],
  ...['delete', 'trash', 'restore', 'copies', 'unshare', 'mode', 'recover', 'forget', 'secrets'],
];

/** A dialog and a session of Claude Code, as the examples speak of them. */
async function withHistory({ project, home, cli }: Fixture): Promise<void> {
  const entries = [{ role: 'user', text: 'The login fails: the cookie expired', ts: 1_767_225_600_000 }];
  await cli(['save', 'login', '--entries'], JSON.stringify(entries));
  fs.mkdirSync(join(project, 'src'), { recursive: true });
  fs.writeFileSync(join(project, 'src/login.ts'), 'await login();\n'.repeat(12));
  const folder = join(home, '.claude/projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'));
  fs.mkdirSync(folder, { recursive: true });
  const session = '0f0e0d0c-1111-4222-8333-444455556666';
  const lines = claudeLines(session, 'Login', [{ id: 'u1', text: 'Fix the login' }], project);
  fs.writeFileSync(join(folder, `${session}.jsonl`), lines);
}

/** A program of the name in the examples. */
function install({ home }: Fixture): string {
  const folder = join(home, 'bin');
  fs.mkdirSync(folder);
  const script = `#!/bin/sh\nexec '${process.execPath}' '${cliProgram}' "$@"\n`;
  fs.writeFileSync(join(folder, 'mcp-history-store'), script, { mode: 0o755 });
  return folder;
}

describe('the skill for the command line', () => {
  it('shows every command meant for agents', () =>
    withCli(async ({ cli }) => {
      const { stdout } = await cli(['--help']);
      const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?= )/gm)].map(([, name = '']) => name);
      assert.ok(commands.length > 10, stdout);
      const untold = commands
        .filter((name) => !notForAgents.includes(name))
        .filter((name) => !examples.some((line) => line.includes(`mcp-history-store ${name}`)));
      assert.deepEqual(untold, [], 'without an example in plugin/skills/history-cli/SKILL.md');
    }));

  (process.platform === 'win32' ? it.skip : it)('has examples that work', () =>
    withCli(async (fixture) => {
      const { project, home } = fixture;
      await withHistory(fixture);
      const PATH = `${install(fixture)}:${process.env.PATH ?? ''}`;
      const env = { PATH, HOME: home, HISTORY_STATE_HOME: stateOf(home) };
      assert.ok(examples.length > 8, skill);
      for (const line of examples) {
        const printed = execFileSync('sh', ['-c', line], { cwd: project, env, encoding: 'utf8' });
        assert.doesNotMatch(printed, /^$|^No |^0 found/, line);
      }
    }),
  );
});
