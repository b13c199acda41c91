import type { Locator, Page } from 'playwright-core';
import { treeRows, webview } from '../../editor/workbench.ts';
import { eventually } from '../../eventually.ts';
import { decided } from '../../sample/months.ts';
import { sampleSessions } from '../../sample/sessions.ts';
import type { Store } from '../../../src/store/types.ts';
import { notice } from '../../ui/withEditor.ts';
import type { Hand } from './hand.ts';

/** What tasks look at to know that they are done. */
export interface Scene {
  readonly page: Page;
  readonly store: Store;
}

/** Something a person wants, with both ways there; each ends when it is done. */
export interface Task {
  readonly name: string;
  /** The view that is open at the start, with the focus in it. */
  readonly view: 'Dialogs' | 'Sessions';
  /** The most clicks that a thing of the moment may take; absent for work on several things. */
  readonly most?: 3;
  readonly byMouse: (hand: Hand, scene: Scene) => Promise<void>;
  readonly byKeys: (hand: Hand, scene: Scene) => Promise<void>;
  readonly isDone: (scene: Scene) => Promise<unknown>;
  /** Makes it possible once more. */
  readonly before?: (scene: Scene) => Promise<unknown>;
}

const moment = { most: 3 } as const;
const right = { button: 'right' } as const;
const session = (page: Page): Locator => treeRows(page, sampleSessions.claude).first();
const action = (row: Locator, label: string): Locator => row.getByRole('button', { name: label });
/** A button of the title of a view, over which the mouse has to be. */
async function title(page: Page, view: string, label: string): Promise<Locator> {
  const header = page.locator('.sidebar .pane-header', { hasText: view });
  await header.hover();
  return header.locator(`.action-label[aria-label*="${label}"]`);
}

const optionRow = (page: Page, text: string): Locator =>
  page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
const inputOf = (page: Page): Locator => page.locator('.quick-input-widget:visible input.input');

/** The five newest dialogs but the first two. */
const five = ['search-errors', 'queue-errors', 'cache-errors', 'deploy-errors', 'tests-errors'];
const [first = '', , third = '', , fifth = ''] = five;

const asNew = ({ store: { dialogs } }: Scene): Promise<unknown> =>
  Promise.all(five.map((name) => dialogs.setLabels(name, { tags: [], archived: false })));

/** Whether the five are tagged, and archived if that is asked. */
async function tagged({ dialogs }: Store, archived = false): Promise<boolean> {
  const all = (await dialogs.list()).filter(({ name }) => five.includes(name));
  return all.every((info) => info.tags.includes('release') && info.archived === archived);
}

