import assert from 'node:assert/strict';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, hasFocus } from './panePage.ts';
import { themes } from './paneServer.ts';
import { sampleMessage, sampleSummary } from './sampleDialog.ts';
import { withPane } from './withPane.ts';

describe('the header of a pane', function () {
  it('opens its menu by keyboard, moves through it, and returns the focus', async () => {
    await withPane({ total: 3 }, async ({ page, extension }) => {
      const more = page.getByRole('button', { name: 'More Actions…' });
      const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
      assert.equal(await more.getAttribute('aria-expanded'), 'false');
      await more.press('Enter');
      await hasFocus(item('Pin'));
      assert.equal(await more.getAttribute('aria-expanded'), 'true');
      await page.keyboard.press('ArrowUp');
      await hasFocus(item('Clear Dialog…'));
      await page.keyboard.press('ArrowDown');
      await hasFocus(item('Pin'));
      await page.keyboard.press('End');
      await hasFocus(item('Clear Dialog…'));
      await page.keyboard.press('Home');
      await page.keyboard.press('r');
      await hasFocus(item('Reveal Files'));
      await page.keyboard.press('Escape');
      await hasFocus(more);
      await item('Pin').waitFor({ state: 'detached' });
      await more.press('Enter');
      await hasFocus(item('Pin'));
      await page.keyboard.press('e');
      await page.keyboard.press('Enter');
      await hasFocus(more);
      await holds(() => assert.deepEqual(extension.all('command'), [{ type: 'command', command: 'export' }]));
    });
  });

  it('shows that a dialog is in the trash, restores it, and offers nothing that writes', async () => {
    const header = { editable: false };
    await withPane(
      { total: 3, header, gone: 'trashed', summary: sampleSummary },
      async ({ page, extension }) => {
        await page.locator('h1 s', { hasText: 'Nightly import' }).waitFor();
        await page.getByRole('article').first().waitFor();
        await page.getByText('In the trash.').waitFor();
        assert.equal(await page.getByRole('button', { name: 'Continue in Chat' }).count(), 0);
        assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).count(), 0);
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        await page.getByRole('button', { name: 'Restore', exact: true }).click();
        await holds(() => assert.deepEqual(extension.all('restore'), [{ type: 'restore' }]));
        await extension.change({ gone: 'missing' });
        await page.getByText('Not found. It may have been renamed or deleted.').waitFor();
        assert.equal(await page.getByRole('button', { name: 'Restore', exact: true }).count(), 0);
        await extension.change({ header: {}, gone: undefined });
        await page.locator('h1 s').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Continue in Chat' }).waitFor();
      },
    );
  });

  it('leads to the time that is clicked in the activity, and to a list of days by keyboard', async () => {
    await withPane({ total: 300 }, async ({ page, extension }) => {
      const activity = page.locator('.sparkline-button');
      const { width = 0 } = (await activity.boundingBox()) ?? {};
      await activity.click({ position: { x: width / 2, y: 5 } });
      await holds(() => assert.equal(extension.all('goToTime').length, 1));
      const [first, middle, last] = [
        sampleMessage(100).ts,
        extension.all('goToTime')[0]?.ts,
        sampleMessage(200).ts,
      ];
      assert.ok(middle !== undefined && middle > first && middle < last, String(middle));
      await activity.press('Enter');
      await holds(() => assert.equal(extension.all('chooseDay').length, 1));
    });
  });

  it('closes its menu on a second click, a click elsewhere, and Tab', async () => {
    await withPane({ total: 3 }, async ({ page }) => {
      const more = page.getByRole('button', { name: 'More Actions…' });
      const items = page.getByRole('menuitem');
      const closings = [() => more.click(), () => page.mouse.click(5, 700), () => page.keyboard.press('Tab')];
      for (const close of closings) {
        await more.click();
        await items.first().waitFor();
        await close();
        await items.first().waitFor({ state: 'detached' });
      }
    });
  });

  it('scrolls away in a small window, and returns on hover and focus', async () => {
    const context = { viewport: { width: 800, height: 500 } };
    await withPane({ total: 300, context }, async ({ page }) => {
      const [facts, list] = [page.locator('.facts'), page.locator('.scroller')];
      const height = async () => (await list.boundingBox())!.height;
      await facts.waitFor();
      const before = await height();
      await page.locator('[data-position="299"]').hover();
      await page.mouse.wheel(0, -300);
      await facts.waitFor({ state: 'hidden' });
      await holds(async () => assert.ok((await height()) > before, 'the list has its room'));
      await page.getByRole('button', { name: 'Find' }).focus();
      await facts.waitFor();
      assert.ok((await height()) > before, 'it stands over the list');
      await list.focus();
      await facts.waitFor({ state: 'hidden' });
      await page.locator('.title-row').hover();
      await facts.waitFor();
    });
    await withPane({ total: 300 }, async ({ page }) => {
      await page.locator('[data-position="299"]').hover();
      await page.mouse.wheel(0, -300);
      await page.locator('.reading').waitFor();
      assert.ok(await page.locator('.facts').isVisible(), 'where there is room it stays');
    });
  });

  // The room of a pane beside the side bar in a window of 900 × 600, and of 700 × 450, as at a zoom of 200 %.
  for (const { width, height, room } of [
    { width: 542, height: 530, room: 300 },
    { width: 420, height: 380, room: 180 },
  ])
    it(`leaves ${room} pixels for messages in a pane of ${width} × ${height}`, async () => {
      const context = { viewport: { width, height } };
      await withPane({ total: 300, summary: sampleSummary, context }, async ({ page }) => {
        await page.locator('.summary').waitFor();
        await holds(async () => {
          const list = await page.locator('.scroller').boundingBox();
          assert.ok((list?.height ?? 0) >= room, `${list?.height} pixels`);
        });
      });
    });

  for (const theme of themes) {
    it(`has no accessibility violation with an open menu in the theme ${theme}, also 300 pixels wide`, async () => {
      const context = { viewport: { width: 300, height: 500 } };
      await withPane({ total: 3, theme, summary: sampleSummary, context }, async ({ page }) => {
        await page.getByRole('button', { name: 'More Actions…' }).click();
        await page.getByRole('menuitem').first().waitFor();
        assert.deepEqual(await beyondEdge(page), []);
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
      });
    });
  }
});
