// The suites of tests, in the order they begin, the longest first: which files each has and what runs them.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path/posix';
import { register } from 'tsx/cjs/api';

register();
const require = createRequire(import.meta.url);
const { canInstallEditor, installEditor } = require('../test/editor/editorInstall.ts');
const { findBrowser } = require('../test/editor/browserInstall.ts');
const { runInEditor } = require('../test/editor/inEditorTests.ts');
const { installNode, nodeVersions } = require('../test/editor/nodePrograms.ts');
const { whyNoPostgres } = require('../test/hub/postgres.ts');
const { mochaUnderWine, prepareWine, whyNoWindows } = require('../test/windows/wine.ts');

/** Ends a suite that hangs; a slow one takes half of it. */
const suiteTimeoutMs = 60 * 60_000;
/** Of the suite that fails every operation of the disk. */
const faultsTimeoutMs = 2 * 60 * 60_000;

const withoutEditor = canInstallEditor
  ? undefined
  : 'it drives the editor from npm, which runs on Linux x64 only';
const hasNode22 = Number(process.versions.node.split('.')[0]) >= 22;

/** Two files at a time: their tests share nothing, and wait for disks and processes much of the time. */
const sideBySide = ['--parallel', '--jobs', '2'];

const inFolders = (...folders) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(folder, name.replaceAll('\\', '/')))
      .sort(),
  );

/**
 * What differs between versions of Node.js, or has failed on one: its own SQLite and zstd, how files are opened and
 * locked, how programs and threads start, read their input and end, and how much they take of a large transcript.
 */
const versionSensitive = [
  ...['databases', 'storedAgents', 'storedForms', 'lock', 'openFiles'].map(
    (name) => `test/unit/store/${name}.test.ts`,
  ),
  ...['hook', 'large', 'start'].map((name) => `test/hook/${name}.test.ts`),
  'test/cli/hook.test.ts',
];

/** How the server starts, is spoken to, and ends; on Node.js 22 the conformance suite runs it. */
const serving = ['http', 'process'].map((name) => `test/server/${name}.test.ts`);

/** Tests of every operation of every way to write, of which suite unit tries a sample. */
const faulty = [
  'store/faults',
  'store/copiesCrash',
  'store/crashStates',
  'store/hostile',
  'store/lockModel',
  'store/pauses',
  'doctor/faults',
];

/**
 * `files` are its tests and `run` runs some of them; `prepare` does what must not count as a test's time. `triedAgain`: it
 * drives an editor, a browser or a database, and what fails is run once more, by itself. `parts` run side by side.
 * `inAll`: it runs with `--all` or by name only.
 */
