// Takes the pictures of the README.   node scripts/screenshots.mjs [name]…   writes media/screenshots/*.png.
// The packed extension runs in the real editor on a fresh sample workspace.
// node scripts/screenshots.mjs --all [folder [en|zh-cn] [beginning of a name]…]   pictures everything else there is to see, too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { register } from 'tsx/cjs/api';
import { register as registerImports } from 'tsx/esm/api';

register();
registerImports(); // what the store loads when it is first needed
const require = createRequire(import.meta.url);
const { projectRoot } = require('../test/editor/places.ts');
const { startEditor } = require('../test/editor/startEditor.ts');
const {
  accept,
  openViewContainer,
  pickFromContextMenu,
  runCommand,
  themes,
  treeRows,
  webview,
} = require('../test/editor/workbench.ts');
const { withScriptedModel } = require('../test/editor/scriptedModel.ts');
const { writeSample } = require('../test/sample/sample.ts');
const { sampleSessions, writeSampleSessions } = require('../test/sample/sessions.ts');
const { agentFolders } = require('../test/editor/inEditorTests.ts');
const { openStore } = require('../src/store/store.ts');
const { systemClock } = require('../src/disk/base/context.ts');
const { silentLog } = require('../src/disk/base/core.ts');
const { followCopy } = require('../src/history/copies/followCopy.ts');
const { defaultCopies } = require('../src/history/copies/modes.ts');

const pictures = [
  { name: 'light', theme: themes.light, dialog: 'checkout-rounding' },
  { name: 'dark', theme: themes.dark, dialog: 'checkout-rounding' },
  { name: 'high-contrast', theme: themes.highContrast, dialog: 'checkout-rounding' },
  { name: 'chinese', theme: themes.light, dialog: '支付对账', language: 'zh-cn' },
  { name: 'context', theme: themes.light, dialog: 'checkout-rounding', context: 'Round tax once' },
  {
    ...{ name: 'context-chinese', theme: themes.dark, language: 'zh-cn' },
    ...{ dialog: '支付对账', context: '修改匹配规则' },
  },
  { name: 'session', theme: themes.light, session: sampleSessions.claude },
  { name: 'session-chinese', theme: themes.dark, session: sampleSessions.claude, language: 'zh-cn' },
  { name: 'memory', theme: themes.light, tag: 'pricing', memory: 'Tax is rounded once' },
  {
    ...{ name: 'memory-chinese', theme: themes.dark, language: 'zh-cn' },
    ...{ tag: '结算', memory: '对账只按支付' },
  },
  { name: 'compact', theme: themes.light, compact: 'nightly-price-import' },
  { name: 'search', theme: themes.dark, query: 'rounding tax' },
  { name: 'search-chinese', theme: themes.light, query: '对账', language: 'zh-cn' },
  { name: 'search-results', theme: themes.light, query: 'rounding tax', kept: true },
  {
    ...{ name: 'search-results-chinese', theme: themes.dark, query: '对账', kept: true },
    language: 'zh-cn',
  },
  { name: 'brief', theme: themes.light, brief: 'Tax is rounded once' },
  { name: 'brief-chinese', theme: themes.dark, brief: 'Tax is rounded once', language: 'zh-cn' },
  { name: 'line-note', theme: themes.light, line: 10 },
  { name: 'line-note-dark', theme: themes.dark, line: 10 },
  { name: 'line-note-high-contrast', theme: themes.highContrast, line: 10 },
  { name: 'line-note-chinese', theme: themes.light, line: 10, language: 'zh-cn' },
  { name: 'file-history', theme: themes.light, line: 10, listed: true },
  { name: 'file-history-chinese', theme: themes.dark, line: 10, listed: true, language: 'zh-cn' },
  { name: 'changed-files', theme: themes.dark, days: true },
  // Last, as the history is gone then.
  { name: 'lost', theme: themes.light, lost: true },
  { name: 'lost-dark', theme: themes.dark, lost: true },
  { name: 'lost-chinese', theme: themes.light, lost: true, language: 'zh-cn' },
];
const viewport = { width: 1480, height: 880 };

