import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually, holds } from '../eventually.ts';
import { framesDuring, scrollSteps } from './frames.ts';
import { sampleMessage, sampleSummary } from './sampleDialog.ts';
import { litUp, once, rendered } from './panePage.ts';
import { withPane, type OpenPane } from './withPane.ts';

const long = { total: 100_000, summary: sampleSummary, delay: 15 };

/** Positions of the rows that are at least partly in view. */
const inView = (page: Page): Promise<number[]> =>
  page.evaluate(`(() => {
    const { top, bottom } = document.querySelector('.scroller').getBoundingClientRect();
    const rows = [...document.querySelectorAll('.message')];
    const seen = rows.filter((row) => {
      const place = row.getBoundingClientRect();
      return place.bottom > top + 1 && place.top < bottom - 1;
    });
    return seen.map((row) => Number(row.dataset.position));
  })()`);

/** Where a message is in the viewport, in pixels from the top of the list. */
const placeOf = (page: Page, position: number): Promise<number> =>
  page.evaluate(`document.querySelector('[data-position="${String(position)}"]').getBoundingClientRect().top
    - document.querySelector('.scroller').getBoundingClientRect().top`);

const distanceFromEnd = (page: Page): Promise<number> =>
  page.evaluate(`(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(
    document.querySelector('.scroller'))`);

/** Waits until every row in the page shows its message. */
const settled = async (page: Page): Promise<void> => {
  await rendered(page);
  await page.waitForSelector('.message-skeleton', { state: 'detached' });
};

const lastIs = (page: Page, position: number): Promise<unknown> =>
  eventually(
    `message ${String(position)} is at the end of the view`,
    async () => (await inView(page)).at(-1) === position && (await distanceFromEnd(page)) <= 1,
  );

/**
 * Waits until the reader's place is remembered, which comes after all that waits for the reader to rest, and all in
 * view is there. Gives the position of the first message in view.
 */
async function rested({ page, memory }: OpenPane): Promise<number> {
  let first = 0;
  await settled(page);
  await holds(async () => {
    [first = 0] = await inView(page);
    assert.deepEqual(await memory(), { folder: '/project', dialog: 'Nightly import', position: first });
  });
  return first;
}

