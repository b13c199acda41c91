import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { CodexRollout, codexId } from '../unit/store/codexLines.ts';
import { claudeLines, type Line } from '../unit/store/transcriptOf.ts';
import { startServer, withFolder, type ServerUnderTest } from './withServer.ts';

export const claudeId = '550e8400-e29b-41d4-a716-446655440000';

export interface Fixture extends ServerUnderTest {
  /** Beside the project. */
  readonly outside: string;
  readonly env: Record<string, string>;
  /** Writes a session of Claude Code where the agent keeps it, and gives its path. */
  readonly claude: (session: string, lines: readonly Line[], cwd?: string) => string;
}

/** Runs with a server whose home folder holds transcripts of this project only where the test puts them. */
export async function withAgents(run: (fixture: Fixture) => Promise<void>): Promise<void> {
  await withFolder(async (base) => {
    const [root, home] = [join(base, 'project'), join(base, 'home')];
    for (const folder of [root, home]) mkdirSync(folder);
    const env = { HOME: home, USERPROFILE: home, HISTORY_STATE_HOME: join(base, 'state') };
    const server = await startServer(root, { env });
    const claude: Fixture['claude'] = (session, said, cwd = root) => {
      const folder = join(home, '.claude', 'projects', claudeFolderName(cwd));
      mkdirSync(folder, { recursive: true });
      const text = claudeLines(session, 'Login', said, cwd);
      writeFileSync(join(folder, `${session}.jsonl`), text);
      return join(folder, `${session}.jsonl`);
    };
    try {
      await run({ ...server, outside: base, env, claude });
    } finally {
      await server.close();
    }
  });
}

/** Writes a session of Codex that ran in a folder. */
export function codex(home: string, cwd: string): void {
  const folder = join(home, '.codex/sessions/2026/01/15');
  mkdirSync(folder, { recursive: true });
  const rollout = new CodexRollout()
    .meta({ cwd })
    .turn({ cwd })
    .user('Round the invoice')
    .assistant('Rounded once')
    .call('c1', 'shell', { command: ['ls', '-l'] })
    .output('c1', 'invoice.ts');
  const text = rollout.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, `rollout-2026-01-15T09-30-00-${codexId}.jsonl`), text);
}
