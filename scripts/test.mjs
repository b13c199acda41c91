// Runs the tests.   node scripts/test.mjs [unit|server|hook|hub|windows|webview|extension|ui|vsix|node22|node24|conformance|faults]…   (all but faults without a name)
// Several suites run side by side, each in a process of its own, which shows what it says when it has ended.
// Ends with what failed and why, and the line `N passed, N failed`. A suite that runs no test, or does not come to its end, counts as a failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/cjs/api';

process.chdir(join(import.meta.dirname, '..'));
register();
const require = createRequire(import.meta.url);
const { canInstallEditor, installEditor } = require('../test/editor/editorInstall.ts');
const { findBrowser } = require('../test/editor/browserInstall.ts');
const { runInEditor } = require('../test/editor/inEditorTests.ts');
const { installNode, nodeVersions } = require('../test/editor/nodePrograms.ts');

/** Ends a suite that hangs; a slow one takes half of it. */
const suiteTimeoutMs = 60 * 60_000;
/** Of the suite that fails every operation of the disk. */
const faultsTimeoutMs = 2 * 60 * 60_000;
/** How many tests of a run may fail at first and pass when they are run again. */
const mostUnstable = 3;
const temporary = mkdtempSync(join(tmpdir(), 'history-tests-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

const withoutEditor = canInstallEditor
  ? undefined
  : 'it drives the editor from npm, which runs on Linux x64 only';

const { whyNoPostgres } = require('../test/hub/postgres.ts');
const withoutPostgres = whyNoPostgres();

const { mochaUnderWine, prepareWine, whyNoWindows } = require('../test/windows/wine.ts');
const isWindows = process.platform === 'win32';

const hasNode22 = Number(process.versions.node.split('.')[0]) >= 22;

/** Two files at a time: their tests share nothing, and wait for disks and processes much of the time. */
const sideBySide = ['--parallel', '--jobs', '2'];
/**
 * The suites in the order they begin, the longest first. `prepare` does what must not count as a test's time. What drives
 * an editor, a browser or a database is `triedAgain`: tests of it that fail are run once more, by themselves.
 */
const suites = {
  ui: {
    prepare: prepareEditor,
    run: (env) => mocha(env, 'test/ui/**/*.test.ts'),
    triedAgain: true,
    skip: withoutEditor,
  },
  extension: { prepare: buildInEditorTests, run: runInEditor, triedAgain: true },
  unit: {
    run: (env) =>
      mocha(
        env,
        ...sideBySide,
        'test/*.test.ts',
        'test/unit/**/*.test.ts',
        'test/{editor,pictures,sample}/*.test.ts',
      ),
  },
  webview: {
    prepare: () => build().then(findBrowser),
    run: (env) => mocha(env, 'test/webview/**/*.test.ts'),
    triedAgain: true,
  },
  hook: { prepare: build, run: (env) => mocha(env, ...sideBySide, 'test/{hook,cli}/**/*.test.ts') },
  server: { prepare: build, run: (env) => mocha(env, ...sideBySide, 'test/server/**/*.test.ts') },
  // Against a real PostgreSQL; each file starts one of its own.
  hub: {
    prepare: build,
    run: (env) => mocha(env, 'test/hub/**/*.test.ts'),
    triedAgain: true,
    skip: withoutPostgres,
  },
  // With Node.js for Windows: that of Windows, else that which Wine runs.
  windows: {
    prepare: () => build().then(() => isWindows || prepareWine()),
    run: (env) =>
      isWindows ? mocha(env, 'test/windows/*.test.ts') : mochaUnderWine(env, testsIn('test/windows')),
    skip: whyNoWindows(),
  },
  ...Object.fromEntries(nodeVersions.map((version) => [`node${version}`, onNode(version)])),
  // The official conformance suite of MCP; seconds, but it needs Node.js 22.
  conformance: {
    onlyInCi: true,
    prepare: prepareConformance,
    run: (env) => mocha(env, 'test/conformance/**/*.test.ts'),
    skip: hasNode22
      ? undefined
      : withoutEditor && 'it needs Node.js 22, which npm carries for Linux x64 only',
  },
  // Every operation of every way to write, of which suite unit fails a sample, every state that a power cut may leave of
  // them, and many stories of the lock: an hour and a half.
  faults: {
    prepare: build,
    // No pattern of braces alone: mocha takes it for the name of a file.
    run: (env) => {
      const names = ['faults', 'crashStates', 'hostile', 'lockModel', 'pauses'].map(
        (name) => `store/${name}`,
      );
      const files = [...names, 'doctor/faults'].map((name) => `test/unit/${name}.test.ts`);
      return mocha({ ...env, FAULTS: 'all' }, ...files, 'test/server/concurrency.test.ts');
    },
    onlyByName: true,
  },
  vsix: {
    prepare: prepareEditor,
    run: (env) => mocha(env, 'test/vsix/**/*.test.ts'),
    triedAgain: true,
    skip: withoutEditor,
  },
};

const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], unstable: [] };

/**
 * What differs between versions of Node.js, or has failed on one: its own SQLite and zstd, how files are opened and
 * locked, how programs and threads start, read their input and end, and how much memory they take.
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

/** What agents start, on another version of Node.js, where the workflow runs everything. Only CI and who names it runs it. */
function onNode(version) {
  return {
    onlyInCi: true,
    prepare: () => build().then(() => installNode(version)),
    run: (env) => {
      const files = version === nodeVersions.at(-1) ? [...versionSensitive, ...serving] : versionSensitive;
      // One run with the real disk, the other suites having theirs in memory.
      return mocha(
        { ...env, NODE_PROGRAM: installNode(version), TESTS_ON_DISK: '1' },
        ...sideBySide,
        ...files,
      );
    },
    skip: withoutEditor && 'npm carries Node.js for Linux x64 only',
  };
}

