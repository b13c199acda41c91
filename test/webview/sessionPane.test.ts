import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { beyondEdge, choose, hasFocus, offers, rendered, restingPlace } from './panePage.ts';
import { themes } from './paneServer.ts';
import { conversations, everything, subagents } from './sampleSession.ts';
import { spoken, toolCall, withSessionPane } from './scriptedSession.ts';
import { translatedSessionPane } from './translated.ts';

const whole = { messages: everything, subagents, conversations };
const many = (count: number) => Array.from({ length: count }, (_, index) => spoken(index));

/** Unfolds a tool call or subagent by what its line holds, or folds it; what is in it comes or goes a moment later. */
const unfold = (page: Page, name: string) => page.locator('summary', { hasText: name }).first().click();

/** Turns a kind of messages on or off. */
async function filter(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter Messages' }).click();
  await page.getByRole('menuitemcheckbox', { name: kind, exact: true }).click();
  await page.keyboard.press('Escape');
}

/** The text at the highlights of a name. */
const marked = (page: Page, name: string): Promise<string> =>
  page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map(String).join('|'), name);

/** Waits until the find bar says so. */
const at = (page: Page, place: string) => page.locator('.find-place', { hasText: place }).waitFor();

/** Opens the find bar, which has the focus then. */
async function openFind(page: Page): Promise<void> {
  await page.keyboard.press('Control+f');
  await hasFocus(page.locator('.find-input'));
}

