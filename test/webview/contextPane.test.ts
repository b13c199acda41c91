import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PaneTurn } from '../../src/protocol/contextPane.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, choose, hasFocus, offers, rendered, restingPlace } from './panePage.ts';
import { themes } from './paneServer.ts';
import { sampleMessage } from './sampleDialog.ts';
import { withContextPane } from './scriptedContext.ts';
import { translatedContextPane } from './translated.ts';

const sampleTurns = (count: number): PaneTurn[] =>
  Array.from({ length: count }, (_, index) => {
    const { role, text, ts } = sampleMessage(index);
    return { role, text, ts };
  });

const summary =
  '**Done**: read as a stream, see `src/import/reader.ts:42`.\n\n- [ticket](https://a.example/1)';

const shownText = (page: Page): Promise<string | null> =>
  page.locator('.exact').evaluate((e) => e.textContent);

/** Waits until the newest turn is at the end of the view. */
const atEnd = (page: Page): Promise<void> =>
  holds(async () => {
    const scroller = page.locator('.turns-scroller');
    const distance = await scroller.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
    assert.ok(distance < 4, `${String(distance)} pixels below`);
  });

/** Waits until the pane remembers just this, which it does once the reader rests. */
const remembered = (memory: () => Promise<unknown>, what: object): Promise<void> =>
  holds(async () => assert.deepEqual(await memory(), what));

