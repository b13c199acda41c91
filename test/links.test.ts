import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..');

/** Pages for readers: those at the top, and all below docs. */
const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

describe('pages for readers', () => {
  it('link and show only what is there', () => {
    const broken = pages.flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
      const targets = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);
      return targets
        .filter((target) => !/^\w+:/.test(target) && !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page}: ${target}`);
    });
    assert.deepEqual(broken, []);
  });

  it('exist in Chinese where a person uses the product', () => {
    for (const page of [
      'README',
      'docs/agents',
      'docs/editor',
      'docs/server',
      'docs/sessions',
      'docs/team',
      'docs/terminal',
    ])
      for (const language of ['', '.zh-CN']) assert.ok(pages.includes(join(`${page}${language}.md`)), page);
  });
});
