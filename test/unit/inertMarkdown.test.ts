import assert from 'node:assert/strict';
import Markdown from 'markdown-it';
import { inertMarkdown } from '../../src/markdown/inertMarkdown.ts';

/** As a renderer that takes HTML makes it. */
const rendered = (text: string): string => new Markdown({ html: true }).render(inertMarkdown(text));

describe('Markdown for other renderers', () => {
  it('loads nothing, whatever it is wrapped in', () => {
    for (const text of [
      '![x](https://example.org/a.png)',
      '<img src="https://example.org/a.png">',
      '- <div style="background: url(https://example.org/a.png)">\n\n![x][r]\n\n[r]: https://example.org/a.png',
      '<div>\n```\n</div>\n![x](https://example.org/a.png)\n```\n',
      '> ```\n![x](https://example.org/a.png)\n> ```\n<IMG src=x>',
      '<!-- ```\n-->\n<img src=x>\n<!--\n``` -->',
      '```\n\n    </code></pre><img src=x>',
      '\r\r\r```\ncode\n```\n![x](https://example.org/a.png)\n<img src=x>\n',
      'a\r\nb\r```\r\ncode\r```\r<img src=x>\r\n\r\n![x](y)',
    ])
      assert.doesNotMatch(rendered(text), /<(?:img|div|style)\b/i, text);
  });

  it('begins no formula and no front matter that would take the fences of code', () => {
    const swallowed = '\n```\n$$\n![x](https://example.org/a.png)\n```\n';
    for (const begin of ['$$', '- $$', '> $$ a', '$$$'])
      assert.doesNotMatch(inertMarkdown(`${begin}${swallowed}`).split('```')[0] ?? '', /\$\$/);
    const matter = '---\n```\n---\n![x](https://example.org/a.png)\n```\n';
    assert.doesNotMatch(inertMarkdown(matter), /^---/);
    assert.equal(inertMarkdown('$$E = mc^2$$'), '$$E = mc^2$$');
  });

  it('keeps code to the letter, and what is seen as it was', () => {
    const code = '```html\n<img src="a.png"> ![x](y)\n```';
    assert.equal(inertMarkdown(code), code);
    assert.equal(
      inertMarkdown('a < b and **bold** [link](https://example.org)'),
      'a < b and **bold** [link](https://example.org)',
    );
    assert.match(rendered('`Array<string>`'), /<code>Array&lt;\u2060string&gt;<\/code>/);
  });
});
