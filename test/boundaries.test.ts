import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** What each source folder may import: own folder, other source folders, packages. The table of docs/architecture.md. */
const table: Record<string, readonly RegExp[]> = {
  store: [
    /^node:/,
    /^src\/protocol\/summarySections\.ts$/,
    /^stemmer$/,
    /^chrono-node\/en$/,
    /^ignore$/,
    /^fzstd$/,
    /^node-sqlite3-wasm$/,
    /^pg$/,
    /^@secretlint\/secretlint-rule-preset-recommend$/,
  ],
  protocol: [],
  markdown: [/^src\/protocol\//, /^markdown-it$/, /^highlight\.js\//],
  server: [/^node:/, /^src\/store\//, /^@modelcontextprotocol\/sdk\//, /^zod/],
  hook: [/^node:/, /^src\/store\//],
  cli: [
    /^node:/,
    /^src\/store\//,
    /^src\/protocol\//,
    /^src\/connect\//,
    /^src\/doctor\//,
    /^commander$/,
    /^diff$/,
  ],
  connect: [/^node:/, /^src\/store\//, /^jsonc-parser$/, /^@decimalturn\/toml-patch$/, /^yaml$/],
  doctor: [/^node:/, /^src\/store\//, /^src\/connect\//],
  extension: [
    /^node:/,
    /^vscode$/,
    /^src\/store\//,
    /^src\/protocol\//,
    /^src\/markdown\//,
    /^src\/connect\//,
    /^src\/doctor\//,
  ],
  webview: [
    /^src\/protocol\//,
    /^src\/markdown\//,
    /^preact($|\/)/,
    /^d3-scale$/,
    /^@tanstack\/virtual-core$/,
    /^dompurify$/,
    /^diff$/,
  ],
};

/** The folders of a program from the bottom up, its own files as `.`: none imports what stands above it. */
const orders: Record<string, readonly string[]> = {
  store: [
    ...['base', 'text', 'meaning', 'rules', 'files', 'secrets', 'sqlite', 'embeddings', 'projects'],
    'transcripts/shared',
    ...['claude', 'cline', 'codex', 'gemini', 'vscode', 'copilot', 'copilotCli'].map(
      (agent) => `transcripts/${agent}`,
    ),
    ...['opencode', 'goose', 'zed'].map((agent) => `transcripts/${agent}`),
    ...[
      'cursor',
      'qwen',
      'roo',
      'kilo',
      'openClaude',
      'iflow',
      'traex',
      'droid',
      'pi',
      'kiro',
      'continue',
    ].map((agent) => `transcripts/${agent}`),
    ...['antigravity', 'amp', 'aider', 'specstory'].map((agent) => `transcripts/${agent}`),
    ...[
      'transcripts',
      'facts',
      'dialogs',
      'contexts',
      'archive',
      'memory/times',
      'memory',
      'sessions',
      'shared',
    ],
    ...['capture', 'search', 'secretScan', 'brief', 'changes', 'usage', 'summaries', 'hub', '.'],
  ],
  server: ['base', 'dialogs', 'contexts', 'archives', 'sessions', 'search', 'memory', 'calls', 'http', '.'],
  extension: [
    ...[
      'base',
      'panes',
      'tree',
      'dialogs',
      'export',
      'contexts',
      'sessions',
      'memory',
      'hub',
      'shared',
      'search',
      'changes',
      'links',
      'drag',
      'insight',
      'server',
      'agents',
      'doctor',
      'brief',
      'summaries',
    ],
    '.',
  ],
  hook: ['.'],
  cli: ['.'],
  connect: ['formats', '.'],
  doctor: ['.'],
  protocol: ['.'],
  markdown: ['.'],
  webview: [
    'markdown',
    'base',
    'messages',
    'find',
    'dialog',
    'context',
    'memory',
    'session',
    'doctor',
    'brief',
    'insight',
    '.',
  ],
};

const root = resolve(__dirname, '..');
const source = join(root, 'src');

/** Every static or dynamic import, re-export and require of a file. */
function importsOf(file: string): string[] {
  const text = fs.readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = text.matchAll(
    /(?:(?<!['"])\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map(([, specifier]) => specifier!);
}

/** The files of ours that a file imports when it is loaded, types included. */
const staticImportsOf = (file: string): string[] =>
  [...fs.readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s[^;]*?from\s+'(\.[^']+)'/gms)]
    .map(([, specifier = '']) => resolve(dirname(file), specifier))
    .filter((path) => /\.tsx?$/.test(path));

/** Relative imports become paths from the root, so that the table can speak of folders. */
function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(root, resolve(dirname(file), specifier)).replaceAll('\\', '/');
}

const files = (folder: string): string[] =>
  fs
    .readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(source, folder, name));

/** What of Node's file system only looks: it opens nothing, so it cannot be led astray or wait. */
const looks = /\b(?:stat|statfs|lstat|readdir|realpath|access|exists|watch|constants)(?:Sync)?\b/g;

/** Files outside `src/store/files` that use Node's file system, as `path: calls`, but for those that only look. */
function openers(folder: string): string[] {
  return files(folder).flatMap((file) => {
    const text = fs.readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    const imported = /import (?!type)([^;]*?) from 'node:fs(?:\/promises)?';/g;
    const used = [...text.matchAll(imported)].flatMap(([, names = '']) =>
      names.startsWith('{')
        ? (names
            .replace(/\btype \w+/g, '')
            .replace(looks, '')
            .match(/\w+/g) ?? [])
        : [...text.matchAll(/\bfs\.(?:promises\.)?(\w+)/g)]
            .map(([, name = '']) => name)
            .filter((name) => name.replace(looks, '') !== ''),
    );
    return used.map((name) => `${relative(root, file).replaceAll('\\', '/')}: ${name}`);
  });
}

describe('boundaries', () => {
  it('has a rule for every source folder', () => {
    const folders = fs.readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(folders.map(({ name }) => name).sort(), Object.keys(table).sort());
  });

  it('programs are started in store/base/runProgram.ts only', () => {
    const starters = Object.keys(table)
      .flatMap(files)
      .filter((file) => importsOf(file).some((name) => /^(?:node:)?child_process$/.test(name)))
      .map((file) => relative(source, file).replaceAll('\\', '/'));
    assert.deepEqual(starters, ['store/base/runProgram.ts']);
  });

  it('documents of Markdown are registered where they are made inert', () => {
    const registering = files('extension')
      .filter((file) => fs.readFileSync(file, 'utf8').includes('registerTextDocumentContentProvider('))
      .map((file) => relative(source, file).replaceAll('\\', '/'));
    // The others are files of configuration, and of the project.
    assert.deepEqual(registering.sort(), [
      'extension/agents/configDocuments.ts',
      'extension/base/markdownDocuments.ts',
      'extension/changes/changesCommands.ts',
    ]);
  });

  // The token of HTTP and what is known of agents' configuration lie in the person's own folder, in no project.
  it('files are opened and changed in store/files only', () => {
    const stray = Object.keys(table).flatMap(openers);
    assert.deepEqual(
      stray.filter((use) => !/^src\/(store\/files\/|server\/http\/httpToken\.ts|connect\/)/.test(use)),
      [],
    );
    assert.ok(stray.some((use) => use === 'src/store/files/open.ts: open'));
  });

  it('the store looks at files of its own through store/files, too', () => {
    const importers = files('store').filter((file) =>
      /import (?!type)[^;]* from 'node:fs/.test(fs.readFileSync(file, 'utf8')),
    );
    const stray = importers
      .map((file) => relative(root, file).replaceAll('\\', '/'))
      .filter((file) => !/^src\/store\/(files|transcripts)\//.test(file)) // agents' files are theirs
      .filter((file) => !/^src\/store\/base\/(projectFolder|runProgram|git)\.ts$/.test(file)); // they look for projects and programs
    assert.deepEqual(stray, []);
  });

  for (const [folder, allowed] of Object.entries(table))
    it(`${folder} imports only what it may`, () => {
      const own = new RegExp(`^src/${folder}/`);
      const stray = files(folder).flatMap((file) =>
        importsOf(file)
          .map((specifier) => target(file, specifier))
          .filter((path) => ![own, ...allowed].some((rule) => rule.test(path)))
          .map((path) => `${relative(root, file)} imports ${path}`),
      );
      assert.ok(files(folder).length > 0);
      assert.deepEqual(stray, []);
    });

  it('no two exported types have one name', () => {
    const names = Object.keys(table)
      .flatMap(files)
      .flatMap((file) => [
        ...fs.readFileSync(file, 'utf8').matchAll(/^export (?:interface|type|(?:abstract )?class) (\w+)/gm),
      ])
      .map(([, name = '']) => name);
    assert.ok(names.length > 500);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) < index),
      [],
    );
  });

  it('every program has an order of its folders', () => {
    assert.deepEqual(Object.keys(orders).sort(), Object.keys(table).sort());
  });

  for (const [program, order] of Object.entries(orders))
    it(`folders of ${program} import only what is below them`, () => {
      const folderOf = (file: string) =>
        relative(join(source, program), dirname(file)).replaceAll('\\', '/') || '.';
      const used = new Set(files(program).map(folderOf));
      assert.deepEqual([...used].sort(), [...order].sort());
      const upward = files(program).flatMap((file) =>
        importsOf(file)
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => folderOf(resolve(dirname(file), specifier)))
          .filter((folder) => order.indexOf(folder) > order.indexOf(folderOf(file)))
          .map((folder) => `${relative(root, file)} imports of ${folder}`),
      );
      assert.deepEqual(upward, []);
    });

  // Who changes a file has all in view that it stands on: types and pure functions at the bottom, composition at the top.
  it('no file imports itself over others, and no chain of imports is longer than 16', () => {
    const chains = new Map<string, readonly string[]>();
    const chainOf = (file: string, above: readonly string[]): readonly string[] => {
      const known = chains.get(file);
      if (known) return known;
      assert.ok(
        !above.includes(file),
        `a cycle: ${[...above, file].map((each) => relative(source, each)).join(' → ')}`,
      );
      const below = staticImportsOf(file).map((each) => chainOf(each, [...above, file]));
      const longest = below.reduce((a, b) => (b.length > a.length ? b : a), []);
      chains.set(file, [file, ...longest]);
      return [file, ...longest];
    };
    for (const file of Object.keys(table).flatMap(files)) {
      const chain = chainOf(file, []);
      assert.ok(chain.length <= 16, chain.map((each) => relative(source, each)).join(' → '));
    }
  });

  // A notice makes links of what others wrote; the functions of notices.ts see to it that none can run a command.
  it('extension shows notices and progress through notices.ts only', () => {
    const calls = /\bshow(?:Information|Warning|Error)Message\b|\bwindow\s*\.\s*withProgress\b/;
    const own = join(source, 'extension', 'base', 'notices.ts');
    assert.match(fs.readFileSync(own, 'utf8'), calls);
    const stray = files('extension').filter(
      (file) => file !== own && calls.test(fs.readFileSync(file, 'utf8')),
    );
    assert.deepEqual(stray, []);
  });
});
