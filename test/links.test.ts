import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agents } from '../src/agents/agents.ts';

const root = join(__dirname, '..');

/** Pages for readers: those at the top, and all below docs. */
const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Agents that the first page names, Copilot in its three places; SpecStory keeps the sessions of others. */
const named = [
  'claude',
  'codex',
  'gemini',
  'vscode',
  'copilot',
  'copilot-cli',
  'cursor',
  'cline',
  'specstory',
];

/** Pages for who builds the product, or generated for agents. */
const notForUsers =
  /^(?:CHANGELOG|CONTRIBUTING)|decisions|docs.(?:architecture|origins|performance|rules|tasks|tools)\b/;
/** Characters of a paragraph as it is shown, without the targets of links. */
const longestParagraph = 400;

describe('pages for readers', () => {
  it('name as many agents as are read', () => {
    const more = agents.filter((id) => !named.includes(id)).length;
    assert.equal(more, agents.length - named.length);
    assert.ok(textOf('README.md').includes(`[${more} more agents]`));
    assert.ok(textOf('README.zh-CN.md').includes(`[另外 ${more} 种智能体]`));
  });

  it('have short paragraphs where a person uses the product', () => {
    const long = pages
      .filter((page) => !notForUsers.test(page))
      .flatMap((page) =>
        textOf(page)
          .replace(/```[\s\S]*?```/g, '')
          .split('\n')
          .filter((line) => !line.startsWith('|'))
          .filter((line) => line.replace(/\]\([^)]*\)/g, ']').length > longestParagraph)
          .map((line) => `${page}: ${line.slice(0, 60)}`),
      );
    assert.deepEqual(long, []);
  });

  it('link and show only what is there', () => {
    const broken = pages.flatMap((page) => {
      const text = textOf(page).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
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
