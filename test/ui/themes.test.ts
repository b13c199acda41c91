import assert from 'node:assert/strict';
import { openStore } from '../../src/store/store.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { setTheme, themeNames } from '../editor/themeSwitch.ts';
import { hasTheme, webview, webviewFrame } from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { samplePanes, unfoldTools } from './samplePanes.ts';
import { picture, sample, sharedEditor, type Folders, type OpenEditor } from './withEditor.ts';

describe('accessibility in each of the four themes', function () {
  const inEditor = sharedEditor({ prepare, settings: { 'chat.disableAIFeatures': true } });

  it(
    'has no violations in the pane of a dialog',
    inEditor(async (editor) => {
      await samplePanes.dialog(editor.page);
      await lookInEachTheme(editor, 'pane');
    }),
  );

  it(
    'has no violations in the pane of a context, which shows the text of the tools',
    inEditor(async (editor) => {
      const { page, root } = editor;
      await samplePanes.context(page);
      await lookInEachTheme(editor, 'context');
      const { contexts } = openStore(root, { language: 'en' });
      const [item] = await contexts.list('checkout-rounding');
      assert.ok(item);
      const injection = await contexts.injection(item.contextId, { mode: 'summary', maxChars: 12_000 });
      await holds(async () =>
        assert.equal(await webview(page).getByLabel('Text an agent receives').textContent(), injection.text),
      );
    }),
  );

  it(
    'has no violations in the pane of the active context',
    inEditor(async (editor) => {
      await samplePanes.context(editor.page);
      await samplePanes.activeContext(editor.page);
      assert.equal(await editor.page.locator('.tab').count(), 1);
      await lookInEachTheme(editor, 'context-active');
    }),
  );

  it(
    'has no violations in the pane of a session with expanded tools',
    inEditor(async (editor) => {
      await samplePanes.session(editor.page);
      await unfoldTools(editor.page);
      await lookInEachTheme(editor, 'session');
    }),
  );

  it(
    'has no violations in the pane of a session while searching in it',
    inEditor(async (editor) => {
      const { page } = editor;
      await samplePanes.session(page);
      await webview(page).getByRole('feed').focus();
      await page.keyboard.press('Control+f');
      await webview(page).getByRole('textbox', { name: 'Find in the whole conversation' }).fill('refund');
      await webview(page).locator('.find-place', { hasText: / of 6/ }).waitFor();
      await lookInEachTheme(editor, 'session-find');
    }),
  );

  it(
    'has no violations in the pane of a memory',
    inEditor(async (editor) => {
      await samplePanes.memory(editor.page);
      const similar = webview(editor.page).getByRole('button', {
        name: 'A discount is rounded once per line',
      });
      await similar.waitFor();
      await lookInEachTheme(editor, 'memory');
    }),
  );

  it(
    'has no violations in the pane of briefs',
    inEditor(async (editor) => {
      await samplePanes.brief(editor.page);
      await lookInEachTheme(editor, 'brief');
    }),
  );

  it(
    'has no violations in the pane of insight with expanded tables',
    inEditor(async (editor) => {
      await samplePanes.insight(editor.page);
      for (const table of await webview(editor.page).locator('.insight-body details > summary').all())
        await table.click();
      await lookInEachTheme(editor, 'insight');
    }),
  );

  it(
    'has no violations in the pane of the doctor without findings',
    inEditor(async (editor) => {
      await samplePanes.doctor(editor.page);
      await lookInEachTheme(editor, 'doctor');
    }),
  );
});

async function prepare(folders: Folders): Promise<void> {
  await sample(folders);
  setTheme(folders.root, 'light');
}

async function lookInEachTheme({ page, root }: OpenEditor, name: string): Promise<void> {
  await page.mouse.move(5, 5);
  for (const theme of themeNames) {
    setTheme(root, theme);
    await hasTheme(page, theme);
    const violations = await accessibilityViolations(await webviewFrame(page));
    assert.deepEqual({ theme, violations }, { theme, violations: [] });
    await picture(page, `${name}-${theme}`);
  }
}
