import assert from 'node:assert/strict';
import { commands, env, Uri, window } from 'vscode';
import type { Internals } from '../../src/extension/extension.ts';
import type { TreeNode } from '../../src/extension/dialogs/dialogNodes.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { eventually, extensionId, nodeNamed, withEmptyHistory, workspaceRoot } from './workspace.ts';

async function linkTo(node: unknown): Promise<Uri> {
  await env.clipboard.writeText('');
  await commands.executeCommand('historyStore.copyLink', node);
  const text = await env.clipboard.readText();
  assert.ok(text.startsWith(`${env.uriScheme}://${extensionId}/open?reference=history`), text);
  return Uri.parse(text, true);
}

/** What notices say while `run` runs. */
async function noticesOf(run: () => Promise<void>): Promise<string[]> {
  const said: string[] = [];
  const kinds = ['showInformationMessage', 'showErrorMessage'] as const;
  const own = kinds.map((kind) => window[kind]);
  for (const kind of kinds)
    Reflect.set(window, kind, (text: string) => {
      said.push(text);
      return Promise.resolve(undefined);
    });
  try {
    await run();
  } finally {
    kinds.forEach((kind, index) => Reflect.set(window, kind, own[index]));
  }
  return said;
}

const shownDialog = ({ services }: Internals) => services.panes.active?.dialog;

describe('links', () => {
  it('open a dialog, a message and a summary', () =>
    withEmptyHistory(async (extension) => {
      const [project] = extension.services.projects.all;
      assert.ok(project);
      const name = 'a/b & 中文';
      await project.dialogs.save(name, [{ role: 'user', text: 'Round the totals' }]);
      await project.dialogs.setSummary(name, { TODO: ['Ship it'] }, 'merge');
      const dialog = await nodeNamed(extension, name);
      const children = await extension.services.view.tree.getChildren(dialog);
      const kindOf = (kind: string): TreeNode | undefined => children.find((node) => node.kind === kind);
      const { messages } = await project.dialogs.window(name, 0, 1);
      const message = { folder: workspaceRoot(), dialog: name, kind: 'message', message: messages[0] };
      for (const node of [dialog, message, kindOf('section')]) {
        await commands.executeCommand('workbench.action.closeAllEditors');
        const uri = await linkTo(node);
        assert.match(uri.query, /project=[\da-f-]{36}$/);
        assert.ok(!uri.toString().includes(encodeURIComponent(workspaceRoot())), 'a path of this machine');
        await extension.links.handleUri(uri);
        await eventually('the dialog is shown', () => shownDialog(extension) === name);
      }
    }));

  it('open a session by its id, from its row and from its pane', () =>
    withSessions(async (extension) => {
      const path = writeSession('linked');
      await commands.executeCommand('historyStore.openSession', { folder: workspaceRoot(), path });
      const active = () => extension.services.sessionPanes.active;
      await eventually('the session is shown', () => active()?.id === path);
      const uri = await linkTo(undefined);
      assert.match(uri.query, /^reference=history:\/\/sessions\/linked-0000-4000-8000-000000000000/);
      await commands.executeCommand('workbench.action.closeAllEditors');
      await extension.links.handleUri(uri);
      await eventually('the session is shown again', () => active()?.id === path);
    }));

  it('explain why they open nothing', () =>
    withEmptyHistory(async (extension) => {
      const open = (query: string) => noticesOf(() => extension.links.handleUri({ path: '/open', query }));
      assert.match((await open('reference=nothing')).join(), /leads to no place/);
      assert.match((await open('reference=history://dialogs/gone')).join(), /Not found/);
      const unknown = 'reference=history://dialogs/a&project=0f3e1c5a-5f0e-4f6c-9d3b-2a1b3c4d5e6f';
      assert.match((await open(unknown)).join(), /Open its folder, then the link again/);
    }));
});
