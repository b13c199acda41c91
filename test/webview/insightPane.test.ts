import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { isInsightPaneContent, parseInsightPaneAction } from '../../src/protocol/insightPane.ts';
import { insightPaneStrings } from '../../src/protocol/insightPaneStrings.ts';
import { daysBetween } from '../../src/webview/insight/days.ts';
import { money } from '../../src/webview/insight/money.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, choose } from './panePage.ts';
import { themes } from './paneServer.ts';
import { month, withInsightPane } from './scriptedInsight.ts';
import { translatedInsightPane } from './translated.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();

describe('the insight pane', function () {
  it('shows tokens and cost, and what is unknown about them', async () => {
    await withInsightPane(month, async ({ page, problems, memory }) => {
      await page.getByRole('heading', { name: 'Insight · shop', level: 1 }).waitFor();
      const total = (name: string) =>
        page.locator('.total', { has: page.getByText(name, { exact: true }) }).locator('dd');
      assert.deepEqual(await total('Cost').allTextContents(), ['$61.25', 'and 12 requests of unknown price']);
      assert.equal(await total('Input').first().textContent(), '48,000,000');
      assert.equal(await total('Into caches').first().textContent(), 'unknown');
      const gemini = page.locator('tr', { hasText: 'Gemini CLI' }).locator('td').first();
      assert.equal(await gemini.textContent(), 'unknown');
      await page
        .getByText(/^\S.* · Nov 2\d, 2026 · \d+:\d\d\s[AP]M$/)
        .first()
        .waitFor();
      await page.getByText('No price is known of local-7b.').waitFor();
      await page.getByText('3 sessions record no tokens.').waitFor();
      assert.deepEqual(await memory(), { folder: '/project', filter: { days: 30 } });
      assert.deepEqual(problems, []);
    });
  });

  it('draws a bar per day, with the same figures in a table', async () => {
    await withInsightPane(month, async ({ page }) => {
      const chart = page.getByRole('img', { name: /^Cost by day, from Oct 25, 2026 to Nov 21, 2026/ });
      assert.equal(await chart.locator('.chart-bar').count(), 28);
      const heights = await chart
        .locator('.chart-bar')
        .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
      assert.ok(
        heights[2] !== undefined && heights[2] > 0 && Math.abs(heights[2] / (heights[1] ?? 1) - 3 / 7) < 0.01,
      );
      await button(page, 'Output').click();
      await page.getByRole('img', { name: /^Output by day/ }).waitFor();
      const table = page.locator('details', { has: chart.page().getByText('As a table') }).first();
      await table.locator('summary').click();
      assert.equal(await table.locator('tbody tr').first().locator('th').textContent(), '2026-11-21');
    });
  });

  it('filters by agent, model, day and time, and back', async () => {
    await withInsightPane(month, async ({ page, extension }) => {
      await button(page, 'Claude Code').click();
      await page.getByText('Only Claude Code').waitFor();
      await button(page, 'gpt-6-sol').click();
      await page.locator('.chart .chart-choice').nth(3).click();
      await button(page, '90 days').click();
      await button(page, 'Show all').click();
      const { agent, model, day } = { agent: 'claude', model: 'gpt-6-sol', day: '2026-10-28' };
      await holds(() =>
        assert.deepEqual(extension.later, [
          { type: 'filter', filter: { days: 30, agent } },
          { type: 'filter', filter: { days: 30, agent, model } },
          { type: 'filter', filter: { days: 30, agent, model, day } },
          { type: 'filter', filter: { days: 90, agent, model } },
          { type: 'filter', filter: { days: 90 } },
        ]),
      );
    });
  });

  it('opens sessions, files and dialogs', async () => {
    await withInsightPane(month, async ({ page, extension }) => {
      await button(page, 'Round the totals 2 舍入').click();
      await button(page, 'src/orders/totals.ts').click();
      await button(page, '31').click();
      await button(page, '9 of 40 failed').click();
      await button(page, 'Fix the login').click();
      await button(page, 'plan').click();
      await button(page, 'Refresh').click();
      await choose(page, 'Copy as JSON');
      await holds(() =>
        assert.deepEqual(extension.later, [
          { type: 'openSession', session: 'session-2' },
          { type: 'openFile', path: 'src/orders/totals.ts' },
          { type: 'openSessions', sessions: ['session-0', 'session-1'] },
          { type: 'openSessions', sessions: ['session-0'] },
          { type: 'openSession', session: 'session-4' },
          { type: 'openDialog', dialog: 'plan' },
          { type: 'command', command: 'refresh' },
          { type: 'command', command: 'copyJson' },
        ]),
      );
      assert.deepEqual(extension.refused, []);
    });
  });

  it('shows more of long lists on request', async () => {
    await withInsightPane(month, async ({ page }) => {
      const rows = page.locator('tr', { hasText: 'Round the totals' });
      assert.equal(await rows.count(), 8);
      await button(page, 'Show 12 more of 20').click();
      await holds(async () => assert.equal(await rows.count(), 20));
    });
  });

  it('sorts a table by a column: descending, ascending, original', async () => {
    const [first, second, third, ...others] = month.sessionRows ?? [];
    assert.ok(first && second && third);
    const { cost: _cost, ...unknown } = third;
    const sessionRows = [{ ...first, cost: 2 }, unknown, { ...second, cost: 10 }, ...others.slice(0, 1)];
    await withInsightPane({ ...month, sessionRows }, async ({ page }) => {
      const table = page.locator('section.figures', {
        has: page.getByRole('heading', { name: 'By session' }),
      });
      const numbers = () =>
        table
          .locator('tbody th button')
          .evaluateAll((all) => all.map((one) => /\d+/.exec(one.textContent)?.[0]));
      const column = table.getByRole('columnheader', { name: 'Cost' });
      const given = await numbers();
      for (const [expected, sort] of [
        [['1', '3', '0', '2'], 'descending'],
        [['0', '3', '1', '2'], 'ascending'],
        [given, null],
      ] as const) {
        await column.getByRole('button').click();
        await holds(async () => assert.deepEqual(await numbers(), expected));
        assert.equal(await column.getAttribute('aria-sort'), sort);
      }
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
    });
  });

  it('shows progress while sessions are read', async () => {
    await withInsightPane({ ...month, progress: { read: 20, all: 1_000 } }, async ({ page }) => {
      const bar = page.getByRole('progressbar', { name: 'Reading sessions' });
      assert.equal(await bar.getAttribute('aria-valuetext'), '20 of 1,000 sessions read');
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
    });
  });

  it('reports missing figures and failures', async () => {
    await withInsightPane({}, async ({ page, extension }) => {
      await page.getByText('No session of this time records tokens.').waitFor();
      await page.getByText('Nothing was said in this time.').waitFor();
      assert.equal(await page.locator('svg, .totals:has-text("unknown")').count(), 0);
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
      await extension.fail('No such folder');
      await page.getByRole('alert').getByText('No such folder').waitFor();
    });
  });

  for (const theme of themes)
    it(`has no accessibility violation in the theme ${theme}`, async () => {
      await withInsightPane({ ...month, theme }, async ({ page, problems }) => {
        for (const summary of await page.locator('summary').all()) await summary.click();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        assert.deepEqual(problems, []);
      });
    });

  it('fits narrow windows', async () => {
    for (const width of [320, 600, 900]) {
      const context = { viewport: { width, height: 700 } };
      await withInsightPane({ ...month, context }, async ({ page }) => {
        assert.deepEqual(await beyondEdge(page), [], `${String(width)} pixels`);
      });
    }
  });

  it('draws charts with full-size text inside a narrow window', async () => {
    const days = month.days?.map((day) => ({ ...day, cost: 0.0123 })) ?? [];
    const context = { viewport: { width: 400, height: 700 } };
    await withInsightPane({ ...month, days, locale: 'zh-cn', context }, async ({ page }) => {
      await holds(async () => {
        const texts = await page.locator('svg.chart').evaluateAll((charts) =>
          charts.flatMap((chart) => {
            const picture = chart.getBoundingClientRect();
            return [...chart.querySelectorAll('text')].map((text) => {
              const { left, right, height } = text.getBoundingClientRect();
              return { text: text.textContent, height, out: left < picture.left || right > picture.right };
            });
          }),
        );
        assert.ok(texts.length > 10);
        assert.deepEqual(
          texts.filter(({ height, out }) => out || height < 12),
          [],
        );
      });
    });
  });

  it('starts with cost, even when that arrives after other figures', async () => {
    const { cost, ...rest } = month.total ?? { requests: 1, unpriced: 0 };
    await withInsightPane({ ...month, total: rest }, async ({ page, extension }) => {
      await page.getByRole('img', { name: /^Input by day/ }).waitFor();
      await extension.change({ total: { ...rest, ...(cost !== undefined && { cost }) } });
      await page.getByRole('img', { name: /^Cost by day/ }).waitFor();
    });
  });

  it('appears in Chinese in a Chinese editor', async () => {
    const strings = await translatedInsightPane();
    await withInsightPane({ ...month, strings, locale: 'zh-cn' }, async ({ page }) => {
      await page.getByRole('heading', { name: '洞察 · shop', level: 1 }).waitFor();
      await button(page, '90 天').waitFor();
      await page.getByText('40 次中失败 9 次').waitFor();
    });
  });
});

