// Runs the tests.   node scripts/test.mjs [--all|--changed] [ui|extension|unit|webview|hook|server|hub|windows|vsix|…]
//   --all      what else there is, too: every fault, every version of Node.js, conformance, large inputs; hours
//   --changed  the tests of suites unit, hook and server that what changed since the main branch can break
// Several suites run side by side, each in a process of its own, which shows what it says when it has ended.
// Ends with what failed and why, and the line `N passed, N failed`. A suite that runs no test, or does not come to its end, counts as a failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

process.chdir(join(import.meta.dirname, '..'));
const { affectedTests } = await import('./affected.mjs');
const { prepareFor, suites } = await import('./testSuites.mjs'); // which lets TypeScript be required
const require = createRequire(import.meta.url);
const { afterSecondTry, isWorthSecondTry, judged, mostUnstable, nothing } = require('../test/testCounts.ts');

const temporary = mkdtempSync(join(tmpdir(), 'history-tests-'));
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** Runs files of a suite and gives their counts; whatever keeps it from telling them counts as one failure. */
async function runSuite(name, files) {
  const { prepare, run, skip, triedAgain } = suites[name];
  if (skip) {
    console.log(`\n${name}: skipped, because ${skip}`);
    return { ...nothing, skipped: 1 };
  }
  console.log(`\n${name}`);
  try {
    await prepare?.();
    const first = await counted(name, (env) => run(env, files));
    if (!triedAgain || !isWorthSecondTry(first)) return first;
    console.log(`\n${name}, again: what failed`);
    const only = first.failures.map(({ again }) => again).join('|');
    return afterSecondTry(first, await counted(name, (env) => run(env, files), only));
  } catch (error) {
    return { ...nothing, failed: 1, failures: [{ text: error.message }] };
  }
}

/** Runs a suite, or what `only` matches of it, and reads its counts. */
async function counted(name, run, only) {
  const file = join(temporary, `${name}${only ? '.again' : ''}.json`);
  const code = await run({ TEST_COUNTS: file, ...(only && { TEST_ONLY: only }) });
  return judged(code, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
}

/** Runs a suite, or a part of it, in a process of its own, shows what it said, and gives its counts. */
async function runBeside({ name, part, files }) {
  const begun = performance.now();
  const title = part ? `${name} ${part}` : name;
  const [list, result] = ['files', 'result'].map((kind) =>
    join(temporary, `${title.replace(/\W/g, '-')}.${kind}.json`),
  );
  writeFileSync(list, JSON.stringify(files));
  const said = [];
  const child = spawn(process.execPath, ['scripts/test.mjs', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TEST_FILES: list, TEST_RESULT: result },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(Buffer.concat(said));
  console.log(`${title} took ${Math.round((performance.now() - begun) / 1000)} s`);
  if (existsSync(result)) return JSON.parse(readFileSync(result, 'utf8'));
  return { ...nothing, failed: 1, failures: [{ text: 'did not come to its end' }] };
}

/** The runs of a suite: one of all its files, or one for each of its parts. */
function runsOf(name, files = suites[name].files()) {
  const { parts = 1, skip } = suites[name];
  if (skip || parts === 1) return [{ name, files }];
  return Array.from({ length: parts }, (_, at) => ({
    name,
    part: `${at + 1} of ${parts}`,
    files: files.filter((_file, n) => n % parts === at),
  }));
}

/** Does runs side by side, one more than there are processors, as what drives an editor waits for it most of its time. */
async function runAll(runs) {
  const waiting = [...runs];
  const results = [];
  const lane = async () => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift())
      results.push({ name: run.name, ...(await runBeside(run)) });
  };
  await prepareFor(runs.map(({ name }) => name));
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) + 1 }, lane));
  return results;
}

/** Runs of the tests in suites without a window that a change can break. */
function changedRuns() {
  const affected = affectedTests(['unit', 'hook', 'server'].flatMap((name) => suites[name].files()));
  const isAffected = affected && new Set(affected);
  return ['unit', 'hook', 'server'].flatMap((name) => {
    const files = suites[name].files().filter((file) => !isAffected || isAffected.has(file));
    return files.length > 0 ? runsOf(name, files) : [];
  });
}

/** Shows what failed and the sums; gives whether nothing failed. */
function report(results) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of results) for (const key of Object.keys(total)) total[key] += counts[key];
  const all = (kind) => results.flatMap(({ name, [kind]: of }) => of.map(({ text }) => `${name}: ${text}`));
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
  return total.failed === 0;
}

const { values, positionals: names } = parseArgs({
  options: { all: { type: 'boolean' }, changed: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = names.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

const { TEST_FILES, TEST_RESULT } = process.env;
if (TEST_RESULT) {
  const [name] = names;
  const result = await runSuite(name, JSON.parse(readFileSync(TEST_FILES, 'utf8')));
  writeFileSync(TEST_RESULT, JSON.stringify(result));
  process.exit(result.failed > 0 ? 1 : 0);
}
const isWanted = (name) => (names.length > 0 ? names.includes(name) : values.all || !suites[name].inAll);
const wanted = Object.keys(suites).filter(isWanted);
const [only] = wanted;
const runs = values.changed ? changedRuns() : wanted.flatMap((name) => runsOf(name));
const results =
  wanted.length === 1 && !values.changed
    ? [{ name: only, ...(await runSuite(only, suites[only].files())) }]
    : await runAll(runs);
process.exit(report(results) ? 0 : 1);
