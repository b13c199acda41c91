import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/** Tells the lines of the tests from everything else the extension host logs. */
const outputMark = '[test] ';

/** Called by the extension host: runs every built `*.test.js` beside this file and fails if a test does. */
export async function run(): Promise<void> {
  // The extension host shows only what goes through its console at the time of the call.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) =>
    console.log(format(...args).replace(/^/gm, outputMark));
  const mocha = new Mocha({
    timeout: 120_000,
    color: process.env.FORCE_COLOR !== undefined,
    reporter: join(__dirname, '../test/reporter.cjs'),
  });
  for (const file of testFiles()) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

function testFiles(): string[] {
  const all = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => file.endsWith('.test.js')).map((file) => join(__dirname, file));
}
