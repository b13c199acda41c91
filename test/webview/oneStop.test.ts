import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { hasFocus, rendered } from './panePage.ts';
import { themes } from './paneServer.ts';
import { sampleSummary } from './sampleDialog.ts';
import { withBriefPane } from './scriptedBrief.ts';
import { withContextPane } from './scriptedContext.ts';
import { broken, withDoctorPane } from './scriptedDoctor.ts';
import { month, withInsightPane } from './scriptedInsight.ts';
import { withMemoryPane } from './scriptedMemory.ts';
import { spoken, withSessionPane } from './scriptedSession.ts';
import { translated } from './translated.ts';
import { withPane } from './withPane.ts';

type Show = (use: (shown: { readonly page: Page }) => Promise<void>) => Promise<void>;

const turns = [
  { role: 'user' as const, text: 'Round once', ts: Date.UTC(2026, 1, 5) },
  { role: 'assistant' as const, text: 'Done', ts: Date.UTC(2026, 1, 5, 1) },
];

const withMessages: Readonly<Record<string, Show>> = {
  dialog: (use) => withPane({ total: 30, summary: sampleSummary }, use),
  session: (use) => withSessionPane({ messages: [spoken(0), spoken(1)] }, use),
  snapshot: (use) => withContextPane({ turns, summary: 'Cents' }, use),
};

const withLists: Readonly<Record<string, Show>> = {
  ...withMessages,
  brief: (use) => withBriefPane({}, use),
  doctor: (use) => withDoctorPane({ checks: broken }, use),
  insight: (use) => withInsightPane(month, use),
  memory: (use) => withMemoryPane({}, use),
};

/** How many controls of each list Tab reaches; a list without controls is left out. */
const stops = (page: Page): Promise<readonly number[]> =>
  page.locator('[data-one-stop]').evaluateAll((lists) =>
    lists.flatMap((list) => {
      const all = [...list.querySelectorAll<HTMLElement>('button:not([role]), summary, a[href]')];
      const shown = all.filter((control) => control.checkVisibility());
      return shown.length === 0 ? [] : [shown.filter(({ tabIndex }) => tabIndex === 0).length];
    }),
  );

/** What Tab reaches from the top on, until it is within the messages or this often. */
async function tabsToMessages(page: Page, most: number): Promise<number> {
  for (let tabs = 1; tabs <= most; tabs++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>(`document.activeElement.closest('[role="feed"]') !== null`)) return tabs;
  }
  return Infinity;
}

describe('a list in a pane', function () {
  for (const [kind, show] of Object.entries(withLists))
    it(`is one stop of the Tab key: ${kind}`, async () => {
      await show(async ({ page }) => {
        await page.locator('[data-one-stop]').first().waitFor();
        await rendered(page);
        const all = await stops(page);
        assert.ok(all.length > 0);
        assert.deepEqual(new Set(all), new Set([1]));
      });
    });

  it('is moved through by arrow keys, and Tab comes back to where one was', async () => {
    await withPane({ total: 30, summary: sampleSummary }, async ({ page }) => {
      const decisions = page.locator('.section').first();
      const buttons = (name: string) => decisions.getByRole('button', { name, exact: true });
      await decisions.locator('summary').focus();
      for (const [key, reached] of [
        ['ArrowDown', buttons('Edit').first()],
        ['ArrowDown', buttons('Edit').nth(1)],
        ['ArrowRight', buttons('More Actions…').nth(1)],
        ['ArrowUp', buttons('More Actions…').first()],
        ['ArrowLeft', buttons('Edit').first()],
      ] as const) {
        await page.keyboard.press(key);
        await hasFocus(reached);
      }
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await hasFocus(buttons('Edit').first());
      await page.keyboard.press('Home');
      await hasFocus(decisions.locator('summary'));
      await decisions.locator('summary').press('Enter'); // folds the section
      await page.keyboard.press('ArrowDown');
      await holds(async () =>
        assert.equal(
          await page.evaluate<boolean>(
            `document.activeElement.closest('.section') === document.querySelector('.section')`,
          ),
          true,
        ),
      );
      assert.deepEqual(new Set(await stops(page)), new Set([1]));
    });
  });
});

describe('the messages of a pane', function () {
  for (const [kind, show] of Object.entries(withMessages))
    it(`are reached by Tab and Enter, and by few Tabs alone: ${kind}`, async () => {
      await show(async ({ page }) => {
        await page.getByRole('article').first().waitFor();
        await page.keyboard.press('Tab');
        await hasFocus(page.getByRole('button', { name: 'Go to Messages' }));
        await page.keyboard.press('Enter');
        await holds(async () =>
          assert.ok(await page.evaluate<boolean>(`document.activeElement.closest('[role="feed"]') !== null`)),
        );
      });
      await show(async ({ page }) => {
        await page.getByRole('article').first().waitFor();
        const tabs = await tabsToMessages(page, 8);
        assert.ok(tabs <= 7, `${tabs} presses of Tab`);
      });
    });

  it('are not offered where there are none', async () => {
    await withPane({ total: 0 }, async ({ page }) => {
      await page.getByText('No messages yet').waitFor();
      assert.equal(await page.locator('.skip').count(), 0);
    });
  });

  for (const theme of themes)
    it(`are offered without an accessibility violation in the theme ${theme}`, async () => {
      const context = { viewport: { width: 300, height: 500 } };
      const strings = theme === 'light' ? { locale: 'zh-cn', strings: await translated() } : {};
      await withPane({ total: 30, theme, context, ...strings }, async ({ page }) => {
        await page.locator('.skip').focus();
        assert.ok(await page.locator('.skip').isVisible());
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        const folder = process.env.UI_TEST_PICTURES;
        if (folder !== undefined) await page.screenshot({ path: join(folder, `skip-${theme}.png`) });
      });
    });
});
