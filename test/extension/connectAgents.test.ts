import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { commands, window, type QuickPick, type QuickPickItem } from 'vscode';
import { activated, eventually } from './workspace.ts';

/** Runs the command and gives its list once it is shown. */
async function listOf(
  command: () => Thenable<unknown>,
  use: (pick: QuickPick<QuickPickItem>) => Promise<void>,
): Promise<void> {
  const create = window.createQuickPick;
  let shown: QuickPick<QuickPickItem> | undefined;
  Reflect.set(window, 'createQuickPick', (): unknown => (shown = create.call(window)));
  try {
    const running = command();
    const pick = await eventually('the list is shown', () => shown);
    assert.ok(pick);
    await use(pick);
    await running;
  } finally {
    Reflect.set(window, 'createQuickPick', create);
  }
}

const connect = (): Thenable<unknown> => commands.executeCommand('historyStore.connectAgents');
/** Checks an agent in the list, or unchecks it, as the space bar does. */
async function toggle(pick: QuickPick<QuickPickItem>, label: string): Promise<void> {
  await eventually(`${label} has the focus`, async () => {
    if (pick.activeItems[0]?.label === label) return true;
    await commands.executeCommand('workbench.action.quickOpenSelectNext');
    return false;
  });
  const isChecked = (): boolean => pick.selectedItems.some((item) => item.label === label);
  const before = isChecked();
  await commands.executeCommand('workbench.action.quickPickManyToggle');
  await eventually(`${label} is toggled`, () => isChecked() !== before);
}

const accept = (): Thenable<unknown> =>
  commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

describe('connecting agents', () => {
  it('writes an entry for each checked agent, and takes that of an unchecked one out', async () => {
    await activated();
    const { CODEX_HOME = '', HISTORY_STATE_HOME = '' } = process.env;
    assert.ok(CODEX_HOME && HISTORY_STATE_HOME, 'the test would write into the home folder');
    const file = join(CODEX_HOME, 'config.toml');
    const before = '# mine\nmodel = "o3"\n';
    await fs.mkdir(CODEX_HOME, { recursive: true });
    await fs.writeFile(file, before);
    const codexOf = (pick: QuickPick<QuickPickItem>): QuickPickItem => {
      const found = pick.items.find(({ label }) => label === 'Codex');
      assert.ok(found);
      return found;
    };
    await listOf(connect, async (pick) => {
      assert.equal(codexOf(pick).description, '');
      await toggle(pick, 'Codex');
      await accept();
    });
    const connected = await fs.readFile(file, 'utf8');
    assert.match(
      connected,
      /^# mine\nmodel = "o3"\n\n\[mcp_servers\.history\]\ncommand = ".*mcp-history-store/,
    );
    const installs = await fs.readFile(join(HISTORY_STATE_HOME, 'mcp-history-store/bin/installs'), 'utf8');
    assert.match(installs, /dist\/cli\.js\t/);
    await listOf(connect, async (pick) => {
      assert.equal(codexOf(pick).description, 'connected');
      await toggle(pick, 'Codex');
      await accept();
    });
    assert.equal(await fs.readFile(file, 'utf8'), before);
    await fs.rm(file);
  });
});
