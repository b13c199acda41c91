import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { canInstallEditor } from './editorInstall.ts';
import { modelExtension } from './modelExtension.ts';
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
  const agents = mkdtempSync(join(tmpdir(), 'history-agents-'));
  const desktop = !canInstallEditor || process.env.VSCODE_TEST_DESKTOP === '1';
  mkdirSync(downloads, { recursive: true });
  try {
    return await runTests({
      ...(desktop ? { cachePath: downloads, timeout: oneMinute } : { vscodeExecutablePath: launcherPath }),
      extensionDevelopmentPath: desktop ? [projectRoot, modelExtension] : projectRoot, // see launcher.ts
      extensionTestsPath: join(projectRoot, 'dist-test/run.js'),
      extensionTestsEnv: {
        ...env,
        ...agentFolders(agents),
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      },
      launchArgs: [workspace, '--disable-extensions'],
    });
  } catch (error) {
    return explain(error, desktop);
  } finally {
    for (const folder of [workspace, agents]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes agents' transcripts be looked for below a folder, and not in the home of whoever runs the tests. */
export function agentFolders(folder: string): Readonly<Record<string, string>> {
  return {
    CLAUDE_CONFIG_DIR: join(folder, 'claude'),
    CODEX_HOME: join(folder, 'codex'),
    GEMINI_CLI_HOME: folder,
    COPILOT_HOME: join(folder, 'copilot'),
    HISTORY_STATE_HOME: join(folder, 'state'),
    HISTORY_COPIES: 'off', // of programs that tests start: a history that a test removes is not one that somebody lost
  };
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
