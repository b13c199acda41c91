import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import type { PaneName } from '../../src/protocol/panes.ts';
import { findBrowser } from '../editor/browserInstall.ts';
import { eventually, holds, patience } from '../eventually.ts';
import { servePane, type Theme } from './paneServer.ts';

/** `context` has one page that stays, which keeps the process alive that those after it begin in. */
interface Shared {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly server: Server;
}

let shared: Shared | undefined;

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

/** Sends a message to the pane, as the extension does; done once the pane has taken it in. */
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
  const { server } = await start();
  const { page, close } = await openPage(options.context);
  try {
    const problems = watchProblems(page);
    const extension = connect((message) => post(page, message));
    await connectPage(page, extension, options.memory);
    await slowDown(page);
    await options.prepare?.(page);
    await page.goto(`${addressOf(server)}/${pane}?theme=${options.theme ?? 'dark'}`);
    await page.waitForSelector('.pane').catch((error: unknown) => {
      throw new Error(`The pane did not show: ${problems.join(', ')}`, { cause: error });
    });
    await rendered(page, 1); // it listens to scrolling from the first frame on
    const memory = (): Promise<unknown> =>
      page.evaluate(() => Reflect.get(globalThis, 'paneMemory') as unknown);
    return await use({ page, extension, problems, memory });
  } finally {
    await close();
  }
}

/** Opens an empty page. One that differs from others in its size only shares their process, as a start takes long. */
async function openPage({ viewport, ...others }: BrowserContextOptions = {}) {
  const { browser, context } = await start();
  const own = Object.keys(others).length > 0 ? await browser.newContext(others) : undefined;
  own?.setDefaultTimeout(patience);
  const page = await (own ?? context).newPage();
  await page.setViewportSize(viewport ?? { width: 1_200, height: 800 });
  return { page, close: () => (own ?? page).close() };
}

/** Opens a file of its own, without a network, for the time of `use`. `problems` grows with what the page reports and asks for. */
export async function withFilePage<T>(
  url: string,
  options: BrowserContextOptions,
  use: (page: Page, problems: readonly string[]) => Promise<T>,
): Promise<T> {
  const { browser } = await start();
  const context = await browser.newContext({ offline: true, ...options });
  try {
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) problems.push(`It asks for ${request.url()}`);
    });
    watchProblems(page, problems);
    await page.goto(url);
    return await use(page, problems);
  } finally {
    await context.close();
  }
}

/** Closes what is shared between tests, at the latest after all files: starting a browser for each takes a second. */
export async function closePanes(): Promise<void> {
  await shared?.browser.close();
  shared?.server.close();
  shared = undefined;
}
after(closePanes);

async function start(): Promise<Shared> {
  if (shared !== undefined) return shared;
  const { executablePath, env } = findBrowser();
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1'],
  });
  const server = await servePane();
  const context = await browser.newContext();
  context.setDefaultTimeout(patience);
  const keeper = await context.newPage();
  await keeper.goto(`${addressOf(server)}/theme.css`);
  shared = { browser, context, server };
  return shared;
}

const addressOf = (server: Server): string =>
  `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

function watchProblems(page: Page, problems: string[] = []): readonly string[] {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}

/** Slows the page down by the factor of the environment, which shows the tests that read too early. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.PANE_SLOWDOWN ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

async function post(page: Page, message: unknown): Promise<void> {
  if (page.isClosed()) return;
  const send = (data: unknown) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      window.postMessage(data, '*', [port2]);
    });
  await page.evaluate(send, message).catch(() => undefined); // closed meanwhile
}

async function connectPage(page: Page, extension: Extension, memory: unknown): Promise<void> {
  await page.exposeFunction('toExtension', (message: unknown) => void extension.receive(message));
  // A text, because a compiled function would bring along names of the compiler.
  await page.addInitScript(`
    globalThis.paneMemory = ${JSON.stringify(memory ?? null)};
    addEventListener('message', ({ ports }) => ports[0]?.postMessage('taken in'));
    globalThis.litUp = new Set();
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('.message-flash:not(.message-skeleton)'))
        litUp.add(Number(row.dataset.position));
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
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
export async function rendered(page: Page, frames = 4): Promise<void> {
  await page.evaluate(`(async () => {
    for (let frame = 0; frame < ${String(frames)}; frame++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  })()`);
}

/** Waits until a message has lit up, also where it is over: it lasts two seconds, which may pass before a test looks. */
export const litUp = (page: Page, position: number): Promise<unknown> =>
  once(page, `message ${String(position)} lit up`, `litUp.has(${String(position)})`);

/**
 * Waits until an expression holds in the page. `page.waitForFunction` would not do: it evaluates in the page itself, where
 * the pane's content security policy forbids it.
 */
export const once = (page: Page, what: string, expression: string): Promise<true> =>
  eventually(what, () => page.evaluate<true | false>(expression));

/** Where an element is once it has not moved for ten frames. Pixels from the top of the window. */
export const restingPlace = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    let last = NaN;
    let still = 0;
    const look = () => {
      const top = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect().top;
      still = top !== undefined && top === last ? still + 1 : 0;
      last = top;
      if (still === 10) resolve(top);
      else requestAnimationFrame(look);
    };
    look();
  })`);

/** Waits until the header offers just these actions: those told by their texts or tooltips, then those of its menu. */
export const offers = (page: Page, actions: readonly string[]): Promise<void> =>
  holds(async () => {
    const buttons = page.locator('.actions > button');
    const shown = await buttons.evaluateAll((all) =>
      all.flatMap((button) =>
        button.ariaHasPopup === 'menu' ? [] : [button.getAttribute('title') ?? button.textContent],
      ),
    );
    await moreActions(page).click();
    const inMenu = page.getByRole('menuitem');
    await inMenu.first().waitFor();
    const items = await inMenu.allTextContents();
    await page.keyboard.press('Escape');
    assert.deepEqual([...shown, ...items], actions);
  });

const moreActions = (page: Page): Locator => page.locator('.actions > button[aria-haspopup="menu"]').last();

/** Chooses an action of the header: from its menu where no button has its name. */
export async function choose(page: Page, name: string): Promise<void> {
  const button = page.locator('.actions').getByRole('button', { name, exact: true });
  if ((await button.count()) > 0) return button.click();
  await moreActions(page).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Waits until an element has the focus. */
export const hasFocus = (element: Locator): Promise<void> =>
  holds(async () =>
    assert.ok(await element.evaluate((e) => e === document.activeElement), 'it has the focus'),
  );

/** What reaches beyond the right edge of the window and does not scroll by itself. */
export const beyondEdge = (page: Page): Promise<readonly string[]> =>
  page.locator('main *').evaluateAll((elements) =>
    elements
      .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
      .filter((e) => e.closest('pre, .table, .figures-scroll, .visually-hidden') === null)
      .map((e) => e.outerHTML.slice(0, 80)),
  );
