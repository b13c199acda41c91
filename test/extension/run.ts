import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { window } from 'vscode';

/** Tells the lines of the tests from everything else the extension host logs. */
const outputMark = '[test] ';

/** Called by the extension host: runs every built `*.test.js` beside this file and fails if a test does. */
export async function run(): Promise<void> {
  // The extension host shows only what goes through its console at the time of the call.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) =>
    console.log(format(...args).replace(/^/gm, outputMark));
  keepQuestionsOpen();
  const mocha = new Mocha({
    timeout: 300_000,
    color: process.env.FORCE_COLOR !== undefined,
    reporter: join(__dirname, '../test/reporter.cjs'),
    grep: new RegExp(process.env.TEST_ONLY ?? ''),
  });
  for (const file of testFiles()) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

/**
 * Questions close when something else gets the focus, and a pane that an earlier command opened may get it at any later
 * moment. A person asks again; a test would find that nothing was done.
 */
function keepQuestionsOpen(): void {
  const { createQuickPick } = window;
  const open = { ignoreFocusOut: true };
  const replace = (name: string, optionsAt: number): unknown => {
    const ask: unknown = Reflect.get(window, name);
    assert.ok(typeof ask === 'function');
    return Reflect.set(window, name, (...args: unknown[]): unknown => {
      args[optionsAt] = Object.assign({}, args[optionsAt], open);
      const answer: unknown = Reflect.apply(ask, window, args);
      return answer;
    });
  };
  Reflect.set(window, 'createQuickPick', () => Object.assign(createQuickPick.call(window), open));
  replace('showInputBox', 0);
  replace('showQuickPick', 1);
}

function testFiles(): string[] {
  const all = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => file.endsWith('.test.js')).map((file) => join(__dirname, file));
}