// Nothing in the picture but the explorer of the history and its pane.
const settings = {
  'chat.disableAIFeatures': true,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'workbench.statusBar.visible': false,
  'workbench.editor.empty.hint': 'hidden',
};

async function takePicture({ name, theme, language, ...shown }, { workspace, agents, vsix }) {
  const model = shown.compact === undefined ? undefined : await withScriptedModel(dirname(vsix));
  if (shown.lost) await loseHistory(workspace, agents);
  const editor = await startEditor({
    workspace,
    vsix: [vsix, ...(model?.vsix ?? [])],
    env: { ...agentFolders(agents), ...model?.env },
    viewport,
    allBuiltIns: true,
    settings: {
      ...{ ...settings, 'workbench.colorTheme': theme },
      'historyStore.lineHistory': shown.line !== undefined,
    },
    ...(language === undefined ? {} : { language }),
  });
  try {
    await openViewContainer(editor.page, textsOf(language).container);
    await widenSideBar(editor.page);
    await show(editor.page, shown, textsOf(language));
    if (shown.line === undefined || shown.listed) await editor.page.mouse.move(viewport.width - 5, 5); // no hover in the picture
    await editor.page.waitForTimeout(1_000); // fonts and fading scroll bars
    const file = join(projectRoot, 'media/screenshots', `${name}.png`);
    await editor.page.screenshot({ path: file });
    console.log(`${file}: ${statSync(file).size} bytes`);
  } finally {
    await editor.close();
  }
}

const textsOf = (language) =>
  require(language === undefined ? '../package.nls.json' : `../package.nls.${language}.json`);

function show(page, shown, texts) {
  const { dialog, context, session, tag, memory, query, kept, brief, compact, line, listed, days, lost } =
    shown;
  if (lost) return showLost(page);
  if (compact !== undefined) return showCompact(page, compact, texts);
  if (days) return showChangedFiles(page, texts);
  if (line !== undefined) return listed ? showFileHistory(page, line, texts) : showLineNote(page, line);
  if (kept) return showResults(page, query, texts);
  if (query !== undefined) return showSearch(page, query, texts);
  if (brief !== undefined) return showBrief(page, brief, texts);
  if (memory !== undefined) return showMemory(page, { tag, memory }, texts);
  if (session !== undefined) return showSession(page, session, texts);
  return context === undefined ? showDialog(page, dialog) : showContext(page, dialog, context);
}

/** Opens a memory in its pane, its tag being unfolded in its view, and that view alone. */
async function showMemory(page, { tag, memory }, texts) {
  for (const name of [texts['view.memories'], texts['view.dialogs']])
    await page.locator(`.sidebar .pane-header[aria-label^="${name}"]`).click();
  await treeRows(page, tag).first().locator('.monaco-tl-twistie').click();
  await treeRows(page, memory).first().click();
  await webview(page).locator('.memory-content .markdown').waitFor();
}

/** Has a model compact the dialog, up to the comparison. */
async function showCompact(page, dialog, texts) {
  await pickFromContextMenu(page, treeRows(page, dialog).first(), texts['command.compactDialog']);
  await accept(page, 'Model of tests');
  await page.locator('.monaco-diff-editor .modified .view-line').first().waitFor();
}

/** Opens a context of a dialog in its pane, the contexts being unfolded in the tree. */
async function showContext(page, dialog, context) {
  await treeRows(page, dialog).first().locator('.monaco-tl-twistie').click();
  const contexts = page.locator('.sidebar [aria-level="2"]').last();
  await contexts.locator('.monaco-tl-twistie').click();
  await treeRows(page, context).click();
  await webview(page).locator('pre.exact').waitFor();
}