describe('the session pane', function () {
  it('shows the facts and the messages of a session', async () => {
    const unknown = [
      { kind: 'hologram', count: 2 },
      { kind: 'block scent', count: 12 },
    ];
    const header = { rewound: 2, unreadable: 1, unknown, commands: ['/compact', '!npm test'] };
    await withSessionPane({ ...whole, header }, async ({ page, problems }) => {
      await page.getByRole('heading', { name: 'Round tax once', level: 1 }).waitFor();
      const facts = await page.locator('.facts').innerText();
      for (const fact of [
        ...['Claude Code', 'model-1', 'main', '8 messages', '4 tool calls', '2 subagents'],
        ...['2 messages rewound', '1 line unreadable', '14 lines of unknown kinds'],
      ])
        assert.ok(facts.includes(fact), `${fact} in ${facts}`);
      await unfold(page, 'Commands');
      await holds(async () =>
        assert.deepEqual(await page.locator('.commands code').allInnerTexts(), ['/compact', '!npm test']),
      );
      await page.getByText('You interrupted the agent.').waitFor();
      await page.getByText('API Error: overloaded').waitFor();
      await page.getByText('application/pdf: not shown').waitFor();
      assert.equal(await page.locator('article strong').first().innerText(), 'tax');
      assert.ok((await page.locator('.hljs-keyword').count()) > 0, 'code is highlighted');
      const image = page.getByRole('img', { name: 'Picture: image/png' });
      await holds(async () =>
        assert.equal(await image.evaluate((e: HTMLImageElement) => e.naturalWidth), 8, 'it is decoded'),
      );
      assert.deepEqual(problems, []);
    });
  });

  it('unfolds tool calls with arguments, results and line-by-line changes', async () => {
    await withSessionPane(whole, async ({ page }) => {
      await page.getByRole('article').first().waitFor();
      assert.equal(await page.locator('.tool-details').count(), 0, 'all are folded');
      await unfold(page, 'Bash');
      const run = page.locator('.tool-error');
      assert.match(await run.locator('summary').innerText(), /failed/);
      await holds(async () =>
        assert.match(await run.innerText(), /Arguments[^]*npm test[^]*Error[^]*one test failed/),
      );
      await unfold(page, 'Edit');
      await page.locator('.diff').waitFor();
      const kinds = await page
        .locator('.diff')
        .first()
        .locator('span')
        .evaluateAll((lines) =>
          lines.map((line) => [line.getAttribute('class'), line.textContent.trimEnd()]),
        );
      assert.deepEqual(kinds, [
        ['diff-same', ' one'],
        ['diff-remove', '-round each line'],
        ['diff-add', '+round the sum'],
        ['diff-same', ' three'],
      ]);
      await page.getByText('1 line added · 1 line removed').first().waitFor();
      await unfold(page, 'apply_patch');
      await page.locator('.diff').nth(1).waitFor();
      assert.equal(await page.locator('.diff').nth(1).locator('.diff-place').count(), 1);
      await unfold(page, 'Edit');
      await holds(async () => assert.equal(await page.locator('.diff').count(), 1));
      await page.locator('.code-label', { hasText: 'src/tax.js' }).waitFor();
    });
  });

  it('names the agent of an answer, and its model where there are several', async () => {
    await withSessionPane({ messages: many(2) }, async ({ page, extension }) => {
      const authors = (): Promise<string[]> => page.locator('article .author').allInnerTexts();
      await holds(async () => assert.deepEqual(await authors(), ['User', 'Claude Code']));
      await extension.change({ header: { models: ['model-1', 'model-2'] } });
      await holds(async () => assert.deepEqual(await authors(), ['User', 'Claude Code · model-1']));
      await extension.change({ header: { agent: '' } });
      await holds(async () => assert.deepEqual(await authors(), ['User', 'model-1']));
    });
  });

  it('leaves 180 pixels for messages beside the side bar in a window of 700 × 450', async () => {
    const context = { viewport: { width: 420, height: 380 } };
    const header = { commands: ['/compact'] };
    await withSessionPane({ messages: many(300), header, context }, async ({ page }) => {
      await page.getByText('Commands').waitFor();
      await holds(async () => {
        const list = await page.locator('.scroller').boundingBox();
        assert.ok((list?.height ?? 0) >= 180, `${list?.height} pixels`);
      });
    });
  });

  it('shows thoughts only on request, also after a reload', async () => {
    const kinds = ['user', 'assistant', 'tools', 'thoughts', 'notices'];
    const left = await withSessionPane(whole, async ({ page, memory }) => {
      await page.getByText('Thoughts only; they are hidden.').waitFor();
      assert.equal(await page.getByText('The sum should be').count(), 0);
      await filter(page, 'Thoughts');
      await page.getByText('The sum should be').waitFor();
      await page.getByText('Nothing but a thought.').waitFor();
      return memory();
    });
    assert.deepEqual(left, { folder: '/project', kind: 'session', id: '/home/dev/s.jsonl', kinds });
    await withSessionPane({ ...whole, memory: left }, async ({ page }) => {
      await page.getByText('The sum should be').waitFor();
      await filter(page, 'Thoughts');
      await page.getByText('The sum should be').waitFor({ state: 'detached' });
    });
  });

  it('requests the conversation of a subagent when unfolded', async () => {
    await withSessionPane(whole, async ({ page, extension }) => {
      await unfold(page, 'Subagent: Look for callers');
      await page.getByText('Find who calls it.').waitFor();
      await page.getByText('200 more messages in the transcript.').waitFor();
      await unfold(page, 'Grep');
      await unfold(page, 'Subagent: Look for callers');
      await page.getByText('Find who calls it.').waitFor({ state: 'detached' });
      await unfold(page, 'Other subagents');
      await page.locator('.aside-subagents summary').click();
      await page.getByText('Alone.').waitFor(); // the extension sent it, so it was asked
      assert.deepEqual(extension.later, [
        { type: 'subagent', agentId: 'a1', open: true },
        { type: 'subagent', agentId: 'a1', open: false },
        { type: 'subagent', agentId: 'a2', open: true },
      ]);
    });
  });

  it('marks where the context was compacted, with the summary', async () => {
    await withSessionPane(whole, async ({ page }) => {
      await page.getByRole('heading', { name: /Context compacted automatically/ }).waitFor();
      await unfold(page, 'Summary kept by the agent');
      await page.locator('.compaction strong').waitFor();
      assert.equal(await page.locator('.compaction strong').innerText(), 'round once');
    });
  });

  it('shows the summary of a session as Markdown', async () => {
    const header = {
      summary: '**Facts**\n\n- Tax is rounded once <img src=x onerror=alert(1)> (2026-02-05)',
    };
    await withSessionPane({ ...whole, header }, async ({ page, problems }) => {
      const summary = page.getByRole('group', { name: 'Summary' });
      await summary.locator('li', { hasText: 'Tax is rounded once' }).waitFor();
      assert.equal(await summary.locator('img').count(), 0);
      await page.locator('summary', { hasText: 'Summary' }).first().click();
      await summary.waitFor({ state: 'hidden' });
      assert.deepEqual(problems, []);
    });
  });

  it('searches all of a long session and moves from match to match', async () => {
    const messages = many(2_000).map((message) =>
      [5, 700, 1_900].includes(message.position)
        ? { ...message, text: `Here is a NEEDLE, number ${message.position}` }
        : message,
    );
    messages[1_200] = spoken(1_200, { tools: [toolCall('t', { result: 'a needle in a result' })] });
    await withSessionPane({ messages }, async ({ page }) => {
      await page.getByText('Message 1999').waitFor();
      await openFind(page);
      const input = page.getByRole('textbox', { name: 'Find in the whole conversation' });
      await input.fill('needle');
      await at(page, '1 of 4');
      await page.getByText('number 5', { exact: false }).first().waitFor();
      await holds(async () => assert.equal(await marked(page, 'find-current'), 'NEEDLE'));
      await input.press('Enter');
      await page.getByText('number 700').waitFor();
      await input.press('Enter');
      await page.getByText('a needle in a result').waitFor(); // its tool call is unfolded
      await input.press('Enter');
      await at(page, '4 of 4');
      await page.getByText('number 1900').waitFor();
      await input.press('Enter');
      await at(page, '1 of 4');
      await input.press('Shift+Enter');
      await at(page, '4 of 4');
      await input.fill('nothing like this');
      await at(page, 'No results');
      await input.press('Escape');
      await input.waitFor({ state: 'detached' });
      await holds(async () => assert.equal(await marked(page, 'find'), ''));
    });
  });

  it('follows a growing session, and stays put elsewhere', async () => {
    await withSessionPane({ messages: many(300) }, async ({ page, extension }) => {
      await page.getByText('Message 299').waitFor();
      const grown = [...many(299), spoken(299, { text: 'Message 299, and more' }), spoken(300)];
      await extension.change({ messages: grown, changedFrom: 299 });
      await page.getByText('Message 299, and more').waitFor();
      await page.getByText('Message 300').waitFor();
      await page.getByRole('feed').focus();
      await page.keyboard.press('Home');
      await page.waitForSelector('[data-position="0"]:focus');
      await page.getByText('Message 3', { exact: true }).waitFor();
      await page.locator('.message-skeleton').waitFor({ state: 'detached' });
      const before = await restingPlace(page, '[data-position="3"]');
      await extension.change({ messages: [...grown, spoken(301)], changedFrom: 301 });
      await page.getByText('1 new message').first().waitFor();
      assert.equal(await restingPlace(page, '[data-position="3"]'), before);
    });
  });

  it('drops what the person rewound', async () => {
    await withSessionPane({ messages: many(40) }, async ({ page, extension }) => {
      await page.getByText('Message 39').waitFor();
      const rest = [...many(30), spoken(30, { text: 'Said instead' })];
      await extension.change({ messages: rest, changedFrom: 30 });
      await page.getByText('Said instead').waitFor();
      await holds(async () =>
        assert.equal(await page.locator('article').last().getAttribute('data-position'), '30'),
      );
    });
  });

  it('keeps unfolded parts while their message is out of view and the session grows', async () => {
    const messages = many(400);
    messages[399] = spoken(399, { tools: [toolCall('t', { result: 'passed' })] });
    await withSessionPane({ messages }, async ({ page, extension }) => {
      await unfold(page, 'Bash');
      await page.getByText('passed').waitFor();
      await page.getByRole('feed').focus();
      await page.keyboard.press('Home');
      await page.getByText('Message 0', { exact: true }).waitFor();
      await page.keyboard.press('End');
      await page.getByText('passed').waitFor();
      await extension.change({ messages: [...messages, spoken(400)], changedFrom: 400 });
      await page.getByText('Message 400').waitFor();
      await page.getByText('passed').waitFor();
    });
  });

  it('offers only what session and workspace allow', async () => {
    const commandAction = (command: string) => ({ type: 'command', command });
    const onward = ['Continue in Chat', 'Find', 'Continue In…', 'Copy as Chat Context…', 'Copy Link'];
    const share = 'Share with Team…';
    const writing = ['Copy into Dialog…', 'Summarize Session…'];
    const files = ['Open as Markdown', 'Copy All as Markdown', 'Show File', 'Copy Path of File'];
    const reading = onward.slice(1, 2);
    await withSessionPane(whole, async ({ page, extension }) => {
      const all = [...onward, share, 'Keep Session', ...writing, ...files];
      await offers(page, all);
      for (const name of all) if (!reading.includes(name)) await choose(page, name);
      const message = page.locator('[data-position="7"]');
      await message.hover();
      await message.getByRole('button', { name: 'Copy Message' }).click();
      await message.getByRole('button', { name: 'Continue from Here…' }).click();
      await message.getByRole('button', { name: 'Open the whole message' }).click();
      await holds(() =>
        assert.deepEqual(extension.later, [
          ...['resumeSession', 'continueIn', 'copyHistory', 'copyLink', 'share'].map(commandAction),
          ...['archiveSession', 'importSession'].map(commandAction),
          ...['summarize', 'openMarkdown'].map(commandAction),
          { type: 'copyMarkdown' },
          ...['reveal', 'copyPath'].map(commandAction),
          { type: 'copyMessage', position: 7 },
          { type: 'continueFrom', position: 7 },
          { type: 'openMessage', position: 7 },
        ]),
      );
      await message.getByRole('button', { name: 'Select Message' }).click();
      await page.locator('.selection-bar').getByRole('button', { name: share }).click();
      await holds(() => assert.deepEqual(extension.later.at(-1), { type: 'shareMessages', places: [7] }));
      await extension.change({ header: { archived: 'wholly' } });
      await page.locator('.facts', { hasText: 'Kept' }).waitFor();
      await offers(page, [...onward, share, ...writing, ...files]);
      await extension.change({ header: { archived: 'no', recorded: true } });
      await page.locator('.facts', { hasText: 'Kept' }).waitFor({ state: 'detached' });
      await offers(page, [...onward, share, ...writing, ...files]);
      await extension.change({ header: { editable: false } });
      await offers(page, [...onward, ...files]);
      assert.deepEqual(extension.refused, []);
    });
    await withSessionPane({ ...whole, kind: 'archive', header: { part: 2 } }, async ({ page }) => {
      await page.getByText('Kept session, part 2').waitFor();
      await offers(page, [files[0]!, ...reading, 'Copy Link', 'Summarize Session…', ...files.slice(1)]);
    });
  });

  it('says that a session was found again, and what is missing', async () => {
    const header = { recovered: 'recovered, answers missing', archived: 'wholly' } as const;
    await withSessionPane({ ...whole, header }, async ({ page }) => {
      await page.locator('.counts').getByText('recovered, answers missing', { exact: true }).waitFor();
    });
  });

  it('shows a person’s title and note as text', async () => {
    const header = { note: '**ask** <b>Ann</b>', tags: ['ui', 'bug'] };
    await withSessionPane({ ...whole, header }, async ({ page, extension }) => {
      await page
        .getByRole('note', { name: 'Note' })
        .getByText('**ask** <b>Ann</b>', { exact: true })
        .waitFor();
      await page.getByText('Tags: ui, bug').waitFor();
      await extension.change({ header: { note: 'another' } });
      await page.getByRole('note', { name: 'Note' }).getByText('another').waitFor();
    });
  });

  it('shows that it is reading, then the newest message, and reports problems', async () => {
    await withSessionPane({ messages: [], header: { reading: true } }, async ({ page, extension }) => {
      await page.getByText('Reading the session…').waitFor();
      await extension.change({ messages: many(300), header: {} });
      await page.getByText('Message 299').waitFor();
      await extension.change({ header: { problem: 'This session is gone.' } });
      await page.locator('.notice', { hasText: 'is gone' }).waitFor();
      await page.getByText('Message 299').waitFor();
    });
  });

  it('restores its position after a reload', async () => {
    const memory = { folder: '/project', kind: 'session', id: '/home/dev/s.jsonl', position: 120 };
    await withSessionPane({ messages: many(400), memory }, async ({ page }) => {
      await page.getByText('Message 120', { exact: true }).waitFor();
    });
  });

  it('stays inert whatever a session contains', async () => {
    const attack =
      '<img src=x onerror="globalThis.attacked=1"><script>globalThis.attacked=2</script> [a](javascript:globalThis.attacked=3)';
    const call = toolCall(attack, { name: attack, hint: attack, args: attack, result: attack });
    const edit = { kind: 'texts', path: attack, before: attack, after: `${attack}!` } as const;
    const message = spoken(0, {
      text: attack,
      thoughts: [attack],
      tools: [{ ...call, edits: [edit] }],
      media: [{ mimeType: attack }, { mimeType: `image/png" onerror="globalThis.attacked=4`, data: 'x' }],
    });
    const header = { title: attack, models: [attack], branch: attack, commands: [attack], file: attack };
    const requests: string[] = [];
    const prepare = (page: Page): Promise<void> => {
      page.on('request', (request) => requests.push(request.url()));
      return Promise.resolve();
    };
    await withSessionPane({ messages: [message], header, prepare }, async ({ page }) => {
      await filter(page, 'Thoughts');
      await page.locator('.thoughts').waitFor();
      await page.locator('.tool-call summary').click();
      await page.locator('.diff').waitFor();
      await rendered(page);
      assert.equal(await page.evaluate('globalThis.attacked'), undefined);
      assert.equal(await page.locator('main script, main [onerror]').count(), 0);
      assert.deepEqual(
        requests.filter((url) => !/^(http:\/\/127\.0\.0\.1|data:)/.test(url)),
        [],
      );
    });
  });

  it('appears in Chinese', async () => {
    const strings = await translatedSessionPane();
    const header = { agent: '', models: [], commands: ['1'], title: '会话', file: '1', branch: '1' };
    const messages = everything.map((message) => ({ ...message, model: '1' }));
    await withSessionPane(
      { ...whole, messages, header, strings, locale: 'zh-cn' },
      async ({ page, extension }) => {
        await openFind(page);
        await unfold(page, 'Bash');
        await unfold(page, '子智能体：Look for callers');
        for (const part of ['.tool-details', '.subagent-note']) await page.locator(part).waitFor();
        await extension.change({ header: { ...header, rewound: 1, unreadable: 1, archived: 'partly' } });
        await page.locator('.facts', { hasText: '部分保留' }).waitFor();
        const parts = page.locator(
          '.header, .find-bar, .compaction-label, .notice-interrupted, .cut, .code-label, .tool-state, .subagent-note, .thoughts-hidden',
        );
        const text = (await parts.allInnerTexts()).join('\n');
        assert.match(text, /\p{Script=Han}/u);
        assert.doesNotMatch(text, /[A-Za-z]{3,}/, text);
      },
    );
  });

  it('fits the narrowest editor', async () => {
    const context = { viewport: { width: 214, height: 800 } };
    await withSessionPane({ ...whole, context }, async ({ page }) => {
      await openFind(page);
      await unfold(page, 'Edit');
      await page.locator('.diff').waitFor();
      await rendered(page);
      assert.deepEqual(await beyondEdge(page), []);
    });
  });

  for (const theme of themes)
    it(`has no accessibility violation in the theme ${theme}`, async () => {
      const context = { viewport: { width: 1_200, height: 2_500 } };
      const header = {
        rewound: 2,
        commands: ['/compact'],
        problem: 'The file is gone.',
        summary: '**Facts**\n\n- Tax is rounded once',
      };
      await withSessionPane({ ...whole, header, theme, context }, async ({ page }) => {
        await filter(page, 'Thoughts');
        for (const name of ['Bash', 'Edit', 'apply_patch', 'Subagent: ', 'Summary kept', 'Commands'])
          await unfold(page, name);
        await page.getByText('Find who calls it.').waitFor();
        await page.locator('.compaction strong').waitFor();
        await openFind(page);
        await page.getByRole('textbox').fill('round');
        await at(page, '1 of 3');
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        const folder = process.env.UI_TEST_PICTURES;
        if (folder !== undefined) await page.screenshot({ path: `${folder}/session-pane-${theme}.png` });
      });
    });
});
