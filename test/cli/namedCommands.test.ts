import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { isObject } from '../../src/disk/base/core.ts';
import { withCli, type Fixture } from './withCli.ts';

const root = resolve(__dirname, '../..');

/** What people read: pages, skills, and all that is said by the programs. */
const files = [
  ...['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'package.nls.json', 'package.nls.zh-cn.json'],
  ...below('docs', /\.md$/),
  ...below('plugin/skills', /\.md$/),
  ...below('media', /\.md$/),
  ...below('l10n', /\.json$/),
  ...below('src', /\.tsx?$/),
];

function below(folder: string, form: RegExp): string[] {
  const names = fs.readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => form.test(name)).map((name) => join(folder, name).replaceAll('\\', '/'));
}

interface Named {
  readonly file: string;
  readonly words: readonly string[];
}

/** Commands that a text names: behind the program's name, in pages in code only, or alone in a span of code that begins with one. */
function namedIn(file: string, known: ReadonlySet<string>): Named[] {
  const text = fs.readFileSync(join(root, file), 'utf8').replaceAll(/<!--.*?-->/g, '');
  const isPage = file.endsWith('.md');
  const called = [...text.matchAll(/(?:^|(.))mcp-history-store ([a-z][^\n`'"’”<>|;)。]*)/gm)]
    .filter(([, before = '`']) => !isPage || before === '`' || before === '|')
    .map(([, , rest = '']) => rest);
  const spans = isPage ? [...text.matchAll(/`([a-z][a-z-]* [^`\n]*)`/g)].map(([, span = '']) => span) : [];
  const alone = spans.filter((span) => known.has(span.split(' ', 1)[0] ?? '') && span.includes(' --'));
  return [...called, ...alone].map((rest) => ({
    file,
    words: rest.split(/[\s,.:…]+/).filter((word) => word !== ''),
  }));
}

/** Commands and options by their help. */
class Help {
  readonly #cli: Fixture['cli'];
  readonly #texts = new Map<string, Promise<string>>();

  constructor(cli: Fixture['cli']) {
    this.#cli = cli;
  }

  of(...command: readonly string[]): Promise<string> {
    const key = command.join(' ');
    const text = this.#texts.get(key) ?? this.#cli([...command, '--help']).then(({ stdout }) => stdout);
    this.#texts.set(key, text);
    return text;
  }

  async commands(...group: readonly string[]): Promise<ReadonlySet<string>> {
    const help = await this.of(...group);
    return new Set([...help.matchAll(/^ {2}([a-z][a-z-]*)(?= )/gm)].map(([, name = '']) => name));
  }
}

/** What is wrong with a command that is named. */
async function wrong(help: Help, { words: [command = '', ...more] }: Named): Promise<string | undefined> {
  if (!(await help.commands()).has(command)) return `there is no command ${command}`;
  const [second = ''] = more;
  const isGroup = command === 'team' && /^[a-z]/.test(second) && second !== 'has';
  if (isGroup && !(await help.commands('team')).has(second)) return `there is no team ${second}`;
  const group = isGroup ? [command, second] : [command];
  const options = more.filter((word) => /^--[a-z]/.test(word));
  const text = command === 'hook' ? hookOptions : await help.of(...group);
  const unknown = options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(text));
  return unknown.length === 0 ? undefined : `${group.join(' ')} has no ${unknown.join(', ')}`;
}

/** A hook never prints anything but what its agent reads, so it has no help. */
const hookOptions = below('src/hook', /\.ts$/)
  .map((file) => fs.readFileSync(join(root, file), 'utf8'))
  .join('\n');

/** The titles of the editor's commands in a language, without the dots that say that they ask something. */
function titles(language: string): { readonly category: string; readonly all: ReadonlySet<string> } {
  const texts: unknown = JSON.parse(fs.readFileSync(join(root, `package.nls${language}.json`), 'utf8'));
  assert.ok(isObject(texts) && typeof texts.category === 'string');
  const commands = Object.entries(texts).filter(([key]) => key.startsWith('command.'));
  return { category: texts.category, all: new Set(commands.map(([, title]) => withoutDots(String(title)))) };
}

const withoutDots = (title: string): string => title.replace(/(?:…|\.{3})$/, '').trim();

describe('names in texts', () => {
  it('refer to existing commands and options of the command line', () =>
    withCli(async ({ cli }) => {
      const help = new Help(cli);
      const known = await help.commands();
      const named = files.flatMap((file) => namedIn(file, known));
      assert.ok(named.length > 80, `${named.length}`);
      const problems = await Promise.all(named.map((each) => wrong(help, each)));
      const found = named.flatMap(({ file, words }, n) =>
        problems[n] === undefined ? [] : [`${file}: ${words.join(' ')}: ${problems[n]}`],
      );
      assert.deepEqual(found, []);
    }));

  for (const language of ['', '.zh-cn'])
    it(`refer to commands of the editor by their current title${language}`, () => {
      const { category, all } = titles(language);
      // Another one's commands have the word before their category in italics or quotes, too.
      const form = new RegExp(`[_“"'(（](?:${category}|History): ([^_”"')）…]+)`, 'g');
      const found = files.flatMap((file) =>
        [...fs.readFileSync(join(root, file), 'utf8').matchAll(form)].map(([, title = '']) => ({
          file,
          title: withoutDots(title),
        })),
      );
      const titled = language === '' ? found : found.filter(({ title }) => /\p{Script=Han}/u.test(title));
      const english = language === '' ? titled.filter(({ title }) => !/\p{Script=Han}/u.test(title)) : titled;
      assert.ok(english.length > 3, `${english.length}`);
      const unknown = english.filter(({ title }) => !all.has(title));
      assert.deepEqual(unknown, []);
    });

  it('refer to commands, settings, views and colors of the extension', () => {
    const manifest: unknown = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'));
    assert.ok(isObject(manifest) && isObject(manifest.contributes));
    const contributed = JSON.stringify(manifest.contributes);
    // The extension has keys of its own for what it keeps.
    const form = (file: string) =>
      file.startsWith('src/extension/')
        ? /command:(historyStore\.\w+)/g
        : /\b(historyStore\.\w+(?:\.[A-Za-z]+)*)/g;
    const unknown = files.flatMap((file) =>
      [...fs.readFileSync(join(root, file), 'utf8').matchAll(form(file))]
        .map(([, id = '']) => id.replace(/\.focus$/, '')) // the editor makes one for each view
        .filter((id) => ![`"${id}"`, `"${id}.`].some((known) => contributed.includes(known)))
        .map((id) => `${file}: ${id}`),
    );
    assert.deepEqual([...new Set(unknown)], []);
  });
});
