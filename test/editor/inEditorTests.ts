import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { canInstallEditor } from './editorInstall.ts';
import { downloads, projectRoot } from './places.ts';

const oneMinute = 60_000;

/**
 * Runs the built tests of `test/extension` inside Visual Studio Code and gives the exit code.
 *
 * On Linux x64 that is the editor from npm in a headless browser: the same version for everyone, without a display.
 * Elsewhere, and with `VSCODE_TEST_DESKTOP=1`, the desktop editor, which test-electron downloads.
 */
export async function runInEditor(env: Readonly<Record<string, string>>): Promise<number> {
  const workspace = mkdtempSync(join(tmpdir(), 'history-workspace-'));
  const desktop = !canInstallEditor || process.env.VSCODE_TEST_DESKTOP === '1';
  mkdirSync(downloads, { recursive: true });
  try {
    return await runTests({
      ...(desktop ? { cachePath: downloads, timeout: oneMinute } : { vscodeExecutablePath: launcherPath }),
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath: join(projectRoot, 'dist-test/run.js'),
      extensionTestsEnv: process.stdout.isTTY ? { ...env, FORCE_COLOR: '1' } : env,
      launchArgs: [workspace, '--disable-extensions'],
    });
  } catch (error) {
    return explain(error, desktop);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

const launcherPath = join(projectRoot, 'test/editor/code.mjs');

/** Failed tests have told about themselves; anything else needs words. */
function explain(error: unknown, desktop: boolean): number {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('Test run failed')) return 1;
  const advice = desktop
    ? ' The desktop editor is downloaded from update.code.visualstudio.com: is it reachable?'
    : '';
  console.error(`The editor could not be run: ${message}.${advice}`);
  return 1;
}
