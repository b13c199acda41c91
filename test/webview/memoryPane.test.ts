import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, choose, hasFocus } from './panePage.ts';
import { themes } from './paneServer.ts';
import { hashOf, sampleHash, withMemoryPane } from './scriptedMemory.ts';
import { translatedMemoryPane } from './translated.ts';

const similar = [
  {
    hash: 'cd34'.repeat(16),
    title: 'A discount is rounded once per line',
    tags: ['pricing'],
    similarity: 0.42,
  },
  { hash: 'ef56'.repeat(16), title: '对账按支付 ID 匹配', tags: [], similarity: 0.2 },
];

const shownTags = (page: Page): Promise<string[]> => page.locator('.tag-name').allInnerTexts();
const field = (page: Page) => page.getByRole('combobox', { name: 'Add a tag' });

/** Waits until the element of this accessible name has the focus. */
const focused = (page: Page, name: string): Promise<void> =>
  holds(async () =>
    assert.equal(await page.evaluate('document.activeElement?.getAttribute("aria-label")'), name),
  );

describe('the memory pane', function () {
  it('shows a memory as Markdown with its type, times, hash, tags and metadata', async () => {
    await withMemoryPane({ similar }, async ({ page, problems, memory }) => {
      await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
      assert.equal(await page.locator('.memory-content strong').innerText(), 'once');
      const facts = await page.locator('.facts').innerText();
      for (const fact of ['decision', 'Stored ', 'ab12ab12ab12'])
        assert.ok(facts.includes(fact), `${fact} in ${facts}`);
      assert.doesNotMatch(facts, /Changed|Hidden/);
      assert.deepEqual(await shownTags(page), ['pricing', 'decision']);
      assert.deepEqual(await page.locator('.metadata dt').allInnerTexts(), ['source', 'line']);
      assert.deepEqual(await page.locator('.metadata dd').allInnerTexts(), ['editor', '10']);
      assert.deepEqual(await memory(), { folder: '/project', hash: sampleHash });
      assert.deepEqual(problems, []);
    });
  });

  it('shows later changes and archiving, and leaves out missing fields', async () => {
    const later = { updatedAt: Date.UTC(2026, 1, 6), archived: true, tags: [], metadata: {} };
    await withMemoryPane({ memory: later, editable: false }, async ({ page }) => {
      const facts = await page.locator('.facts').innerText();
      assert.match(facts, /Hidden/);
      assert.match(facts, /Changed /);
      for (const text of ['No tags', 'No metadata', 'No similar memories'])
        await page.getByText(text).waitFor();
    });
  });

  it('copies the content and the full hash, deletes, and follows links', async () => {
    await withMemoryPane({}, async ({ page, extension }) => {
      await choose(page, 'Copy Memory');
      await page.getByRole('button', { name: 'Copy Content Hash' }).click();
      await choose(page, 'Edit Tags…');
      await choose(page, 'Delete');
      await page.getByRole('link', { name: 'src/pricing.js:10' }).click();
      await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
      await holds(() =>
        assert.deepEqual(extension.later, [
          { type: 'copyText', text: 'Tax is rounded **once**, on the sum; see `src/pricing.js:10`.' },
          { type: 'copyText', text: sampleHash },
          { type: 'command', command: 'editTags' },
          { type: 'command', command: 'forget' },
          { type: 'openLink', href: 'src/pricing.js:10' },
        ]),
      );
      assert.deepEqual(extension.refused, []);
    });
  });

  it('adds and removes tags by keyboard, keeping the focus nearby', async () => {
    await withMemoryPane({ knownTags: ['pricing', 'tax'] }, async ({ page, extension }) => {
      assert.deepEqual(
        await page.locator('datalist option').evaluateAll((all) => all.map((e) => e.getAttribute('value'))),
        ['tax'],
      );
      await field(page).fill(' tax，税 , ');
      await field(page).press('Enter');
      await page.locator('.tag', { hasText: '税' }).waitFor();
      assert.equal(await field(page).inputValue(), '');
      await field(page).press('Enter'); // nothing was typed
      await page.getByRole('button', { name: 'Remove tag pricing' }).press('Delete');
      await page.locator('.tag', { hasText: 'pricing' }).waitFor({ state: 'detached' });
      await focused(page, 'Remove tag decision');
      await page.keyboard.press('Enter');
      await page.locator('.tag', { hasText: 'decision' }).waitFor({ state: 'detached' });
      await focused(page, 'Remove tag tax');
      await field(page).press('Backspace');
      await page.locator('.tag', { hasText: '税' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Remove tag tax' }).press('Backspace');
      await page.locator('.tag').waitFor({ state: 'detached' });
      await focused(page, 'Add a tag');
      assert.deepEqual(extension.later, [
        { type: 'addTags', tags: ['tax', '税'] },
        ...['pricing', 'decision', '税', 'tax'].map((tag) => ({ type: 'removeTag', tag })),
      ]);
    });
  });

  it('keeps typed text and the focus when an agent changes the memory', async () => {
    await withMemoryPane({}, async ({ page, extension }) => {
      await field(page).fill('half a t');
      await extension.changeMemory({ tags: ['other'] });
      await page.locator('.tag', { hasText: 'other' }).waitFor();
      assert.equal(await field(page).inputValue(), 'half a t');
      await focused(page, 'Add a tag');
      await extension.changeMemory({ hash: 'ff00'.repeat(16) });
      await page.locator('.origin-id', { hasText: 'ff00' }).waitFor();
      assert.equal(await field(page).inputValue(), '', 'it was meant for the other memory');
    });
  });

  it('links to similar memories', async () => {
    await withMemoryPane({ similar }, async ({ page, extension }) => {
      assert.deepEqual(await page.locator('.similar-about').allInnerTexts(), [
        '42% similar · pricing',
        '20% similar',
      ]);
      await page.getByRole('button', { name: 'A discount is rounded once per line' }).click();
      await holds(() => assert.deepEqual(extension.later, [{ type: 'openMemory', hash: 'cd34'.repeat(16) }]));
    });
  });

  it('edits the text, keeps a draft across pages, and restores a former version', async () => {
    const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the memory as Markdown' });
    const left = await withMemoryPane({}, async ({ page, extension, memory }) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
      await hasFocus(text(page));
      await text(page).fill('Tax is rounded twice');
      const versions = [{ hash: sampleHash, content: 'before', at: 0 }];
      await extension.change({ memory: { content: 'Other', hash: hashOf('Other') }, versions });
      await page.getByText('was edited in the meantime').waitFor();
      assert.equal(await text(page).inputValue(), 'Tax is rounded twice');
      assert.deepEqual(extension.later, []);
      return memory();
    });
    const { draft } = left as { draft: unknown };
    assert.deepEqual(draft, { of: sampleHash, text: 'Tax is rounded twice' });
    const remembered = { folder: '/project', hash: sampleHash, draft };
    const prepare = (page: Page) =>
      page.addInitScript(`globalThis.paneMemory = ${JSON.stringify(remembered)};`);
    await withMemoryPane(
      { prepare: async (page) => void (await prepare(page)) },
      async ({ page, extension }) => {
        await holds(async () => assert.equal(await text(page).inputValue(), 'Tax is rounded twice'));
        await text(page).press('Control+Enter');
        await page.locator('.memory-content', { hasText: 'Tax is rounded twice' }).waitFor();
        await text(page).waitFor({ state: 'detached' });
        await page.getByRole('heading', { name: 'Previous Versions' }).waitFor();
        await page.getByRole('button', { name: 'Restore' }).press('Enter');
        await page.locator('.memory-content strong', { hasText: 'once' }).waitFor();
        await page.locator('.version-text', { hasText: 'Tax is rounded twice' }).waitFor();
        await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
        await text(page).fill('nothing of this stays');
        await text(page).press('Escape');
        await text(page).waitFor({ state: 'detached' });
        assert.equal(extension.later.length, 2);
        assert.deepEqual(extension.refused, []);
      },
    );
  });

  it('is read-only in an untrusted folder', async () => {
    await withMemoryPane({ editable: false }, async ({ page }) => {
      assert.deepEqual(
        await page
          .getByRole('button')
          .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label'))),
        ['More Actions…', 'Copy Content Hash'],
      );
      assert.equal(await field(page).count(), 0);
      assert.deepEqual(await shownTags(page), ['pricing', 'decision']);
    });
  });

  it('explains why a memory cannot be shown, until it can', async () => {
    await withMemoryPane({}, async ({ page, extension }) => {
      await extension.fail('The disk refused: EIO');
      await page.getByRole('alert').getByText('The disk refused: EIO').waitFor();
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
      await extension.change({});
      await page.locator('.memory-content strong').waitFor();
    });
  });

  it('shows a memory’s content only as text', async () => {
    const content = '<img src=x onerror="document.title=1"> [a](javascript:alert(1))\n\n<script>1</script>';
    const odd = { content, tags: ['<b>x</b>'], metadata: { '<i>': '<b>', deep: { a: [1, null] } } };
    await withMemoryPane({ memory: odd }, async ({ page, problems }) => {
      await page.locator('.memory-content').getByText('<script>1</script>').waitFor();
      assert.equal(await page.locator('main img, main script, main b, main i').count(), 0);
      assert.deepEqual(await shownTags(page), ['<b>x</b>']);
      assert.match(await page.locator('.metadata code').innerText(), /"a": \[/);
      assert.deepEqual(problems, []);
    });
  });

  const long = {
    memory: {
      content: `${'word '.repeat(4_000)}\n\n\`\`\`js\n${'x'.repeat(400)}\n\`\`\``,
      tags: ['t'.repeat(200), '标签', ...Array.from({ length: 20 }, (_, index) => `tag-${String(index)}`)],
      memoryType: 'note',
      metadata: { path: 'x'.repeat(300) },
    },
    similar,
    versions: [{ hash: hashOf('former'), content: 'former '.repeat(200), at: 0 }],
  };

  for (const theme of themes)
    it(`has no accessibility violation in the theme ${theme}`, async () => {
      await withMemoryPane({ ...long, theme }, async ({ page, problems }) => {
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await page.getByRole('textbox', { name: 'Text of the memory' }).waitFor();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        assert.deepEqual(problems, []);
      });
    });

  it('fits narrow windows', async () => {
    for (const width of [320, 600, 900]) {
      const context = { viewport: { width, height: 700 } };
      await withMemoryPane({ ...long, context }, async ({ page }) => {
        assert.deepEqual(await beyondEdge(page), [], `${String(width)} pixels`);
      });
    }
  });

  it('appears in Chinese in a Chinese editor', async () => {
    const strings = await translatedMemoryPane();
    await withMemoryPane({ similar, strings, locale: 'zh-cn' }, async ({ page }) => {
      await page.getByRole('heading', { name: '记忆', level: 1 }).waitFor();
      await page.getByRole('combobox', { name: '添加标签' }).waitFor();
      await page.getByText('相似度 42%').waitFor();
      assert.doesNotMatch(
        await page
          .locator('.facts, .panel-head')
          .allInnerTexts()
          .then((all) => all.join()),
        /Stored|Similar|Metadata/,
      );
    });
  });
});
