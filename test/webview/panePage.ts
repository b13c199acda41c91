import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findBrowser } from '../editor/browserInstall.ts';
import { servePane, type PaneName, type Theme } from './paneServer.ts';

let shared: { readonly browser: Browser; readonly server: Server } | undefined;

export interface PageOptions {
  readonly theme?: Theme;
  readonly context?: BrowserContextOptions;
  /** What the webview's state holds at the start. */
  readonly memory?: unknown;
  /** Runs before the page is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export interface PanePage {
  readonly page: Page;
  /** Errors and refusals of the content security policy that the page reported. */
  readonly problems: readonly string[];
  /** What the pane left in the webview's state. */
  readonly memory: () => Promise<unknown>;
}

/** Sends a message to the pane, as the extension does. */
export type Post = (message: unknown) => Promise<void>;

/** The other side of a pane: takes what the pane sends, and may answer. */
export interface Extension {
  receive(message: unknown): Promise<void>;
}

/** Opens a pane in a page of its own for the time of `use`, connected to what `connect` makes. */
export async function withPanePage<E extends Extension, T>(
  pane: PaneName,
  options: PageOptions,
  connect: (post: Post) => E,
  use: (pane: PanePage & { readonly extension: E }) => Promise<T>,
): Promise<T> {
  const { browser, server } = await start();
  const context = await browser.newContext({ viewport: { width: 1_200, height: 800 }, ...options.context });
  try {
    const page = await context.newPage();
    const problems = watchProblems(page);
    const extension = connect((message) => post(page, message));
    await connectPage(page, extension, options.memory);
    await options.prepare?.(page);
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${String(port)}/${pane}?theme=${options.theme ?? 'dark'}`);
    await page.waitForSelector('.pane').catch((error: unknown) => {
      throw new Error(`The pane did not show: ${problems.join(', ')}`, { cause: error });
    });
    const memory = (): Promise<unknown> =>
      page.evaluate(() => Reflect.get(globalThis, 'paneMemory') as unknown);
    return await use({ page, extension, problems, memory });
  } finally {
    await context.close();
  }
}

/** Closes what is shared between tests. */
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

function watchProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}

async function post(page: Page, message: unknown): Promise<void> {
  if (page.isClosed()) return;
  await page.evaluate((data) => window.postMessage(data), message).catch(() => undefined); // closed meanwhile
}

async function connectPage(page: Page, extension: Extension, memory: unknown): Promise<void> {
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

/**
 * Waits until the pane has taken in what was sent to it and done to it, and the extension what the pane sent since:
 * after some frames, because parts of a pane wait for the next one.
 */
export async function rendered(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < 4; frame++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  })()`);
}

/** What reaches beyond the right edge of the window and does not scroll by itself. */
export const beyondEdge = (page: Page): Promise<readonly string[]> =>
  page.locator('main *').evaluateAll((elements) =>
    elements
      .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
      .filter((e) => e.closest('pre, .table, .visually-hidden') === null)
      .map((e) => e.outerHTML.slice(0, 80)),
  );
