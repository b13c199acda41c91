import type { Page } from 'playwright-core';
import { holds } from '../eventually.ts';
import type { Showing } from './showings.ts';

/** A window, and the width of its side bar, in pixels. */
export interface PictureSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly sideBar: number;
  /** Nothing but the side bar is in the picture. */
  readonly onlySideBar?: boolean;
}

const ordinary = { name: '1400x900', width: 1400, height: 900, sideBar: 390 };
const small = { name: '900x600', width: 900, height: 600, sideBar: 300 };
/** What is left of the ordinary window at a zoom of 200 %. */
const zoomed = { name: '700x450', width: 700, height: 450, sideBar: 220 };
const bar300 = { name: 'bar300', width: 1400, height: 900, sideBar: 300, onlySideBar: true };
const bar200 = { name: 'bar200', width: 900, height: 600, sideBar: 200, onlySideBar: true };

/** The sizes in which something is looked at. */
export const sizesOf = ({ kind }: Showing): readonly PictureSize[] =>
  kind === 'view' ? [bar300, bar200] : [ordinary, small, zoomed];

/** Gives the window a size. */
export async function resize(page: Page, { width, height, sideBar }: PictureSize): Promise<void> {
  await page.setViewportSize({ width, height });
  const bar = page.locator('.part.sidebar');
  await holds(async () => {
    const box = await bar.boundingBox();
    if (!box) throw new Error('There is no side bar.');
    const edge = { x: box.x + box.width, y: box.y + box.height / 2 };
    if (Math.abs(box.width - sideBar) < 2) return;
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(box.x + sideBar, edge.y, { steps: 4 });
    await page.mouse.up();
    throw new Error(`The side bar was ${box.width} wide, not ${sideBar}.`);
  });
}
