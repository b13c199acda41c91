import type { Page } from 'playwright-core';

/** What was seen of the list in the frames while something was done. */
export interface Frames {
  readonly frames: number;
  /** Frames in which some point of the list showed no row, neither a message nor its skeleton. */
  readonly blank: number;
  /** Frames in which a skeleton was in view. */
  readonly skeleton: number;
  /** The most rows that were in the page at once. */
  readonly mostRows: number;
}

// A message posted in a frame arrives when that frame was laid out and painted: what is found then is what was seen.
const watch = `
  globalThis.afterFrame = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(undefined);
      }),
    );
  globalThis.framesSeen = { frames: 0, blank: 0, skeleton: 0, mostRows: 0 };
  (async (seen) => {
    while (seen === globalThis.framesSeen) {
      await afterFrame();
      if (seen !== globalThis.framesSeen) return;
      const { left, top, width, height } = document.querySelector('.scroller').getBoundingClientRect();
      const points = Array.from({ length: 12 }, (_, index) => top + 4 + ((height - 8) * index) / 11);
      const rowAt = (y) => document.elementFromPoint(left + width / 2, y)?.closest('.message, .newest');
      // Rows have fractions of a pixel between them.
      const rows = points.map((y) => rowAt(y) ?? rowAt(y + 2));
      seen.frames++;
      if (rows.some((row) => row == null)) seen.blank++;
      if (rows.some((row) => row?.matches('.message-skeleton'))) seen.skeleton++;
      seen.mostRows = Math.max(seen.mostRows, document.querySelectorAll('.message').length);
      globalThis.betweenFrames?.();
    }
  })(globalThis.framesSeen);
  undefined;`;

/** Looks at the list in every frame while `act` runs. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(watch);
  await act();
  return page.evaluate<Frames>(`(() => {
    const seen = globalThis.framesSeen;
    globalThis.framesSeen = undefined;
    return seen;
  })()`);
}

/** Scrolls the list, watched by `framesDuring`: one step of `by` pixels between two frames, as a wheel does it. */
export async function scrollSteps(page: Page, steps: number, by: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const scroller = document.querySelector('.scroller');
    let left = ${String(steps)};
    globalThis.betweenFrames = () => {
      if (left-- > 0) scroller.scrollTop += ${String(by)};
      else {
        globalThis.betweenFrames = undefined;
        resolve();
      }
    };
  })`);
}
