import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { claudeFolderName } from '../../src/store/transcripts/claudePlace.ts';
import { openStore } from '../../src/store/store.ts';
import { agentFolders } from '../editor/inEditorTests.ts';
import { pickFromContextMenu, runCommand, themes, treeRows, webview } from '../editor/workbench.ts';
import { claude } from '../unit/store/claudeLines.ts';
import { codex } from '../unit/store/machine.ts';
import {
  notice,
  picture,
  rowText,
  unfold,
  withEditor,
  type OpenEditor,
  type UiOptions,
} from './withEditor.ts';

const hour = 60 * 60 * 1_000;

/** Sessions of two agents, as they write them. */
function writeSessions(agents: string, root: string): void {
  const real = realpathSync(root);
  const write = (path: string, text: string): void => {
    const file = join(agents, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const titles = ['Round tax once per order', 'Why do refunds lose a cent?', '支付对账为什么慢？'];
  titles.forEach((title, index) => {
    const sessionId = `${index}2345678-0000-4000-8000-000000000000`;
    const begun = Date.now() - (index * 20 + 1) * hour;
    const line = (minutes: number) => ({
      ...{ sessionId, cwd: real },
      timestamp: new Date(begun + minutes * 60_000).toISOString(),
    });
    const transcript = claude()
      .user(title, line(0))
      .use('a1', 't1', 'Bash', { command: 'npm test' }, line(1))
      .result('t1', 'one test failed', line(2))
      .answer('a2', 'The rounding happens **twice**.', line(3));
    write(`claude/projects/${claudeFolderName(real)}/${sessionId}.jsonl`, transcript.text());
  });
  const lines = codex(real, 'Write the release notes').map((line) => `${JSON.stringify(line)}\n`);
  write('codex/sessions/2026/02/05/rollout-2026-02-05T08-00-00-x1.jsonl', lines.join(''));
}

/** An editor that looks for transcripts below an empty folder, and what fills it. */
async function withAgents(
  options: UiOptions,
  body: (editor: OpenEditor, write: () => void) => Promise<void>,
): Promise<void> {
  const agents = mkdtempSync(join(tmpdir(), 'history-agents-'));
  try {
    await withEditor({ env: agentFolders(agents), ...options }, (editor) =>
      body(editor, () => {
        writeSessions(agents, editor.root);
      }),
    );
  } finally {
    rmSync(agents, { recursive: true, force: true });
  }
}

/** Unfolds the view, and folds the other one, so that all rows have room. */
async function unfoldView(page: Page, title: string, other: string): Promise<void> {
  for (const name of [title, other])
    await page.locator(`.sidebar .pane-header[aria-label*="${name}"]`).click();
}

describe('sessions in the window', function () {
  this.timeout(300_000);

  it('are shown by agent and day, read, archived all together, and imported', async () => {
    const settings = { 'workbench.colorTheme': themes.light, 'chat.disableAIFeatures': true };
    await withAgents({ settings }, async ({ page, root, dialogs }, write) => {
      await unfoldView(page, 'Sessions', 'Dialogs');
      await page.locator('.welcome-view-content', { hasText: 'No agent has a session' }).waitFor();
      await picture(page, 'sessions-welcome');
      write();
      await runCommand(page, 'History: Refresh Sessions'); // the view would find it by itself, but later
      await treeRows(page, 'Claude Code').waitFor();
      assert.match(await rowText(treeRows(page, 'Claude Code')), /^Claude Code 3$/);
      await unfold(treeRows(page, 'Claude Code'));
      const row = treeRows(page, 'Round tax once per order').first(); // its archive comes later
      await row.click();
      await webview(page).getByText('The rounding happens').waitFor();
      await page.mouse.move(5, 5);
      await page.waitForTimeout(500);
      await picture(page, 'sessions-light');

      await runCommand(page, 'History: Archive All Sessions of This Workspace');
      await notice(page, '4 sessions archived');
      await treeRows(page, 'Archives, 4').waitFor();
      assert.match(await rowText(row), / · archived$/);
      await unfold(treeRows(page, 'Archives'));
      await picture(page, 'sessions-archived');
      assert.equal((await openStore(root).archives.list()).archives.length, 4);

      await pickFromContextMenu(page, row, 'Import Session into Dialog…');
      const input = page.locator('.quick-input-widget input.input');
      await input.waitFor();
      await picture(page, 'sessions-import');
      await page.keyboard.press('Enter');
      await page.locator('.tab', { hasText: 'Round tax once per order' }).first().waitFor();
      await page.locator('.notification-list-item', { hasText: 'Imported 2 messages' }).waitFor(); // the list is open
      assert.deepEqual(
        (await dialogs.list()).map(({ name }) => name),
        ['Round tax once per order'],
      );
    });
  });

  it('are Chinese in a Chinese editor', async () => {
    await withAgents({ language: 'zh-cn' }, async ({ page }, write) => {
      write();
      await unfoldView(page, '会话', '对话');
      await unfold(treeRows(page, 'Claude Code'));
      await runCommand(page, '归档此工作区的所有会话');
      await treeRows(page, '归档, 4').waitFor();
      await unfold(treeRows(page, '归档, 4'));
      await picture(page, 'sessions-chinese');
    });
  });

  it('can only be read in an untrusted folder', async () => {
    await withAgents({ trusted: false }, async ({ page, root }, write) => {
      write();
      await unfoldView(page, 'Sessions', 'Dialogs');
      await page.locator('.sidebar', { hasText: 'neither archived nor imported' }).waitFor();
      await unfold(treeRows(page, 'Claude Code'));
      await treeRows(page, 'Round tax once per order').click({ button: 'right' });
      const menu = page.locator('.context-view .monaco-menu');
      const archive = menu.locator('.action-item', { hasText: 'Archive Session' });
      await archive.waitFor();
      assert.match((await archive.getAttribute('class')) ?? '', /disabled/);
      await picture(page, 'sessions-untrusted');
      assert.equal(existsSync(join(root, '.chat-history')), false);
    });
  });
});
