import assert from 'node:assert/strict';
import { splitAtPaths } from '../../src/markdown/filePathLinks.ts';
import { createMarkdown, isAllowedLink } from '../../src/markdown/markdown.ts';

const markdown = createMarkdown({
  lines: (count) => `${String(count)} lines`,
  image: (alt) => `Image: ${alt}`,
  code: 'Code',
  toolCall: 'Tool call',
  toolResult: 'Tool result',
});

const paths = (text: string): string[] => splitAtPaths(text).flatMap(({ path }) => path ?? []);

describe('Markdown in messages', () => {
  it('draws tasks as boxes', () => {
    const html = markdown.render(
      '- [ ] **test** it\n- [x] write it\n- [link](a.md)\n\n1. [X] first\n\n[ ] no list',
    );
    assert.match(html, /<li class="task">☐ <strong>test<\/strong> it<\/li>/);
    assert.match(html, /<li class="task">☑ write it<\/li>/);
    assert.match(html, /<ol>\s*<li class="task">☑ first<\/li>/);
    assert.match(html, /<p>\[ \] no list<\/p>/);
    assert.equal(html.match(/[☐☑]/g)?.length, 3);
  });

  it('shows HTML as text', () => {
    const html = markdown.render('<script>alert(1)</script> <img src=x onerror=alert(1)>');
    assert.doesNotMatch(html, /<script|<img/);
    assert.match(html, /&lt;script&gt;/);
  });

  it('keeps links from navigating by themselves', () => {
    const html = markdown.render('[a](https://example.com/x "t") and https://example.com/y');
    assert.deepEqual(
      [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href),
      ['#', '#'],
    );
    assert.match(html, /data-href="https:\/\/example\.com\/x"/);
    assert.match(html, /data-href="https:\/\/example\.com\/y"/);
  });

  it('links only to the web, mail and files', () => {
    for (const href of ['https://a', 'http://a', 'mailto:a@b', 'src/a.ts', './a', '../a', '/a/b', '#L3']) {
      assert.ok(isAllowedLink(href), href);
    }
    const refused = [
      'javascript:alert(1)',
      ' JavaScript:x',
      'data:text/html,x',
      'vscode://x',
      'command:x',
      '//host/x',
    ];
    for (const href of [...refused, 'file:///etc/passwd', 'vbscript:x', 'blob:x']) {
      assert.ok(!isAllowedLink(href), href);
    }
    assert.doesNotMatch(markdown.render('[x](javascript:alert(1)) [y](command:rm)'), /<a /);
  });

  it('links to images instead of loading them', () => {
    const html = markdown.render('![cat](https://example.com/cat.png) ![d](data:image/png;base64,AAAA)');
    assert.doesNotMatch(html, /<img/);
    assert.match(
      html,
      /class="image" href="#" data-href="https:\/\/example\.com\/cat\.png"[^>]*>Image: cat</,
    );
    assert.doesNotMatch(html, /="data:/);
  });

  it('highlights code of known languages only', () => {
    assert.match(markdown.render('```ts\nconst a = 1;\n```'), /<span class="hljs-keyword">const<\/span>/);
    assert.doesNotMatch(markdown.render('```\nconst a = 1;\n```'), /hljs/);
    assert.match(markdown.render('```nosuch\na < b\n```'), /a &lt; b/);
    assert.doesNotMatch(markdown.render(`\`\`\`ts\n${'const a = 1;\n'.repeat(50_000)}\`\`\``), /hljs/);
  });

  it('folds long code and tool calls', () => {
    assert.match(markdown.render(`\`\`\`ts\n${'x\n'.repeat(41)}\`\`\``), /<details>.*ts.*41 lines/);
    assert.doesNotMatch(markdown.render(`\`\`\`ts\n${'x\n'.repeat(40)}\`\`\``), /<details>/);
    assert.match(markdown.render('```tool_call\n{"name": "run"}\n```'), /<details>.*Tool call.*1 lines/);
    const written = markdown.render('before\n<tool_result id="1">\nline < 1\nline 2\n</tool_result>\nafter');
    assert.match(written, /<p>before<\/p>\s*<div class="code tool"><details>.*Tool result.*2 lines/);
    assert.match(written, /<p>after<\/p>/);
    assert.doesNotMatch(markdown.render('<tool_call> never closed'), /<details>/);
  });

  it('places headings below those of the pane without skipping a level', () => {
    const levels = [...markdown.render('### a\n\n# b\n\n##### c\n\n## d').matchAll(/<(h\d)>/g)].map(
      ([, tag]) => tag,
    );
    assert.deepEqual(levels, ['h4', 'h4', 'h5', 'h5']);
  });

  it('aligns tables without style attributes', () => {
    const html = markdown.render('|a|b|\n|:-:|--:|\n|1|2|');
    assert.doesNotMatch(html, /style=/);
    assert.match(html, /<td class="align-right">2<\/td>/);
  });

  it('does not treat file names as hosts', () => {
    assert.doesNotMatch(markdown.render('see readme.md and main.rs'), /<a /);
  });

  it('links file paths in text and inline code, not in code blocks', () => {
    const html = markdown.render('see src/a.ts:12 and `lib/b.py`, but not `x.y`\n\n```\nsrc/c.ts:1\n```');
    assert.deepEqual(
      [...html.matchAll(/data-href="([^"]*)"/g)].map(([, href]) => href),
      ['src/a.ts:12', 'lib/b.py'],
    );
  });
});

describe('file paths in messages', () => {
  it('are found with line and column, also in Chinese text', () => {
    assert.deepEqual(paths('In src/a.ts:12:3, ./b/c.test.tsx#L7 and /etc/x.conf.'), [
      'src/a.ts:12:3',
      './b/c.test.tsx#L7',
      '/etc/x.conf',
    ]);
    assert.deepEqual(paths('修改了src/导入/a.ts的代码，见docs/说明.md'), []);
    assert.deepEqual(paths('修改了src/a.ts的代码'), ['src/a.ts']);
    assert.deepEqual(paths('C:\\work\\a.cs:4 and main.go:10'), ['C:\\work\\a.cs:4', 'main.go:10']);
  });

  it('are not found in similar text', () => {
    for (const text of ['console.log(x)', 'a/b', '1.5', 'e.g. this', 'v1.2.3', 'https://a.b/c.ts']) {
      assert.deepEqual(paths(text), [], text);
    }
  });

  it('are found without backtracking in long texts', () => {
    for (const text of ['a/', 'a.', '+a', 'a.b/', '../', 'a:1', '@', 'aB3+/', 'a-']) {
      splitAtPaths(text.repeat(50_000));
      splitAtPaths(`${text.repeat(50_000)}!`);
    }
  });

  it('are split without losing a character', () => {
    for (const text of ['a src/a.ts b', 'src/a.ts:1src/b.ts', '', ' x/y.z\n\t/q.r ']) {
      assert.equal(
        splitAtPaths(text)
          .map((piece) => piece.text)
          .join(''),
        text,
      );
    }
  });
});
