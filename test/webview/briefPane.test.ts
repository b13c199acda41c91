import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import {
  isBriefPaneContent,
  panePurposes,
  parseBriefPaneAction,
  parseBriefPaneMemory,
  type BriefPaneAction,
} from '../../src/protocol/briefPane.ts';
import { briefPaneStrings } from '../../src/protocol/briefPaneStrings.ts';
import { briefPurposes } from '../../src/insight/brief/types.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, hasFocus } from './panePage.ts';
import { themes } from './paneServer.ts';
import { briefText, given, statements, unfit, withBriefPane, type ScriptedState } from './scriptedBrief.ts';
import { translatedBriefPane } from './translated.ts';

const panel = (page: Page, title: string): Locator =>
  page.locator('.panel', { has: page.getByRole('heading', { name: title, exact: true }) });
const row = (page: Page, title: string, text: string): Locator =>
  panel(page, title).locator('.statement', { hasText: text });
const button = (place: Locator | Page, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

const [request, , decision] = statements;

/** One of everything. */
const full: ScriptedState = {
  mode: 'afterCompaction',
  pins: [
    { ...decision, at: 1, state: 'told' },
    { ...unfit, at: 1, state: 'noRoom' },
    { ...request, key: 'old', text: 'Round tax once per line', at: 1, state: 'replaced', by: decision.text },
    { ...request, key: 'gone', text: 'Never push to main', at: 1, state: 'deleted' },
  ],
  never: [{ ...request, key: 'not', text: 'Mind the cat', at: 1 }],
  given: [given, { ...given, id: 'g2', agent: '', by: 'tool', purpose: 'start' }],
};

describe('the brief pane', function () {
  it('shows the exact text, its tokens, and every statement with its kind and date', async () => {
    await withBriefPane({}, async ({ page, problems, memory }) => {
      await page.getByRole('heading', { name: 'What Agents Receive at Start · shop', level: 1 }).waitFor();
      const text = page.getByRole('region', { name: 'Exact text' });
      assert.equal(await text.textContent(), briefText);
      const meter = page.getByRole('meter', { name: 'Tokens' });
      assert.match((await meter.getAttribute('aria-valuetext')) ?? '', /612 of 800 tokens/);
      await holds(async () => assert.equal(await panel(page, 'Included').locator('.statement').count(), 5));
      await row(page, 'Included', decision.text).getByText('Decision', { exact: true }).waitFor();
      await row(page, 'Included', decision.text).getByText('Feb 5').first().waitFor();
      await row(page, 'Left Out', unfit.text).waitFor();
      await panel(page, 'Left Out').getByText('No room within 800 tokens.').waitFor();
      assert.deepEqual(await memory(), { folder: '/project', purpose: 'start' });
      assert.deepEqual(problems, []);
    });
  });

  it('pins and excludes statements, undoes both, and opens their sources by keyboard alone', async () => {
    await withBriefPane({}, async ({ page, extension }) => {
      const pin = button(row(page, 'Included', decision.text), 'Pin');
      await pin.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Statement pinned').waitFor({ state: 'attached' });
      // It moves to the top, and keeps the focus.
      await hasFocus(button(row(page, 'Included', decision.text), 'Unpin'));
      await row(page, 'Pinned', decision.text).waitFor();
      await page.keyboard.press('Enter');
      await panel(page, 'Pinned').getByText('get room first').waitFor();

      await button(row(page, 'Included', request.text), 'Never Again').press('Enter');
      await row(page, 'Never Included', request.text).waitFor();
      assert.equal(await row(page, 'Included', request.text).count(), 0);
      assert.equal(await page.evaluate('document.activeElement === document.body'), false);
      await button(row(page, 'Never Included', request.text), 'Include Again').press('Enter');
      await row(page, 'Included', request.text).waitFor();
      await button(row(page, 'Left Out', unfit.text), 'Open').press('Enter');
      const choose = (key: string, choice: string) => ({ type: 'choose', key, choice });
      await holds(() =>
        assert.deepEqual(extension.later, [
          choose(decision.key, 'pinned'),
          choose(decision.key, 'none'),
          choose(request.key, 'never'),
          choose(request.key, 'none'),
          { type: 'openLink', href: unfit.reference },
        ]),
      );
      assert.deepEqual(extension.refused, []);
    });
  });

  it('explains why a pinned statement is missing from the text', async () => {
    await withBriefPane(full, async ({ page }) => {
      await row(page, 'Pinned', unfit.text).getByText('No room').waitFor();
      await row(page, 'Pinned', 'once per line').getByText(`Replaced by: ${decision.text}`).waitFor();
      await row(page, 'Pinned', 'Never push').getByText('No longer applies').waitFor();
    });
  });

  it('changes the purpose by arrow keys and marks the old text until the new one arrives', async () => {
    await withBriefPane({ mode: 'off' }, async ({ page, extension }) => {
      await page.getByText('it is off in the settings').waitFor();
      await page.getByRole('tab', { name: 'New session' }).focus();
      await page.keyboard.press('ArrowRight');
      await hasFocus(page.getByRole('tab', { name: 'After compaction', selected: true }));
      await page.getByText('No sessions yet').waitFor();
      await extension.change({ session: 'Fix tax rounding' });
      await page.getByText('Session: Fix tax rounding').waitFor();
      await button(page, 'Choose Session…').click();
      await button(page, 'Open Settings').click();
      await page.getByRole('tab', { name: 'Handover' }).click();
      await page.getByText('history_brief {"purpose": "handOver"}').waitFor();
      await holds(() =>
        assert.deepEqual(extension.later, [
          { type: 'purpose', purpose: 'afterCompaction' },
          { type: 'command', command: 'chooseSession' },
          { type: 'command', command: 'openSettings' },
          { type: 'purpose', purpose: 'handOver' },
        ]),
      );
      await holds(async () => assert.equal(await page.locator('[aria-busy="true"]').count(), 0));
    });
  });

  it('shows what was given to which agent, and returns', async () => {
    await withBriefPane(full, async ({ page, extension }) => {
      const log = panel(page, 'Given');
      await log.getByText('512 tokens').first().waitFor();
      await button(log, 'Claude Code').click();
      await page.getByRole('heading', { name: /Given to Claude Code Feb 5/ }).waitFor();
      assert.match(
        (await page.getByRole('region', { name: 'Exact text' }).textContent()) ?? '',
        /^Before the compaction/,
      );
      await button(panel(page, 'References'), 'sessions/0a12da8e/1').click();
      await button(page, 'Back to Current Text').click();
      await row(page, 'Included', decision.text).waitFor();
      await holds(() =>
        assert.deepEqual(extension.later, [
          { type: 'showGiven', id: 'g1' },
          { type: 'openLink', href: 'history://sessions/0a12da8e/1' },
          { type: 'showGiven' },
        ]),
      );
    });
  });

  it('follows the history while open and keeps the reading position', async () => {
    await withBriefPane(full, async ({ page, extension }) => {
      const side = page.locator('.side');
      await side.evaluate((element) => (element.scrollTop = 200));
      await extension.change({ brief: { text: 'New', tokens: 3, items: [...statements], left: [] } });
      await page.getByRole('region', { name: 'Exact text' }).getByText('New').waitFor();
      assert.ok((await side.evaluate((element) => element.scrollTop)) > 0);
    });
  });

  it('reports an empty brief', async () => {
    await withBriefPane({}, async ({ page, extension }) => {
      await extension.change({ brief: { text: '', tokens: 0, items: [], left: [] } });
      await page.getByText('Nothing to tell yet').waitFor();
      assert.equal(await panel(page, 'Included').count(), 0);
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
    });
  });

  it('offers nothing that writes in an untrusted workspace', async () => {
    await withBriefPane({ ...full, editable: false }, async ({ page }) => {
      await button(row(page, 'Included', decision.text), 'Open').waitFor();
      for (const name of ['Pin', 'Unpin', 'Never Again', 'Include Again'])
        assert.equal(await button(page, name).count(), 0, name);
    });
  });

  it('explains why no brief can be made', async () => {
    await withBriefPane({}, async ({ page, extension }) => {
      await extension.fail('brief.json is damaged');
      await page.getByRole('alert').getByText('brief.json is damaged').waitFor();
      assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
    });
  });

  for (const theme of themes)
    it(`has no accessibility violation in the theme ${theme}`, async () => {
      await withBriefPane({ ...full, theme }, async ({ page, problems }) => {
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        await button(panel(page, 'Given'), 'Claude Code').click();
        await button(page, 'Back to Current Text').waitFor();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        assert.deepEqual(problems, []);
      });
    });

  it('fits narrow windows', async () => {
    const strings = await translatedBriefPane();
    for (const width of [300, 600, 900])
      for (const texts of [briefPaneStrings, strings]) {
        const context = { viewport: { width, height: 700 } };
        await withBriefPane({ ...full, strings: texts, context }, async ({ page, extension }) => {
          await extension.change({ session: 'Fix tax rounding '.repeat(8) });
          await extension.purpose('afterCompaction');
          assert.deepEqual(await beyondEdge(page), [], `${String(width)} pixels`);
        });
      }
  });

  it('appears in Chinese in a Chinese editor', async () => {
    const strings = await translatedBriefPane();
    await withBriefPane({ ...full, strings, locale: 'zh-cn' }, async ({ page }) => {
      await page.getByRole('heading', { name: '智能体启动时收到的内容 · shop', level: 1 }).waitFor();
      await button(row(page, '已包含', decision.text), '不再包含').waitFor();
      const texts = await page.locator('main').innerText();
      assert.doesNotMatch(texts, /Included|Pinned|Given|Request\b/);
    });
  });
});

describe('messages of the brief pane', () => {
  const actions: readonly BriefPaneAction[] = [
    { type: 'ready' },
    { type: 'purpose', purpose: 'handOver' },
    { type: 'choose', key: 'history://dialogs/plan#1', choice: 'never' },
    { type: 'choose', key: 'k', choice: 'none' },
    { type: 'showGiven' },
    { type: 'showGiven', id: 'g1' },
    { type: 'command', command: 'chooseSession' },
    { type: 'openLink', href: 'history://dialogs/plan/1' },
  ];

  it('are parsed into known actions without extra fields, or rejected', () => {
    for (const action of actions) assert.deepEqual(parseBriefPaneAction({ ...action, extra: 1 }), action);
    for (const message of [
      { type: 'purpose', purpose: 'fun' },
      { type: 'choose', key: '', choice: 'never' },
      { type: 'choose', key: 'k', choice: 'delete' },
      { type: 'choose', choice: 'never' },
      { type: 'showGiven', id: 7 },
      { type: 'command', command: 'rm' },
      { type: 'toString' },
      null,
    ])
      assert.equal(parseBriefPaneAction(message), undefined, JSON.stringify(message));
    fc.assert(
      fc.property(fc.anything(), (value) => {
        parseBriefPaneAction(value);
        parseBriefPaneMemory(value);
        isBriefPaneContent(value);
      }),
    );
  });

  it('share the purposes of the store and restore pane state', () => {
    assert.deepEqual([...panePurposes], [...briefPurposes]);
    const resource = { folder: '/p', purpose: 'afterCompaction', session: 's' } as const;
    assert.deepEqual(parseBriefPaneMemory({ ...resource, x: 1 }), resource);
    assert.deepEqual(parseBriefPaneMemory({ folder: '/p' }), { folder: '/p', purpose: 'start' });
    assert.equal(parseBriefPaneMemory({ purpose: 'start' }), undefined);
  });
});
