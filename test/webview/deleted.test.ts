import assert from 'node:assert/strict';
import { join } from 'node:path';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, type PageOptions, type PanePage } from './panePage.ts';
import { themes } from './paneServer.ts';
import { withContextPane } from './scriptedContext.ts';
import { withMemoryPane } from './scriptedMemory.ts';
import { spoken, withSessionPane } from './scriptedSession.ts';
import { translatedContextPane, translatedMemoryPane, translatedSessionPane } from './translated.ts';

type Gone = 'trashed' | 'missing' | undefined;

interface Shown extends PanePage {
  readonly actions: readonly object[];
  readonly go: (gone: Gone) => Promise<void>;
}

type Use = (shown: Shown) => Promise<void>;
type Options = Pick<PageOptions, 'theme' | 'context'> & { readonly chinese?: boolean };

const turns = [
  { role: 'user' as const, text: 'Round once', ts: Date.UTC(2026, 1, 5) },
  { role: 'assistant' as const, text: 'Done', ts: Date.UTC(2026, 1, 5, 1) },
];
const editable = (gone: Gone) => ({ gone, header: { editable: gone === undefined } });

/** Shows something of each kind in the trash. */
const kinds = {
  context: async ({ chinese = false, ...options }: Options, use: Use) =>
    withContextPane(
      {
        turns,
        summary: 'Cents',
        ...editable('trashed'),
        ...(chinese && { locale: 'zh-cn', strings: await translatedContextPane() }),
        ...options,
      },
      ({ extension, ...pane }) =>
        use({ ...pane, actions: extension.actions, go: (gone) => extension.change(editable(gone)) }),
    ),
  memory: async ({ chinese = false, ...options }: Options, use: Use) =>
    withMemoryPane(
      {
        gone: 'trashed',
        editable: false,
        ...(chinese && { locale: 'zh-cn', strings: await translatedMemoryPane() }),
        ...options,
      },
      ({ extension, ...pane }) =>
        use({
          ...pane,
          actions: extension.actions,
          go: (gone) => extension.change({ gone, editable: gone === undefined }),
        }),
    ),
  session: async ({ chinese = false, ...options }: Options, use: Use) =>
    withSessionPane(
      {
        messages: [spoken(0), spoken(1)],
        ...editable('trashed'),
        ...(chinese && { locale: 'zh-cn', strings: await translatedSessionPane() }),
        ...options,
      },
      ({ extension, ...pane }) =>
        use({ ...pane, actions: extension.actions, go: (gone) => extension.change(editable(gone)) }),
    ),
};

describe('a pane of a deleted item', function () {
  for (const [kind, show] of Object.entries(kinds)) {
    it(`shows where the item is, restores it, and offers nothing that writes: ${kind}`, async () => {
      await show({}, async ({ page, problems, actions, go }) => {
        await page.locator('h1 s').waitFor();
        await page.getByText('In the trash.').waitFor();
        assert.equal(await page.getByRole('toolbar', { name: /actions$/ }).count(), 0);
        for (const name of ['Edit', 'Add a tag', 'Share with Team…'])
          assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
        assert.equal(await page.getByRole('combobox', { name: 'Add a tag' }).count(), 0);
        await page.getByRole('button', { name: 'Restore', exact: true }).click();
        await holds(() => assert.deepEqual(actions.at(-1), { type: 'restore' }));
        await go('missing');
        await page.getByText('Not found. It may have been renamed or deleted.').waitFor();
        assert.equal(await page.getByRole('button', { name: 'Restore', exact: true }).count(), 0);
        await go(undefined);
        await page.locator('h1 s').waitFor({ state: 'detached' });
        await page.getByRole('toolbar', { name: /actions$/ }).waitFor();
        assert.deepEqual(problems, []);
      });
    });

    for (const theme of themes)
      it(`has no accessibility violation in the theme ${theme}: ${kind}`, async () => {
        await show({ theme }, async ({ page }) => {
          await page.getByText('In the trash.').waitFor();
          assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
          const folder = process.env.UI_TEST_PICTURES;
          if (folder !== undefined)
            await page.screenshot({ path: join(folder, `deleted-${kind}-${theme}.png`) });
        });
      });

    it(`appears in Chinese in a Chinese editor and fits narrow windows: ${kind}`, async () => {
      const context = { viewport: { width: 600, height: 500 } };
      await show({ context, chinese: true }, async ({ page }) => {
        await page.getByText('已在回收站中。').waitFor();
        assert.deepEqual(await beyondEdge(page), []);
        const folder = process.env.UI_TEST_PICTURES;
        if (folder !== undefined)
          await page.screenshot({ path: join(folder, `deleted-${kind}-chinese.png`) });
      });
    });
  }
});