describe('the context pane', function () {
  it('shows an archived context with its facts, turns, checkpoint and summary', async () => {
    await withContextPane({ turns: sampleTurns(6), summary }, async ({ page, problems }) => {
      await page.getByRole('heading', { name: 'Nightly import', level: 1 }).waitFor();
      const facts = await page.locator('.facts').innerText();
      for (const fact of ['Snapshot', 'nightly-import', 'c_20260205_ab3d9f', '6 turns', 'characters', '≈'])
        assert.ok(facts.includes(fact), `${fact} in ${facts}`);
      assert.equal(await page.getByRole('meter').count(), 0);
      const turns = page.getByRole('article');
      assert.equal(await turns.count(), 6);
      assert.equal(await turns.nth(1).locator('pre code').count(), 1, 'turns are Markdown');
      assert.match(
        await turns.nth(5).locator('.checkpoint').innerText(),
        /Checkpoint\s+Snapshot up to here, /,
      );
      assert.equal(await page.locator('.checkpoint').count(), 1);
      assert.equal(await page.locator('.panel strong').innerText(), 'Done');
      assert.deepEqual(problems, []);
    });
  });

  it('shows how full an active context is, what it dropped, and where a new one would begin', async () => {
    const header = { droppedTurns: 3, chars: 36_000 };
    const snapshot = { turns: sampleTurns(5), status: 'active', header } as const;
    await withContextPane(snapshot, async ({ page, extension }) => {
      const meter = page.getByRole('meter', { name: 'Budget' });
      assert.equal(await meter.getAttribute('aria-valuenow'), '75');
      await page.getByText('36,000 of 48,000 characters', { exact: true }).waitFor();
      await page.getByText('3 older turns were dropped to fit the limit').waitFor();
      const checkpoint = page.getByRole('article').nth(3).locator('.checkpoint');
      assert.match(await checkpoint.innerText(), /begins with the turns below/);
      assert.equal(await page.locator('.exact, .panel').count(), 0);
      await extension.change({ turns: sampleTurns(1) });
      await page.getByText('Nothing to keep yet').waitFor();
      assert.equal(await page.locator('.checkpoint').count(), 0);
      await extension.change({ turns: [] });
      await page.getByText('No turns yet').waitFor();
    });
  });

  it('shows and copies the text an agent receives to the last character', async () => {
    const text = ' \tone\r\ntwo\rthree \u00a0\u200b👩‍👩‍👧‍👦 e\u0301 <b>&amp;</b>\0\u2028 \n\n  end  \n\n';
    const context = { permissions: ['clipboard-read', 'clipboard-write'] };
    await withContextPane({ turns: sampleTurns(2), text, context }, async ({ page, extension }) => {
      assert.equal(await shownText(page), text);
      await page.locator('.exact').focus();
      await page.keyboard.press('Control+a');
      await holds(async () =>
        assert.equal(await page.evaluate('getSelection().getRangeAt(0).toString()'), text),
      );
      await page.keyboard.press('Control+c');
      await holds(async () => assert.equal(await page.evaluate('navigator.clipboard.readText()'), text));
      await extension.change({ text: `${text} ` });
      await holds(async () => assert.equal(await shownText(page), `${text} `));
    });
  });

  it('wraps the text without changing it', async () => {
    await withContextPane({ turns: sampleTurns(2), text: 'a\n    b  c\n\n' }, async ({ page }) => {
      const style = await page.locator('.exact').evaluate((e) => {
        const { whiteSpace, fontFamily, userSelect } = getComputedStyle(e);
        return { whiteSpace, mono: fontFamily.toLowerCase().includes('mono'), userSelect };
      });
      assert.deepEqual(style, { whiteSpace: 'pre-wrap', mono: true, userSelect: 'auto' });
    });
  });

  it('requests other modes and sizes, and marks the text until the requested one arrives', async () => {
    await withContextPane({ turns: sampleTurns(30), summary }, async ({ page, extension }) => {
      const panel = page.getByRole('tabpanel');
      assert.equal(await panel.getAttribute('aria-busy'), 'false');
      const answer = extension.hold();
      await page.getByRole('tab', { name: 'Full' }).click();
      await page.locator('[role="tabpanel"][aria-busy="true"]').waitFor();
      answer();
      await page.locator('[role="tabpanel"][aria-busy="false"]').waitFor();
      assert.equal(await shownText(page), extension.preview().text);
      assert.match((await shownText(page)) ?? '', /- mode: full/);
      await page.getByRole('tab', { name: 'Full' }).press('ArrowRight');
      await hasFocus(page.getByRole('tab', { name: 'Summary' }));
      await page.keyboard.press('ArrowRight');
      await page.getByLabel('Maximum characters').selectOption('4000');
      await page
        .getByText(/earlier turns left out/)
        .first()
        .waitFor();
      await page.getByLabel('Maximum characters').selectOption({ label: 'Other…' });
      const number = page.getByLabel('Number of characters');
      await hasFocus(number);
      await number.fill('1000');
      await number.press('Enter');
      await number.fill('5');
      await number.press('Tab');
      const chosen = [
        ['full', 12_000],
        ['summary', 12_000],
        ['recent', 12_000],
        ['recent', 4_000],
        ['recent', 1_000],
        ['recent', 200],
      ];
      await rendered(page);
      await holds(() =>
        assert.deepEqual(
          extension.later,
          chosen.map(([mode, maxChars]) => ({ type: 'preview', mode, maxChars })),
        ),
      );
      assert.deepEqual(extension.refused, []);
    });
  });

  it('keeps a typed size, however early it is typed', async () => {
    await withContextPane({ turns: sampleTurns(2) }, async ({ page }) => {
      await page.getByLabel('Maximum characters').selectOption({ label: 'Other…' });
      await page.locator('.number').waitFor();
      // No frame comes between a choice and what is typed next, as on a machine that is slower than the reader.
      const typed = await page.evaluate(`(async () => {
        const field = document.querySelector('.number');
        const type = async (value, next) => {
          field.value = value;
          field.dispatchEvent(new Event('change', { bubbles: true }));
          for (let step = 0; step < 20; step++) await undefined; // it is rendered
          field.value = next;
          for (let frame = 0; frame < 3; frame++)
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
          return field.value;
        };
        return [await type('1000', '5'), await type('3000', '60')];
      })()`);
      assert.deepEqual(typed, ['5', '60']);
    });
  });

  it('shows the size of the text and passes it to the extension', async () => {
    await withContextPane(
      { turns: sampleTurns(40), text: 'x'.repeat(4_001) },
      async ({ page, extension }) => {
        assert.match(await page.locator('.preview-size').innerText(), /^4,001 characters\s*≈ 1,000 tokens$/);
        await page.getByRole('button', { name: 'Copy Text' }).click();
        await page.getByRole('button', { name: 'Open in Chat' }).click();
        await rendered(page);
        await holds(() =>
          assert.deepEqual(extension.later, [{ type: 'copyInjection' }, { type: 'openInChat' }]),
        );
      },
    );
  });

  it('keeps a summary being written during changes by others, until it is stored', async () => {
    await withContextPane({ turns: sampleTurns(4), summary }, async ({ page, extension }) => {
      await page.getByRole('button', { name: 'Edit Summary' }).click();
      const field = page.getByRole('textbox', { name: 'Summary as Markdown' });
      assert.equal(await field.inputValue(), summary);
      await hasFocus(field);
      await field.fill('Mine\n\n完成 ');
      await extension.change({ turns: sampleTurns(5), summary: 'Of an agent' });
      await page.getByText('5 turns').waitFor();
      await page.getByText('The summary was changed meanwhile').waitFor();
      assert.equal(await field.inputValue(), 'Mine\n\n完成 ');
      await hasFocus(field);
      await field.press('Control+Enter');
      await holds(() => {
        assert.equal(extension.actions.at(-1)?.type, 'saveSummary');
        assert.equal(extension.draft?.text, 'Mine\n\n完成 ');
      });
      await extension.change({ turns: sampleTurns(6) });
      await page.getByText('6 turns').waitFor();
      assert.equal(await field.inputValue(), 'Mine\n\n完成 ', 'not stored yet');
      await extension.stored('Mine\n\n完成 ');
      await page.locator('.panel .markdown').getByText('完成').waitFor();
      await field.waitFor({ state: 'detached' });
      await hasFocus(page.getByRole('button', { name: 'Edit Summary' }));
    });
  });

  it('starts a missing summary, which can be cancelled', async () => {
    await withContextPane({ turns: sampleTurns(4) }, async ({ page, extension }) => {
      await page.getByText('No summary yet.').waitFor();
      await page.getByRole('button', { name: 'Summarize', exact: true }).click();
      await page.getByRole('textbox').fill('x');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('No summary yet.').waitFor();
      await holds(() => assert.equal(extension.draft, undefined));
      await page.getByRole('button', { name: 'Summarize', exact: true }).click();
      await hasFocus(page.getByRole('textbox'));
      assert.equal(await page.getByRole('textbox').inputValue(), '');
    });
  });

  it('offers only what the context and the workspace allow', async () => {
    const header = { trashed: 1 };
    await withContextPane({ turns: sampleTurns(4), header }, async ({ page, extension }) => {
      const archived = [
        'Compare…',
        'Find',
        'Summarize with a Model…',
        'Share with Team…',
        'Reveal Files',
        'Restore from Trash…',
        'Move to Trash',
      ];
      await offers(page, archived);
      for (const name of archived) if (name !== 'Find') await choose(page, name);
      await page.getByRole('button', { name: 'nightly-import' }).click();
      await rendered(page);
      await holds(() =>
        assert.deepEqual(
          extension.later.map((action) => (action.type === 'command' ? action.command : action.type)),
          ['compare', 'writeSummary', 'share', 'reveal', 'restore', 'remove', 'openDialog'],
        ),
      );
      await extension.change({ header: { trashed: 1, editable: false } });
      await page.getByRole('button', { name: 'Summarize', exact: true }).waitFor({ state: 'detached' });
      await offers(page, ['Compare…', 'Find', 'Reveal Files']);
      await page.getByRole('button', { name: 'Copy Text' }).waitFor();
      await extension.change({ header: { enabled: false } });
      await page.getByText('Context snapshots are switched off').waitFor();
      assert.equal(await page.locator('.exact').count(), 0);
    });
    await withContextPane({ turns: sampleTurns(4), status: 'active' }, async ({ page }) => {
      const active = ['New Context…', 'Find', 'Share with Team…', 'Reveal Files', 'Clear Active Context…'];
      await offers(page, active);
    });
  });

  it('restores mode, size and position after a reload, and shows a typed draft', async () => {
    const options = { turns: sampleTurns(60), summary, contextId: 'c_1' };
    const left = await withContextPane(options, async ({ page, memory }) => {
      await page.getByRole('tab', { name: 'Recent' }).click();
      await page.getByLabel('Maximum characters').selectOption('4000');
      await page.locator('[data-position="30"]').evaluate((e) => e.scrollIntoView({ block: 'start' }));
      await remembered(memory, {
        folder: '/project',
        dialog: 'nightly-import',
        contextId: 'c_1',
        preview: { mode: 'recent', maxChars: 4_000 },
        turn: 30,
      });
      return memory();
    });
    const draft = { id: '1', text: 'half of it', base: summary };
    await withContextPane({ ...options, memory: left, draft }, async ({ page, extension }) => {
      await page.locator('[role="tabpanel"][aria-busy="false"]').waitFor();
      assert.deepEqual(extension.actions.slice(0, 2), [
        { type: 'ready' },
        { type: 'preview', mode: 'recent', maxChars: 4_000 },
      ]);
      assert.equal(await page.getByRole('textbox').inputValue(), 'half of it');
      const top = (): string | null | undefined => {
        const { x, y, width } = document.querySelector('.turns-scroller')!.getBoundingClientRect();
        const row = document.elementFromPoint(x + width / 2, y + 12)?.closest('article');
        return row?.getAttribute('data-position');
      };
      await holds(async () => assert.equal(await page.evaluate(top), '30'));
    });
    await withContextPane({ ...options, contextId: 'c_2', memory: left }, async ({ page, memory }) => {
      await page.getByRole('button', { name: 'Edit Summary' }).waitFor();
      assert.deepEqual(Object.keys((await memory()) as object), ['folder', 'dialog', 'contextId', 'preview']);
    });
  });

  it('follows an active context at its end, and stays put elsewhere', async () => {
    const snapshot = { turns: sampleTurns(60), status: 'active' } as const;
    await withContextPane(snapshot, async ({ page, extension, memory }) => {
      await atEnd(page);
      await extension.change({ turns: sampleTurns(62) });
      await page.locator('[data-position="61"]').waitFor();
      await atEnd(page);
      const row = page.locator('[data-position="20"]');
      await row.evaluate((e) => e.scrollIntoView({ block: 'start' }));
      await remembered(memory, {
        folder: '/project',
        dialog: 'nightly-import',
        contextId: 'active',
        turn: 20,
      });
      await restingPlace(page, '[data-position="20"]');
      const before = await row.boundingBox();
      await extension.change({ turns: sampleTurns(64) });
      await page.locator('[data-position="63"]').waitFor({ state: 'attached' });
      await restingPlace(page, '[data-position="20"]');
      assert.deepEqual(await row.boundingBox(), before);
    });
  });

  it('stays where the reader jumps in an active context, even as the first action', async () => {
    await withContextPane({ turns: sampleTurns(60), status: 'active' }, async ({ page, extension }) => {
      await atEnd(page);
      const row = page.locator('[data-position="20"]');
      await row.evaluate((e) => e.scrollIntoView({ block: 'start' }));
      const before = await restingPlace(page, '[data-position="20"]');
      await extension.change({ turns: sampleTurns(62) });
      await page.locator('[data-position="61"]').waitFor({ state: 'attached' });
      assert.equal(await restingPlace(page, '[data-position="20"]'), before);
    });
  });

  it('moves from turn to turn by keyboard', async () => {
    await withContextPane({ turns: sampleTurns(40) }, async ({ page }) => {
      await page.locator('article').first().focus();
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector('[data-position="1"]:focus');
      await page.keyboard.press('End');
      await page.waitForSelector('[data-position="39"]:focus');
      await page.keyboard.press('Tab');
      await page.waitForSelector('[data-position="39"] :focus'); // Tab reaches what is in the turn
      await page.locator('[data-position="38"] .author').click();
      await page.keyboard.press('ArrowUp');
      await page.waitForSelector('[data-position="37"]:focus');
      await holds(async () => assert.equal(await page.locator('article[tabindex="0"]').count(), 1));
    });
  });

  it('copies a turn as written', async () => {
    const text = '  # raw *text* \n\n\tand more\r\n ';
    await withContextPane({ turns: [{ role: 'user', text, ts: 1 }] }, async ({ page, extension }) => {
      await page.getByRole('button', { name: 'Copy Message' }).click();
      await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
      await holds(() => assert.deepEqual(extension.later, [{ type: 'copyText', text }]));
    });
  });

  it('stays inert whatever turns, titles and summaries contain', async () => {
    const attack =
      '<img src=x onerror="globalThis.attacked=1"><script>globalThis.attacked=2</script> [a](javascript:globalThis.attacked=3) [b](https://a.example/b) ![c](https://a.example/c.png)';
    const requests: string[] = [];
    const prepare = (page: Page): Promise<void> => {
      page.on('request', (request) => requests.push(request.url()));
      return Promise.resolve();
    };
    const header = { dialog: attack, contextId: attack, archiveReason: attack, damaged: [attack] };
    const turns = [{ role: 'assistant', text: attack, ts: 1e20 }] as const;
    const snapshot = { turns, title: attack, summary: attack, text: attack, header, prepare };
    await withContextPane(snapshot, async ({ page, extension, problems }) => {
      assert.equal(await shownText(page), attack);
      await page.locator('.turns a', { hasText: 'b' }).first().click();
      await rendered(page);
      await holds(() =>
        assert.deepEqual(extension.later, [{ type: 'openLink', href: 'https://a.example/b' }]),
      );
      assert.equal(await page.evaluate('globalThis.attacked'), undefined);
      assert.equal(await page.locator('main img, main script').count(), 0);
      assert.deepEqual(
        requests.filter((url) => !url.startsWith('http://127.0.0.1')),
        [],
      );
      assert.deepEqual(problems, []);
    });
  });

  it('shows 2,000 turns', async () => {
    const snapshot = { turns: sampleTurns(2_000), status: 'active' } as const;
    await withContextPane(snapshot, async ({ page, extension }) => {
      await page.locator('[data-position="1999"]').waitFor();
      await atEnd(page);
      await extension.change({ turns: sampleTurns(2_001) });
      await page.locator('[data-position="2000"]').waitFor();
    });
  });

  it('appears in Chinese', async () => {
    const strings = await translatedContextPane();
    const chinese = {
      strings,
      locale: 'zh-cn',
      title: '夜间导入',
      contextId: '1',
      header: { dialog: '导入' },
    };
    await withContextPane({ turns: sampleTurns(4), ...chinese }, async ({ page }) => {
      await page.getByRole('button', { name: strings.summarize, exact: true }).click();
      await page.locator('.item-editor').waitFor();
      const parts = page.locator(
        '.header, .panel-head, .item-editor, .preview-controls, .preview-foot, .checkpoint',
      );
      const text = (await parts.allInnerTexts()).join('\n').replaceAll('token', '');
      assert.match(text, /\p{Script=Han}/u);
      assert.doesNotMatch(text, /[A-Za-z]{3,}/, text);
    });
    await withContextPane({ turns: sampleTurns(3), status: 'active', ...chinese }, async ({ page }) => {
      const text = (await page.locator('.header, .checkpoint').allInnerTexts())
        .join('\n')
        .replaceAll('token', '');
      assert.doesNotMatch(text, /[A-Za-z]{3,}/, text);
    });
  });

  it('fits the narrowest editor', async () => {
    const context = { viewport: { width: 214, height: 800 } };
    await withContextPane({ turns: sampleTurns(4), summary, context }, async ({ page }) => {
      await page.getByRole('article').first().waitFor();
      assert.deepEqual(await beyondEdge(page), []);
    });
  });

  it('explains why a context cannot be shown, and keeps typed text until it can', async () => {
    await withContextPane({ turns: sampleTurns(4), summary }, async ({ page, extension, problems }) => {
      await page.getByRole('button', { name: 'Edit Summary' }).click();
      await page.getByLabel('Summary as Markdown').fill('half a sentence');
      await extension.fail('A file is damaged: /project/c.json cannot be read');
      await page.getByRole('heading', { name: 'This context cannot be shown' }).waitFor();
      assert.match(await page.getByRole('alert').innerText(), /c\.json cannot be read/);
      assert.equal(await page.getByRole('article').count(), 0);
      await page.getByRole('button', { name: 'Reveal Files' }).click();
      await holds(() => assert.deepEqual(extension.actions.at(-1), { type: 'command', command: 'reveal' }));
      await extension.change({});
      assert.equal(await page.getByLabel('Summary as Markdown').inputValue(), 'half a sentence');
      assert.equal(await page.getByRole('alert').count(), 0);
      assert.deepEqual(problems, []);
    });
    const strings = await translatedContextPane();
    const chinese = { locale: 'zh-cn', language: 'zh', strings } as const;
    await withContextPane({ turns: sampleTurns(4), ...chinese }, async ({ page, extension }) => {
      await extension.fail('有文件已损坏');
      assert.doesNotMatch(await page.locator('.failure').innerText(), /[A-Za-z]/);
    });
  });

  for (const theme of themes) {
    it(`has no accessibility violation in the theme ${theme}`, async () => {
      const viewport = { width: 1_200, height: 2_500 };
      const header = { trashed: 1, droppedTurns: 2, damaged: ['active.json.damaged-1'] };
      const archived = { turns: sampleTurns(8), summary, theme, header, context: { viewport } };
      await withContextPane(archived, async ({ page, extension }) => {
        await page.getByLabel('Maximum characters').selectOption({ label: 'Other…' });
        await page.locator('.number').waitFor();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        await page.getByRole('button', { name: 'Edit Summary' }).click();
        await extension.change({ summary: 'other' });
        await page.getByText('The summary was changed meanwhile').waitFor();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
      });
      await withContextPane({ turns: [], theme }, async ({ page, extension }) => {
        await extension.fail('A file is damaged');
        await page.getByRole('alert').waitFor();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
      });
      for (const turns of [sampleTurns(5), []])
        await withContextPane({ turns, status: 'active', theme, header }, async ({ page }) => {
          assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        });
    });
  }
});
