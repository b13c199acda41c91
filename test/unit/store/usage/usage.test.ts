import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../../../src/agents/claude/transcripts.ts';
import { openStore } from '../../../../src/store/store.ts';
import type { InsightReport, InsightStore, Usage } from '../../../../src/insight/usage/types.ts';
import type { Workspace } from '../../../../src/history/sessions/types.ts';
import { jsonLines } from '../reading.ts';
import { transcripts } from '../../../../src/agents/readTranscript.ts';
import { withStore } from '../withStore.ts';
import { writeUsageHome } from './usageHome.ts';

const now = Date.UTC(2026, 1, 5, 12);

const withHome = (
  test: (home: {
    readonly home: string;
    readonly workspace: Workspace;
    readonly insight: () => InsightStore;
  }) => Promise<void>,
) =>
  withStore(async ({ root }) => {
    const folder = join(root, 'shop');
    const home = join(root, 'home');
    fs.mkdirSync(folder, { recursive: true });
    fs.mkdirSync(join(folder, '.chat-history'));
    writeUsageHome(home, folder, { sessions: 60, turns: 6, filler: 200, now });
    const workspace: Workspace = { folders: [folder], places: { home, env: {}, platform: 'linux' } };
    await test({ home, workspace, insight: () => openStore(folder).insight });
  });

async function reports(list: AsyncIterable<InsightReport>): Promise<InsightReport[]> {
  const all: InsightReport[] = [];
  for await (const report of list) all.push(report);
  return all;
}

const complete = async (insight: InsightStore, ...query: Parameters<InsightStore['report']>) => {
  const last = (await reports(insight.report(...query))).at(-1);
  assert.ok(last?.isComplete);
  return last;
};

const counts = ({ requests, input, output, cacheRead, cacheWrite }: Usage) =>
  JSON.parse(JSON.stringify({ requests, input, output, cacheRead, cacheWrite })) as object;

describe('usage of all sessions', () => {
  it('is what another program counts that shares nothing with this one', () =>
    withHome(async ({ home, workspace, insight }) => {
      const naive = execFileSync(process.execPath, [join(import.meta.dirname, 'naiveCount.mjs'), home], {
        encoding: 'utf8',
      });
      const { usage } = await complete(insight(), workspace);
      const rows = [
        ['total', counts(usage.total)] as const,
        ...usage.agents.map((row) => [`agent ${row.key}`, counts(row)] as const),
        ...usage.models.map((row) => [`model ${row.key}`, counts(row)] as const),
        ...usage.days.map((row) => [`day ${row.key}`, counts(row)] as const),
      ];
      assert.deepEqual(Object.fromEntries(rows), JSON.parse(naive));
      const sum = usage.sessions.reduce((all, { requests }) => all + requests, 0);
      assert.equal(sum, usage.total.requests);
    }));

  it('stays when the agent deletes a session that was archived with a copy', () =>
    withHome(async ({ home, workspace, insight }) => {
      const before = (await complete(insight(), workspace)).usage.total;
      const [folder = ''] = workspace.folders;
      const store = openStore(folder);
      const { sessions } = await store.sessions.list(workspace, { includeCurrent: true });
      for (const { source, path } of sessions)
        await store.archives.archive(transcripts.archivable(path, source));
      for (const name of fs.readdirSync(home)) fs.rmSync(join(home, name), { recursive: true });
      const { total } = (await complete(insight(), workspace)).usage;
      const helpers = before.requests - total.requests;
      assert.ok(total.requests > 0.8 * before.requests, `${helpers} of ${before.requests} missing`);
    }));

  it('counts no answer twice that a helper repeats, and what has no time on no day', () =>
    withStore(async ({ root }) => {
      const folder = join(root, 'shop');
      fs.mkdirSync(join(folder, '.chat-history'), { recursive: true });
      const places = { home: join(root, 'home'), env: {}, platform: 'linux' } as const;
      const sessions = join(places.home, '.claude/projects', claudeFolderName(folder));
      const line = (uuid: string, id: string, input_tokens: number, more: object = {}) => ({
        ...{ uuid, parentUuid: null, isSidechain: false, cwd: folder, sessionId: 's1', type: 'assistant' },
        ...more,
        message: {
          ...{ id, model: 'claude-opus-5', content: [{ type: 'text', text: id }] },
          usage: { input_tokens, output_tokens: 1 },
        },
      });
      const helper = { isSidechain: true, agentId: 'h1', timestamp: '2026-02-05T12:00:00.000Z' };
      const write = (name: string, ...records: readonly object[]) => {
        fs.mkdirSync(dirname(join(sessions, name)), { recursive: true });
        fs.writeFileSync(join(sessions, name), jsonLines(records));
      };
      write('s1.jsonl', line('a', 'm1', 1_000));
      write('s1/subagents/agent-h1.jsonl', line('b', 'm1', 1_000, helper), line('c', 'm2', 100, helper));
      write('s1/subagents/agent-h2.jsonl', line('d', 'm2', 100, { ...helper, agentId: 'h2' }));
      const { usage } = await complete(openStore(folder).insight, { folders: [folder], places });
      assert.deepEqual([usage.total.requests, usage.total.input], [2, 1_100]);
      assert.deepEqual(
        usage.days.map(({ key, input }) => [key, input]),
        [['2026-02-05', 100]],
      );
    }));
});
