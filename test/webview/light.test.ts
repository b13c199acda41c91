import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { LightMessage } from '../../src/protocol/light.ts';
import { eventually, holds } from '../eventually.ts';
import { withMemoryPane } from './scriptedMemory.ts';
import { withContextPane } from './scriptedContext.ts';
import { withPane } from './withPane.ts';

const start = Date.UTC(2026, 1, 5, 9);
const filler = 'something else was said here\n\n'.repeat(200);

const message = (position: number) => ({
  position,
  role: 'user' as const,
  text:
    position === 500 ? `${filler}The **login** fails at 登录页面\n\n${filler}` : `hay ${position}, no logins`,
  ts: start + position * 1_000,
});

/** Sends what the extension sends of a search. */
const light = (page: Page, sent: Omit<LightMessage, 'type'>) =>
  page.evaluate((content) => window.postMessage(content, '*'), { type: 'light', ...sent });

/** Waits until exactly these texts are lit up. */
const lit = (page: Page, name: string, texts: readonly string[]) =>
  holds(async () =>
    assert.deepEqual(
      await page.evaluate((which) => [...(CSS.highlights.get(which) ?? [])].map(String), name),
      texts,
    ),
  );

/** Waits until what is lit up where the reader was taken is in the window. */
const inView = (page: Page) =>
  eventually('the words in view', () =>
    page.evaluate(() => {
      const [range] = [...(CSS.highlights.get('lit-here') ?? [])];
      const { top = -1, bottom = 0 } = range instanceof Range ? range.getBoundingClientRect() : {};
      return top >= 0 && bottom <= innerHeight;
    }),
  );

describe('highlighting search matches', function () {
  it('scrolls to the words in a long message, survives new rows, and ends on Escape', async () => {
    await withPane({ total: 1_000, message }, async ({ page, extension, problems }) => {
      await page.locator('.message').first().waitFor();
      await extension.change({}, { reveal: 500 });
      await light(page, { words: ['login fails', 'LOGIN', '登录'], position: 500, go: true });
      await lit(page, 'lit-here', ['login fails', '登录']);
      await inView(page);
      await extension.change({ total: 1_001 });
      await lit(page, 'lit-here', ['login fails', '登录']);
      await page.keyboard.press('Escape');
      await lit(page, 'lit-here', []);
      await eventually('the extension knows', () => extension.all('unlight').length === 1);
      await light(page, { words: ['hay'], position: 999, go: false });
      await lit(page, 'lit-here', []);
      await light(page, { words: [], go: true });
      await lit(page, 'lit', []);
      assert.deepEqual(problems, []);
    });
  });

  it('covers summaries, turns of contexts and memories', async () => {
    const summary = { decisions: ['Round **once**, on the sum'] };
    await withPane({ total: 3, message, summary }, async ({ page }) => {
      await page.locator('.summary-content').waitFor({ state: 'attached' });
      await light(page, { words: ['once'], position: -1, go: true });
      await lit(page, 'lit-here', ['once']);
    });
    const turns = Array.from({ length: 60 }, (_, n) => ({
      role: 'user' as const,
      text: n === 30 || n === 3 ? 'the needle' : `hay ${n}\n\n`.repeat(4),
      ts: start + n,
    }));
    await withContextPane({ turns }, async ({ page, extension }) => {
      await page.locator('.turn').first().waitFor();
      await extension.change({ reveal: 30 });
      await light(page, { words: ['needle'], go: true });
      await lit(page, 'lit-here', ['needle']);
      await inView(page);
    });
    await withMemoryPane({}, async ({ page }) => {
      await light(page, { words: ['rounded', 'src/pricing.js'], go: true });
      await lit(page, 'lit-here', ['rounded', 'src/pricing.js']);
    });
  });
});