/** Opens the dialog in its pane and unfolds it in the tree. */
async function showDialog(page, dialog) {
  const row = treeRows(page, dialog).first();
  await row.click();
  await webview(page).getByRole('article').first().waitFor();
  await row.locator('.monaco-tl-twistie').click();
  const decisions = page.locator('.sidebar [aria-level="2"][aria-posinset="1"]');
  await decisions.locator('.monaco-tl-twistie').click();
  await page.locator('.sidebar [aria-level="3"]').first().waitFor();
}

/** Opens a session in its pane, with its first change unfolded. */
async function showSession(page, title, texts) {
  for (const view of [texts['view.sessions'], texts['view.dialogs']])
    await page.locator(`.sidebar .pane-header[aria-label*="${view}"]`).click();
  await treeRows(page, title).click();
  const pane = webview(page);
  await pane.getByRole('article').last().waitFor();
  await pane.getByRole('feed').focus();
  await page.keyboard.press('Home');
  await pane.locator('.tool-run summary').first().click();
  await pane.locator('.tool-run details details summary', { hasText: 'Edit' }).first().click();
  await pane.locator('.diff').first().waitFor();
}

/** Searches, and goes to the first result but one that is in a conversation. */
async function showSearch(page, query, texts) {
  await treeRows(page).first().waitFor();
  await runCommand(page, `${texts.category}: ${texts['command.search']}`);
  await page.locator('.quick-input-widget input.input').fill(query);
  await page.locator('.quick-input-title', { hasText: /\d/ }).waitFor(); // the help stands there before
  for (let row = 1; row < 10; row++) {
    await page.keyboard.press('ArrowDown');
    if (await isConversationShown(page)) return;
  }
  throw new Error(`Nothing of a conversation is found for ${query}.`);
}

const isConversationShown = (page) =>
  webview(page)
    .getByRole('article')
    .first()
    .waitFor({ timeout: 5_000 })
    .then(
      () => true,
      () => false,
    );

/** Keeps what a query finds in the sidebar, and goes to the first result of a conversation. */
async function showResults(page, query, texts) {
  await treeRows(page).first().waitFor();
  await runCommand(page, `${texts.category}: ${texts['command.search']}`);
  await page.locator('.quick-input-widget input.input').fill(query);
  await page.locator('.quick-input-title', { hasText: /\d/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.locator('.sidebar .monaco-list-row .highlight').first().waitFor();
  await page.locator(`.sidebar .pane-header[aria-label^="${texts['view.dialogs']}"]`).click();
  const results = page.locator('.sidebar .monaco-list-row', { has: page.locator('.highlight') });
  for (let n = 0; n < 10; n++) {
    await results.nth(n).click();
    if (await isConversationShown(page)) return;
  }
  throw new Error(`Nothing of a conversation is found for ${query}.`);
}

/** Shows what agents receive at start, with a statement that is pinned. */
async function showBrief(page, pinned, texts) {
  await treeRows(page).first().waitFor();
  await runCommand(page, `${texts.category}: ${texts['command.showBrief']}`);
  const pane = webview(page);
  const statement = pane.locator('.statement', { hasText: pinned }).first();
  await statement.waitFor();
  const pin = statement.locator('.codicon-pin');
  if ((await pin.count()) > 0) await pin.click();
  await statement.locator('.codicon-pinned').waitFor();
  await runCommand(page, 'Notifications: Clear All Notifications');
  await pane.locator('h1').click(); // the focus is nowhere
}

/** Says that agents were given something, as their hooks do. */
async function writeGiven(workspace, agents, now = Date.now()) {
  const places = { home: agents, env: agentFolders(agents), platform: process.platform };
  for (const [agent, hoursAgo, purpose] of [
    ['Codex', 26, 'start'],
    ['Claude Code', 2, 'afterCompaction'],
  ]) {
    const clock = { now: () => now - hoursAgo * 60 * 60_000 };
    const { brief } = openStore(workspace, { language: 'en', clock });
    const made = await brief.make({ folders: [workspace], places }, { purpose });
    await brief.noteGiven(made, { by: 'hook', agent, session: agent });
  }
}

/** Opens a file of the sample with the cursor on a line, whose note the settings of the pictures turn on, and points at the note. */
async function showLineNote(page, line) {
  await openPricing(page, line);
  const note = page.locator('.editor-instance .view-line', { hasText: 'const tax' }).locator('> span > span');
  const box = await note.last().boundingBox();
  await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + 100, box.y + box.height / 2, { steps: 4 });
  await page.locator('.monaco-hover:visible a').first().waitFor();
}

async function openPricing(page, line) {
  await page.keyboard.press('ControlOrMeta+P');
  await page.locator('.quick-input-widget input.input').fill(`src/pricing.js:${line}`);
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'pricing.js' }).waitFor();
  await page.keyboard.press('Enter');
  const notes = () =>
    [...document.querySelectorAll('.editor-instance .view-line span span')].some((span) =>
      getComputedStyle(span, '::after').content.includes('Claude Code'),
    );
  await page.waitForFunction(notes);
}

