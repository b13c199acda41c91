import assert from 'node:assert/strict';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { hasFocus } from './panePage.ts';
import { themes } from './paneServer.ts';
import { sampleSummary } from './sampleDialog.ts';
import { withPane } from './withPane.ts';

const summary = { decisions: ['Round once'], TODO: ['Ship it', { value: 'Measure', status: 'done' }] };

describe('summary entries in the pane', function () {
  it('offer their actions by keyboard alone', async () => {
    await withPane({ total: 3, summary }, async ({ page, extension }) => {
      const item = page.locator('.item', { hasText: 'Ship it' });
      const more = item.getByRole('button', { name: 'More Actions…' });
      for (const key of ['m', 'c', 'a', 'g']) {
        await more.press('Enter');
        await hasFocus(page.getByRole('menuitem', { name: 'Mark as Done' }));
        await page.keyboard.press(key);
        await page.keyboard.press('Enter');
        await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
      }
      const ref = { section: 'TODO', item: 'Ship it' };
      const sent = () => extension.actions.filter(({ type }) => type === 'entry' || type === 'copyText');
      await holds(() =>
        assert.deepEqual(sent(), [
          { type: 'entry', command: 'done', ...ref },
          { type: 'copyText', text: 'Ship it' },
          { type: 'entry', command: 'promote', ...ref },
          { type: 'entry', command: 'openMessage', ...ref },
        ]),
      );
      const done = page.locator('.item', { hasText: 'Measure' });
      await done.getByRole('button', { name: 'More Actions…' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Mark as Not Done' }).click();
      await holds(() =>
        assert.deepEqual(sent().at(-1), {
          type: 'entry',
          command: 'open',
          section: 'TODO',
          item: { value: 'Measure', status: 'done' },
        }),
      );
      assert.deepEqual(extension.refused, []);
    });
  });

  it('are marked along with other unsaved changes and saved with them', async () => {
    await withPane({ total: 3, summary }, async ({ page, extension }) => {
      extension.failsToSave = true;
      await page.getByRole('button', { name: 'Add to Decisions' }).press('Enter');
      await page.getByRole('textbox').fill('Ship on Friday');
      await page.keyboard.press('Enter');
      await page.getByText('Unsaved changes').waitFor();
      const item = page.locator('.item', { hasText: 'Ship it' });
      await item.getByRole('button', { name: 'More Actions…' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Mark as Done' }).click();
      await item.locator('.item-state', { hasText: 'done' }).waitFor();
      extension.failsToSave = false;
      await page.getByRole('button', { name: 'Save' }).click();
      await holds(() =>
        assert.deepEqual(extension.summary, {
          decisions: ['Round once', 'Ship on Friday'],
          TODO: [{ value: 'Ship it', status: 'done' }, summary.TODO[1]],
        }),
      );
    });
  });

  it('are shown and highlighted when the tree or a link opens them, also in folded sections', async () => {
    const context = { viewport: { width: 700, height: 500 } };
    await withPane({ total: 30, summary: sampleSummary, context }, async ({ page, extension }) => {
      const item = page.locator('.item', { hasText: 'Measure memory' });
      assert.equal(await item.isVisible(), false);
      const [wanted] = sampleSummary.TODO;
      assert.ok(wanted);
      await extension.change({}, { entry: { section: 'TODO', item: wanted } });
      await page.locator('.item-lit', { hasText: 'Measure memory' }).waitFor();
      assert.equal(await page.locator('.item-lit').count(), 1);
      const box = await item.boundingBox();
      assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 500, JSON.stringify(box));
    });
  });

  for (const theme of themes)
    it(`have no accessibility violation with an open menu and highlighted in the theme ${theme}`, async () => {
      const context = { viewport: { width: 1_200, height: 1_500 } };
      await withPane({ total: 3, summary, theme, context }, async ({ page, extension }) => {
        await extension.change({}, { entry: { section: 'TODO', item: 'Ship it' } });
        await page.locator('.item-lit').waitFor();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        await page.locator('.item').first().getByRole('button', { name: 'More Actions…' }).press('Enter');
        await page.getByRole('menuitem').first().waitFor();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        const folder = process.env.UI_TEST_PICTURES;
        if (folder !== undefined) await page.screenshot({ path: `${folder}/entries-${theme}.png` });
      });
    });
});
