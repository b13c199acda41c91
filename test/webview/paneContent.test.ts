import assert from 'node:assert/strict';
import type { DialogPaneMessage } from '../../src/protocol/dialogPane.ts';
import { dialogPaneStrings, type DialogPaneStrings } from '../../src/protocol/dialogPaneStrings.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { holds } from '../eventually.ts';
import { themes } from './paneServer.ts';
import { sampleMessage, sampleSummary, sampleSummaryZh } from './sampleDialog.ts';
import { translated } from './translated.ts';
import { beyondEdge, choose, hasFocus, offers, rendered } from './panePage.ts';
import { withPane } from './withPane.ts';

/** A dialog of one message. */
const says = (text: string, more: Partial<DialogPaneMessage> = {}) => ({
  total: 1,
  message: (): DialogPaneMessage => ({ ...sampleMessage(1), position: 0, text, ...more }),
});

const attacks = [
  '<script>globalThis.attacked = 1</script>',
  '<img src=x onerror="globalThis.attacked = 2">',
  '<svg onload="globalThis.attacked = 3"><script>globalThis.attacked = 4</script></svg>',
  '<iframe srcdoc="<script>parent.attacked = 5</script>"></iframe>',
  '<style>* { display: none }</style>',
  '<a href="javascript:globalThis.attacked = 6">click</a>',
  '[click](javascript:globalThis.attacked=7) [click](JaVaScRiPt:globalThis.attacked=8)',
  '[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](javascript:globalThis.attacked=9) ![x](https://attacker.example/pixel.png)',
  '[x](https://a.example/"onmouseover="globalThis.attacked=10)',
  '```<img/src=x/onerror=globalThis.attacked=11>\n</code></pre><img src=x onerror=globalThis.attacked=12>\n```',
  '<tool_call x="</summary><img src=x onerror=globalThis.attacked=13>">\n<b>bold</b>\n</tool_call>',
  '<div style="position:fixed;inset:0">over everything</div>',
  'src/"><img/src=x/onerror=globalThis.attacked=14>.ts:1',
];