/** Lists who wrote the file, and goes to the second request. */
async function showFileHistory(page, line, texts) {
  await openPricing(page, line);
  await runCommand(page, `${texts.category}: ${texts['command.showFileHistory']}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'A-20817' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await webview(page).getByRole('article').first().waitFor();
}

async function showChangedFiles(page, texts) {
  await runCommand(page, `${texts.category}: ${texts['command.showChangedFiles']}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'CHANGELOG.md' }).waitFor();
}

/** Deletes the history of the workspace, of which a copy is kept. */
async function loseHistory(workspace, agents) {
  const history = join(workspace, '.chat-history');
  if (!existsSync(history)) return; // by the picture before
  const machine = { home: agents, env: agentFolders(agents), platform: process.platform };
  await followCopy(history, { machine, clock: systemClock, log: silentLog }, defaultCopies);
  rmSync(history, { recursive: true });
}

/** Shows the notice, behind the bell as editors that are driven show none beside it, and the row of the deleted history. */
async function showLost(page) {
  await treeRows(page).locator('.codicon-warning').first().waitFor();
  await runCommand(page, 'Notifications: Show Notifications');
  await page.locator('.notifications-center .notification-list-item', { hasText: 'harbor-tea' }).waitFor();
}

async function widenSideBar(page) {
  const bar = await page.locator('.part.sidebar').boundingBox();
  const edge = { x: bar.x + bar.width, y: bar.y + bar.height / 2 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 90, edge.y, { steps: 4 });
  await page.mouse.up();
}

async function takePictures(wanted) {
  const temporary = mkdtempSync(join(tmpdir(), 'history-screenshots-'));
  try {
    const vsix = join(temporary, 'extension.vsix');
    const packing = spawnSync(process.execPath, [join(projectRoot, 'scripts/package.mjs'), '--out', vsix], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (packing.status !== 0) throw new Error('The extension could not be packed.');
    mkdirSync(join(projectRoot, 'media/screenshots'), { recursive: true });
    const workspace = join(temporary, 'harbor-tea');
    await writeSample(workspace);
    const agents = join(temporary, 'agents');
    writeSampleSessions(agents, workspace);
    await writeGiven(workspace, agents);
    for (const picture of pictures)
      if (wanted.length === 0 || wanted.includes(picture.name))
        await takePicture(picture, { workspace, agents, vsix }).catch((error) => {
          process.exitCode = 1; // the others are taken all the same
          console.error(`${picture.name}: ${error}`);
        });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const [first, ...others] = process.argv.slice(2);
if (first === '--all') await (await import('./everyScreenshot.mjs')).takeEveryScreenshot(others);
else await takePictures(first === undefined ? [] : [first, ...others]);
