import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { openStore } from '../../src/store/store.ts';
import { transcripts } from '../../src/agents/readTranscript.ts';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import {
  clickFor,
  focusIn,
  options,
  passed,
  pickFromContextMenu,
  pressOnRow,
  runCommand,
  showViews,
  treeRows,
  unfold,
  webview,
} from '../editor/workbench.ts';
import { eventually } from '../eventually.ts';
import { claude } from '../unit/store/claudeLines.ts';
import { notice, withEditor, type Folders } from './withEditor.ts';

const day = 24 * 60 * 60 * 1_000;

/** Notes who connects; whatever may be asked for. */
async function listen(): Promise<{ server: Server; port: number; connections: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, connections: () => count };
}

/** Images at a server, in every way that a renderer might load them; the preview of the editor lets https through. */
function images(port: number, name: string): string {
  const at = (way: string) => `https://127.0.0.1:${port}/${name}-${way}.png`;
  return [
    `Seen in ${name}. ![x](${at('inline')}) ![y][r] <img src="${at('tag')}">`,
    `![z](${at('http').replace('https', 'http')})`,
    `<style>@import "${at('style')}"; p { background: url(${at('background')}) }</style>`,
    `\n[r]: ${at('reference')}`,
    '\n| a |\n|---|\n| ![t](' + at('cell') + ') |',
  ].join('\n');
}

/** A history in which everything that somebody says holds such images. */
async function fill({ root, agents }: Folders, port: number): Promise<void> {
  const of = (name: string) => images(port, name);
  const cwd = realpathSync(root);
  const sessionId = '12345678-0000-4000-8000-000000000000';
  const line = (minutes: number) => ({
    sessionId,
    cwd,
    timestamp: new Date(Date.now() - day + minutes * 60_000).toISOString(),
  });
  const session = claude()
    .user(`Session\n\n${of('session')}`, line(0))
    .answer('a1', of('answer'), line(1));
  const path = join(agents, 'claude/projects', claudeFolderName(cwd), `${sessionId}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, session.text());
  const store = openStore(root);
  await store.archives.archive(transcripts.archivable(path));
  await store.dialogs.save('dialog', [
    { role: 'user', text: of('message') },
    { role: 'assistant', text: of('reply') },
  ]);
  await store.contexts.startNew('dialog', { title: 'fresh' });
  const old = openStore(root, { clock: { now: () => Date.now() - 60 * day } });
  await old.memories.store({ content: of('memory'), tags: ['law'] });
  const by = { author: 'Bo', title: `Shared ![x](https://127.0.0.1:${port}/title.png)` };
  await store.shared.share({ kind: 'decision', ...by, text: of('shared') });
  writeFileSync(join(root, 'plain.md'), images(port, 'plain'));
}

const openFile = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+P');
  await page.locator('.quick-input-widget input.input').fill(name);
  await options(page, name).first().click();
  await page.locator('.tab.active', { hasText: name }).waitFor();
};

/** Whatever was shown may load for a moment more. */
const settled = (page: Page): Promise<void> => passed(page, 1_000);

/** Hovers all rows, whose tooltips are Markdown, too. */
async function hoverRows(page: Page): Promise<void> {
  for (const row of await treeRows(page).all()) {
    await row.hover();
    await page.locator('.monaco-hover:visible').first().waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.move(5, 5);
  }
}

describe('remote images in the window', function () {
  it('are never requested by anything that shows text written by others', async () => {
    const { server, port, connections } = await listen();
    const settings = { 'chat.disableAIFeatures': true };
    const prepare = (folders: Folders) => fill(folders, port);
    try {
      await withEditor({ settings, prepare }, async ({ page }) => {
        const seen = async (name: string): Promise<void> => {
          await webview(page).getByText(`Seen in ${name}`).first().waitFor();
          await settled(page);
          assert.equal(connections(), 0, `something was asked for by what shows ${name}`);
        };
        const previewed = async (name: string): Promise<void> => {
          await page.locator('.tab', { hasText: 'Preview ' }).click();
          await seen(name);
        };

        await showViews(page, 'Sessions');
        const session = treeRows(page, 'Session').first();
        await clickFor(session, webview(page).getByText('Seen in session').first());
        await seen('session');
        await webview(page).getByRole('article').first().hover();
        await pickFromContextMenu(page, session, 'Open Session as Markdown', 'More');
        await seen('answer');
        await focusIn(page, 'iframe.webview');
        await runCommand(page, 'History: Show Kept Copy of Session');
        await options(page, 'Session').first().click();
        await seen('session');
        await hoverRows(page);

        await showViews(page, 'Dialogs');
        await clickFor(treeRows(page, 'dialog').first(), webview(page).getByText('Seen in reply').first());
        await seen('reply');
        await unfold(treeRows(page, 'dialog').first());
        await hoverRows(page);
        const article = webview(page).getByRole('article').first();
        await article.hover();
        await article.getByRole('button', { name: 'Open Message in Editor' }).click();
        await page.locator('.tab.active', { hasText: 'dialog 1.md' }).waitFor();
        await previewed('message');
        await unfold(treeRows(page, 'Context Snapshots'));
        await pressOnRow(treeRows(page, 'Context Snapshots'), 'ArrowDown');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await seen('message');

        await showViews(page, 'Memories');
        await unfold(treeRows(page, 'law, 1'));
        await hoverRows(page);
        await clickFor(
          treeRows(page, 'Seen in memory').first(),
          webview(page).getByText('Seen in memory').first(),
        );
        await seen('memory');
        await runCommand(page, 'History: Overview');
        await focusIn(page, 'iframe.webview');
        await webview(page).getByRole('button', { name: 'Consolidate Memories…' }).click();
        for (const choice of ['Hide old memories', '1 month', 'Show what would change'])
          await options(page, choice).first().click();
        await seen('memory');
        await pickFromContextMenu(page, treeRows(page, 'Seen in memory').first(), 'Share with Team…');
        const draft = await notice(page, 'Share “');
        await previewed('memory');
        await draft.getByRole('button', { name: 'Discard' }).click();

        await showViews(page, 'Team');
        await hoverRows(page);
        await clickFor(treeRows(page, 'Shared').last(), webview(page).getByText('Seen in shared').first());
        await seen('shared');

        // A preview follows the editor: it would show what is opened as text, were that Markdown.
        await openFile(page, 'plain.md');
        await page.locator('.tab', { hasText: 'Preview plain.md' }).click();
        await eventually('the images of another file are asked for', () => connections() > 0);
        await settled(page);
        const before = connections();
        await runCommand(page, 'History: Show Kept Copy of Session as Text');
        await options(page, 'Session').first().click();
        await page.locator('.tab.active', { hasText: /^(?!Preview).*session/ }).waitFor();
        await page.locator('.view-line', { hasText: '12345678-0000' }).first().waitFor();
        await settled(page);
        assert.equal(connections(), before, 'the text of a kept session asked for something');
      });
    } finally {
      server.close();
    }
  });
});
