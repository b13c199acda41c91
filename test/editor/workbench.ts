import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

/** The four built-in themes every pane must be fit for; values of the setting `workbench.colorTheme`. */
export const themes = {
  light: 'Default Light Modern',
  dark: 'Default Dark Modern',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
} as const;

/** How `setTheme` recognises a theme: the class of the workbench, and the one of a webview's body. */
const themeMarks: Readonly<Record<keyof typeof themes, readonly [workbench: string, webview: string]>> = {
  light: ['vs', 'vscode-light'],
  dark: ['vs-dark', 'vscode-dark'],
  highContrast: ['hc-black', 'vscode-high-contrast'],
  highContrastLight: ['hc-light', 'vscode-high-contrast-light'],
};

/** Waits until the window has a theme. */
export async function workbenchHasTheme(page: Page, theme: keyof typeof themes): Promise<void> {
  await page.locator(`.monaco-workbench.${themeMarks[theme][0]}`).waitFor();
}

/** Waits until the window and the shown webview have a theme. */
export async function hasTheme(page: Page, theme: keyof typeof themes): Promise<void> {
  await workbenchHasTheme(page, theme);
  await webview(page).locator(`body[data-vscode-theme-kind="${themeMarks[theme][1]}"]`).waitFor();
}

/** How long something may take before it is tried again, in milliseconds: a click may hit what is being drawn anew. */
const tryAgainMs = 10_000;

/** Whether something is shown soon; what would show it is tried again otherwise. */
async function appears(what: Locator): Promise<boolean> {
  return what.waitFor({ timeout: tryAgainMs }).then(
    () => true,
    () => false,
  );
}