describe('the content of the dialog pane', function () {
  it('fits the narrowest editor', async () => {
    const context = { viewport: { width: 214, height: 800 } };
    await withPane(
      { total: 9, message: sampleMessage, summary: sampleSummary, context },
      async ({ page }) => {
        await page.getByRole('article').first().waitFor();
        await page.locator('.summary-head').click();
        await page.locator('.item').first().waitFor();
        assert.deepEqual(await beyondEdge(page), []);
      },
    );
  });

  it('keeps buttons off the summary on devices without hover', async () => {
    const context = { viewport: { width: 1_000, height: 800 }, isMobile: true, hasTouch: true };
    const summary = { facts: ['word '.repeat(60)] };
    await withPane({ ...says('x'), summary, context }, async ({ page }) => {
      await holds(async () => {
        const text = await page.locator('.item-text').boundingBox();
        const buttons = await page.locator('.item-actions').boundingBox();
        assert.ok(text && buttons && text.x + text.width <= buttons.x);
      });
    });
  });

  it('keeps deeply nested content inside its message', async () => {
    const deep = `${'>'.repeat(90)} quoted\n\n${'- '.repeat(90)}listed`;
    await withPane(says(deep), async ({ page }) => {
      const body = page.locator('.message .markdown').first();
      await body.getByText('quoted').waitFor();
      assert.equal(await body.evaluate((e) => e.scrollWidth > e.clientWidth), false);
      const width = await body.getByText('quoted').evaluate((e) => e.getBoundingClientRect().width);
      assert.ok(width > 200, `${String(width)} px`);
    });
  });

  it('breaks no word in a table, however narrow', async () => {
    const rows =
      '| Component | Task |\n|---|---|\n| AuthenticationMiddleware | Validates the tokens of requests |';
    const message = (position: number) => ({ position, role: 'assistant' as const, text: rows, ts: 1 });
    await withPane(
      { total: 1, message, context: { viewport: { width: 240, height: 400 } } },
      async ({ page }) => {
        const cell = page.locator('td').first();
        await cell.waitFor();
        const lines = await cell.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getClientRects().length;
        });
        assert.equal(lines, 1);
        assert.deepEqual(await beyondEdge(page), []);
      },
    );
  });

  it('offers the files and the backups of a damaged dialog', async () => {
    const header = { damaged: ['messages.json.damaged-1'], backups: 1 };
    await withPane({ total: 0, header }, async ({ page, extension }) => {
      const notice = page.locator('.damaged');
      await notice.getByRole('button', { name: 'Reveal Files' }).click();
      await notice.getByRole('button', { name: 'Restore Backup…' }).click();
      await holds(() =>
        assert.deepEqual(
          extension.all('command').map(({ command }) => command),
          ['reveal', 'restoreBackup'],
        ),
      );
      await extension.change({ header: { ...header, backups: 0 } });
      await notice.getByRole('button', { name: 'Restore Backup…' }).waitFor({ state: 'detached' });
    });
  });

  it('stays inert whatever messages, names and summaries contain', async () => {
    const summary = { facts: attacks, [attacks[1]!]: [attacks[2]!] };
    const dialog = { ...says(attacks.join('\n\n'), { author: attacks[1]! }), name: attacks[1]!, summary };
    const requests: string[] = [];
    const prepare = async (page: import('playwright-core').Page): Promise<void> => {
      page.on('request', (request) => requests.push(request.url()));
      await Promise.resolve();
    };
    await withPane({ ...dialog, prepare }, async ({ page, problems }) => {
      await page.getByText('click').first().click();
      await rendered(page);
      assert.equal(await page.evaluate('globalThis.attacked'), undefined);
      const foreign = 'main img, main iframe, main style, main script, main svg script, .markdown [style]';
      assert.equal(await page.locator(foreign).count(), 0);
      assert.deepEqual(
        requests.filter((url) => !url.startsWith('http://127.0.0.1')),
        [],
      );
      const hrefs = await page
        .locator('main a')
        .evaluateAll((links) => links.map((a) => a.getAttribute('href')));
      assert.deepEqual([...new Set(hrefs)], ['#']);
      assert.deepEqual(problems, [], 'nothing even reached the content security policy');
    });
  });

  it('shows messages with an invalid time', async () => {
    await withPane(says('still here', { ts: 1e20 }), async ({ page, problems }) => {
      await page.getByText('still here').waitFor();
      assert.deepEqual(problems, []);
    });
  });

  it('passes links and file paths to the extension without navigating', async () => {
    const text = 'See [docs](https://example.com/a), `src/a.ts:12:3` and ![pic](https://example.com/p.png)';
    await withPane(says(text), async ({ page, extension }) => {
      const url = page.url();
      await page.getByText('docs').click();
      await page.getByText('src/a.ts:12:3').click();
      await page.getByText('Image: pic').press('Enter');
      await rendered(page);
      const expected = ['https://example.com/a', 'src/a.ts:12:3', 'https://example.com/p.png'];
      await holds(() =>
        assert.deepEqual(
          extension.all('openLink').map(({ href }) => href),
          expected,
        ),
      );
      assert.equal(page.url(), url);
    });
  });

  it('copies messages and code with a confirmation', async () => {
    const text = 'Code:\n\n```ts\nconst a = "<b>";\n\tif (a) b();\n```\n';
    await withPane(says(text, { cutChars: 5 }), async ({ page, extension }) => {
      await page.locator('.hljs-keyword').first().waitFor();
      await page.getByRole('button', { name: 'Copy Code' }).click();
      await page.getByRole('button', { name: 'Copy Message' }).click();
      await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' });
      await page.getByText('Open the whole message').click();
      await rendered(page);
      await holds(() =>
        assert.deepEqual(extension.actions.slice(1), [
          { type: 'copyText', text: 'const a = "<b>";\n\tif (a) b();' },
          { type: 'copyMessage', position: 0 },
          { type: 'openMessage', position: 0 },
        ]),
      );
    });
  });

  it('keeps unfolded parts while their message is out of view', async () => {
    const text = '```tool_call\n{"name": "run"}\n```';
    const message = (position: number): DialogPaneMessage => ({ ...sampleMessage(position), text });
    await withPane({ total: 400, message }, async ({ page }) => {
      const last = page.locator('[data-position="399"]');
      await last.locator('summary').click();
      await last.locator('details[open]').waitFor();
      await page.locator('.scroller').focus();
      await page.keyboard.press('Home');
      await page.waitForSelector('[data-position="0"]:focus');
      await last.waitFor({ state: 'detached' });
      await page.keyboard.press('End');
      await last.locator('details').waitFor();
      assert.equal(await last.locator('details[open]').count(), 1);
    });
  });

  it('shows the gauge, the notices and the actions of the header', async () => {
    const header = {
      messages: 300,
      bytes: 1_024,
      compact: 'messages_count_exceeds_comfort_zone',
      damaged: ['messages.json.damaged-1'],
    } as const;
    await withPane({ total: 300, header }, async ({ page, extension }) => {
      const meter = page.getByRole('meter', { name: 'Context limit' });
      assert.equal(await meter.getAttribute('aria-valuenow'), '100');
      assert.match((await meter.getAttribute('aria-valuetext')) ?? '', /^>100%\. 300 of 200 messages/);
      await page.getByText('more messages than the recommended 200').waitFor();
      await page.getByText('messages.json.damaged-1').waitFor();
      const offered = ['Pin', 'Reveal Files', 'Export…', 'Restore Backup…', 'Clear Dialog…'];
      for (const name of offered) await choose(page, name);
      await page.getByRole('button', { name: 'Compact…', exact: true }).click();
      await extension.change({ header: { ...header, pinned: true, editable: false } });
      const reading = [
        'Continue In…',
        'Copy as Chat Context…',
        'Copy All as Markdown',
        'Copy Link',
        'Export…',
        'Reveal Files',
      ];
      await offers(page, ['Continue in Chat', 'Find', ...reading]);
      await holds(() =>
        assert.deepEqual(
          extension.all('command').map(({ command }) => command),
          ['togglePin', 'reveal', 'export', 'restoreBackup', 'clear', 'compact'],
        ),
      );
    });
  });

  it('edits the summary without losing an agent’s concurrent changes', async () => {
    await withPane({ total: 10, summary: sampleSummary }, async ({ page, extension }) => {
      const item = page.locator('.item', { hasText: 'No new dependency' });
      await item.hover();
      await item.getByRole('button', { name: 'Edit' }).click();
      const field = page.getByRole('textbox', { name: 'Text of the item in Constraints' });
      assert.equal(await field.inputValue(), 'No new dependency');
      await field.fill('At most one new dependency');
      const facts = ['Written by an agent', ...sampleSummary.facts];
      await extension.change({ total: 11, summary: { ...sampleSummary, facts } });
      await page.getByText('11 messages').waitFor();
      assert.equal(await field.inputValue(), 'At most one new dependency');
      await hasFocus(field);
      await field.press('Enter');
      await page.getByText('Written by an agent').waitFor();
      const release = page.locator('.item', { hasText: 'Write the release note' });
      await release.hover();
      await release.getByRole('button', { name: 'More Actions…' }).click();
      await release.getByRole('menuitem', { name: 'Delete' }).click();
      await page.locator('.section', { hasText: 'Decisions' }).hover();
      await page.getByRole('button', { name: 'Add to Decisions' }).click();
      await page.getByRole('textbox').fill('Ship on Friday');
      await page.getByRole('feed').focus(); // leaves the field
      await page.getByText('Ship on Friday').waitFor();
      const saved = {
        ...sampleSummary,
        decisions: [...sampleSummary.decisions, { value: 'Ship on Friday' }],
        constraints: ['The public API of src/import stays as it is', 'At most one new dependency'],
        TODO: ['Measure memory on the largest customer file'],
        facts,
      };
      await holds(() => assert.deepEqual(extension.summary, saved));
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    });
  });

  it('keeps unsaved text across dialogs, a new page and a failed save', async () => {
    const draft = await withPane({ total: 2, summary: sampleSummary }, async ({ page, extension }) => {
      extension.failsToSave = true;
      await page.getByRole('button', { name: 'Add to Facts' }).click();
      await page.getByRole('textbox').fill('an added fact');
      await page.getByRole('textbox').press('Enter');
      await page.getByText('Unsaved changes').waitFor();
      await page.getByRole('button', { name: 'Add to Constraints' }).click();
      await page.getByRole('textbox').fill('half a constr');
      await extension.change({ name: 'another', summary: {} });
      await page.getByRole('heading', { name: 'another' }).waitFor();
      assert.equal(await page.getByText('Unsaved changes').count(), 0);
      assert.equal(await page.getByRole('textbox').count(), 0);
      await extension.change({ name: 'Nightly import', summary: sampleSummary });
      await page.getByText('Unsaved changes').waitFor();
      assert.equal(await page.getByRole('textbox').inputValue(), 'half a constr');
      await page.getByText('an added fact').waitFor();

      await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
      await extension.change({ total: 3 });
      await page.getByText('3 messages').waitFor();
      await page.getByText('Unsaved changes').waitFor();
      return extension.all('draftSummary').at(-1)?.draft;
    });
    assert.ok(draft);
    const facts = [...sampleSummary.facts, 'an added fact'];
    const constraints = [...sampleSummary.constraints, 'half a constr']; // its field was left
    await withPane({ total: 2, summary: sampleSummary, draft }, async ({ page, extension }) => {
      await page.locator('.save-bar').getByRole('button', { name: 'Save' }).click();
      await holds(() => assert.deepEqual(extension.summary, { ...sampleSummary, facts, constraints }));
      await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
      await extension.change({ summary: 'one text now' });
      await extension.change({ name: 'another', summary: {} });
      await extension.change({ name: 'Nightly import', summary: 'one text now' });
      await page.getByText('one text now').waitFor();
    });
    const stray = { edits: [], editor: { at: { kind: 'add', section: 'mood' }, text: 'good' } } as const;
    await withPane({ total: 2, summary: 'one text now', draft: stray }, async ({ page, extension }) => {
      const field = page.getByRole('textbox', { name: 'Text of the item in mood' });
      await holds(async () => assert.equal(await field.inputValue(), 'good'));
      await field.press('Control+s');
      await holds(() => assert.deepEqual(extension.summary, { summary: 'one text now', mood: ['good'] }));
    });
  });

  it('discards changes, and starts a missing summary', async () => {
    await withPane({ total: 2 }, async ({ page, extension }) => {
      await page.getByText('No summary yet').waitFor();
      await page.getByRole('button', { name: 'Facts' }).click();
      await page.getByRole('textbox').fill('not this');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('No summary yet').waitFor();
      assert.deepEqual(extension.all('saveSummary'), []);
      extension.failsToSave = true;
      await page.getByRole('button', { name: 'Facts' }).click();
      await page.getByRole('textbox').fill('first');
      await page.getByRole('textbox').press('Enter');
      await page.getByText('Unsaved changes').waitFor();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByText('No summary yet').waitFor();
      extension.failsToSave = false;
      await page.getByRole('button', { name: 'To Do' }).click();
      await page.getByRole('textbox').press('Escape');
      await page.getByRole('textbox').waitFor({ state: 'detached' });
      await extension.change({ summary: '# All\n\nis **well**' });
      await page.locator('.summary strong').waitFor();
      await extension.change({ header: { editable: false }, summary: sampleSummary });
      await page.getByText('Decisions').waitFor();
      const texts = page.locator('.summary');
      for (const name of ['Edit', 'Add to Decisions'])
        assert.equal(await texts.getByRole('button', { name }).count(), 0);
      await texts.getByRole('button', { name: 'More Actions…' }).first().click();
      const items = page.getByRole('menuitem');
      const offered = ['Copy', 'Copy Link', 'Go to Message'];
      await holds(async () => assert.deepEqual(await items.allTextContents(), offered));
    });
  });

  it('explains why a dialog cannot be shown, and shows it once it can', async () => {
    await withPane({ total: 3 }, async ({ page, extension, problems }) => {
      await extension.fail('The disk refused: EIO');
      await page.getByRole('heading', { name: 'This dialog cannot be shown' }).waitFor();
      assert.match(await page.getByRole('alert').innerText(), /The disk refused: EIO/);
      assert.equal(await page.getByRole('article').count(), 0);
      await page.getByRole('button', { name: 'Reveal Files' }).click();
      await rendered(page);
      assert.equal(await page.getByRole('button', { name: 'Restore Backup' }).count(), 0, 'there is none');
      await extension.fail('messages.json is a folder', true);
      await page.getByRole('button', { name: 'Restore Backup' }).click();
      await holds(() =>
        assert.deepEqual(
          extension.all('command').map(({ command }) => command),
          ['reveal', 'restoreBackup'],
        ),
      );
      await extension.change({});
      await page.getByRole('article').first().waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      assert.deepEqual(problems, []);
    });
  });

  it('uses the given language', async () => {
    const strings: DialogPaneStrings = await translated();
    const changed = Object.entries(strings).filter(
      ([key, text]) => text !== Reflect.get(dialogPaneStrings, key),
    );
    assert.ok(changed.length > 50, `${String(changed.length)} texts are translated`);
    await withPane(
      { total: 20, locale: 'zh-cn', strings, summary: sampleSummaryZh, name: '夜间导入' },
      async ({ page }) => {
        for (const section of [
          'decisions',
          'constraints',
          'todo',
          'issues',
          'facts',
          'references',
        ] as const) {
          await page.getByRole('heading', { name: strings[section], exact: true }).waitFor();
        }
        await page.getByRole('button', { name: strings.continueDialog }).waitFor();
        const text = await page.locator('.header').innerText();
        assert.doesNotMatch(text, /[A-Za-z]{3,}/, text);
      },
    );
  });

  it('respects reduced motion and forced colours', async () => {
    const context = { reducedMotion: 'reduce', forcedColors: 'active' } as const;
    await withPane({ total: 500, summary: sampleSummary, context }, async ({ page, extension }) => {
      // In one step with the look at what moves, because it is lit up for two seconds only.
      const moving = page.evaluate(`new Promise((resolve) => {
        const look = () => {
          if (document.querySelector('[data-position="250"].message-flash') === null) return;
          resolve([...document.querySelectorAll('main *')].flatMap((e) => e.getAnimations()).length);
        };
        new MutationObserver(look).observe(document, { subtree: true, attributes: true, childList: true });
      })`);
      await extension.change({}, { reveal: 250 });
      assert.equal(await moving, 0);
      const fill = page.locator('.gauge-fill');
      assert.notEqual(
        await fill.evaluate((element) => getComputedStyle(element).backgroundColor),
        await page.locator('.gauge-bar').evaluate((element) => getComputedStyle(element).backgroundColor),
      );
    });
  });

  for (const theme of themes) {
    it(`has no accessibility violation in the theme ${theme}`, async () => {
      const header = { compact: 'bytes_exceed_comfort_zone', damaged: ['summary.json.damaged-2'] } as const;
      const texts = [
        ...codeSamples,
        '1. one\n2. two\n\n> quote\n\n- [link](https://a.example)\n\n`inline`, src/a.ts:1',
      ];
      const message = (position: number): DialogPaneMessage => ({
        ...sampleMessage(position),
        text: texts[position % texts.length]!,
      });
      const dialog = { total: texts.length * 2, message, theme, summary: sampleSummary, header };
      await withPane(
        { ...dialog, context: { viewport: { width: 1_200, height: 4_000 } } },
        async ({ page }) => {
          await page.waitForSelector('.message');
          await page.locator('summary.code-bar').first().click();
          await page.locator('.item').first().hover();
          await page.locator('.item').first().getByRole('button', { name: 'Edit' }).click();
          await hasFocus(page.getByRole('textbox'));
          assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        },
      );
      await withPane({ total: 0, theme }, async ({ page, extension }) => {
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
        await extension.fail('The disk refused');
        await page.getByRole('alert').waitFor();
        assert.deepEqual(await accessibilityViolations(page.mainFrame()), []);
      });
    });
  }
});

const codeSamples = [
  '```ts\n/** Doc */\nexport class A extends B { #x = 1; async run(n: number): Promise<string> { return `a${n}` ?? /x/g; } }\n```',
  '```python\n@cached\ndef f(x: int) -> None:\n    """Doc"""\n    return None if x > 1.5 else print(True)\n```',
  '```json\n{"a": [1, true, null, "x"]}\n```\n\n```yaml\na: 1\nb: [x, "y"]\n```\n\n```diff\n- old\n+ new\n@@ 1 @@\n```',
  '```html\n<!-- c --><a href="x">y</a><style>.a #b { color: red; }</style>\n```\n\n```sql\nSELECT count(*) FROM t WHERE a = 1;\n```',
  '```bash\n# list\nfor f in *.ts; do echo "$f" && exit 1; done\n```\n\n```rust\n#[test]\nfn main() -> Result<(), Error> { let mut v: Vec<u8> = vec![1]; }\n```',
  `\`\`\`go\n${'fmt.Println("x") // '.padEnd(300, 'long ')}\n\`\`\`\n\n\`\`\`tool_call\n{"name": "x"}\n\`\`\``,
];