export const tasks: readonly Task[] = [
  {
    name: 'Find last week’s decision, which stands in a summary only',
    view: 'Dialogs',
    ...moment,
    byMouse: async (hand, { page }) => {
      await hand.click(await title(page, 'Dialogs', 'Search History'));
      await inputOf(page).waitFor();
      await hand.type('dead letters');
      await hand.click(optionRow(page, 'kept for 14 days'));
    },
    byKeys: async (hand, { page }) => {
      await hand.press('Control+k', 'h');
      await inputOf(page).waitFor();
      await hand.type('dead letters');
      await hand.option('kept for 14 days');
      await hand.press('Enter');
    },
    isDone: ({ page }) => webview(page).getByText(decided.text).first().waitFor(),
  },
  {
    name: 'Restore a deleted dialog',
    view: 'Dialogs',
    ...moment,
    before: ({ store }) => store.dialogTrash.remove(decided.dialog),
    byMouse: async (hand, { page }) => {
      await hand.click(await title(page, 'Dialogs', 'Collapse All'));
      await hand.click(treeRows(page, 'Trash').first());
      const row = treeRows(page, decided.dialog).first();
      await row.hover();
      await hand.click(action(row, 'Restore Dialog'));
    },
    byKeys: async (hand) => {
      await hand.run('restore dialog', 'Restore Dialog');
      await hand.option(decided.dialog);
      await hand.press('Enter');
    },
    isDone: ({ store }) =>
      eventually('the dialog', async () => (await store.dialogs.names()).includes(decided.dialog)),
  },
  {
    name: 'Continue an old session in the chat',
    view: 'Sessions',
    ...moment,
    byMouse: async (hand, { page }) => {
      await session(page).hover();
      await hand.click(action(session(page), 'Continue Session in Chat'));
    },
    byKeys: async (hand) => {
      await hand.run('resume chat', 'Continue Session in Chat');
      await hand.type('round tax');
      await hand.option(sampleSessions.claude);
      await hand.press('Enter');
    },
    isDone: ({ page }) =>
      page.locator('.interactive-session .interactive-input-part').getByText('### User').last().waitFor(),
  },
  {
    name: 'Continue it in the terminal',
    view: 'Sessions',
    ...moment,
    byMouse: (hand, { page }) => hand.pick(session(page), 'Continue Session in Terminal', right),
    byKeys: async (hand) => {
      await hand.run('resume term', 'Continue Session in Terminal');
      await hand.type('round tax');
      await hand.option(sampleSessions.claude);
      await hand.press('Enter');
    },
    isDone: ({ page }) => page.locator('.part.panel .terminal-wrapper.active').first().waitFor(),
  },
  {
    name: 'Tag and archive five dialogs at once',
    view: 'Dialogs',
    before: asNew,
    byMouse: async (hand, { page, store }) => {
      await hand.click(treeRows(page, first).first());
      await hand.click(treeRows(page, fifth).first(), { modifiers: ['Shift'] });
      await hand.pick(treeRows(page, third).first(), 'Edit Dialog Tags', right);
      await inputOf(page).waitFor();
      await hand.type('release');
      await hand.press('Enter');
      await eventually('five tagged', () => tagged(store));
      await hand.pick(treeRows(page, third).first(), 'Hide Dialog', right);
    },
    byKeys: async (hand, { page, store }) => {
      await hand.toRow(first);
      await hand.press('Control+Shift+Enter'); // with Shift alone the editor selects what is below
      for (let n = 1; n < five.length; n++) await hand.press('Shift+ArrowDown');
      await hand.menu('Edit Dialog Tags');
      await inputOf(page).waitFor();
      await hand.type('release');
      await hand.press('Enter');
      await eventually('five tagged', () => tagged(store));
      await hand.press('Control+0');
      await hand.menu('Hide Dialog');
    },
    isDone: ({ store }) => eventually('five tagged and archived', () => tagged(store, true)),
  },
  {
    name: 'Delete three dialogs, and take it back',
    view: 'Dialogs',
    before: asNew,
    byMouse: async (hand, { page }) => {
      await hand.click(treeRows(page, first).first());
      await hand.click(treeRows(page, third).first(), { modifiers: ['Shift'] });
      await hand.press('Delete');
      const told = await notice(page, 'and 2 others to the trash'); // a toast outside of tests
      await hand.click(told.getByRole('button', { name: 'Undo' }));
    },
    byKeys: async (hand, { page, store }) => {
      await hand.toRow(first);
      await hand.press('Control+Shift+Enter', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Delete');
      await eventually('they are gone', async () => !(await store.dialogs.names()).includes(first));
      await notice(page, 'and 2 others to the trash');
      await hand.run('accept notif', 'Accept Notification Primary Action');
    },
    isDone: ({ store }) =>
      eventually('they are back', async () => (await store.dialogs.names()).includes(first)),
  },
  {
    name: 'Export a month as HTML',
    view: 'Dialogs',
    byMouse: async (hand, { page }) => {
      const month = treeRows(page, 'Previous 7 Days').first();
      await month.hover();
      await hand.click(action(month, 'Export These Dialogs'));
      await hand.click(optionRow(page, 'HTML'));
      await hand.click(page.locator('.quick-input-widget').getByRole('button', { name: 'Export Here' }));
    },
    byKeys: async (hand, { page }) => {
      await hand.run('export all', 'Export All Dialogs');
      await hand.option('All messages');
      await hand.type('october');
      await hand.press('Enter');
      await optionRow(page, 'HTML').waitFor();
      await hand.type('html');
      await hand.option('HTML');
      await hand.press('Enter');
      await page.locator('.quick-input-widget').getByRole('button', { name: 'Export Here' }).waitFor();
      await hand.press('Enter');
    },
    isDone: ({ page }) => notice(page, 'Exported'),
  },
  {
    name: 'See what a session cost',
    view: 'Sessions',
    ...moment,
    byMouse: (_hand, { page }) => treeRows(page, counted).first().hover(),
    byKeys: async (hand) => {
      await hand.toRow(counted);
      await hand.press('Control+k', 'Control+i');
    },
    isDone: ({ page }) => page.locator('.monaco-hover:visible', { hasText: 'Tokens:' }).first().waitFor(),
  },
  {
    name: 'See which files agents changed',
    view: 'Sessions',
    ...moment,
    byMouse: async (hand, { page }) =>
      hand.pick(await title(page, 'Sessions', 'More Actions'), 'Show Files Changed'),
    byKeys: (hand) => hand.run('files changed', 'Show Files Changed by Agents'),
    isDone: ({ page }) => optionRow(page, 'CHANGELOG.md').waitFor(),
  },
  {
    name: 'Make a memory of a summary’s entry',
    view: 'Dialogs',
    ...moment,
    before: async ({ store }) => {
      for (const { hash, content } of await store.memories.list())
        if (content.includes('behind a flag')) await store.memories.remove(hash);
    },
    byMouse: async (hand, { page }) => {
      await hand.click(treeRows(page, 'login-errors').first());
      const entry = webview(page).locator('.item', { hasText: 'behind a flag' }).first();
      await entry.hover();
      await hand.click(entry.getByRole('button', { name: 'More Actions' }));
      await hand.click(webview(page).getByRole('menuitem', { name: 'Add to Memories' }));
    },
    byKeys: async (hand, { page }) => {
      await hand.toRow('login-errors');
      for (const row of ['Summary', 'Decisions', 'login keeps']) {
        await hand.press('ArrowRight');
        await treeRows(page, row).first().waitFor();
        await hand.downTo(treeRows(page, row).first());
      }
      await hand.menu('Add to Memories');
      await page.locator('.context-view .monaco-menu').waitFor({ state: 'hidden' });
    },
    isDone: ({ store }) =>
      eventually('the memory', async () =>
        (await store.memories.list()).some(({ content }) => content.includes('behind a flag')),
      ),
  },
  {
    name: 'Send somebody a link',
    view: 'Dialogs',
    ...moment,
    byMouse: (hand, { page }) => hand.pick(treeRows(page, 'login-errors').first(), 'Copy Link', right),
    byKeys: async (hand) => {
      await hand.toRow('login-errors');
      await hand.menu('Copy Link');
    },
    isDone: ({ page }) =>
      page.locator('.statusbar-item, .notification-list-item', { hasText: /link/i }).first().waitFor(),
  },
];

/** A session whose transcript tells of tokens. */
const counted = 'Do 0';
