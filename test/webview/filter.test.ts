import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, choose, hasFocus, litUp, rendered } from './panePage.ts';
import { themes } from './paneServer.ts';
import { spoken, toolCall, withSessionPane } from './scriptedSession.ts';
import { withPane } from './withPane.ts';

/** A question, then an answer of `calls` messages with a tool call each, again and again. */
const working = (rounds: number, calls: number) =>
  Array.from({ length: rounds * (calls + 1) }, (_, position) =>
    position % (calls + 1) === 0
      ? spoken(position, { role: 'user' })
      : spoken(position, {
          role: 'assistant',
          text: '',
          tools: [
            toolCall(`c${position}`, {
              name: position % 3 === 0 ? 'Edit' : 'Bash',
              hint: `step ${position}`,
            }),
          ],
        }),
  );

async function filter(page: Page, ...kinds: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Filter Messages' }).click();
  for (const name of kinds) await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}

const selected = (page: Page, text: string): Promise<void> =>
  page.locator('.selection-bar', { hasText: text }).waitFor();

describe('filtering a conversation', function () {
  it('folds consecutive tool calls into a row, which stays unfolded once opened', async () => {
    await withSessionPane({ messages: working(3, 12) }, async ({ page, extension, problems }) => {
      const run = page.locator('[data-position="5"]');
      assert.equal(await page.getByRole('article').count(), 6);
      assert.match(await run.locator('summary').innerText(), /12 tool calls\s*Bash ×8, Edit ×4/);
      await run.locator('summary').first().click();
      await run.getByText('step 28').waitFor();
      assert.equal(await run.locator('.tool-call .tool-call').count(), 12);
      await extension.change({ messages: working(4, 12), changedFrom: 39 });
      await page.locator('[data-position="7"]').waitFor();
      await run.getByText('step 28').waitFor();
      await run.locator('summary').first().click();
      await run.getByText('step 28').waitFor({ state: 'detached' });
      assert.deepEqual([problems, extension.refused], [[], []]);
    });
  });

  it('finds a match in a folded row and unfolds it', async () => {
    await withSessionPane({ messages: working(30, 12) }, async ({ page }) => {
      await page.keyboard.press('Control+f');
      await hasFocus(page.locator('.find-input'));
      await page.keyboard.type('step 17');
      await page.locator('.find-place', { hasText: '1 of ' }).waitFor();
      await page.locator('[data-position="3"]').getByText('step 17', { exact: true }).waitFor();
    });
  });

  it('hides kinds of messages, keeps the reading position, and shows all again', async () => {
    const memory = { folder: '/project', kind: 'session', id: '/home/dev/s.jsonl', position: 120 };
    const messages = Array.from({ length: 400 }, (_, position) => spoken(position));
    await withSessionPane({ messages, memory }, async ({ page, extension, memory: left }) => {
      await page.getByText('Message 120', { exact: true }).waitFor();
      await rendered(page);
      await filter(page, 'Assistant');
      await page.getByText('Some messages are hidden').waitFor();
      await page.getByText('Message 120', { exact: true }).waitFor();
      await page.getByText('Message 121', { exact: true }).waitFor({ state: 'detached' });
      assert.equal(await page.locator('.message-assistant').count(), 0);
      await page.getByText('Message 122', { exact: true }).hover();
      await page.locator('[data-position="61"]').getByRole('button', { name: 'Copy Message' }).click();
      await holds(() => assert.deepEqual(extension.later.at(-1), { type: 'copyMessage', position: 122 }));
      const kinds = ['user', 'tools', 'notices'];
      await holds(async () => assert.deepEqual(((await left()) as { kinds: unknown }).kinds, kinds));
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByText('Message 121', { exact: true }).waitFor();
    });
    const kinds = ['user'];
    await withSessionPane(
      { messages, memory: { ...memory, position: 30, kinds } },
      async ({ page, extension }) => {
        await page.getByText('Message 60', { exact: true }).waitFor();
        assert.deepEqual(extension.actions[0], { type: 'filter', kinds });
        await filter(page, 'User');
        await page.getByText('No messages match the filter').waitFor();
      },
    );
  });

  it('hides messages of a partly loaded dialog, and searches the rest', async () => {
    await withPane({ total: 20_000 }, async ({ page, extension }) => {
      await filter(page, 'Assistant');
      await page.locator('.message-assistant').first().waitFor({ state: 'detached' });
      await page.getByRole('feed').focus();
      await page.keyboard.press('Home');
      await page.locator('[data-position="3"].message-user').waitFor();
      const size = await page.getByRole('article').first().getAttribute('aria-setsize');
      assert.ok(Number(size) > 5_000 && Number(size) < 20_000, String(size));
      await extension.change({}, { reveal: 40 });
      await litUp(page, 40);
    });
  });

  it('copies the selection by mouse and keys, and everything', async () => {
    await withPane({ total: 10 }, async ({ page, extension }) => {
      const row = (position: number) => page.locator(`[data-position="${position}"]`);
      await row(7).hover();
      await row(7).getByRole('button', { name: 'Select Message' }).click();
      await selected(page, '1 message selected');
      await row(9).focus();
      await page.keyboard.press('Shift+ArrowUp');
      await hasFocus(row(8));
      await selected(page, '3 messages selected');
      await page.keyboard.press(' ');
      await selected(page, '2 messages selected');
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await holds(() =>
        assert.deepEqual(extension.all('copyMarkdown'), [{ type: 'copyMarkdown', places: [7, 9] }]),
      );
      await page.locator('.selection-bar').getByRole('button', { name: 'Share with Team…' }).click();
      await holds(() =>
        assert.deepEqual(extension.all('shareMessages'), [{ type: 'shareMessages', places: [7, 9] }]),
      );
      await page.locator('.selection-bar').getByRole('button', { name: 'Copy Link' }).click();
      await holds(() =>
        assert.deepEqual(extension.all('copyLinks'), [{ type: 'copyLinks', places: [7, 9] }]),
      );
      await page.getByRole('button', { name: 'Clear Selection' }).click();
      await page.locator('.selection-bar').waitFor({ state: 'detached' });
      await choose(page, 'Copy All as Markdown');
      await holds(() => assert.deepEqual(extension.all('copyMarkdown').at(-1), { type: 'copyMarkdown' }));
    });
  });

  it('shows the day of the topmost message while scrolling', async () => {
    await withPane({ total: 2_000 }, async ({ page, extension }) => {
      const day = page.locator('.top-day');
      await page.locator('[data-position="1999"]:not(.message-skeleton)').waitFor();
      let last = '';
      await holds(async () => assert.notEqual((last = await day.innerText()), ''));
      await page.getByRole('feed').focus();
      await page.keyboard.press('Home');
      await holds(async () => assert.notEqual(await day.innerText(), last));
      await page.keyboard.press('End');
      await holds(async () => assert.equal(await day.innerText(), last));
      await page.locator('[data-position="1999"]').hover();
      await page.mouse.wheel(0, -60_000);
      await holds(async () => assert.notEqual(await day.innerText(), last));
      await day.click();
      await holds(() => assert.deepEqual(extension.all('chooseDay'), [{ type: 'chooseDay' }]));
      const [strip, list] = [await day.boundingBox(), await page.getByRole('feed').boundingBox()];
      assert.ok(strip && list && list.y >= strip.y + strip.height, 'the day covers messages');
    });
  });

  for (const theme of themes)
    it(`has no accessibility violation in the theme ${theme}, also when narrow`, async () => {
      for (const width of [1_200, 300])
        await withSessionPane(
          { messages: working(3, 4), theme, context: { viewport: { width, height: 900 } } },
          async ({ page }) => {
            const run = page.locator('[data-position="1"]');
            await run.locator('summary').first().click();
            await run.locator('.tool-call .tool-call').first().waitFor();
            await page.locator('[data-position="2"]').focus();
            await page.keyboard.press(' ');
            await selected(page, '1 message selected');
            await page.getByRole('button', { name: 'Filter Messages' }).click();
            await page.getByRole('menuitemcheckbox').first().waitFor();
            assert.deepEqual(await beyondEdge(page), []);
            assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
            const folder = process.env.UI_TEST_PICTURES;
            if (folder !== undefined)
              await page.screenshot({ path: `${folder}/filter-${theme}-${width}.png` });
          },
        );
    });
});