function prepareConformance() {
  if (!hasNode22) installNode(22);
}

let built;

/** Builds the product, once per run. */
function build() {
  if (process.env.TEST_RESULT) return Promise.resolve(); // whoever runs several suites has built it
  built ??= node({}, 'esbuild.mjs').then((code) => {
    if (code !== 0) throw new Error('The build failed.');
  });
  return built;
}

async function buildInEditorTests() {
  await build();
  if ((await node({}, 'esbuild.mjs', '--tests')) !== 0)
    throw new Error('The build of the in-editor tests failed.');
  if (!canInstallEditor) return;
  installEditor();
  findBrowser();
}

async function prepareEditor() {
  await build();
  installEditor();
  findBrowser();
}

function mocha(env, ...files) {
  const only = env.TEST_ONLY === undefined ? [] : ['--grep', env.TEST_ONLY];
  const options = ['--exit', '--reporter', 'test/reporter.cjs', ...only];
  return node(env, 'node_modules/mocha/bin/mocha.js', ...options, ...files);
}

const testsIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);

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

/** Runs a suite and gives its counts; whatever keeps it from telling them counts as one failure. */
async function runSuite(name, { prepare, run, skip, triedAgain }) {
  if (skip) {
    console.log(`\n${name}: skipped, because ${skip}`);
    return { ...nothing, skipped: 1 };
  }
  console.log(`\n${name}`);
  try {
    await prepare?.();
    const first = await counted(name, run);
    const isWorthIt = first.failures.length <= mostUnstable && first.failures.every(({ again }) => again);
    return triedAgain && first.failed > 0 && isWorthIt ? await runAgain(name, run, first) : first;
  } catch (error) {
    return { ...nothing, failed: 1, failures: [{ text: error.message }] };
  }
}

/** Runs a suite, or what `only` matches of it, and reads its counts. */
async function counted(name, run, only) {
  const file = join(temporary, `${name}${only ? '.again' : ''}.json`);
  const code = await run({ TEST_COUNTS: file, ...(only && { TEST_ONLY: only }) });
  const counts = existsSync(file) ? { ...nothing, ...JSON.parse(readFileSync(file, 'utf8')) } : nothing;
  if (counts.failed > 0 || (code === 0 && counts.passed > 0)) return counts;
  const where = counts.running ? ` in: ${counts.running}` : '';
  const text = code === 0 ? 'no test ran' : `ended with code ${code}${where}`;
  return { ...counts, failed: 1, failures: [{ text }] };
}

/** Runs the tests that failed once more, by themselves: what passes then is unstable, and what fails has failed. */
async function runAgain(name, run, first) {
  console.log(`\n${name}, again: what failed`);
  const again = await counted(name, run, first.failures.map((failure) => failure.again).join('|'));
  const failedAgain = new Set(again.failures.map((failure) => failure.again));
  return {
    ...again,
    passed: first.passed + again.passed,
    skipped: first.skipped,
    unstable: first.failures.filter((failure) => !failedAgain.has(failure.again)),
  };
}

/** Runs a suite in a process of its own, shows what it said, and gives its counts. */
async function runBeside(name) {
  const begun = performance.now();
  const result = join(temporary, `${name}.result.json`);
  const said = [];
  const child = spawn(process.execPath, ['scripts/test.mjs', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TEST_RESULT: result },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(Buffer.concat(said));
  console.log(`${name} took ${Math.round((performance.now() - begun) / 1000)} s`);
  if (existsSync(result)) return JSON.parse(readFileSync(result, 'utf8'));
  return { ...nothing, failed: 1, failures: [{ text: 'did not come to its end' }] };
}

/** What these need is installed before two of them would do it at the same time. */
const withEditor = new Set(['ui', 'extension', 'webview', 'vsix']);

/** Runs suites two at a time: one that drives an editor waits for it most of its time. Gives their counts by name. */
async function runAll(names) {
  const waiting = [...names];
  const counts = {};
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      counts[name] = await runBeside(name);
  };
  await build();
  if (canInstallEditor && names.some((name) => withEditor.has(name))) {
    installEditor();
    await findBrowser();
  }
  await Promise.all([lane(), lane()]);
  return counts;
}

const names = process.argv.slice(2);
const isWanted = ([name, { onlyInCi, onlyByName }]) =>
  names.length > 0 ? names.includes(name) : !onlyByName && (process.env.CI === 'true' || !onlyInCi);
const unknown = names.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

const wanted = Object.entries(suites)
  .filter(isWanted)
  .map(([name]) => name);
const [only] = wanted;
const results = wanted.length === 1 ? { [only]: await runSuite(only, suites[only]) } : await runAll(wanted);
const total = { passed: 0, failed: 0, skipped: 0 };
for (const counts of Object.values(results)) for (const key of Object.keys(total)) total[key] += counts[key];
const resultFile = process.env.TEST_RESULT;
if (resultFile) {
  writeFileSync(resultFile, JSON.stringify(results[only]));
} else {
  const all = (kind) =>
    Object.entries(results).flatMap(([name, of]) => of[kind].map(({ text }) => `${name}: ${text}`));
  const [failures, unstable] = [all('failures'), all('unstable')];
  if (unstable.length > mostUnstable) {
    failures.push(`${unstable.length} tests passed only when run again; ${mostUnstable} may`);
    total.failed++;
  }
  if (unstable.length > 0) console.log(`\nUnstable (passed when run again):\n${unstable.join('\n')}`);
  // Once more at the end, where a log that was cut still shows it.
  if (failures.length > 0) console.log(`\nFailed tests:\n${failures.join('\n')}`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
}
process.exit(total.failed > 0 ? 1 : 0);