export const suites = {
  ui: {
    files: () => inFolders('test/ui'),
    prepare: prepareEditor,
    run: mocha,
    parts: 2,
    triedAgain: true,
    skip: withoutEditor,
  },
  extension: {
    files: () => inFolders('test/extension'),
    prepare: buildInEditorTests,
    run: runInEditor,
    triedAgain: true,
  },
  unit: {
    files: () => inFolders('test/unit', 'test/editor', 'test/pictures', 'test/sample').concat(loose()),
    run: (env, files) => mocha(env, files, sideBySide),
  },
  webview: {
    files: () => inFolders('test/webview'),
    prepare: () => build().then(findBrowser),
    run: mocha,
    triedAgain: true,
  },
  hook: {
    files: () => inFolders('test/hook', 'test/cli'),
    prepare: build,
    run: (env, files) => mocha(env, files, sideBySide),
  },
  server: {
    files: () => inFolders('test/server'),
    prepare: build,
    run: (env, files) => mocha(env, files, sideBySide),
  },
  // Against a real PostgreSQL; each file starts one of its own.
  hub: {
    files: () => inFolders('test/hub'),
    prepare: build,
    run: mocha,
    triedAgain: true,
    skip: whyNoPostgres(),
  },
  // With Node.js for Windows: that of Windows, else that which Wine runs.
  windows: {
    files: () => inFolders('test/windows'),
    prepare: () => build().then(() => process.platform === 'win32' || prepareWine()),
    run: process.platform === 'win32' ? mocha : mochaUnderWine,
    skip: whyNoWindows(),
  },
  vsix: {
    files: () => inFolders('test/vsix'),
    prepare: prepareEditor,
    run: mocha,
    triedAgain: true,
    skip: withoutEditor,
  },
  // A transcript of 100 MB: a minute on each version of Node.js.
  large: {
    files: () => ['test/hook/large.test.ts'],
    prepare: build,
    run: (env, files) => mocha({ ...env, LARGE: '1' }, files),
    inAll: true,
  },
  // Ten thousand dialogs, and as many sessions, in the editor.
  many: {
    files: () => ['Dialogs', 'Watched'].map((name) => `test/extension/many${name}.test.ts`),
    prepare: buildInEditorTests,
    run: (env) => runInEditor({ TEST_ONLY: '^(many dialogs opens|10,000 watched)', ...env, LARGE: '1' }),
    triedAgain: true,
    inAll: true,
  },
  ...Object.fromEntries(nodeVersions.map((version) => [`node${version}`, onNode(version)])),
  // The official conformance suite of MCP; seconds, but it needs Node.js 22.
  conformance: {
    files: () => inFolders('test/conformance'),
    prepare: () => hasNode22 || installNode(22),
    run: mocha,
    inAll: true,
    skip: hasNode22
      ? undefined
      : withoutEditor && 'it needs Node.js 22, which npm carries for Linux x64 only',
  },
  // Every state that a power cut may leave, and many stories of the lock, too: an hour and a half.
  faults: {
    files: () => [...faulty.map((name) => `test/unit/${name}.test.ts`), 'test/server/concurrency.test.ts'],
    prepare: build,
    run: (env, files) => mocha({ ...env, FAULTS: 'all' }, files),
    inAll: true,
  },
};

/** Tests of the project as a whole. */
const loose = () =>
  readdirSync('test')
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${name}`);

/** What agents start, on another version of Node.js, with the real disk, the other suites having theirs in memory. */
function onNode(version) {
  return {
    files: () => (version === nodeVersions.at(-1) ? [...versionSensitive, ...serving] : versionSensitive),
    prepare: () => build().then(() => installNode(version)),
    run: (env, files) =>
      mocha({ ...env, NODE_PROGRAM: installNode(version), TESTS_ON_DISK: '1' }, files, sideBySide),
    inAll: true,
    skip: withoutEditor && 'npm carries Node.js for Linux x64 only',
  };
}

let built;

/** Builds the product, once per run. */
export function build() {
  if (process.env.TEST_RESULT) return Promise.resolve(); // the run of several suites has built it
  built ??= node({}, 'esbuild.mjs').then((code) => {
    if (code !== 0) throw new Error('The build failed.');
  });
  return built;
}

async function buildInEditorTests() {
  await build();
  if (!process.env.TEST_RESULT && (await node({}, 'esbuild.mjs', '--tests')) !== 0)
    throw new Error('The build of the in-editor tests failed.');
  if (canInstallEditor) await installForEditor();
}

async function prepareEditor() {
  await build();
  await installForEditor();
}

async function installForEditor() {
  installEditor();
  await findBrowser();
}

const withEditor = new Set(['ui', 'extension', 'webview', 'vsix', 'many']);

/** Builds and installs what suites need before two of them would do it at the same time. */
export async function prepareFor(names) {
  await build();
  if (names.some((name) => suites[name].prepare === buildInEditorTests)) await buildInEditorTests();
  if (canInstallEditor && names.some((name) => withEditor.has(name))) await installForEditor();
}

function mocha(env, files, more = []) {
  const only = env.TEST_ONLY === undefined ? [] : ['--grep', env.TEST_ONLY];
  const options = ['--exit', '--reporter', 'test/reporter.cjs', ...more, ...only];
  return node(env, 'node_modules/mocha/bin/mocha.js', ...options, ...files);
}

/** Runs a Node.js program to its end, with the Node.js that `NODE_PROGRAM` names, and gives its exit code. */
function node({ NODE_PROGRAM = process.execPath, ...env }, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(NODE_PROGRAM, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      timeout: env.FAULTS === 'all' ? faultsTimeoutMs : suiteTimeoutMs,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
