import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { DialogPaneState } from '../../src/protocol/dialogPane.ts';
import { findBrowser } from '../editor/browserInstall.ts';
import { servePane, type Theme } from './paneServer.ts';
import { ScriptedExtension, type ScriptedDialog } from './scriptedExtension.ts';

let shared: { readonly browser: Browser; readonly server: Server } | undefined;

export interface PaneOptions extends ScriptedDialog {
  readonly theme?: Theme;
  readonly context?: BrowserContextOptions;
  /** What the webview's state holds at the start. */
  readonly memory?: unknown;
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface OpenPane {
  readonly page: Page;
  readonly extension: ScriptedExtension;
  /** Errors and refusals of the content security policy that the page reported. */
  readonly problems: readonly string[];
  /** What the pane left in the webview's state. */
  readonly memory: () => Promise<unknown>;
}

/** Opens the pane on a dialog, in a page of its own, for the time of `use`. */
export async function withPane<T>(options: PaneOptions, use: (pane: OpenPane) => Promise<T>): Promise<T> {
  const { browser, server } = await start();
  const context = await browser.newContext({ viewport: { width: 1_200, height: 800 }, ...options.context });
  try {
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const extension = new ScriptedExtension(options, (state) => post(page, state));
    await connect(page, extension, options.memory);
    await options.prepare?.(page);
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${String(port)}/?theme=${options.theme ?? 'dark'}`);
    await page.waitForSelector('.pane', { timeout: 5_000 }).catch((error: unknown) => {
      throw new Error(`The pane did not show: ${problems.join(', ')}`, { cause: error });
    });
    const memory = (): Promise<unknown> =>
      page.evaluate(() => Reflect.get(globalThis, 'paneMemory') as unknown);
    return await use({ page, extension, problems, memory });
  } finally {
    await context.close();
  }
}

/** Closes what `withPane` shares between tests. */
export async function closePanes(): Promise<void> {
  await shared?.browser.close();
  shared?.server.close();
  shared = undefined;
}

async function start(): Promise<NonNullable<typeof shared>> {
  if (shared !== undefined) return shared;
  const { executablePath, env } = findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu'],
  });
  shared = { browser, server: await servePane() };
  return shared;
}

async function post(page: Page, state: DialogPaneState): Promise<void> {
  if (page.isClosed()) return;
  const message: unknown = state;
  await page.evaluate((data) => window.postMessage(data), message).catch(() => undefined); // closed meanwhile
}

async function connect(page: Page, extension: ScriptedExtension, memory: unknown): Promise<void> {
  await page.exposeFunction('toExtension', (message: unknown) => void extension.receive(message));
  // A text, because a compiled function would bring along names of the compiler.
  await page.addInitScript(`
    globalThis.paneMemory = ${JSON.stringify(memory ?? null)};
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => globalThis.toExtension(message),
      getState: () => globalThis.paneMemory,
      setState: (state) => (globalThis.paneMemory = state),
    });`);
}
