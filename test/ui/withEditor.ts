import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { agentFolders } from '../editor/inEditorTests.ts';
import { projectRoot } from '../editor/places.ts';
import { openInShared } from '../editor/sharedEditor.ts';
import { startEditor, type EditorOptions } from '../editor/startEditor.ts';
import { openViewContainer, runCommand } from '../editor/workbench.ts';
import { eventually, holds } from '../eventually.ts';
import { writeSample } from '../sample/sample.ts';
import { writeSampleSessions } from '../sample/sessions.ts';
import { openStore } from '../../src/store/store.ts';
import type { DialogStore } from '../../src/history/dialogs/types.ts';

/** The folders of a test. */
export interface Folders {
  /** The workspace folder. */
  readonly root: string;
  /** Where the editor looks for agents' transcripts. */
  readonly agents: string;
  /** The history of the workspace folder, as another process sees it. */
  readonly dialogs: DialogStore;
}

/** An editor with the view container *History* open. */
export interface OpenEditor extends Folders {
  readonly page: Page;
}

export interface UiOptions extends Omit<EditorOptions, 'workspace' | 'extension'> {
  /** Fills the folders before the editor opens; a string it gives is the workspace to open instead. */
  readonly prepare?: (folders: Folders) => Promise<unknown>;
  /** False opens no folder at all. */
  readonly folder?: boolean;
  /** True gives it a server and a browser of its own, which end with it. */
  readonly alone?: boolean;
}

type Body = (editor: OpenEditor) => Promise<void>;

interface Window extends OpenEditor {
  /** Closes it; what it shared with others too where a test failed in it. */
  close(failed?: boolean): Promise<void>;
}

/** Opens a temporary workspace in an editor of its own, with this extension from its source folder. */
export async function withEditor(options: UiOptions, body: Body): Promise<void> {
  const window = await openWindow(options);
  let failed = true;
  try {
    await body(window);
    failed = false;
  } catch (error) {
    await picture(window.page, 'failed');
    throw error;
  } finally {
    await window.close(failed);
  }
}

/**
 * One editor for the tests of a suite, because a start takes longer than most tests: gives a function that makes the
 * body of a test of what is done with the editor. A test finds no tab, question or notice of those before it; what they
 * unfolded, and what they did to the folder, it finds. One that fails takes its editor along: the next one gets a new
 * editor and new folders.
 */
export function sharedEditor(options: UiOptions): (body: Body) => () => Promise<void> {
  let shared: Window | undefined;
  const close = async (): Promise<void> => {
    const window = shared;
    shared = undefined;
    await window?.close();
  };
  after(close);
  return (body) => async () => {
    const window = shared ?? (await openWindow(options));
    shared = undefined; // one that runs out of time does not come to its end, and must not leave its editor to others
    try {
      await body(window);
      await tidy(window.page);
      shared = window;
    } catch (error) {
      await picture(window.page, 'failed');
      throw error;
    } finally {
      if (shared === undefined) await window.close(true);
    }
  };
}

async function openWindow({ prepare, folder, alone = false, ...options }: UiOptions): Promise<Window> {
  const temporary = mkdtempSync(join(tmpdir(), 'history-ui-'));
  const [root, agents] = [join(temporary, 'workspace'), join(temporary, 'agents')];
  for (const path of [root, agents]) mkdirSync(path);
  const extension = join(temporary, 'extension');
  // Below the folder of an extension under development lies the installed editor with its themes. The editor would take
  // them for the extension's own and choose one of them; through a link it does not.
  symlinkSync(projectRoot, extension);
  const folders = { root, agents, dialogs: openStore(root).dialogs };
  const removeFolders = (): void => rmSync(temporary, { recursive: true, force: true });
  try {
    const prepared = await prepare?.(folders);
    const workspace = typeof prepared === 'string' ? prepared : root;
    const env = { ...agentFolders(agents), HOME: agents, ...options.env };
    const open = alone ? startEditor : openInShared;
    const editor = await open({ extension, ...options, env, ...(folder !== false && { workspace }) });
    const close = (failed?: boolean) => editor.close(failed).finally(removeFolders);
    try {
      await openViewContainer(editor.page, options.language === 'zh-cn' ? '对话历史' : 'History');
    } catch (error) {
      await picture(editor.page, 'failed');
      await close(true);
      throw error;
    }
    return { ...folders, page: editor.page, close };
  } catch (error) {
    removeFolders();
    throw error;
  }
}

/** How long the tabs may take to close, in milliseconds. */
const closesWithinMs = 15_000;

/** Closes what a test opened. */
export async function tidy(page: Page): Promise<void> {
  const open = page.locator('.quick-input-widget:visible, .context-view .monaco-menu:visible');
  await eventually('no question to be open', async () => {
    if ((await open.count()) === 0) return true;
    await page.keyboard.press('Escape');
    return false;
  });
  const tab = page.locator('.tab').first();
  await eventually('no tab to be open', async () => {
    if ((await tab.count()) === 0) return true;
    await runCommand(page, 'View: Close All Editors');
    return tab.waitFor({ state: 'detached', timeout: closesWithinMs }).then(
      () => true,
      () => false, // a pane that was asked for before may open after
    );
  });
  await runCommand(page, 'Notifications: Clear All Notifications');
  await eventually(
    'no notice to be left',
    async () => (await page.locator('.notification-list-item:visible').count()) === 0,
  );
  await page.mouse.move(5, 5);
}

/** Fills the folders with the sample workspace and the sessions agents held in it. */
export async function sample({ root, agents }: Pick<Folders, 'root' | 'agents'>): Promise<void> {
  await writeSample(root);
  writeSampleSessions(agents, root);
}

let pictures = 0;

/** What is only looked at in pictures need not be shown where nobody takes any. */
export const forPictures = <T>(shown: readonly T[]): readonly T[] =>
  process.env.UI_TEST_PICTURES === undefined ? [] : shown;

/** Keeps a picture of the window in the folder `UI_TEST_PICTURES` names, if it names one. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.UI_TEST_PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const file = name === 'failed' ? `failed-${++pictures}-${process.pid}` : name;
  await page.screenshot({ path: join(folder, `${file}.png`) });
}

/** Waits until the text of a row, with its description, is as expected. */
export function rowSays(row: Locator, expected: RegExp): Promise<void> {
  return holds(async () => {
    const texts = await row.locator('.monaco-icon-label-container > *').allInnerTexts();
    assert.match(texts.join(' ').trim(), expected);
  });
}

/** The notice with a text. The editor shows no toasts while it is driven by tests, so this looks behind the bell. */
export async function notice(page: Page, text: string): Promise<Locator> {
  const found = page.locator('.notifications-center .notification-list-item', { hasText: text });
  const center = page.locator('.notifications-center.visible');
  await eventually(`the notice “${text}”`, async () => {
    if (await found.isVisible()) return true;
    if (!(await center.isVisible())) await page.locator('[id="status.notifications"]').click(); // else it would close
    return false;
  });
  await page.mouse.move(5, 5); // the tooltip of the bell would cover the buttons
  return found;
}
