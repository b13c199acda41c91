import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { stateVariable } from '../../../src/disk/base/stateFolder.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { runHook } from '../../../src/hook/hook.ts';
import type { HookInput } from '../../../src/hook/hookInput.ts';
import { contextIn } from '../../../src/hook/openContext.ts';
import { sessionFromTranscript } from '../../../src/hook/sessionAt.ts';
import { factsCache } from '../../../src/insight/brief/factsCache.ts';
import { SessionFactsReader } from '../../../src/insight/brief/sessionFactsReader.ts';
import { countFiles } from '../../fileCounts.ts';
import { sessionId } from './claudeLines.ts';
import { claudeTalk } from './talks.ts';

const secret = `ghp_${'a1B2'.repeat(9)}`;

/** Runs a test with a project and the transcript of a session in it. */
async function withSession(
  run: (at: {
    readonly path: string;
    readonly lines: readonly string[];
    readonly project: string;
    readonly hook: (input: HookInput) => Promise<unknown>;
  }) => Promise<void>,
): Promise<void> {
  const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'hook-on-')));
  const [project, home] = [join(root, 'shop'), join(root, 'home')];
  const path = join(home, '.claude/projects', claudeFolderName(project), `${sessionId}.jsonl`);
  await fs.mkdir(join(project, '.chat-history'), { recursive: true });
  await fs.mkdir(dirname(path), { recursive: true });
  const env = { HOME: home, USERPROFILE: home, [stateVariable]: join(home, 'state') };
  const text = claudeTalk(5, 3_000, true).text.replaceAll('/code/shop', project.replaceAll('\\', '/'));
  const told = { session: sessionId, transcript: path, cwd: project };
  const hook = (input: HookInput) =>
    runHook(() => Promise.resolve({ ...told, ...input }), { cwd: project, env, log: silentLog });
  try {
    await run({ path, lines: text.trimEnd().split('\n'), project, hook });
  } finally {
    await fs.rm(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

describe('the hook before a compaction', () => {
  const compacting = { event: 'PreCompact', trigger: 'auto' };

  it('reads what was added since the last one, and knows what happened in all of it', () =>
    withSession(async ({ path, lines, project, hook }) => {
      await fs.writeFile(path, `${lines.slice(0, -8).join('\n')}\n`);
      await hook(compacting);
      const context = contextIn(project, project, { env: {}, log: silentLog });
      assert.ok(factsCache(context).read(path), 'at once, while it is archived');
      await fs.appendFile(path, `${lines.slice(-8).join('\n')}\n`);
      const { bytesRead } = await countFiles(path, () => hook(compacting));
      assert.ok(bytesRead <= 1024 * 1024, `${bytesRead} bytes: its ends, and what was added`);
      const session = (await sessionFromTranscript(path, sessionId, 'claude')) ?? assert.fail('no session');
      const read = () => transcripts.read({ agent: 'claude', path }, context.secrets);
      const need = { isWhole: true, atOnce: false };
      const known = new SessionFactsReader(context, { sessions: { read }, reader: transcripts });
      const other = contextIn(join(project, 'other'), project, { env: {}, log: silentLog });
      const whole = await new SessionFactsReader(other, { sessions: { read } }).of(session, need);
      assert.deepEqual((await known.of(session, need)).told, whole.told);
    }));

  it('keeps secrets in the summary that an agent hands over out of the archive', () =>
    withSession(async ({ path, lines, project, hook }) => {
      await fs.writeFile(path, `${lines.slice(0, 20).join('\n')}\n`);
      await hook({ event: 'PostCompact', compactSummary: `It used ${secret} to log in.` });
      const folder = join(project, '.chat-history/.conversations');
      const [archive = ''] = (await fs.readdir(folder)).filter((name) => name.endsWith('.md'));
      const text = await fs.readFile(join(folder, archive), 'utf8');
      assert.match(text, /It used \[secret: GITHUB_TOKEN #1\] to log in\./);
    }));
});
