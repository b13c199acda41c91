import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { agentFolders } from '../editor/inEditorTests.ts';
import {
  openViewContainer,
  runCommand,
  themes,
  treeRows,
  webview,
  webviewFrame,
} from '../editor/workbench.ts';
import { writeSample } from '../sample/sample.ts';
import { sampleSessions, writeSampleSessions } from '../sample/sessions.ts';
import { picture, unfold, withEditor, type OpenEditor, type UiOptions } from './withEditor.ts';

/** An editor on the sample workspace, with the sessions agents held in it. */
async function withSample(options: UiOptions, body: (editor: OpenEditor) => Promise<void>): Promise<void> {
  const agents = mkdtempSync(join(tmpdir(), 'history-agents-'));
  const prepare = async (root: string): Promise<void> => {
    await writeSample(root);
    writeSampleSessions(agents, root);
  };
  try {
    await withEditor({ env: agentFolders(agents), prepare, ...options }, body);
  } finally {
    rmSync(agents, { recursive: true, force: true });
  }
}

/** Opens the session of Claude Code through the tree. */
async function openSession(page: Page, view = 'Sessions', other = 'Dialogs'): Promise<void> {
  for (const name of [view, other])
    await page.locator(`.sidebar .pane-header[aria-label*="${name}"]`).click();
  await unfold(treeRows(page, 'Claude Code'));
  await treeRows(page, sampleSessions.claude).click();
  await webview(page).getByRole('heading', { name: sampleSessions.claude, level: 1 }).waitFor();
  await webview(page).getByText('All seven tests pass.').waitFor();
}

/** Unfolds a change, a failed call and the conversation of the subagent. */
async function unfoldTools(page: Page): Promise<void> {
  const pane = webview(page);
  await pane.getByRole('feed').focus();
  await page.keyboard.press('Home');
  await pane.locator('summary', { hasText: 'Edit' }).first().click();
  await pane.locator('.diff-add').first().waitFor();
  await pane.locator('summary', { hasText: 'Bash' }).first().click();
  await pane.locator('.subagent summary').first().click();
  await pane.locator('.subagent-message').first().waitFor();
}

describe('session pane in the window', function () {
  this.timeout(120_000);

  for (const [name, theme] of Object.entries(themes))
    it(`has no accessibility violation in the theme ${name}`, async () => {
      const settings = { 'workbench.colorTheme': theme, 'chat.disableAIFeatures': true };
      await withSample({ settings }, async ({ page }) => {
        await openSession(page);
        await unfoldTools(page);
        assert.deepEqual(await accessibilityViolations(await webviewFrame(page)), []);
        await page.mouse.move(5, 5);
        await picture(page, `session-${name}`);
        await page.keyboard.press('Control+f');
        await webview(page).getByRole('textbox', { name: 'Find in the whole conversation' }).fill('refund');
        await webview(page).locator('.find-place', { hasText: '1 of' }).waitFor();
        assert.deepEqual(await accessibilityViolations(await webviewFrame(page)), []);
        await picture(page, `session-find-${name}`);
      });
    });

  it('is Chinese in a Chinese editor', async () => {
    await withSample({ language: 'zh-cn' }, async ({ page }) => {
      await openSession(page, '会话', '对话');
      await unfoldTools(page);
      await webview(page).getByRole('button', { name: '以 Markdown 打开' }).waitFor();
      await picture(page, 'session-chinese');
    });
  });

  it('survives a reload of the window', async () => {
    await withSample({}, async ({ page }) => {
      await openSession(page);
      const reloaded = page.waitForEvent('load');
      await runCommand(page, 'Developer: Reload Window');
      await reloaded;
      await openViewContainer(page, 'History');
      await webview(page).getByText('All seven tests pass.').waitFor({ timeout: 60_000 });
      await page.locator('.tab', { hasText: sampleSessions.claude }).waitFor();
    });
  });
});
