import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../../src/store/store.ts';
import type { InsightReport, InsightStore, Usage } from '../../../../src/insight/usage/types.ts';
import type { Workspace } from '../../../../src/history/sessions/types.ts';
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
});
