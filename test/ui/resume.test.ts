import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { NewMessage } from '../../src/store/sessions/types.ts';
import { openStore } from '../../src/store/store.ts';
import { agentFolders } from '../editor/inEditorTests.ts';
import { pickFromContextMenu, themes, treeRows } from '../editor/workbench.ts';
import { sampleSessions, writeSampleSessions } from '../sample/sessions.ts';
import {
  notice,
  picture,
  rowText,
  unfold,
  withEditor,
  type OpenEditor,
  type UiOptions,
} from './withEditor.ts';

const settings = { 'workbench.colorTheme': themes.light };

/** An editor on a folder in which Claude Code was asked something, and something long was recorded. */
async function withPast(options: UiOptions, body: (editor: OpenEditor) => Promise<void>): Promise<void> {
  const agents = mkdtempSync(join(tmpdir(), 'history-agents-'));
  const prepare = async (root: string): Promise<void> => {
    writeSampleSessions(agents, root);
    const content = 'The release is late because the import waits for the disk. '.repeat(30);
    const answers = Array<NewMessage>(60).fill({ type: 'gemini', content });
    await openStore(root).sessions.record('long', [{ type: 'user', content: 'Why so late?' }, ...answers]);
  };
  try {
    await withEditor({ env: agentFolders(agents), prepare, settings, ...options }, body);
  } finally {
    rmSync(agents, { recursive: true, force: true });
  }
}

async function unfoldSessions(page: Page, [view, other]: readonly [string, string]): Promise<void> {
  for (const name of [view, other])
    await page.locator(`.sidebar .pane-header[aria-label*="${name}"]`).click();
}

/** The input of the chat beside the editor. */
const chatInput = (page: Page) => page.locator('.interactive-session .interactive-input-part');

describe('resuming in the window', function () {
  this.timeout(120_000);

  it('fills the input of a new chat, or attaches a file to it', async () => {
    await withPast({}, async ({ page }) => {
      await unfoldSessions(page, ['Sessions', 'Dialogs']);
      await unfold(treeRows(page, 'Claude Code'));
      await pickFromContextMenu(page, treeRows(page, sampleSessions.claude), 'Resume Session in Chat');
      await chatInput(page).getByText('### User').last().waitFor();
      await picture(page, 'resume-input');

      assert.match(await rowText(treeRows(page, 'Recorded')), /^Recorded 1$/);
      await unfold(treeRows(page, 'Recorded'));
      await pickFromContextMenu(page, treeRows(page, 'Why so late?'), 'Resume Session in Chat');
      await chatInput(page).getByText('The attached file is what was said in “Why so late?”').waitFor();
      await chatInput(page)
        .locator('.chat-attached-context-attachment', { hasText: 'Why-so-late' })
        .waitFor();
      await picture(page, 'resume-file');
    });
  });

  it('leaves recorded sessions to be deleted by a key, and brought back', async () => {
    await withPast({}, async ({ page }) => {
      await unfoldSessions(page, ['Sessions', 'Dialogs']);
      await unfold(treeRows(page, 'Recorded'));
      const recorded = treeRows(page, 'Why so late?');
      await recorded.click();
      await page.locator('.tab', { hasText: 'Why so late?' }).waitFor();
      await recorded.focus();
      await page.keyboard.press('Delete');
      await recorded.waitFor({ state: 'detached' });
      const undo = await notice(page, 'Moved “Why so late?” to the trash.');
      await undo.getByRole('button', { name: 'Undo' }).click();
      await treeRows(page, 'Recorded').waitFor();
      await unfold(treeRows(page, 'Recorded'));
      await recorded.waitFor();
    });
  });
});
