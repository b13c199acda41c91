import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const sections = /^src\/protocol\/summarySections\.ts$/;

/** The wings of the store from the bottom up, each with the packages it uses: none imports a wing above it. */
const packages: Readonly<Record<string, readonly RegExp[]>> = {
  disk: [
    ...[/^l10n\/bundle\.l10n\.zh-cn\.json$/, /^stemmer$/, /^fzstd$/, /^node-sqlite3-wasm$/],
    /^@secretlint\/secretlint-rule-preset-recommend$/,
  ],
  agents: [],
  history: [sections, /^chrono-node\/en$/, /^ignore$/],
  find: [sections],
  insight: [sections],
  team: [/^pg$/],
  store: [],
};
const wings = Object.keys(packages);
const upTo = (wing: number): RegExp => new RegExp(`^src/(?:${wings.slice(0, wing + 1).join('|')})/`);
/** What programs may import of the store. */
const store = upTo(wings.length - 1);

/** What each source folder may import: own folder, other source folders, packages. The table of docs/architecture.md. */
const table: Record<string, readonly RegExp[]> = {
  ...Object.fromEntries(wings.map((wing, n) => [wing, [/^node:/, upTo(n), ...(packages[wing] ?? [])]])),
  protocol: [],
  markdown: [/^src\/protocol\//, /^markdown-it$/, /^highlight\.js\//],
  server: [/^node:/, store, /^@modelcontextprotocol\/sdk\//, /^zod/],
  hook: [/^node:/, store],
  cli: [/^node:/, store, /^src\/protocol\//, /^src\/connect\//, /^src\/doctor\//, /^commander$/, /^diff$/],
  connect: [/^node:/, store, /^jsonc-parser$/, /^@decimalturn\/toml-patch$/, /^yaml$/],
  doctor: [/^node:/, store, /^src\/connect\//],
  extension: [
    /^node:/,
    /^vscode$/,
    store,
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
  agents: [
    ...['profile', 'profiles', 'writing', 'reading'],
    ...['claude', 'cline', 'codex', 'gemini', 'vscode', 'copilot', 'copilot-cli', 'opencode', 'goose', 'zed'],
    ...['cursor', 'qwen', 'roo', 'kilo', 'openclaude', 'iflow', 'traex', 'droid', 'pi', 'kiro', 'continue'],
    ...['antigravity', 'amp', 'aider', 'specstory', '.'],
  ],
  disk: ['base', 'text', 'files', 'secrets', 'sqlite', 'projects', '.'],
  history: [
    ...[
      'meaning',
      'rules',
      'embeddings',
      'facts',
      'dialogs',
      'contexts',
      'archive',
      'memory/times',
      'memory',
    ],
    ...['sessions', 'shared', 'capture', 'copies', 'secretScan', 'summaries'],
  ],
  find: ['search'],
  insight: ['brief', 'changes', 'usage'],
  team: ['.'],
  store: ['.'],
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
  doctor: ['sample', '.'],
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
    'chat',
    '.',
  ],
};

/** Whether a file is an agent's profile or their table: they stand below the readers, which know their ids. */
const isOfProfiles = (file: string): boolean =>
  /[\\/]src[\\/]agents[\\/](?:agents|[\w-]+[\\/]profile)\.ts$/.test(file);

const root = resolve(__dirname, '..');
const source = join(root, 'src');

/** Every static or dynamic import, re-export and require of a file. */
function importsOf(file: string): string[] {
  const text = fs.readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const found = text.matchAll(
    /(?:(?<!['"])\bfrom|(?<!['"])\bimport|\bimport\s*\(|\brequire\s*\()\s*['"]([^'"]+)['"]/g,
  );
  return [...found].map(([, specifier]) => specifier!);
}

/** The files of ours that a file imports when it is loaded, types included. */
const staticImportsOf = (file: string): string[] =>
  [...fs.readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s[^;]*?from\s+'(\.[^']+)'/gms)]
    .map(([, specifier = '']) => resolve(dirname(file), specifier))
    .filter((path) => /\.tsx?$/.test(path));

/** The own files that a file imports when it is loaded, or later by `import()`. */
const anyImportsOf = (file: string): string[] =>
  importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolve(dirname(file), specifier))
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

/**
 * Uses of `removeFile` and `removeTree` outside `src/disk/files`, and why none of them can delete what another process saved
 * after it took over the lock. What can goes through `removeHeld`.
 */
const removals: Readonly<Record<string, readonly [calls: number, reason: string]>> = {
  'src/doctor/fileRepairs.ts': [1, 'temporary'],
  'src/history/archive/archiveTranscript.ts': [2, 'temporary, random name'],
  'src/history/archive/partFiles.ts': [1, 'temporary, random name'],
  'src/history/copies/addMissing.ts': [1, 'temporary, random name'],
  'src/history/copies/copyPlaces.ts': [2, 'a copy that gave its name away'],
  'src/history/copies/mirrorTree.ts': [3, 'temporary, of a copy whose lock is held, or with a random name'],
  'src/history/copies/stagedCopies.ts': [2, 'temporary, random name'],
  'src/history/dialogs/apply.ts': [1, 'temporary, random name'],
  'src/history/dialogs/backups.ts': [1, 'temporary, random name'],
  'src/history/dialogs/create.ts': [1, 'temporary, random name'],
  'src/history/dialogs/dialogAccess.ts': [1, 'temporary, listed before the lease is asserted'],
  'src/history/dialogs/removalNotes.ts': [
    4,
    'temporary with a random name, or notes that were passed on, are old or have no hub',
  ],
  'src/history/embeddings/vectorFile.ts': [1, 'derived'],
  'src/team/hubState.ts': [2, 'journal of a hub that is left, or made again'],
  'src/team/mergeHistory.ts': [1, 'temporary, random name'],
  'src/team/receiveArchives.ts': [1, 'temporary, random name'],
  'src/find/search/indexFiles.ts': [1, 'derived'],
  'src/history/secretScan/scan.ts': [2, 'derived, or temporary with a random name'],
  'src/history/sessions/recordings.ts': [1, 'temporary, random name'],
  'src/store/restoreCopy.ts': [1, 'dialogs whose messages were merged, under a random name'],
  'src/store/forget.ts': [
    2,
    'locks of dialogs that were renamed; derived, or locks, of a copy whose lock is held',
  ],
  'src/store/takeOver.ts': [1, 'locks of a history that was taken over'],
};

/** Files outside `src/disk/files` that use Node's file system, as `path: calls`, but for those that only look. */
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

/** What measures time, memory or the processor, and what of the benchmarks does. */
const meters =
  /\b(?:cpuUsage|memoryUsage|resourceUsage|maxRSS|hrtime|monitorEventLoopDelay|eventLoopUtilization|leastUntil|timesInTurn)\b|\bbench\/measure\.ts/;
/** A clock that is read, as opposed to one that is replaced. */
const clock = /\bperformance\.now\b(?! =)|\bperformance\.(?:mark|measure)\b|\bconsole\.time/;
/** How long something took, by the names that are given to that, or a moment compared with now. */
const spans = [
  /\bDate\.now\(\) - \(?\w*(?:[aA]t|[bB]eg[au]n|[sS]tart(?:ed)?|[sS]ince|[bB]efore)\b/,
  /\bDate\.now\(\)[^;=]*? [<>]=? |[^=] [<>]=? Date\.now\(\)/,
  /\b(?:took|elapsed|lasted|duration)(?:Ms)?\b[^;=]*[<>]/,
];
/** A limit of its own for a test or a wait. */
const ownPatience = /(?<!AbortSignal)\.timeout\(|\b(?:withinMs|patienceMs) = /;

/** Files of tests that may, with their reasons; a clock that is handed in decides nothing by itself. */
const mayReadClocks: Readonly<Record<string, string>> = {
  'test/eventually.ts': 'patience, which ends as soon as what is awaited is there',
  'test/editor/extensionHosts.ts': 'ends hosts of closed windows by force, which is no result',
  'test/unit/extension/hubKeeper.test.ts': 'hands a clock in',
  'test/unit/store/costs.test.ts': 'hands a clock in',
  'test/unit/store/dialogNames.test.ts': 'hands a clock in',
  'test/unit/store/faults/trial.ts': 'hands a clock in',
  'test/unit/store/lock.test.ts': 'hands a clock in',
  'test/unit/store/lockModel.test.ts': 'a line of the lock that is mutated',
  'test/unit/store/lockProcess.ts': 'hands a clock in, and computes for a while without a pause',
  'test/unit/store/pauses/process.ts': 'hands a clock in',
  'test/unit/store/refusals.test.ts': 'hands a clock in',
  'test/unit/store/searchConditions.test.ts': 'hands a clock in',
  'test/unit/store/searchFaults.test.ts': 'hands a clock in',
  'test/unit/store/writePath.test.ts': 'hands a clock in',
};
const mayUseMeters: Readonly<Record<string, string>> = {
  'test/unit/store/capture.test.ts': 'hands a meter in',
  'test/unit/store/search.test.ts': 'hands a meter in',
};
const mayHavePatience: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['crashStates', 'hostile', 'lockModel', 'pauses'].map((name) => [
      `test/unit/store/${name}.test.ts`,
      'takes an hour where all is tried',
    ]),
  ),
  'test/editor/extensionHosts.ts': 'ends hosts of closed windows by force, which is no result',
  'test/unit/doctor/examine.test.ts': 'the deadline of a check',
  'test/hook/start.test.ts': 'the deadline of the hook',
};

const measured =
  'How long something takes belongs into test/bench; what it does can be counted here (docs/decisions/testing.md)';
const patient = 'All tests wait for `patience` (test/eventually.ts), and none has a limit of its own';

/** Lines of a file of tests that judge the machine, each with what to do about it. */
function judging(file: string): string[] {
  const name = relative(root, file).replaceAll('\\', '/');
  const rules = [
    ...(name in mayUseMeters ? [] : [[meters, measured] as const]),
    ...(name in mayReadClocks ? [] : [[clock, measured] as const]),
    ...spans.map((span) => [span, measured] as const),
    ...(name in mayHavePatience ? [] : [[ownPatience, patient] as const]),
  ];
  const code = fs.readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return code
    .split('\n')
    .flatMap((line) =>
      rules.flatMap(([rule, what]) => (rule.test(line) ? [`${name}: ${line.trim()}\n  ${what}.`] : [])),
    );
}

const testFiles = (): string[] =>
  fs
    .readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(?:ts|tsx|cjs|mjs)$/.test(name))
    .filter((name) => !/^(?:bench|meaning)\/|^boundaries\.test\.ts$/.test(name))
    .map((name) => join(__dirname, name));

/** How often a file names a function that deletes at once, but for its imports and comments. */
function removalsIn(file: string): number {
  const code = fs
    .readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/^import [^;]*;/gm, '');
  return code.match(/\b(?:removeFile|removeTree)\b/g)?.length ?? 0;
}

describe('boundaries', () => {
  it('no test judges how fast the machine is, or how long it may take', () => {
    assert.deepEqual(testFiles().flatMap(judging), []);
    const lists = [mayReadClocks, mayUseMeters, mayHavePatience].flatMap(Object.keys);
    const unknown = lists.filter((name) => !fs.existsSync(join(root, name)));
    assert.deepEqual(unknown, []);
    const bad = [
      'const { user } = process.cpuUsage(before);',
      "import { timed } from '../bench/measure.ts';",
      'const began = performance.now();',
      'assert.ok(Date.now() - began < 5_000);',
      'assert.ok(savedAt <= Date.now());',
      'assert.ok(took < limit, `took ${took}`);',
      'this.timeout(60_000);',
    ];
    for (const line of bad)
      assert.ok(
        [meters, clock, ...spans, ownPatience].some((rule) => rule.test(line)),
        line,
      );
  });

  it('has a rule for every source folder', () => {
    const folders = fs.readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(folders.map(({ name }) => name).sort(), Object.keys(table).sort());
  });

  it('programs are started in disk/base/runProgram.ts only', () => {
    const starters = Object.keys(table)
      .flatMap(files)
      .filter((file) => importsOf(file).some((name) => /^(?:node:)?child_process$/.test(name)))
      .map((file) => relative(source, file).replaceAll('\\', '/'));
    assert.deepEqual(starters, ['disk/base/runProgram.ts']);
  });

  it('documents of Markdown are registered where they are made inert', () => {
    const registering = files('extension')
      .filter((file) => fs.readFileSync(file, 'utf8').includes('registerTextDocumentContentProvider('))
      .map((file) => relative(source, file).replaceAll('\\', '/'));
    // The others are files of configuration and of the project, and archives as plain text, which is no Markdown.
    assert.deepEqual(registering.sort(), [
      'extension/agents/configDocuments.ts',
      'extension/base/markdownDocuments.ts',
      'extension/changes/changesCommands.ts',
      'extension/sessions/sessionDocuments.ts',
    ]);
  });

  // The token of HTTP and what is known of agents' configuration lie in the person's own folder, in no project.
  it('files are opened and changed in disk/files only', () => {
    const stray = Object.keys(table).flatMap(openers);
    assert.deepEqual(
      stray.filter((use) => !/^src\/(disk\/files\/|server\/http\/httpToken\.ts|connect\/)/.test(use)),
      [],
    );
    assert.ok(stray.some((use) => use === 'src/disk/files/open.ts: open'));
  });

  it('what is deleted without comparing the lease is temporary, derived, or listed here', () => {
    const found = Object.keys(table)
      .flatMap(files)
      .map((file) => [relative(root, file).replaceAll('\\', '/'), removalsIn(file)] as const)
      .filter(([file, calls]) => calls > 0 && !file.startsWith('src/disk/files/'));
    assert.deepEqual(
      Object.fromEntries(found),
      Object.fromEntries(Object.entries(removals).map(([file, [calls]]) => [file, calls])),
    );
  });

  it('the store looks at files of its own through disk/files, too', () => {
    const importers = wings
      .filter((wing) => wing !== 'agents') // which looks at files of agents
      .flatMap(files)
      .filter((file) => /import (?!type)[^;]* from 'node:fs/.test(fs.readFileSync(file, 'utf8')));
    const stray = importers
      .map((file) => relative(root, file).replaceAll('\\', '/'))
      .filter((file) => !file.startsWith('src/disk/files/'))
      .filter((file) => !/^src\/disk\/base\/(projectFolder|runProgram|git)\.ts$/.test(file)); // they look for projects and programs
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

  // Who uses the hub goes through its client and what is set up; the code of the database is loaded by these alone.
  it('the hub is imported by few, through few files', () => {
    const imported = Object.keys(table)
      .filter((folder) => folder !== 'team')
      .flatMap(files)
      .flatMap((file) => importsOf(file).map((specifier) => target(file, specifier)))
      .filter((path) => path.startsWith('src/team/'));
    assert.ok(imported.length > 0 && imported.length <= 15, `${imported.length} imports`);
    assert.deepEqual(
      [...new Set(imported)].sort(),
      [
        'clientTypes',
        'copyHub',
        'forgetInHub',
        'hub',
        'hubFiles',
        'localHistory',
        'mergeHistory',
        'types',
      ].map((name) => `src/team/${name}.ts`),
    );
  });

  it('what programs import of the hub loads no code of the database before it connects', () => {
    const packagesOf = (file: string, seen = new Set<string>()): readonly string[] => {
      if (seen.has(file)) return [];
      seen.add(file);
      return [...fs.readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type)[^;]*?from '([^']+)'/gms)]
        .map(([, specifier = '']) => specifier)
        .flatMap((name) => (name.startsWith('.') ? packagesOf(resolve(dirname(file), name), seen) : [name]));
    };
    assert.ok(!packagesOf(join(source, 'team', 'hub.ts')).includes('pg'));
    assert.ok(packagesOf(join(source, 'team', 'hubClient.ts')).includes('pg'));
  });

  it('profiles of agents read nothing', () => {
    const found = files('agents')
      .filter(isOfProfiles)
      .filter((file) =>
        importsOf(file).some((name) => /^node:(?!path$)|\/disk\/(?!base\/)|\/reading\//.test(name)),
      );
    assert.deepEqual(found, []);
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
        isOfProfiles(file)
          ? 'profiles'
          : relative(join(source, program), dirname(file)).replaceAll('\\', '/') || '.';
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

  it('no file imports itself over others, not even later by import()', () => {
    const done = new Set<string>();
    const walk = (file: string, above: readonly string[]): void => {
      const names = [...above, file].map((each) => relative(source, each));
      assert.ok(!above.includes(file), `a cycle: ${names.join(' → ')}`);
      if (done.has(file)) return;
      for (const each of anyImportsOf(file)) walk(each, [...above, file]);
      done.add(file);
    };
    for (const file of Object.keys(table).flatMap(files)) walk(file, []);
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
