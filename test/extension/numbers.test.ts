import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import { pastHeader } from '../../src/extension/sessions/pastSessions.ts';
import type { DoctorPaneState } from '../../src/protocol/doctorPane.ts';
import type { InsightPaneState } from '../../src/protocol/insightPane.ts';
import { codex } from '../unit/store/machine.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { beginAgain, eventually, holds, workspaceRoot } from './workspace.ts';

const day = 24 * 60 * 60 * 1_000;

/** Two sessions that Claude Code deletes soon, two that it does not, and one of Codex, whose rule is unknown. */
function writeSessions(): number {
  for (const [name, days] of Object.entries({ old: 27.5, older: 29, recent: 2, today: 0.1 }))
    writeSession(name, { ageMs: days * day });
  const folder = join(process.env.CODEX_HOME ?? '', 'sessions/2026/02/05');
  fs.mkdirSync(folder, { recursive: true });
  const lines = codex(workspaceRoot(), 'Write it').map((line) => `${JSON.stringify(line)}\n`);
  fs.writeFileSync(join(folder, 'rollout-2026-02-05T08-00-00-x1.jsonl'), lines.join(''));
  return 5;
}

async function sessionsOf({ services }: Internals) {
  const [project] = services.projects.all;
  assert.ok(project);
  services.sessionLists.refresh();
  return services.sessionLists.of(project).sessions();
}

/** The number with which a finding of the overview begins; 0 without the finding. */
const numberIn = ({ checks }: DoctorPaneState, ...ids: readonly string[]): number => {
  const all = checks.flatMap(({ findings }) => findings);
  return Number.parseInt(all.find(({ id }) => ids.includes(id))?.text ?? '0', 10);
};

const dueIn = (state: DoctorPaneState): number => numberIn(state, 'sessions.due', 'sessions.lost');

/** Opens the overview, and returns what it says once it has examined all. */
async function overview({ services }: Internals): Promise<() => DoctorPaneState | undefined> {
  let last: DoctorPaneState | undefined;
  const { doctorPanes } = services;
  const listener = doctorPanes.onDidOpen(({ page }) =>
    page.onDidPost((content) => (last = content.type === 'state' ? content : undefined)),
  );
  await commands.executeCommand('historyStore.overview');
  listener.dispose();
  const [pane] = doctorPanes.all;
  assert.ok(pane);
  await beginAgain(pane.page);
  await eventually('all is examined', () => last?.examinedAt !== undefined && last.progress === undefined);
  return () => last;
}

describe('numbers shown in several places', () => {
  it('agree on dialogs due for compaction: badge, filter and overview', () =>
    withSessions(async (extension) => {
      const { view, projects } = extension.services;
      const [project] = projects.all;
      assert.ok(project);
      for (let n = 0; n < 25; n++)
        await project.dialogs.save(`dialog ${n}`, [
          { role: 'user', text: 'x'.repeat(n % 5 === 0 ? 70_000 : 10), ts: Date.now() - n * 3 * day },
        ]);
      await commands.executeCommand('historyStore.dialogs.focus');
      const state = await overview(extension);
      await holds(() => assert.deepEqual([view.due, state()?.due], [5, 5]));
      view.filter({ text: '', due: true });
      await holds(async () => {
        await view.tree.getChildren();
        assert.equal(view.tree.counts.shown, 5);
      });
      view.filter({ text: '' });
    }));

  it('agree on sessions and those soon deleted: views, overview and Insight', () =>
    withSessions(async (extension) => {
      const { sessionView } = extension.services;
      try {
        const written = writeSessions();
        const infos = await sessionsOf(extension);
        assert.equal(infos.length, written);
        await holds(async () => {
          await sessionView.tree.getChildren();
          assert.equal(sessionView.tree.counts.total, written);
        });
        const state = await overview(extension);
        const due = dueIn(state() ?? assert.fail());
        assert.ok(due >= 2, String(due));
        assert.match(pastHeader(infos, Date.now()), new RegExp(`^${written} sessions, ${due} will soon`));
        sessionView.filter({ state: 'goingSoon' });
        await holds(async () => {
          await sessionView.tree.getChildren();
          assert.equal(sessionView.tree.counts.shown, due);
        });
        sessionView.filter({});

        await commands.executeCommand('historyStore.keepAllSessions');
        await holds(async () =>
          assert.equal(pastHeader(await sessionsOf(extension), Date.now()), `${written} sessions, all kept`),
        );
        await commands.executeCommand('historyStore.overview');
        await holds(() => {
          const last = state() ?? assert.fail();
          assert.deepEqual([dueIn(last), numberIn(last, 'archives.fine')], [0, written]);
        });
        sessionView.filter({ state: 'kept' });
        await holds(async () => {
          await sessionView.tree.getChildren();
          assert.equal(sessionView.tree.counts.shown, written);
        });
        sessionView.filter({});
      } finally {
        fs.rmSync(join(process.env.CODEX_HOME ?? '', 'sessions'), { recursive: true, force: true });
      }
    }));

  it('agree on sessions in Insight and the rows below', () =>
    withSessions(async (extension) => {
      for (const name of ['one', 'two', 'three']) writeSession(name);
      const { insightPanes } = extension.services;
      let last: InsightPaneState | undefined;
      const listener = insightPanes.onDidOpen(({ page }) =>
        page.onDidPost((content) => (last = content.type === 'state' ? content : undefined)),
      );
      await commands.executeCommand('historyStore.showInsight');
      listener.dispose();
      const [pane] = insightPanes.all;
      assert.ok(pane);
      await beginAgain(pane.page);
      await eventually('the figures', () => last !== undefined && last.progress === undefined);
      await holds(() => assert.equal(last?.sessions, last?.sessionRows.length));
    }));
});
