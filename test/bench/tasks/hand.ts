import type { Locator, Page } from 'playwright-core';
import { menuEntries, passed, treeRows } from '../../editor/workbench.ts';

/** Does what a person does with mouse and keyboard, and counts it. */
export class Hand {
  readonly page: Page;
  clicks = 0;
  /** Keys pressed, each letter of a text being one, and a key with others held being one. */
  keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    await target.click(options);
    this.clicks += 1;
  }

  /** Picks an entry of the menu that a click opens: two clicks. */
  async pick(target: Locator, entry: string, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    await this.click(target, options);
    const item = menuEntries(this.page, entry).first();
    await item.waitFor();
    await passed(this.page, menuArmsMs);
    await this.click(item);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
  }

  /** Goes down to a row or an entry. */
  async downTo(target: Locator): Promise<void> {
    const reached = target.and(this.page.locator('.focused'));
    for (let n = 0; n < mostRows; n++) {
      if ((await reached.count()) > 0) return;
      await this.press('ArrowDown');
    }
    throw new Error(`The arrow key does not lead to ${target.toString()}.`);
  }

  /** Goes down from the first row of the tree to the one of that label. */
  async toRow(label: string): Promise<void> {
    await this.press('Home');
    await this.downTo(treeRows(this.page, label).first());
  }

  /** Takes an entry of the menu of the row with the focus. */
  async menu(entry: string): Promise<void> {
    await this.press('Shift+F10');
    const item = menuEntries(this.page, entry).first();
    await item.waitFor();
    await this.downTo(item);
    await this.press('Enter');
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }

  /** Runs a command of the palette by some of its letters. */
  async run(letters: string, title: string): Promise<void> {
    await this.press('F1');
    const input = this.page.locator('.quick-input-widget:visible input.input');
    await input.waitFor();
    await this.type(letters);
    await this.option(title);
    await this.press('Enter');
  }

  /** Waits until Enter would take the option with that text. */
  async option(text: string | RegExp): Promise<void> {
    await this.page
      .locator('.quick-input-list .monaco-list-row.focused', { hasText: text })
      .first()
      .waitFor();
  }
}

/** A menu ignores clicks right after it opened. Milliseconds. */
const menuArmsMs = 400;
/** A task that takes more than so many arrow keys is not done by them. */
const mostRows = 60;
