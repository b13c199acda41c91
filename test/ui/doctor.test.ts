import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { hostName } from '../../src/disk/files/owner.ts';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { setTheme, themeNames } from '../editor/themeSwitch.ts';
import { hasTheme, runCommand, webview, webviewFrame } from '../editor/workbench.ts';
import { holds } from '../eventually.ts';
import { picture, withEditor, type Folders } from './withEditor.ts';

const user = (text: string) => ({ role: 'user' as const, text });
/** No process has this number on a system that gives numbers up to 4,194,304. */
const deadPid = 2 ** 22 + 1;
const examinedMs = 60_000;

/** A history with a damaged file, and a lock whose holder is gone; Codex is told to start what is not there. */
async function prepare({ root, agents, dialogs }: Folders): Promise<void> {
  for (const name of ['plan', 'release notes']) await dialogs.save(name, [user('a')]);
  const history = join(root, '.chat-history');
  // Nobody reads it before it is to be restored, and so puts it aside.
  const { backup = '' } = await dialogs.clear('plan');
  fs.writeFileSync(join(history, 'plan/backups', backup, 'messages.json'), '[{"role":"us');
  const lock = join(history, '.locks/plan');
  const [newest = ''] = fs.readdirSync(lock).sort().reverse();
  const held = { pid: deadPid, host: hostName(), start: '1' };
  fs.writeFileSync(join(lock, newest), `held ${JSON.stringify(held)}\n`);
  fs.mkdirSync(join(agents, 'codex'));
  fs.writeFileSync(
    join(agents, 'codex/config.toml'),
    '[mcp_servers.history]\ncommand = "/opt/gone/mcp-history-store"\nargs = ["serve"]\n',
  );
}

describe('the doctor in the window', function () {
  it('shows a broken project in each theme and repairs it by keyboard alone', () =>
    withEditor({ prepare, settings: { 'chat.disableAIFeatures': true } }, async ({ page, root }) => {
      await runCommand(page, 'History: Overview');
      const pane = webview(page);
      const repair = pane.getByRole('button', { name: /^Repair All/ });
      await pane.locator('.doctor-result').waitFor({ timeout: examinedMs });
      await repair.waitFor();
      await pane.getByText('/messages.json is damaged').waitFor();
      await picture(page, 'doctor-broken');
      for (const theme of themeNames) {
        setTheme(root, theme);
        await hasTheme(page, theme);
        const violations = await accessibilityViolations(await webviewFrame(page));
        assert.deepEqual({ theme, violations }, { theme, violations: [] });
        await picture(page, `doctor-${theme}`);
      }
      await repair.focus();
      await page.keyboard.press('Enter');
      await pane.getByRole('heading', { name: 'Repairs' }).waitFor();
      await pane.locator('.doctor-result').waitFor({ timeout: examinedMs });
      await holds(async () => assert.equal(await pane.getByText('/messages.json is damaged').count(), 0));
      await picture(page, 'doctor-repaired');
    }));

  it('appears in Chinese in a Chinese editor', () =>
    withEditor({ prepare, language: 'zh-cn' }, async ({ page }) => {
      await runCommand(page, '对话历史: 概览');
      const pane = webview(page);
      await pane.getByRole('button', { name: /^全部修复/ }).waitFor({ timeout: examinedMs });
      await pane.locator('.doctor-result', { hasText: '个问题' }).waitFor({ timeout: examinedMs });
      await picture(page, 'doctor-chinese');
    }));
});
