import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, env } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { InsightPaneState } from '../../src/protocol/insightPane.ts';
import { claudeFolder, withSessions } from './sessionWorkspace.ts';
import { beginAgain, eventually, holds, workspaceRoot } from './workspace.ts';

const id = 'a1b2c3d4-0000-4000-8000-000000000000';

/** A session in which one answer is written twice, as Claude Code does while it streams. */
function writeUsage(): string {
  const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000).toISOString();
  const shared = { sessionId: id, cwd: workspaceRoot(), isSidechain: false };
  const answer = (output: number, seconds: number, uuid: string) => ({
    ...shared,
    type: 'assistant',
    uuid,
    parentUuid: 'u1',
    timestamp: at(seconds),
    requestId: 'r1',
    message: {
      id: 'm1',
      role: 'assistant',
      model: 'claude-opus-4-1',
      content: [{ type: 'text', text: uuid }],
      usage: {
        input_tokens: 1_000,
        output_tokens: output,
        cache_read_input_tokens: 9_000,
        cache_creation_input_tokens: 0,
      },
    },
  });
  const prompt = { role: 'user', content: 'Round the totals' };
  const lines = [
    { ...shared, type: 'user', uuid: 'u1', parentUuid: null, timestamp: at(0), message: prompt },
    answer(1, 1, 'a1'),
    answer(500, 2, 'a2'),
  ];
  const path = join(claudeFolder(), `${id}.jsonl`);
  fs.writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const onlyPane = ({ services }: Internals) => {
  const [pane] = services.insightPanes.all;
  assert.ok(pane);
  return pane;
};

describe('the insight pane in the editor', () => {
  it('shows the usage of sessions, filters it, and opens a session', () =>
    withSessions(async (extension) => {
      const path = writeUsage();
      await commands.executeCommand('historyStore.showInsight');
      const pane = onlyPane(extension);
      let last: InsightPaneState | undefined;
      pane.page.onDidPost((content) => (last = content.type === 'state' ? content : undefined));
      await beginAgain(pane.page);
      const { total, sessionRows } = await eventually('the figures', () =>
        last?.sessions === 1 && last.progress === undefined ? last : undefined,
      );
      assert.deepEqual([total.requests, total.input, total.output, total.cacheRead], [1, 10_000, 500, 9_000]);
      assert.ok(total.cost !== undefined && total.cost > 0);
      assert.deepEqual(
        sessionRows.map(({ label }) => label),
        ['Round the totals'],
      );
      pane.page.receive({ type: 'filter', filter: { days: 0, agent: 'codex' } });
      await eventually('no session of Codex', () => last?.total.requests === 0);
      await holds(() => assert.deepEqual([last?.sessions, last?.sessionRows.length], [0, 0]));
      pane.page.receive({ type: 'command', command: 'copyJson' });
      await eventually('the figures are copied', async () =>
        (await env.clipboard.readText()).includes('"pricesOf"'),
      );
      pane.page.receive({ type: 'openSession', session: id });
      await eventually('the session', () => extension.services.sessionPanes.active?.id === path);
    }));
});
