import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { editorVersion } from './editorInstall.ts';
import { packModelExtension } from './modelExtension.ts';
import { startEditor, type EditorOptions } from './startEditor.ts';

/** Marks the lines of a test run among everything else the extension host logs. */
export const outputMark = '[test] ';

const defaultTimeoutMs = 1_800_000;
const timedOut = 124;
const withValue = new Set([
  'extensionDevelopmentPath',
  'extensionTestsPath',
  'extensions-dir',
  'folder-uri',
  'locale',
  'user-data-dir',
]);

/**
 * Takes the command line of the desktop editor, runs the tests it names in the editor from npm, printing their lines,
 * and gives the exit code. Ends with 124 after `VSCODE_TEST_TIMEOUT` milliseconds (1,800,000).
 */
export async function launch(argv: readonly string[]): Promise<number> {
  const { options, paths } = parse(argv);
  if (options.has('version')) {
    console.log(editorVersion);
    return 0;
  }
  const packed = mkdtempSync(join(tmpdir(), 'history-model-'));
  const vsix = [await packModelExtension(packed)];
  const editor = await startEditor({ ...editorOptions(options, paths), vsix, onLog: printOutput });
  rmSync(packed, { recursive: true });
  const stop = async (code: number): Promise<number> => {
    await editor.close();
    return code;
  };
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    // oxfmt-ignore
    process.once(signal, () => void stop(code).then((status) => process.exit(status)));
  return stop(await Promise.race([editor.exited, timeout()]));
}

function parse(argv: readonly string[]): { options: Map<string, string>; paths: string[] } {
  const options = new Map<string, string>();
  const paths: string[] = [];
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const match = /^--([\w-]+)(?:=(.*))?$/s.exec(word);
    if (match?.[1] === undefined) paths.push(word);
    else options.set(match[1], match[2] ?? (withValue.has(match[1]) ? (rest.shift() ?? '') : ''));
  }
  return { options, paths };
}

function editorOptions(options: ReadonlyMap<string, string>, paths: readonly string[]): EditorOptions {
  const path = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : text.startsWith('file:') ? fileURLToPath(text) : resolve(text);
  const found = {
    workspace: path(paths[0] ?? options.get('folder-uri')),
    extension: path(options.get('extensionDevelopmentPath')),
    tests: path(options.get('extensionTestsPath')),
    language: options.get('locale'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function printOutput(text: string): void {
  if (process.env.VSCODE_TEST_LOG !== undefined) console.error(text);
  if (!text.startsWith(outputMark)) return;
  for (const line of text.split('\n')) console.log(line.replace(outputMark, ''));
}

function timeout(): Promise<number> {
  const ms = Number(process.env.VSCODE_TEST_TIMEOUT ?? defaultTimeoutMs);
  return new Promise((settle) => {
    setTimeout(() => {
      console.error(`The tests in the editor did not end within ${ms} ms.`);
      settle(timedOut);
    }, ms).unref();
  });
}
