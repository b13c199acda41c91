import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { projectRoot } from '../editor/places.ts';
import { startEditor, type EditorOptions } from '../editor/startEditor.ts';
import { openViewContainer } from '../editor/workbench.ts';
import { openStore } from '../../src/store/store.ts';
import type { DialogStore } from '../../src/store/dialogs/types.ts';

/** An editor with the view *Dialogs* open. */
export interface OpenEditor {
  readonly page: Page;
  /** The workspace folder. */
  readonly root: string;
  /** The history of the folder, as another process sees it. */
  readonly dialogs: DialogStore;
}

export interface UiOptions extends Omit<EditorOptions, 'workspace' | 'extension'> {
  /** Fills the folder before the editor opens it; a string it gives is the workspace to open instead. */
  readonly prepare?: (root: string, dialogs: DialogStore) => Promise<unknown>;
  /** False opens no folder at all. */
  readonly folder?: boolean;
}

/** Opens a temporary workspace in the editor, with this extension from its source folder. */
export async function withEditor(
  options: UiOptions,
  body: (editor: OpenEditor) => Promise<void>,
): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'history-ui-'));
  const root = join(temporary, 'workspace');
  mkdirSync(root);
  const extension = join(temporary, 'extension');
  // Below the folder of an extension under development lies the installed editor with its themes. The editor would take
  // them for the extension's own and choose one of them; through a link it does not.
  symlinkSync(projectRoot, extension);
  const { dialogs } = openStore(root);
  const { prepare, folder, ...rest } = options;
  try {
    const prepared = await prepare?.(root, dialogs);
    const workspace = typeof prepared === 'string' ? prepared : root;
    const editor = await startEditor({ ...rest, ...(folder === false ? {} : { workspace }), extension });
    try {
      await openViewContainer(editor.page, rest.language === 'zh-cn' ? '对话历史' : 'History');
      await body({ page: editor.page, root, dialogs });
    } catch (error) {
      await picture(editor.page, 'failed');
      throw error;
    } finally {
      await editor.close();
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Keeps a picture of the window in the folder `UI_TEST_PICTURES` names, if it names one. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.UI_TEST_PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The text of a row, with its description. */
export const rowText = async (row: Locator): Promise<string> =>
  (await row.locator('.monaco-icon-label-container > *').allInnerTexts()).join(' ').trim();

/** Unfolds a row. */
export async function unfold(row: Locator): Promise<void> {
  await row.locator('.monaco-tl-twistie').click();
  await row.and(row.page().locator('[aria-expanded="true"]')).waitFor();
}

/** The notice with a text. The editor shows no toasts while it is driven by tests, so this looks behind the bell. */
export async function notice(page: Page, text: string): Promise<Locator> {
  const found = page.locator('.notifications-center .notification-list-item', { hasText: text });
  if (!(await found.isVisible())) await page.locator('[id="status.notifications"]').click();
  await found.waitFor();
  return found;
}
