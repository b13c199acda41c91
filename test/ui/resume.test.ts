import type { Page } from 'playwright-core';
import type { NewMessage } from '../../src/history/sessions/recordingTypes.ts';
import { openStore } from '../../src/store/store.ts';
import {
  clickFor,
  options,
  pickFromContextMenu,
  pressDelete,
  showViews,
  treeRows,
} from '../editor/workbench.ts';
import { sampleSessions, writeSampleSessions } from '../sample/sessions.ts';
import { notice, picture, rowSays, sharedEditor, type Folders } from './withEditor.ts';

/** A folder in which Claude Code was asked something, and something long was recorded. */
async function prepare({ root, agents }: Folders): Promise<void> {
  writeSampleSessions(agents, root);
  const content = 'The release is late because the import waits for the disk. '.repeat(30);
  const answers = Array<NewMessage>(60).fill({ type: 'assistant', content });
  await openStore(root).sessions.record('long', [{ type: 'user', content: 'Why so late?' }, ...answers]);
}

/** The input of the chat beside the editor. */
const chatInput = (page: Page) => page.locator('.interactive-session .interactive-input-part');

describe('resuming in the window', function () {
  const inEditor = sharedEditor({ prepare });

  it(
    'fills the input of a new chat, or attaches a file to it',
    inEditor(async ({ page }) => {
      await showViews(page, 'Sessions');
      await pickFromContextMenu(page, treeRows(page, sampleSessions.claude), 'Continue In…');
      await options(page, 'Chat').first().click();
      await chatInput(page).getByText('### User').last().waitFor();
      await picture(page, 'resume-input');

      await rowSays(treeRows(page, 'Why so late?'), / · Recorded$/);
      await pickFromContextMenu(page, treeRows(page, 'Why so late?'), 'Continue In…');
      await options(page, 'Chat').first().click();
      await chatInput(page).getByText('The attached file is the conversation “Why so late?”').waitFor();
      await chatInput(page)
        .locator('.chat-attached-context-attachment', { hasText: 'Why-so-late' })
        .waitFor();
      await picture(page, 'resume-file');
    }),
  );

  it(
    'deletes a recorded session by key and restores it',
    inEditor(async ({ page }) => {
      await showViews(page, 'Sessions');
      const recorded = treeRows(page, 'Why so late?');
      await clickFor(recorded, page.locator('.tab', { hasText: 'Why so late?' }));
      await pressDelete(recorded);
      await recorded.waitFor({ state: 'detached' });
      const undo = await notice(page, 'Moved “Why so late?” to the trash.');
      await undo.getByRole('button', { name: 'Undo' }).click();
      await recorded.waitFor();
    }),
  );
});
