import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PaneName } from '../../src/protocol/panes.ts';
import { type PageOptions } from './panePage.ts';
import { sampleMessage, sampleSummary } from './sampleDialog.ts';
import { given, statements, withBriefPane } from './scriptedBrief.ts';
import { withContextPane } from './scriptedContext.ts';
import { broken, withDoctorPane } from './scriptedDoctor.ts';
import { month, withInsightPane } from './scriptedInsight.ts';
import { withMemoryPane } from './scriptedMemory.ts';
import { spoken, toolCall, withSessionPane } from './scriptedSession.ts';
import { withPane } from './withPane.ts';

type Show = (options: PageOptions, use: (page: Page) => Promise<void>) => Promise<void>;

const turns = [
  { role: 'user', text: 'Round the invoice', ts: 1 },
  { role: 'assistant', text: 'Rounded once', ts: 2 },
] as const;

const [first] = statements;
const decided = { pins: [{ ...first, at: 1, state: 'told' }], given: [given] } as const;

/** Each pane with as many of its buttons as one look shows. */
const panes: Readonly<Record<PaneName, Show>> = {
  dialog: (options, use) =>
    withPane({ ...options, total: 60, message: sampleMessage, summary: sampleSummary }, async ({ page }) => {
      await page.getByRole('article').first().waitFor();
      await page.locator('.item').first().waitFor();
      await use(page);
    }),
  context: (options, use) =>
    withContextPane({ ...options, turns, summary: 'Invoices are rounded.' }, ({ page }) => use(page)),
  memory: (options, use) =>
    withMemoryPane({ ...options, memory: { tags: ['billing'] } }, ({ page }) => use(page)),
  session: (options, use) => {
    const messages = [spoken(0), spoken(1, { role: 'assistant', tools: [toolCall('c1')] })];
    return withSessionPane({ ...options, messages }, ({ page }) => use(page));
  },
  brief: (options, use) => withBriefPane({ ...options, ...decided }, ({ page }) => use(page)),
  insight: (options, use) => withInsightPane({ ...options, ...month }, ({ page }) => use(page)),
  doctor: (options, use) => withDoctorPane({ ...options, checks: broken }, ({ page }) => use(page)),
};

/** How a button looks, as the browser draws it. */
interface Look {
  readonly name: string;
  readonly classes: string;
  readonly width: number;
  readonly style: string;
  /** Of the border with what lies behind the button; 1 where it cannot be seen. */
  readonly contrast: number;
}

/** The parts of a colour as the browser writes it, the fourth being how much it covers. */
const partsOf = (colour: string): readonly number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
const covers = (colour: string): boolean => (partsOf(colour)[3] ?? 1) >= 0.5;

/** As WCAG defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** All buttons of a page that are shown. */
async function looks(page: Page): Promise<Look[]> {
  const drawn = await page.evaluate(() => {
    const found = [];
    for (const button of document.querySelectorAll('button')) {
      if (!button.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(button);
      const behind = [];
      for (let each = button.parentElement; each; each = each.parentElement)
        behind.push(getComputedStyle(each).backgroundColor);
      const name = button.getAttribute('aria-label') ?? button.textContent;
      found.push({
        name,
        classes: button.className,
        behind,
        width: parseFloat(borderTopWidth),
        style: borderTopStyle,
        colour: borderTopColor,
      });
    }
    return found;
  });
  return drawn.map(({ behind, colour, ...button }) => {
    const below = behind.find((each) => each !== 'rgba(0, 0, 0, 0)' && covers(each)) ?? 'rgb(0, 0, 0)';
    return { ...button, contrast: covers(colour) ? contrast(colour, below) : 1 };
  });
}

/** What looks like a button; an icon, link, tab, item of a menu, line above a list, head of a column or picture has no border in the editor either. */
const isBox = ({ classes }: Look): boolean =>
  /(?:^| )(?:button|chip|span-button|newest)(?: |$)/.test(classes);
const isFlat = ({ classes }: Look): boolean =>
  /(?:^| )(?:icon-button|link-button|tab|menu-item|tag-remove|top-day|sparkline-button|sort-button)(?: |$)/.test(
    classes,
  );

describe('buttons in panes', function () {
  for (const [name, show] of Object.entries(panes)) {
    for (const theme of ['hc-dark', 'hc-light'] as const)
      it(`have a visible border in the ${name} pane in ${theme}`, () =>
        show({ theme }, async (page) => {
          const all = await looks(page);
          assert.ok(all.length > 0);
          assert.deepEqual(
            all.filter((one) => !isBox(one) && !isFlat(one)),
            [],
            'of another kind',
          );
          const unseen = all.filter(
            (one) => isBox(one) && (one.width < 1 || one.style !== 'solid' || one.contrast < 3),
          );
          assert.deepEqual(unseen, []);
        }));

    it(`keep their border in the ${name} pane with forced colours`, () =>
      show({ theme: 'dark', context: { forcedColors: 'active' } }, async (page) => {
        const boxes = (await looks(page)).filter(isBox);
        assert.deepEqual(
          boxes.filter(({ width, style, contrast }) => width < 1 || style !== 'solid' || contrast < 3),
          [],
        );
      }));
  }

  it('are found in at least five panes', async () => {
    const counts = await Promise.all(
      Object.values(panes).map(async (show) => {
        let boxes = 0;
        await show({ theme: 'hc-dark' }, async (page) => {
          boxes = (await looks(page)).filter(isBox).length;
        });
        return boxes;
      }),
    );
    assert.ok(counts.filter((count) => count > 0).length >= 5, counts.join());
  });
});
