import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { Message } from '../../src/history/dialogs/types.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { accept, quickInput, runCommand } from '../editor/workbench.ts';
import { eventually, holds } from '../eventually.ts';
import { decided, longest, writeMonths } from '../sample/months.ts';
import { closePanes, withFilePage } from '../webview/panePage.ts';
import { notice, picture, sharedEditor, type Folders } from './withEditor.ts';

const months = { dialogs: 300, messages: 4_000, memories: 0, sessions: 0 };

const prepare = ({ root, agents }: Folders): Promise<void> =>
  writeMonths(root, agents, { ...months, now: Date.now() });

/** Chooses to export all messages in a format into the folder that is proposed. */
async function exportAll(page: Page, format: string): Promise<void> {
  await runCommand(page, 'History: Export All Dialogs…');
  await accept(page, 'All messages');
  const formats = await quickInput(page, 'Export 300 Dialogs');
  await formats.fill(format);
  await accept(page, format);
  await quickInput(page, 'Export Here');
  await page.keyboard.press('Enter');
}

/** The folder that was made, once everything is in it. The notice alone may be that of the export before. */
async function exported(page: Page, home: string, before: readonly string[] = []): Promise<string> {
  const made = () => exportsIn(home).find((name) => !before.includes(name));
  const folder = join(home, await eventually('the folder of this export', made));
  const isWhole = () => readdirSync(folder).length >= months.dialogs;
  await eventually('all dialogs in it', isWhole);
  await page
    .locator('.notification-list-item', { hasText: 'Exporting dialogs' })
    .waitFor({ state: 'detached' });
  await notice(page, 'Exported 300 dialogs.');
  return folder;
}

const exportsIn = (home: string): string[] => readdirSync(home).filter((name) => name.startsWith('history '));

describe('exporting 300 dialogs from the window', function () {
  const inEditor = sharedEditor({ prepare });
  after(closePanes);

  it(
    'shows progress and leaves nothing behind when cancelled',
    inEditor(async ({ page, agents: home }) => {
      await exportAll(page, 'HTML');
      const told = await notice(page, 'Exporting dialogs');
      await told.getByText(/Exporting dialogs: \S/).waitFor();
      assert.equal(exportsIn(home).length, 1);
      await picture(page, 'export-progress');
      await told.getByRole('button', { name: 'Cancel' }).click();
      await told.waitFor({ state: 'detached' });
      await holds(() => assert.deepEqual(exportsIn(home), []));
    }),
  );

  it(
    'writes accessible pages without requests that look like the pane in light and dark',
    inEditor(async ({ page, agents: home, dialogs }) => {
      await exportAll(page, 'HTML');
      const folder = await exported(page, home);
      assert.equal(readdirSync(folder).length, months.dialogs + 1);
      const urlOf = (name: string): string => pathToFileURL(join(folder, `${name}.html`)).href;
      for (const colorScheme of ['light', 'dark'] as const)
        await withFilePage(urlOf('index'), { colorScheme }, async (opened, problems) => {
          assert.equal(await opened.locator('a').count(), months.dialogs);
          assert.deepEqual(await accessibilityViolations(opened.mainFrame()), []);
          await picture(opened, `export-index-${colorScheme}`);
          await opened.getByRole('link', { name: decided.dialog }).click();
          await opened.getByText(decided.text).waitFor();
          const { messages } = (await dialogs.overview(decided.dialog)) ?? {};
          assert.equal(await opened.locator('.message').count(), messages);
          assert.deepEqual(await accessibilityViolations(opened.mainFrame()), []);
          await picture(opened, `export-page-${colorScheme}`);
          assert.deepEqual(problems, []);
        });
      await withFilePage(urlOf(longest), {}, async (opened, problems) => {
        assert.equal(await opened.locator('.message').count(), months.messages);
        assert.deepEqual(problems, []);
      });
    }),
  );

  it(
    'writes JSON that holds everything as it was saved',
    inEditor(async ({ page, agents: home, dialogs }) => {
      const before = exportsIn(home);
      await exportAll(page, 'JSON');
      const folder = await exported(page, home, before);
      assert.equal(readdirSync(folder).length, months.dialogs);
      for (const name of await dialogs.names()) {
        const read = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as unknown;
        const messages: Message[] = [];
        for await (const run of dialogs.all(name)) messages.push(...run);
        const summary = (await dialogs.summary(name)) ?? null;
        assert.deepEqual(read, { v: 1, dialog: name, summary, messages }, name);
      }
    }),
  );
});
