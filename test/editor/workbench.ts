import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';

/** The four built-in themes every pane must be fit for; values of the setting `workbench.colorTheme`. */
export const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
} as const;

/** Opens the view container of that title through the activity bar. */
export async function openViewContainer(page: Page, title: string): Promise<void> {
  const item = page.locator(`.activitybar .action-item:has(a[aria-label^="${title}"])`);
  await item.waitFor();
  if ((await item.getAttribute('aria-expanded')) === 'true') return;
  if (!((await item.getAttribute('class')) ?? '').includes('checked')) await item.click();
}

/** The rows of the side bar's trees whose label begins with `label` (all rows without it). */
export function treeRows(page: Page, label = ''): Locator {
  const labelled = label === '' ? '' : `[aria-label^="${label}"]`;
  return page.locator(`.sidebar [role="treeitem"]${labelled}`);
}

/** Runs a command of the palette by its full title, `Category: Title`. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input.input');
  await input.waitFor();
  await input.fill(`>${title}`);
  await page.locator('.quick-input-list [role="option"]', { hasText: title }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** Picks an entry of a row's context menu. */
export async function pickFromContextMenu(page: Page, row: Locator, entry: string): Promise<void> {
  await row.click({ button: 'right' });
  const item = page.locator('.context-view .monaco-menu .action-item', { hasText: entry }).first();
  await item.waitFor();
  await passed(page, menuArmsMs);
  await item.click();
}

// A menu ignores clicks right after it opened, so that the opening click cannot choose an entry.
const menuArmsMs = 400;

/** Waits until milliseconds have passed in a page, so that what its own timers began earlier and shorter is done. */
export async function passed(page: Page | Frame, ms: number): Promise<void> {
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), ms);
}

/** What is inside the shown webview, to locate elements in; waits with each use of a locator. */
export function webview(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/** The frame of the shown webview, once it has content, to evaluate code in. */
export async function webviewFrame(page: Page): Promise<Frame> {
  const body = webview(page).locator('body');
  await body.waitFor();
  const element = await body.elementHandle();
  const frame = await element.ownerFrame();
  if (!frame) throw new Error('The webview has no frame of its own.');
  return frame;
}
