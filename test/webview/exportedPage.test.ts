import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportHtml, indexHtml, type HtmlPage } from '../../src/extension/export/htmlExport.ts';
import { contentStrings } from '../../src/protocol/contentStrings.ts';
import { Format } from '../../src/protocol/format.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { projectRoot } from '../editor/places.ts';
import { withFilePage } from './panePage.ts';
import { sampleMessage } from './sampleDialog.ts';
import { readTheme } from './paneServer.ts';

const page: HtmlPage = {
  format: new Format('en'),
  strings: contentStrings,
  language: 'en',
  summary: 'Summary',
  styles: readFileSync(join(projectRoot, 'dist/webview/exported.css'), 'utf8'),
  sections: [
    { label: 'Decisions', lines: ['keep `files`', '<script>bad()</script>'] },
    { label: 'To Do', lines: ['ship it'] },
  ],
};

const hostile = [
  '<img src=x onerror="document.title=\'hacked\'"><script>document.title="hacked"</script>',
  '![x](https://example.com/a.png) [y](javascript:document.title="hacked") [z](https://example.com/)',
  '</style></main><style>body{display:none}</style>',
  '[file](src/a.ts) history://dialogs/a/1',
];

/** A page of so many messages and hostile ones, in a file that is gone after `use`. */
async function withExported(count: number, use: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'exported 导出 '));
  try {
    const messages = Array.from({ length: count }, (_, position) => sampleMessage(position));
    const last = messages.at(-1)?.ts ?? 0;
    const more = hostile.map((text, index) => ({ role: 'user' as const, text, ts: last + index }));
    const file = join(folder, 'page.html');
    const runs = Readable.from([messages, more]);
    let text = '';
    for await (const part of exportHtml({ dialog: 'Plan <b>', summary: undefined, messages: runs }, page))
      text += part;
    writeFileSync(file, text);
    await use(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('an exported page', () => {
  for (const theme of ['dark', 'light'] as const)
    it(`is accessible and looks like the pane in a ${theme} browser without a network`, () =>
      withExported(40, (url) =>
        withFilePage(
          url,
          { colorScheme: theme, viewport: { width: 1_000, height: 800 } },
          async (opened, problems) => {
            const { variables } = readTheme(theme);
            const background = await opened.evaluate(() => getComputedStyle(document.body).backgroundColor);
            const hex = background
              .match(/\d+/g)
              ?.map((part) => Number(part).toString(16).padStart(2, '0'))
              .join('');
            assert.equal(`#${hex ?? ''}`, variables['--vscode-editor-background']);
            assert.equal(await opened.locator('.message').count(), 44);
            assert.equal(await opened.locator('.code .hljs-keyword').first().isVisible(), true);
            assert.deepEqual(await accessibilityViolations(opened.mainFrame()), []);
            assert.deepEqual(problems, []);
          },
        ),
      ));

  it('runs and loads nothing from messages, and links only to the web', () =>
    withExported(0, (url) =>
      withFilePage(url, {}, async (opened, problems) => {
        assert.equal(await opened.title(), 'Plan <b>');
        assert.equal(await opened.locator('.message').last().isVisible(), true);
        assert.equal(await opened.locator('script, img, iframe').count(), 0);
        const links = await opened
          .locator('a[href]')
          .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
        assert.deepEqual(links, ['https://example.com/a.png', 'https://example.com/']);
        assert.deepEqual(problems, []);
      }),
    ));

  it('fits a narrow screen', () =>
    withExported(10, (url) =>
      withFilePage(url, { viewport: { width: 320, height: 600 } }, async (opened) => {
        const wide = await opened.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 320, String(wide));
      }),
    ));

  it('is listed under a name encoded for links', () => {
    const text = indexHtml('Dialogs', [{ name: 'a & b', file: 'a & b.html' }], page);
    assert.match(text, /<a href="a%20%26%20b\.html">a &amp; b<\/a>/);
  });
});