/** Whether a click was possible soon. */
async function clicked(what: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<boolean> {
  return what.click({ ...options, timeout: tryAgainMs }).then(
    () => true,
    () => false,
  );
}

/** Whether a field took a text soon; it may close again as it opens, when a pane that opens takes the focus. */
async function filled(field: Locator, text: string): Promise<boolean> {
  return field.fill(text, { timeout: tryAgainMs }).then(
    () => true,
    () => false,
  );
}

/** Clicks, and again where the click came to nothing, until something is shown. */
export async function clickFor(target: Locator, shown: Locator): Promise<void> {
  let again = false;
  await eventually(`what the click on ${target.toString()} shows, ${shown.toString()}`, async () => {
    if (again && (await shown.isVisible())) return true; // it only took long, and another click might undo it
    again = true;
    return (await clicked(target)) && appears(shown);
  });
}

/** Clicks what another click unfolds, from the beginning again where it folded meanwhile, until something is shown. */
export async function clickWithin(folded: Locator, target: Locator, shown: Locator): Promise<void> {
  await eventually(`what the click on ${target.toString()} shows, ${shown.toString()}`, async () => {
    if (!(await target.isVisible()) && !((await clicked(folded)) && (await appears(target)))) return false;
    return (await clicked(target)) && appears(shown);
  });
}

/**
 * Opens the view container of that title through the activity bar. While a window starts, the container it had before
 * opens by itself, and a click would then hide it: so it looks again whether it is there.
 */
export async function openViewContainer(page: Page, title: string): Promise<void> {
  const item = page.locator(`.activitybar .action-item:has(a[aria-label^="${title}"])`);
  const shown = page.locator(`.activitybar .action-item.checked:has(a[aria-label^="${title}"])`);
  await item.waitFor();
  // What was open before is open again, or the side bar is closed, as in a window without a folder.
  await page.locator('.activitybar .action-item.checked, .monaco-workbench.nosidebar').first().waitFor();
  if (await shown.isVisible()) return;
  await clickFor(item, shown);
}

/** Unfolds these views of the side bar, and folds the others, so that all rows have room. */
export async function showViews(page: Page, ...titles: readonly string[]): Promise<void> {
  const headers = page.locator('.sidebar .pane-header');
  await headers
    .filter({ hasText: titles[0] ?? '' })
    .first()
    .waitFor();
  for (const header of await headers.all()) {
    const name = await header.innerText();
    const unfolded = String(titles.some((title) => name.toLowerCase().includes(title.toLowerCase())));
    if ((await header.getAttribute('aria-expanded')) === unfolded) continue;
    // Its title, because in the middle of a header may be a button.
    await clickFor(header.locator('.title'), header.and(page.locator(`[aria-expanded="${unfolded}"]`)));
  }
}

/** The rows of the side bar's trees whose label begins with `label` (all rows without it). */
export function treeRows(page: Page, label = ''): Locator {
  const labelled = label === '' ? '' : `[aria-label^="${label}"]`;
  return page.locator(`.sidebar [role="treeitem"]${labelled}`);
}

/** Unfolds a row that is not unfolded. */
export async function unfold(row: Locator): Promise<void> {
  await row.waitFor();
  const unfolded = row.and(row.page().locator('[aria-expanded="true"]'));
  if (await unfolded.isVisible()) return;
  await clickFor(row.locator('.monaco-tl-twistie'), unfolded);
}

/** How long something over a row may take before the mouse is moved onto the row again, in milliseconds. */
const overRowMs = 3_000;

/**
 * Does something while the mouse is over a row, and again where that failed: a row that is drawn anew does not know that
 * the mouse is over it, and a tooltip that comes after the mouse has gone stays, and may cover the row.
 */
export async function whileOver(row: Locator, act: (timeout: number) => Promise<unknown>): Promise<void> {
  const page = row.page();
  const tooltip = page.locator('.monaco-hover:visible');
  await eventually(`the mouse to be over ${row.toString()}`, async () => {
    if ((await tooltip.count()) > 0) {
      // It goes with a key, or when the mouse leaves it.
      await page.keyboard.press('Escape');
      await tooltip
        .first()
        .hover({ timeout: overRowMs })
        .catch(() => undefined);
    }
    await page.mouse.move(5, 5, { steps: 5 });
    return row
      .hover({ timeout: overRowMs })
      .then(() => act(overRowMs))
      .then(
        () => true,
        () => false,
      );
  });
}

/** Presses a key on a row that was clicked, as soon as the tree has the focus again. */
export async function pressOnRow(row: Locator, key: string): Promise<void> {
  const page = row.page();
  await row.and(page.locator('.sidebar .monaco-list:focus .monaco-list-row.focused')).waitFor();
  await page.keyboard.press(key);
}

/** Waits until the tree was drawn last a second ago. */
export async function treeIsCalm(page: Page): Promise<void> {
  await page.locator('.sidebar').evaluate(
    (sidebar) =>
      new Promise<void>((resolve) => {
        let timer = window.setTimeout(resolve, 1_000);
        new MutationObserver(() => {
          window.clearTimeout(timer);
          timer = window.setTimeout(resolve, 1_000);
        }).observe(sidebar, { subtree: true, childList: true });
      }),
  );
}

/**
 * Deletes the row that has the focus. A row that is found only after the tree was drawn anew is not deleted: on a machine
 * that is busy a tree may rest for a while before that, and the key is pressed again, as a person would.
 */
export async function pressDelete(row: Locator): Promise<void> {
  await eventually(`${row.toString()} to be deleted`, async () => {
    await treeIsCalm(row.page());
    if ((await row.count()) === 0) return true;
    await pressOnRow(row, 'Delete');
    return row.waitFor({ state: 'detached', timeout: tryAgainMs }).then(
      () => true,
      () => false,
    );
  });
}

/** The rows of the list below the quick input, with that text. */
export function options(page: Page, text: string | RegExp = ''): Locator {
  return page.locator('.quick-input-list .monaco-list-row', { hasText: text });
}

/** The field of the quick input that shows a text, as its title or in its list. */
export async function quickInput(page: Page, shows: string): Promise<Locator> {
  const widget = page.locator('.quick-input-widget', { hasText: shows });
  await widget.waitFor();
  return widget.locator('input.input');
}

/** Accepts the option of a list that has that text, once Enter would take it. */
export async function accept(page: Page, text: string | RegExp): Promise<void> {
  await options(page, text).and(page.locator('.focused')).waitFor();
  await page.keyboard.press('Enter');
}

/** Runs a command of the palette by its full title, `Category: Title`. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const input = page.locator('.quick-input-widget input.input');
  const exactly = page.locator('.label-name').getByText(title, { exact: true });
  // Enter takes the entry that has the focus, which the list gives to its first after it was filtered.
  const entry = page.locator('.quick-input-list .monaco-list-row.focused', { has: exactly });
  const inFocus = input.and(page.locator(':focus'));
  await eventually(`the command ${title}`, async () => {
    await page.keyboard.press('F1');
    if (!(await filled(input, `>${title}`))) return false;
    if (await appears(entry)) return (await inFocus.count()) > 0; // Enter would go to what took the focus
    await page.keyboard.press('Escape'); // a list that is open does not learn of commands that come later
    return false;
  });
  await page.keyboard.press('Enter');
  await entry.waitFor({ state: 'hidden' });
}

/** Reloads the window and waits until the page is loaded. What the window remembers is saved before. */
export async function reloadWindow(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load');
  await runCommand(page, 'Developer: Reload Window');
  await reloaded;
}

/** The entries of the menu that is open. */
export function menuEntries(page: Page, text = ''): Locator {
  return page.locator('.context-view .monaco-menu .action-item', { hasText: text });
}

/** Opens a row's context menu and waits for an entry, also where the row is drawn anew under the mouse. */
export async function openContextMenu(page: Page, row: Locator, entry: string): Promise<Locator> {
  const item = menuEntries(page, entry).first();
  await eventually(`the entry ${entry}`, async () => {
    if (await menuEntries(page).first().isVisible()) await page.keyboard.press('Escape');
    return (await clicked(row, { button: 'right' })) && appears(item);
  });
  return item;
}

/** Picks an entry of a row's context menu, or of a submenu in it. */
export async function pickFromContextMenu(
  page: Page,
  row: Locator,
  entry: string,
  submenu?: string,
): Promise<void> {
  await eventually(`the entry ${entry} to be picked`, async () => {
    const item = await openContextMenu(page, row, submenu ?? entry);
    await passed(page, menuArmsMs);
    if (submenu === undefined) return clicked(item);
    const within = menuEntries(page, entry).last(); // the submenu is inside its entry
    if (!(await clicked(item)) || !(await appears(within))) return false;
    await passed(page, menuArmsMs);
    return clicked(within);
  });
  await menuEntries(page).first().waitFor({ state: 'hidden' });
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

/**
 * Waits until the focus is in an element, or in the page inside it. What was opened takes the focus only some time after
 * it is shown, and that closes a quick input opened meanwhile.
 */
export async function focusIn(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((within) => Boolean(document.activeElement?.closest(within)), selector);
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
