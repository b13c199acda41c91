// What the in-editor tests share.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { commands, extensions, window, workspace, type TreeItem } from 'vscode';
import type { HistoryExtension } from '../../src/extension/api.ts';
import type { TreeNode } from '../../src/extension/dialogs/treeNodes.ts';
import type { Internals } from '../../src/extension/extension.ts';
import { eventually } from '../eventually.ts';

export { eventually };

export const extensionId = 'mcp-history-store.mcp-history-store';

/** The activated extension with what it shows to tests. */
export async function activated(): Promise<HistoryExtension & Internals> {
  const extension = extensions.getExtension<HistoryExtension & { internals?: Internals }>(extensionId);
  assert.ok(extension, `${extensionId} is not among the extensions`);
  const exports = await extension.activate();
  assert.ok(exports.internals, 'the extension does not know that it is tested');
  return { getApi: (version) => exports.getApi(version), ...exports.internals };
}

/** The workspace folder on disk. */
export function workspaceRoot(): string {
  const [folder] = workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return folder.uri.fsPath;
}

export const historyFolder = (): string => join(workspaceRoot(), '.chat-history');

/** Starts with no history and leaves none behind. */
export async function withEmptyHistory(
  body: (extension: HistoryExtension & Internals) => Promise<void>,
): Promise<void> {
  const extension = await activated();
  await commands.executeCommand('workbench.action.closeAllEditors');
  fs.rmSync(historyFolder(), { recursive: true, force: true });
  extension.services.view.tree.refresh();
  try {
    await body(extension);
  } finally {
    await commands.executeCommand('workbench.action.closeAllEditors');
    fs.rmSync(historyFolder(), { recursive: true, force: true });
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The item of a node as the tree gets it. */
export async function itemOf({ services }: Internals, node: TreeNode): Promise<TreeItem> {
  return services.view.tree.getTreeItem(node);
}

/** Children of a node with their labels and descriptions, e.g. `Messages 3`. */
export async function lines(extension: Internals, node?: TreeNode): Promise<string[]> {
  const children = await extension.services.view.tree.getChildren(node);
  const items = await Promise.all(children.map((child) => itemOf(extension, child)));
  return items.map(({ label, description }) => `${labelText(label)} ${String(description ?? '')}`.trim());
}

const labelText = (label: TreeItem['label']): string =>
  typeof label === 'string' ? label : (label?.label ?? '');

/** The node whose label starts with a text, below another one. */
export async function nodeNamed(extension: Internals, label: string, parent?: TreeNode): Promise<TreeNode> {
  const children = await extension.services.view.tree.getChildren(parent);
  for (const child of children) {
    const item = await itemOf(extension, child);
    if (labelText(item.label).startsWith(label)) return child;
  }
  assert.fail(`no ${label} among ${(await lines(extension, parent)).join(', ')}`);
}

/** Runs a command and waits until it has shown a quick pick, so that keys pressed next reach that. */
export async function shownPickOf<T>(run: () => Thenable<T>): Promise<{ readonly ended: Thenable<T> }> {
  const show = window.showQuickPick;
  let shown = false;
  Reflect.set(window, 'showQuickPick', (...given: unknown[]): unknown => {
    shown = true;
    return Reflect.apply(show, window, given) as unknown;
  });
  try {
    const ended = run();
    await eventually('the quick pick', () => shown);
    return { ended };
  } finally {
    Reflect.set(window, 'showQuickPick', show);
  }
}

/** Presses Enter in the quick pick of a running command until the command ends. */
export async function acceptPicksOf(command: Thenable<unknown>): Promise<void> {
  const state = { ended: false };
  const end = Promise.resolve(command).finally(() => (state.ended = true));
  await eventually('the command ends', async () => {
    await pause(100);
    if (!state.ended) await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return state.ended;
  });
  await end;
}