describe('messages in the pane', function () {
  it('open at the newest of 100,000 with a screenful of rows', async () => {
    await withPane(long, async ({ page, problems }) => {
      await settled(page);
      await lastIs(page, 99_999);
      assert.ok((await page.locator('.message').count()) <= 30);
      assert.deepEqual(problems, []);
    });
  });

  it('show no blank frame however they are scrolled', async () => {
    await withPane(long, async ({ page, extension }) => {
      await settled(page);
      await page.mouse.move(400, 400);
      const acts: Record<string, () => Promise<void>> = {
        slowly: () => scrollSteps(page, 60, -60),
        fast: () => scrollSteps(page, 60, -700),
        'very fast': () => scrollSteps(page, 40, -5_000),
        'with the bar': () => scrollSteps(page, 20, -400_000),
        'down again': () => scrollSteps(page, 40, 1_500),
        'with the wheel': async () => {
          for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -900);
          await once(page, 'twenty frames', 'framesSeen.frames > 20');
        },
      };
      const leaps = new Set(['very fast', 'with the bar', 'down again']);
      for (const [how, act] of Object.entries(acts)) {
        const seen = await framesDuring(page, act);
        assert.ok(seen.frames >= 15, `${how}: ${JSON.stringify(seen)}`);
        // Steps larger than the view show other messages in every frame. On a busy machine heights measured in one
        // of them may leave a gap that the next fills; nobody can see that.
        const allowed = leaps.has(how) ? Math.ceil(seen.frames / 20) : 0;
        assert.ok(seen.blank <= allowed, `${how}: ${JSON.stringify(seen)}`);
        assert.ok(seen.mostRows <= 45, `${how}: ${JSON.stringify(seen)}`);
      }
      await settled(page);
      assert.deepEqual(extension.refused, []);
    });
  });

  it('are loaded before they are seen at reading speed', async () => {
    await withPane(long, async ({ page, extension }) => {
      await settled(page);
      for (let screen = 0; screen < 30; screen++) {
        const seen = await framesDuring(page, () => scrollSteps(page, 5, -150));
        assert.equal(seen.skeleton, 0, JSON.stringify(seen));
        await eventually('the pane is sent what it asked for', () => extension.idle);
      }
    });
  });

  it('are requested within bounds and dropped when far away', async () => {
    await withPane({ ...long, total: 20_050 }, async ({ page, extension }) => {
      await settled(page);
      for (const part of [0.9, 0.5, 0.1]) {
        await page.evaluate(
          `{ const s = document.querySelector('.scroller'); s.scrollTop = s.scrollHeight * ${String(part)} }`,
        );
        await settled(page);
      }
      const windows = extension.all('window');
      assert.ok(windows.length >= 3 && windows.length < 30, String(windows.length));
      assert.ok(windows.every(({ offset }) => offset < 20_050));
    });
  });

  it('come into view on arrival while the newest is in view', async () => {
    await withPane({ ...long, total: 500 }, async ({ page, extension }) => {
      await settled(page);
      for (let total = 501; total <= 505; total++) {
        await extension.change({ total });
        await page.waitForSelector(`[data-position="${String(total - 1)}"]:not(.message-skeleton)`);
      }
      await lastIs(page, 504);
      await page.locator('.newest').waitFor({ state: 'detached' });
    });
  });

  it('stay in place when others arrive, which a button announces', async () => {
    await withPane(long, async (pane) => {
      const { page, extension } = pane;
      await settled(page);
      await framesDuring(page, () => scrollSteps(page, 20, -400));
      const first = await rested(pane);
      const before = await placeOf(page, first);
      await extension.change({ total: 100_001 });
      await extension.change({ total: 100_003 });
      await page.getByText('3 new messages').first().waitFor();
      await rendered(page);
      assert.equal(await placeOf(page, first), before);
      await page.locator('.newest').click();
      await page.waitForSelector('.newest', { state: 'detached' });
      await lastIs(page, 100_002);
    });
  });

  it('are scrolled to and highlighted once on request of the extension', async () => {
    await withPane(long, async ({ page, extension }) => {
      await settled(page);
      await extension.change({}, { reveal: 41_234 });
      await litUp(page, 41_234);
      await holds(async () => assert.ok((await inView(page)).includes(41_234)));
      await page.waitForSelector('.message-flash', { state: 'detached' });
      await framesDuring(page, () => scrollSteps(page, 20, 500));
      await extension.change({ total: 100_001 });
      await rendered(page);
      assert.ok(!(await inView(page)).includes(41_234));
    });
  });

  it('are replaced by the current ones after a clear', async () => {
    await withPane({ ...long, total: 300 }, async ({ page, extension }) => {
      await settled(page);
      await extension.change({ total: 0 }, { clear: true });
      await page.getByText('No messages yet').waitFor();
      assert.equal(await page.locator('.message').count(), 0);
      const message = (position: number) => ({
        ...sampleMessage(position),
        text: `restored ${String(position)}`,
      });
      await extension.change({ total: 2, message }, { clear: true });
      await page.getByText('restored 1').waitFor();
    });
  });

  it('keep their position after the page is recreated', async () => {
    const { memory, top } = await withPane(long, async (pane) => {
      const { page, extension } = pane;
      await settled(page);
      await extension.change({}, { reveal: 70_000 });
      await litUp(page, 70_000);
      const top = await rested(pane);
      return { memory: await pane.memory(), top };
    });
    await withPane({ ...long, memory }, async ({ page }) => {
      await settled(page);
      await eventually(
        'the first in view is the one from before',
        async () => (await inView(page))[0] === top,
      );
    });
    // The place belongs to the other dialog.
    await withPane({ ...long, name: 'Another', memory }, async ({ page }) => {
      await settled(page);
      await lastIs(page, 99_999);
    });
  });

  it('keep their position when a dialog is shown again or the pane goes back', async () => {
    await withPane(long, async (pane) => {
      const { page, extension } = pane;
      const firstIs = (position: number) =>
        eventually(`message ${String(position)} is first`, async () => (await inView(page))[0] === position);
      await settled(page);
      await extension.change({}, { reveal: 70_000 });
      await litUp(page, 70_000);
      const top = await rested(pane);
      await extension.change({ name: 'Another' });
      await settled(page);
      await lastIs(page, 99_999);
      await extension.change({ name: 'Nightly import' });
      await settled(page);
      await firstIs(top);
      await extension.change({}, { reveal: 20_000 });
      await litUp(page, 20_000);
      await extension.change({}, { start: top });
      await settled(page);
      await firstIs(top);
      assert.deepEqual(extension.refused, []);
    });
  });

  it('can be navigated by keyboard', async () => {
    await withPane({ ...long, total: 5_000 }, async ({ page }) => {
      await settled(page);
      const focused = (): Promise<string | undefined> =>
        page.evaluate(`document.activeElement.closest('[data-position]')?.dataset.position`);
      await page.locator('.scroller').focus();
      await page.keyboard.press('Tab');
      await holds(async () => assert.equal(await focused(), '4999'));
      for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowUp');
      await page.waitForSelector('[data-position="4987"]:focus');
      await holds(async () => assert.ok((await inView(page)).includes(4_987)));
      await page.keyboard.press('Home');
      await page.waitForSelector('[data-position=\"0\"]:focus');
      await eventually('the first message is in view', async () => (await inView(page))[0] === 0);
      await page.keyboard.press('PageDown');
      await eventually('the view is a page further', async () => (await inView(page))[0]! > 0);
      await page.keyboard.press('End');
      await page.waitForSelector('[data-position=\"4999\"]:focus');
    });
  });

  it('reach both ends of a million', async () => {
    await withPane({ ...long, total: 1_000_000 }, async (pane) => {
      const { page } = pane;
      await settled(page);
      await lastIs(page, 999_999);
      await page.locator('.scroller').focus();
      await page.keyboard.press('Home');
      await page.waitForSelector('[data-position=\"0\"]:focus');
      await settled(page);
      // Over the edge of what is laid out at first: 100,000 messages.
      await framesDuring(page, () => scrollSteps(page, 3, 3_900_000));
      await rested(pane);
      for (let turn = 0; turn < 2; turn++) {
        await framesDuring(page, () => scrollSteps(page, 5, 500_000));
        await rested(pane);
      }
      const first = await rested(pane);
      assert.ok(first > 100_000, `there is more behind the edge: ${String(first)}`);
      await page.keyboard.press('End');
      await page.waitForSelector('[data-position=\"999999\"]:focus');
    });
  });
});
