import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { commands } from 'vscode';
import { acceptPicksOf, historyFolder, withEmptyHistory } from './workspace.ts';

describe('finding secrets in the history', () => {
  it('masks secrets saved earlier once the person agrees', () =>
    withEmptyHistory(async () => {
      const token = `ghp_${'Ab3'.repeat(12)}`; // of no use: made here
      const folder = join(historyFolder(), 'deploy');
      await fs.mkdir(folder, { recursive: true });
      const file = join(folder, 'messages.json');
      const messages = [{ role: 'user', text: `Use ${token} for the release`, ts: 1_770_292_800_000 }];
      await fs.writeFile(file, JSON.stringify(messages));
      await acceptPicksOf(commands.executeCommand('historyStore.findSecrets'));
      const masked = await fs.readFile(file, 'utf8');
      assert.match(masked, /Use \[secret: GITHUB_TOKEN #1\] for the release/);
      assert.ok(!masked.includes(token));
      await commands.executeCommand('historyStore.findSecrets'); // nothing is left, so nothing is asked
      assert.equal(await fs.readFile(file, 'utf8'), masked);
    }));
});
