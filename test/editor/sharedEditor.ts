import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { startEditorServer, type EditorServer } from './editorServer.ts';
import { endExtensionHosts } from './extensionHosts.ts';
import { writeProfile } from './profile.ts';
import {
  launchBrowser,
  openWorkbench,
  serverArguments,
  startEditor,
  type EditorOptions,
  type RunningEditor,
} from './startEditor.ts';

/**
 * The server and the browser that windows of this process have one after the other: starting them, and compiling the
 * workbench anew, takes a quarter of a start. Each window has a profile of its own, and an extension host with an
 * environment of its own.
 */
interface Shared {
  readonly folder: string;
  readonly server: EditorServer;
  readonly context: BrowserContext;
  /** Shows nothing, and keeps the process alive that has compiled the workbench. */
  readonly keeper: Page;
}

let kept: Shared | undefined;
/** One window at a time: of a test that ran out of time it may be open for long. */
let isOpen = false;
process.once('exit', () => {
  if (kept) rmSync(kept.folder, { recursive: true, force: true });
});

/** Opens a window as `startEditor` does, in the server and the browser of the one before it where that can be. */
export async function openInShared(options: EditorOptions): Promise<RunningEditor> {
  const needsItsOwn =
    options.vsix !== undefined || options.profile !== undefined || options.allBuiltIns === true;
  if (isOpen || needsItsOwn) return startEditor(options);
  isOpen = true;
  try {
    const editor = await shared();
    const page = await editor.context.newPage();
    return { ...(await show(page, editor, options)), page, close: (failed) => closeWindow(page, failed) };
  } catch (error) {
    await discard();
    isOpen = false;
    throw error;
  }
}

/** What a server of one window alone is told when it starts, this one is told by the profile and the address. */
async function show(page: Page, { server, folder }: Shared, options: EditorOptions) {
  const { language, trusted = true, settings, env } = options;
  writeProfile(
    folder,
    { ...settings, ...(trusted && { 'security.workspace.trust.enabled': false }) },
    language,
  );
  return openWorkbench(page, server, options, { ...env });
}

const originOf = ({ port }: EditorServer): string => `http://localhost:${port}`;

/** What runs already; else it is started. */
async function shared(): Promise<Shared> {
  if (kept !== undefined) return kept;
  const folder = mkdtempSync(join(tmpdir(), 'history-editor-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  const profile = writeProfile(folder, {}, undefined);
  const server = await startEditorServer(profile, serverArguments({ trusted: false }, folder), {
    HOME: home,
  });
  const browser = await launchBrowser('--renderer-process-limit=1');
  const context = await browser.newContext();
  const keeper = await context.newPage();
  await keeper.goto(`${originOf(server)}/version`);
  kept = { folder, server, context, keeper };
  return kept;
}

/** Closes a window; where that or a test in it failed, nothing of it is used again. */
async function closeWindow(page: Page, failed = false): Promise<void> {
  const isForgotten = !failed && kept !== undefined && (await succeeds(forget(page, kept)));
  if (!isForgotten) await discard();
  isOpen = false;
}

const succeeds = (done: Promise<void>): Promise<boolean> =>
  done.then(
    () => true,
    () => false,
  );

/** Closes a window, and removes what the server and the browser keep of it. */
async function forget(page: Page, { folder, keeper, context, server }: Shared): Promise<void> {
  await page.close();
  await endExtensionHosts(server.pid);
  for (const name of ['User', 'Machine'])
    rmSync(join(folder, 'user-data', name), { recursive: true, force: true });
  const debugging = await context.newCDPSession(keeper);
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage';
  await debugging.send('Storage.clearDataForOrigin', {
    origin: originOf(server),
    storageTypes,
  });
  await debugging.detach();
  await context.clearCookies();
  const left = await keeper.evaluate(async () => [
    ...Object.keys(localStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  ]);
  if (left.length > 0) throw new Error(`Of the window before is left: ${left.join(', ')}`);
}

async function discard(): Promise<void> {
  const ended = kept;
  kept = undefined;
  if (ended === undefined) return;
  await ended.context.browser()?.close();
  await ended.server.stop();
  rmSync(ended.folder, { recursive: true, force: true });
}
