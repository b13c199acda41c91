import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { projectRoot } from '../editor/places.ts';
import { withPane } from './withPane.ts';

/** The pane's own sanitiser, for HTML that Markdown would never let through to it. */
async function sanitizer(page: Page): Promise<(html: string) => Promise<string>> {
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, 'src/webview/markdown/sanitize.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'sanitizer',
    write: false,
  });
  await page.evaluate(`${outputFiles[0]!.text}; globalThis.sanitizer = sanitizer; undefined`);
  return (html) =>
    page.evaluate(`(() => {
      const place = document.createElement('div');
      place.append(sanitizer.sanitize(${JSON.stringify(html)}));
      return place.innerHTML;
    })()`);
}

const hostile: readonly (readonly [string, string])[] = [
  ['<p>a<script>x()</script></p>', '<p>a</p>'],
  ['<img src=x onerror=x()>', ''],
  ['<p onclick="x()" style="color:red" id="root">a</p>', '<p>a</p>'],
  ['<a href="javascript:x()">a</a>', '<a href="#">a</a>'],
  ['<a href="https://a.example" target="_blank">a</a>', '<a href="#">a</a>'],
  ['<svg><script>x()</script><a xlink:href="javascript:x()">a</a></svg>', ''],
  ['<math><mi xlink:href="data:x,<script>x()</script>">a</mi></math>', ''],
  ['<style>*{}</style><link rel=stylesheet href=x><base href=//x>', ''],
  ['<iframe srcdoc="<script>x()</script>"></iframe><object data=x></object><embed src=x>', ''],
  ['<form action=//x><input name=a><button formaction=//x>b</button></form>', 'b'],
  [
    '<span data-x="1" data-href="javascript:x()" class="hljs-string">a</span>',
    '<span class="hljs-string">a</span>',
  ],
];

describe('the sanitizer of the pane', function () {
  it('removes everything that runs, loads, styles or navigates', async () => {
    await withPane({ total: 0 }, async ({ page, problems }) => {
      const sanitize = await sanitizer(page);
      for (const [html, expected] of hostile) assert.equal(await sanitize(html), expected, html);
      // The policy refuses style even in the document the HTML is parsed into; nothing else got as far as that.
      assert.deepEqual(
        problems.filter((problem) => !problem.startsWith('Applying inline style')),
        [],
      );
    });
  });
});
