// Says within a minute whether a change is sound: types, lint, format, and the unit tests that what changed since the main
// branch can break, with fewer samples of faults than `npm test` tries.   node scripts/check.mjs [--all] [--static]
//   --all      all unit tests
//   --static   none
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { affectedTests } from './affected.mjs';
import { suites } from './testSuites.mjs';

process.chdir(join(import.meta.dirname, '..'));

const mocha = ['node_modules/mocha/bin/mocha.js', '--exit', '--reporter', 'dot', '--parallel', '--jobs', '2'];

function unitTests() {
  const tests = process.argv.includes('--all') ? undefined : affectedTests(suites.unit.files());
  if (tests === undefined) return ['all unit tests', 'scripts/test.mjs', 'unit'];
  return [`unit tests in ${tests.length} files that the change can break`, ...mocha, ...tests];
}

const steps = [
  ...(process.argv.includes('--static') ? [] : [unitTests()]),
  ['types', 'node_modules/typescript/bin/tsc', '-b'],
  ['texts', 'scripts/texts.mjs'],
  ['lint', 'node_modules/oxlint/bin/oxlint'],
  ['format', 'node_modules/oxfmt/bin/oxfmt', '--check'],
];

/** Runs a step and tells how it went, with what it said where that was not well. */
function run([name, ...args]) {
  const begun = performance.now();
  const said = [];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FAULTS: process.env.FAULTS ?? 'few' },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(said));
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(`${code === 0 ? 'good' : 'NOT GOOD'}: ${name} (${seconds} s)`);
      resolve(code === 0);
    }),
  );
}

const results = [];
const lane = async () => {
  for (let step = steps.shift(); step; step = steps.shift()) results.push(await run(step));
};
await Promise.all([lane(), lane()]);
process.exit(results.every(Boolean) ? 0 : 1);
