import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { openStore } from '../../src/store/store.ts';
import {
  clickFor,
  pickFromContextMenu,
  runCommand,
  showViews,
  themes,
  treeRows,
  webview,
} from '../editor/workbench.ts';
import { claude } from '../unit/store/claudeLines.ts';
import { codex } from '../unit/store/machine.ts';
import { eventually, holds } from '../eventually.ts';
import { notice, picture, rowSays, withEditor } from './withEditor.ts';

const hour = 60 * 60 * 1_000;

/** Sessions of two agents, as they write them. */
function writeSessions(agents: string, root: string): void {
  const real = realpathSync(root);
  const write = (path: string, text: string): void => {
    const file = join(agents, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const titles = ['Round tax once per order', 'Why do refunds lose a cent?', '支付对账为什么慢？'];
  titles.forEach((title, index) => {
    const sessionId = `${index}2345678-0000-4000-8000-000000000000`;
    const begun = Date.now() - (index * 20 + 1) * hour;
    const line = (minutes: number) => ({
      sessionId,
      cwd: real,
      timestamp: new Date(begun + minutes * 60_000).toISOString(),
    });
    const transcript = claude()
      .user(title, line(0))
      .use('a1', 't1', 'Bash', { command: 'npm test' }, line(1))
      .result('t1', 'one test failed', line(2))
      .answer('a2', 'The rounding happens **twice**.', line(3));
    write(`claude/projects/${claudeFolderName(real)}/${sessionId}.jsonl`, transcript.text());
  });
  const lines = codex(real, 'Write the release notes').map((line) => `${JSON.stringify(line)}\n`);
  write('codex/sessions/2026/02/05/rollout-2026-02-05T08-00-00-x1.jsonl', lines.join(''));
}

describe('sessions in the window', function () {
  it('are shown newest first across agents, opened, archived all at once, and imported', async () => {
    const settings = { 'workbench.colorTheme': themes.light, 'chat.disableAIFeatures': true };
    await withEditor({ settings }, async ({ page, root, agents, dialogs }) => {
      await showViews(page, 'Sessions');
      await page.locator('.welcome-view-content', { hasText: 'No agent sessions found' }).waitFor();
      await picture(page, 'sessions-welcome');
      writeSessions(agents, root);
      await runCommand(page, 'History: Refresh'); // the view would find it by itself, but later
      const row = treeRows(page, 'Round tax once per order').first(); // its archive comes later
      await rowSays(row, /^Round tax once per order .+ · Claude Code$/);
      await clickFor(row, webview(page).getByText('The rounding happens'));
      await picture(page, 'sessions-light');

      await runCommand(page, 'History: Keep All Sessions');
      await notice(page, '4 sessions kept (');
      await rowSays(row, / · kept · Claude Code$/);
      await picture(page, 'sessions-archived');
      assert.equal((await openStore(root).archives.list()).archives.length, 4);

      await dialogs.create('a dialog'); // the first one would take the name of its session
      const name = page.locator('.quick-input-widget input.input');
      const imported = async () => (await dialogs.list()).length === 2;
      // A tree that is drawn again, as for a late event of the archives' files, takes the focus back from a question that
      // opened in the same few milliseconds, which closes it: the editor learns of the new focus only after that.
      await holds(async () => {
        await pickFromContextMenu(page, row, 'Copy Session into Dialog…');
        await name.waitFor({ timeout: 2_000 });
        await picture(page, 'sessions-import');
        await name.press('Enter', { timeout: 2_000 });
      });
      await eventually('the dialog', imported);
      await notice(page, 'Copied 2 messages');
      assert.deepEqual(
        (await dialogs.list()).map(({ name }) => name),
        ['a dialog', 'Round tax once per order'], // whose messages are as old as the session
      );
    });
  });
});