describe('messages of the insight pane', () => {
  it('are parsed into known actions without extra fields, or rejected', () => {
    const filter = { days: 30, agent: 'claude', more: 1 };
    assert.deepEqual(parseInsightPaneAction({ type: 'filter', filter }), {
      type: 'filter',
      filter: { days: 30, agent: 'claude' },
    });
    for (const message of [
      { type: 'filter' },
      { type: 'filter', filter: { days: 31 } },
      { type: 'openSession', session: 7 },
      { type: 'openSessions', sessions: Array.from({ length: 201 }, () => 'a') },
      { type: 'command', command: 'format' },
      null,
    ])
      assert.equal(parseInsightPaneAction(message), undefined);
  });

  it('are recognised as state or failure', () => {
    const common = { resource: { folder: '/x' }, strings: insightPaneStrings };
    const lists = { agents: [], models: [], days: [], sessionRows: [] };
    assert.ok(isInsightPaneContent({ type: 'state', ...common, ...lists, total: {}, activity: {} }));
    assert.ok(isInsightPaneContent({ type: 'failure', ...common, reason: 'x' }));
    assert.ok(!isInsightPaneContent({ type: 'state', ...common, ...lists, total: {} }));
  });

  it('list days and format money', () => {
    assert.deepEqual(daysBetween('2026-02-27', '2026-03-01'), ['2026-02-27', '2026-02-28', '2026-03-01']);
    assert.deepEqual(daysBetween('2026-03-01', '2026-02-27'), []);
    assert.deepEqual(
      [0, 0.0123, 12.5].map((value) => money('en', value)),
      ['$0.00', '$0.0123', '$12.50'],
    );
  });
});
