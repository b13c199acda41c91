import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { offerList } from '../../src/server/offerList.ts';
import { chosenTools } from '../../src/server/offerChoice.ts';
import { silentLog } from '../../src/disk/base/core.ts';
import { startEditor, type RunningEditor } from '../editor/startEditor.ts';
import { openViewContainer, runCommand, treeRows, webview } from '../editor/workbench.ts';
import { writeSample } from '../sample/sample.ts';
import { cleanClone } from './cleanClone.ts';

const allowed =
  /^(package(\.nls(\.[\w-]+)?)?\.json|readme\.md|changelog\.md|license\.txt|\.vsixmanifest|l10n\/[\w.-]+\.json|media\/[\w-]+\.(svg|png)|plugin\/(\.claude-plugin\/plugin\.json|dist\/hook\.js|hooks\/hooks\.json|skills\/history(-cli)?\/skill\.md)|dist\/[\w-]+\.js|dist\/node-sqlite3-wasm\.wasm|dist\/third_party_notices\.txt|dist\/webview\/[\w-]+\.(js|css|ttf|txt))$/i;

describe('the VSIX, installed into a fresh profile', function () {
  const temporary = mkdtempSync(join(tmpdir(), 'history-vsix-'));
  const vsix = join(temporary, 'extension.vsix');
  const profile = join(temporary, 'profile');
  let editor: RunningEditor;

  before(async () => {
    const clone = join(temporary, 'clone'); // packing replaces what is built, which other tests are using
    cleanClone(clone);
    const script = join(clone, 'scripts/package.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--out', vsix], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${stdout}${stderr}`);
    const workspace = join(temporary, 'harbor-tea');
    await writeSample(workspace);
    editor = await startEditor({ workspace, profile, vsix: [vsix], allBuiltIns: true });
  });

  after(async () => {
    await editor.close();
    rmSync(temporary, { recursive: true, force: true });
  });

  it('is smaller than 3.1 MB', () => {
    assert.ok(statSync(vsix).size < 3_100_000, `${statSync(vsix).size} bytes`);
  });

  it('holds what the product needs and nothing else', () => {
    const folder = installedFolder(profile);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
    assert.deepEqual(
      files.filter((file) => !allowed.test(file)),
      [],
    );
    for (const file of [
      'dist/extension.js',
      'dist/server.js',
      'dist/hook.js',
      'dist/portable.js',
      'dist/node-sqlite3-wasm.wasm',
      'dist/cli.js',
      'plugin/.claude-plugin/plugin.json',
      'plugin/dist/hook.js',
      'plugin/hooks/hooks.json',
      'plugin/skills/history/SKILL.md',
      'dist/webview/dialogPane.js',
      'LICENSE.txt',
      'readme.md',
    ])
      assert.ok(files.includes(file), `${file} is missing among ${files.join(', ')}`);
  });

  it('carries the licence of every package inside it', () => {
    const files = ['dist/THIRD_PARTY_NOTICES.txt', 'dist/webview/THIRD_PARTY_NOTICES.txt'];
    const notices = files.map((file) => readFileSync(join(installedFolder(profile), file), 'utf8')).join('');
    for (const name of ['preact', 'markdown-it', '@modelcontextprotocol/sdk', '@vscode/codicons'])
      assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
  });

  it('has a readme without pictures and links that would not work in the editor', () => {
    const text = readFileSync(join(installedFolder(profile), 'readme.md'), 'utf8');
    assert.match(text, /^# MCP History Store/);
    const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
    assert.deepEqual(
      targets.filter((target) => !/^(https:|#)/.test(target ?? '')),
      [],
    );
  });

  it('shows the dialogs of the workspace in its view', async () => {
    await openViewContainer(editor.page, 'History');
    await treeRows(editor.page, 'checkout-rounding').waitFor();
    await treeRows(editor.page, '支付对账').waitFor();
  });

  it('opens a dialog in its pane', async () => {
    await treeRows(editor.page, 'checkout-rounding').click();
    await webview(editor.page).getByRole('heading', { name: 'checkout-rounding' }).waitFor();
    await webview(editor.page).getByText('Three customers were charged one cent more').waitFor();
  });

  const choices = (text: string): Locator =>
    editor.page.locator('.quick-input-list [role="option"]', { hasText: text });

  it('brings the skill and the hook of its agent plugin', async () => {
    const { page } = editor;
    await runCommand(page, 'Chat: Configure Skills...');
    await choices('Remember and recall what was said in this project').waitFor();
    await page.keyboard.press('Escape');
    await runCommand(page, 'Chat: Configure Hooks...');
    await choices('Pre-Compact (2)').waitFor(); // the editor counts all hooks of the plugin at each of their events
    await choices('Session Start (2)').waitFor();
    await page.keyboard.press('Escape');
  });

  it('offers its MCP server, once, which starts', async () => {
    const { page } = editor;
    const choice = (text: string): Locator => choices(text).first();
    await runCommand(page, 'MCP: List Servers');
    await choice('History').waitFor();
    assert.equal(await choices('History').count(), 1);
    await choice('History').click();
    await choice('Start Server').click();
    const { length } = chosenTools({ which: '', source: '--tools' }, offerList.tools, silentLog);
    await page.getByText(`Discovered ${length} tools`).waitFor(); // in the server's output, which starting it shows
  });
});

/** Where the only extension of the profile was installed to. */
function installedFolder(profile: string): string {
  const extensions = join(profile, 'extensions');
  const names = readdirSync(extensions).filter((name) => name.startsWith('mcp-history-store'));
  assert.equal(names.length, 1, `installed: ${names.join(', ')}`);
  return join(extensions, names[0]!);
}
