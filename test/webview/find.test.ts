import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PaneTurn } from '../../src/protocol/contextPane.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { eventually, holds } from '../eventually.ts';
import { hasFocus, litUp } from './panePage.ts';
import { themes } from './paneServer.ts';
import { withContextPane } from './scriptedContext.ts';
import { withPane } from './withPane.ts';

const needles = [12, 50_000, 99_000];
const start = Date.UTC(2026, 1, 5, 9);

const message = (position: number) => ({
  position,
  role: position % 2 === 0 ? ('user' as const) : ('assistant' as const),
  text: needles.includes(position) ? `the Needle of ${position}` : `hay ${position}`,
  ts: start + position * 1_000,
});
const long = { total: 100_000, message };

const turns: readonly PaneTurn[] = Array.from({ length: 60 }, (_, position) => ({
  role: position % 2 === 0 ? 'user' : 'assistant',
  text: position % 20 === 3 ? `修改登录逻辑 ${position}` : `hay ${position}\n\n`.repeat(4),
  ts: start + position * 1_000,
}));

/** Opens the bar and looks for a text. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await hasFocus(page.locator('.find-input'));
  await page.locator('.find-input').fill(text);
}

/** Waits until the bar says so. */
const place = (page: Page, text: string) => page.locator('.find-place', { hasText: text }).waitFor();

/** Waits until a message is in the middle of the list, more or less. */
const inView = (page: Page, position: number) =>
  eventually(`message ${position} in view`, () =>
    page.evaluate((wanted) => {
      const row = document.querySelector(`[data-position="${wanted}"]`)?.getBoundingClientRect();
      const list = document.querySelector('.scroller, .turns-scroller')?.getBoundingClientRect();
      return row !== undefined && list !== undefined && row.bottom > list.top && row.top < list.bottom;
    }, position),
  );

/** Waits until exactly these texts are lit up: that comes after the page was drawn. */
const lit = (page: Page, name: string, texts: readonly string[]) =>
  holds(async () =>
    assert.deepEqual(
      await page.evaluate((which) => [...(CSS.highlights.get(which) ?? [])].map(String), name),
      texts,
    ),
  );

describe('finding in a pane', function () {
  it('finds the summary of a dialog, unfolds it, and continues with the messages', async () => {
    const summary = { facts: ['hay'], decisions: [{ value: 'No Needle in vain' }] };
    const viewport = { width: 700, height: 500 };
    await withPane({ total: 20, message, summary, context: { viewport } }, async ({ page }) => {
      await page.getByRole('article').first().waitFor();
      await page.getByText('No Needle in vain').waitFor({ state: 'hidden' }); // above the messages it is folded
      await find(page, 'needle');
      await place(page, '1 of 2');
      await page.getByText('No Needle in vain').waitFor();
      await lit(page, 'find-current', ['Needle']);
      await page.keyboard.press('Enter');
      await place(page, '2 of 2');
      await inView(page, 12);
    });
  });

  it('reaches messages outside the loaded ones in both directions', async () => {
    await withPane(long, async ({ page, extension, problems }) => {
      await page.getByText('hay 99999').waitFor();
      await find(page, 'NEEDLE');
      await place(page, '1 of 3'); // none is below what is in view
      await inView(page, 12);
      await lit(page, 'find-current', ['Needle']);
      await page.keyboard.press('Enter');
      await place(page, '2 of 3');
      await inView(page, 50_000);
      await page.keyboard.press('Shift+Enter');
      await place(page, '1 of 3');
      await inView(page, 12);
      await page.keyboard.press('Shift+Enter');
      await place(page, '3 of 3');
      await inView(page, 99_000);
      await page.keyboard.press('Escape');
      await page.locator('.find-bar').waitFor({ state: 'detached' });
      await lit(page, 'find-current', []);
      await holds(() => assert.deepEqual(extension.all('find').at(-1), { type: 'find', query: '' }));
      assert.deepEqual([problems, extension.refused], [[], []]);
    });
  });

  it('follows new messages, and reports when nothing matches', async () => {
    await withPane({ total: 100, message }, async ({ page, extension }) => {
      await page.getByRole('button', { name: 'Find' }).click();
      await find(page, 'needle');
      await place(page, '1 of 1');
      await extension.change({
        total: 101,
        message: (n) => (n === 100 ? { ...message(n), text: 'needle!' } : message(n)),
      });
      await place(page, '1 of 2');
      await page.locator('.find-input').fill('nowhere');
      await place(page, 'No results');
    });
  });

  it('takes the focus at once for text typed right after its shortcut', async () => {
    await withPane({ total: 100, message }, async ({ page }) => {
      // No frame comes between, as on a machine that is slower than the reader.
      const focused = await page.evaluate(`(async () => {
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }));
        for (let step = 0; step < 20; step++) await undefined; // it is rendered
        return document.activeElement.className;
      })()`);
      assert.equal(focused, 'find-input');
    });
  });

  it('finds turns of a context, which are all loaded', async () => {
    await withContextPane({ turns }, async ({ page, problems }) => {
      await page.locator('.turn').first().waitFor();
      await find(page, '登录');
      await place(page, '1 of 3');
      await page.keyboard.press('Enter');
      await place(page, '2 of 3');
      await inView(page, 23);
      await lit(page, 'find-current', ['登录']);
      await lit(page, 'find', ['登录', '登录']);
      await page.keyboard.press('Escape');
      await page.locator('.find-bar').waitFor({ state: 'detached' });
      await lit(page, 'find', []);
      assert.deepEqual(problems, []);
    });
  });

  for (const status of ['active', 'archived'] as const)
    it(`opens an ${status} context at the requested turn`, async () => {
      await withContextPane({ turns, status, reveal: 23 }, async ({ page, extension }) => {
        await inView(page, 23);
        await litUp(page, 23);
        await extension.change({ reveal: 3 });
        await inView(page, 3);
      });
    });

  for (const theme of themes)
    it(`has no accessibility violation with the bar open in the theme ${theme}`, async () => {
      const context = { reducedMotion: 'reduce' } as const; // else the match fades for two seconds
      await withPane({ total: 100, message, theme, context }, async ({ page }) => {
        await page.getByText('hay 99').waitFor();
        await find(page, 'needle');
        await place(page, '1 of 1');
        await lit(page, 'find-current', ['Needle']);
        await litUp(page, 12);
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
      });
    });
});
