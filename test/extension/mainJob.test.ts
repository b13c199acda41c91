import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { commands, extensions, lm } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { DialogWindow } from '../../src/protocol/dialogPane.ts';
import { chosenTools } from '../../src/server/offerChoice.ts';
import { offerList } from '../../src/server/offerList.ts';
import { silentLog } from '../../src/disk/base/core.ts';
import { callTool, startServer } from './server.ts';
import {
  acceptPicksOf,
  eventually,
  extensionId,
  historyFolder,
  holds,
  lines,
  nodeNamed,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

const dialog = '支付重构';
const entries = [
  { role: 'user', text: '请把支付模块改成异步的，注意幂等。', ts: 1_700_000_000_000 },
  {
    role: 'assistant',
    text: '好的，先加一个幂等键：\n\n```ts\nexport const key = (id: string) => `pay:${id}`;\n```\n',
    ts: 1_700_000_001_000,
  },
  { role: 'user', text: '可以，再补上测试 ✅', ts: 1_700_000_002_000 },
];

interface Followed {
  /** What was sent to the pane last, as an agent's reader sees it. */
  readonly last: () => DialogWindow | undefined;
}

/** Follows the next pane from its opening: what it gets first may arrive before the command that opens it ends. */
function followNext(panes: Internals['services']['panes']): Promise<Followed> {
  return new Promise((resolve) => {
    const listener = panes.onDidOpen(({ page }) => {
      listener.dispose();
      let last: DialogWindow | undefined;
      page.onDidPost((content) => {
        if (content.type === 'state') last = content.window;
      });
      resolve({ last: () => last });
    });
  });
}

async function saveFromAnotherProcess(text: string): Promise<void> {
  const script = join(extensions.getExtension(extensionId)?.extensionPath ?? '', 'dist/server.js');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [script, '--stdio', '--root', workspaceRoot()],
    env: { ...(process.env as Record<string, string>), ELECTRON_RUN_AS_NODE: '1' },
  });
  const client = new Client({ name: 'another agent', version: '1.0.0' });
  await client.connect(transport);
  try {
    const entry = { role: 'assistant', text };
    const reply = await client.callTool({ name: 'history_save', arguments: { dialog, entry } });
    assert.notEqual(reply.isError, true, JSON.stringify(reply));
  } finally {
    await client.close();
  }
}

/** Waits until the tree, by its own events, shows the dialog with a description. */
function whenTreeShows(extension: Internals, description: string): Promise<void> {
  return new Promise((resolve) => {
    const listener = extension.services.view.tree.onDidChangeTreeData(() => {
      void lines(extension).then((root) => {
        if (!root.some((line) => line.startsWith(dialog) && line.includes(description))) return;
        listener.dispose();
        resolve();
      });
    });
  });
}

describe('one history shared by agents, files, tree and pane', () => {
  it('shows everywhere what an agent saves', async function () {
    await withEmptyHistory(async (extension) => {
      const { panes } = extension.services;
      await startServer();
      const tools = lm.tools.map(({ name }) => name).filter((name) => name.startsWith('mcp_history_'));
      const offered = chosenTools({ which: '', source: '--tools' }, offerList.tools, silentLog);
      assert.equal(tools.length, offered.length, tools.join());

      // VS Code's own client saves, and the tree shows it without a click.
      const shown = whenTreeShows(extension, '3 messages');
      const reply: unknown = JSON.parse((await callTool('history_save', { dialog, entries })).join());
      assert.deepEqual(reply, { ok: true, saved: 3 });
      await shown;

      // The files are as specified.
      const file = join(historyFolder(), dialog, 'messages.json');
      assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), entries);
      const node = await nodeNamed(extension, dialog);
      await holds(async () => {
        assert.deepEqual(await lines(extension, node), ['Context Snapshots 1']);
      });

      // The pane shows them.
      const opened = followNext(panes);
      await commands.executeCommand('historyStore.openDialog', node);
      const pane = await opened;
      const first = await eventually('the pane gets its state', pane.last);
      assert.deepEqual(
        first.messages.map(({ text, role, ts }) => ({ role, text, ts })),
        entries,
      );

      // What another agent's server process saves appears live.
      await saveFromAnotherProcess('来自另一个进程的消息');
      await eventually('the pane shows the fourth message', () =>
        pane.last()?.messages.at(-1)?.text.startsWith('来自'),
      );
      await eventually('the tree counts four', async () =>
        (await lines(extension)).some((line) => line.includes('4 messages')),
      );

      // Clearing from the tree can be undone.
      await acceptPicksOf(commands.executeCommand('historyStore.clearDialog', node));
      await eventually('the pane is empty', () => pane.last()?.total === 0);
      await eventually('the tree counts none', async () =>
        (await lines(extension)).some((line) => line.includes('0 messages')),
      );
      await eventually('the notice offers to undo', async () => {
        await commands.executeCommand('notification.acceptPrimaryAction');
        return pane.last()?.total === 4;
      });
      const restored = JSON.parse(fs.readFileSync(file, 'utf8')) as { text: string }[];
      assert.deepEqual(restored.slice(0, 3), entries);
      assert.equal(restored[3]?.text, '来自另一个进程的消息');
    });
  });
});
