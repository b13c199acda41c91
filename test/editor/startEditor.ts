import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { patience } from '../eventually.ts';
import { findBrowser } from './browserInstall.ts';
import { neededBuiltIns } from './builtInExtensions.ts';
import { installVsix, startEditorServer, type EditorServer } from './editorServer.ts';
import { downloads } from './places.ts';
import { writeProfile } from './profile.ts';

/** What the editor is started with. Every path is absolute. */
export interface EditorOptions {
  /** A folder or a `.code-workspace` file; without it the editor opens empty. */
  readonly workspace?: string;
  /** An extension to run from its source folder. */
  readonly extension?: string;
  /** Packaged extensions to install first. */
  readonly vsix?: readonly string[];
  /** A script whose `run()` the extension host calls; its end settles `exited`. */
  readonly tests?: string;
  /** User settings over the quiet ones of `writeProfile`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The display language extensions see, for example `zh-cn`. */
  readonly language?: string;
  /** False opens the workspace in restricted mode; the default is trusted. */
  readonly trusted?: boolean;
  /** Environment variables of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** True also starts those of the editor's own extensions that the product has nothing to do with. */
  readonly allBuiltIns?: boolean;
  /** A profile folder to use and keep; otherwise a new one that `close` deletes. */
  readonly profile?: string;
  /** Receives what the extension host and the workbench log. */
  readonly onLog?: (text: string) => void;
}

/** Visual Studio Code in a headless Chromium. */
export interface RunningEditor {
  /** The page that shows the workbench. */
  readonly page: Page;
  /** Settles with the exit code when `tests` have run. */
  readonly exited: Promise<number>;
  /** Ends browser, server and extension host. In a shared editor it ends the window, and the rest where that failed. */
  close(failed?: boolean): Promise<void>;
}

/** Starts Visual Studio Code and waits until its workbench is shown. */
export async function startEditor(options: EditorOptions = {}): Promise<RunningEditor> {
  const folder = options.profile ?? newProfileFolder();
  const removeProfile = (): void => {
    if (options.profile === undefined) rmSync(folder, { recursive: true, force: true });
  };
  const profile = writeProfile(folder, options.settings ?? {}, options.language);
  for (const file of options.vsix ?? []) installVsix(profile, file);
  const server = await startEditorServer(profile, serverArguments(options, folder), options.env);
  const browser = await launchBrowser();
  const close = async (): Promise<void> => {
    await browser.close();
    await server.stop();
    removeProfile();
  };
  try {
    const page = await browser.newPage();
    return { ...(await openWorkbench(page, server, options)), page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the headless Chromium that the editor runs in; also for tests of a pane alone. The caller closes it. */
export function launchBrowser(...args: readonly string[]): Promise<Browser> {
  const { executablePath, env } = findBrowser();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', ...args],
  });
}

function newProfileFolder(): string {
  mkdirSync(downloads, { recursive: true });
  return mkdtempSync(join(tmpdir(), 'history-editor-'));
}

/** How the server is told what differs between windows only by its own start. */
export function serverArguments(options: EditorOptions, profile: string): string[] {
  // Without the smoke-test driver the page ignores which extension to develop and which tests to run.
  const args = ['--port', '0', '--enable-smoke-test-driver'];
  if (options.allBuiltIns !== true)
    args.push('--builtin-extensions-dir', neededBuiltIns(join(profile, 'built-in')));
  if (options.trusted !== false) args.push('--disable-workspace-trust');
  if (options.language !== undefined) args.push('--locale', options.language);
  return args;
}

/** Opens the workbench in a page and waits until it is shown. `env` is for an extension host of its own. */
export async function openWorkbench(
  page: Page,
  server: EditorServer,
  options: EditorOptions,
  env?: Readonly<Record<string, string>>,
): Promise<{ exited: Promise<number> }> {
  await page.setViewportSize(options.viewport ?? { width: 1400, height: 900 });
  page.setDefaultTimeout(patience);
  const log = options.onLog ?? ((): void => undefined);
  await page.exposeFunction('codeAutomationLog', (_type: string, args: readonly unknown[]) =>
    log(asLine(args)),
  );
  let settle: (code: number) => void = () => undefined;
  const exited = new Promise<number>((resolve) => (settle = resolve));
  await page.exposeFunction('codeAutomationExit', (code: number) => settle(code));
  await page.goto(workbenchUrl(`localhost:${server.port}`, options, env)); // webviews need localhost: a secure context
  await page.locator('.monaco-workbench .part.editor').waitFor();
  if (isWorkspaceFile(options.workspace)) await waitForFolders(page);
  return { exited };
}

const isWorkspaceFile = (path = ''): boolean => path.endsWith('.code-workspace');

/**
 * Waits for the folders of a workspace file. An editor in a browser may miss them when it opens the file for the first
 * time: it begins with what it has cached, and may read the file before it is ready to take the folders over. It has
 * them once they are cached, so the page is loaded anew.
 */
async function waitForFolders(page: Page): Promise<void> {
  const folders = page.locator('.explorer-folders-view .monaco-list-row');
  for (let n = 0; n < 5; n++) {
    await page.locator('.monaco-workbench .part.editor').waitFor();
    const isThere = folders.first().waitFor({ timeout: 5_000 });
    if (
      await isThere.then(
        () => true,
        () => false,
      )
    )
      return;
    await page.reload();
  }
  throw new Error('The editor opened a workspace file without its folders.');
}

function workbenchUrl(
  authority: string,
  options: EditorOptions,
  env?: Readonly<Record<string, string>>,
): string {
  const remote = (path: string): string => `vscode-remote://${authority}${path}`;
  const payload: [string, string][] = [];
  if (options.extension !== undefined) payload.push(['extensionDevelopmentPath', remote(options.extension)]);
  if (options.tests !== undefined) payload.push(['extensionTestsPath', remote(options.tests)]);
  if (env !== undefined) payload.push(['extensionEnvironment', JSON.stringify(env)]);
  const query = new URLSearchParams();
  const { workspace } = options;
  if (workspace !== undefined) query.set(isWorkspaceFile(workspace) ? 'workspace' : 'folder', workspace);
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `http://${authority}/?${query.toString()}`;
}

function asLine(args: readonly unknown[]): string {
  return args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' ');
}
