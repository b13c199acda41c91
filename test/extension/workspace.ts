// What the in-editor tests share.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import {
  commands,
  extensions,
  window,
  workspace,
  type QuickPick,
  type QuickPickItem,
  type QuickPickOptions,
  type TreeItem,
} from 'vscode';
import type { HistoryExtension } from '../../src/extension/api.ts';
import type { TreeNode } from '../../src/extension/dialogs/dialogNodes.ts';
import type { Internals } from '../../src/extension/extension.ts';
import { eventually, holds } from '../eventually.ts';

export { eventually, holds };

export const extensionId = 'mcp-history-store.mcp-history-store';

/** The activated extension with what it shows to tests. */
export async function activated(): Promise<HistoryExtension & Internals> {
  const extension = extensions.getExtension<HistoryExtension & { internals?: Internals }>(extensionId);
  assert.ok(extension, `${extensionId} is not among the extensions`);
  const exports = await extension.activate();
  assert.ok(exports.internals, 'the extension does not know that it is tested');
  return { getApi: (version) => exports.getApi(version), ...exports.internals };
}

/** How many dialogs or sessions are many; suite `many` (npm run test:all) takes more. */
export const manyInEditor = process.env.LARGE ? 10_000 : 2_000;

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
  await clear(extension);
  extension.services.view.tree.refresh();
  try {
    await body(extension);
  } finally {
    await clear(extension);
  }
}

/** Closes everything that shows something of the history, and removes the history. */
async function clear({ services }: Internals): Promise<void> {
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('workbench.action.closeAllEditors');
  const panes = [
    services.panes,
    services.contextPanes,
    services.sessionPanes,
    services.memoryPanes,
    services.doctorPanes,
    services.briefPanes,
  ];
  await eventually('all panes are closed', () => panes.every(({ all }) => all.length === 0));
  // The extension may be writing an index right now.
  fs.rmSync(historyFolder(), { recursive: true, force: true, maxRetries: 5 });
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the page of a pane has begun, then has it sent everything once more, for who came to watch too late. */
export async function beginAgain(page: Page): Promise<void> {
  await eventually('the page has begun', () => page.isListening);
  page.receive({ type: 'ready' });
}

interface Page {
  readonly isListening: boolean;
  receive(message: unknown): void;
}

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

/** The node whose label starts with a text, below another one, once it is there. */
export function nodeNamed(extension: Internals, label: string, parent?: TreeNode): Promise<TreeNode> {
  return eventually(`${label} in the tree`, async () => {
    const children = await extension.services.view.tree.getChildren(parent);
    for (const child of children) {
      const item = await itemOf(extension, child);
      if (labelText(item.label).startsWith(label)) return child;
    }
    return undefined;
  });
}

/**
 * Runs a command that shows a quick pick, goes from its first item to another one with an editor's command, and takes
 * that; ends with the command.
 */
export async function acceptMovedPickOf(run: () => Thenable<unknown>, move: string): Promise<void> {
  const show = window.showQuickPick;
  let focused: unknown;
  Reflect.set(window, 'showQuickPick', (items: unknown, options: QuickPickOptions = {}): unknown => {
    const onDidSelectItem = (item: unknown): void => void (focused = item);
    return Reflect.apply(show, window, [items, { ...options, onDidSelectItem }]) as unknown;
  });
  try {
    const ended = run();
    const first = await eventually('the first item has the focus', () => focused);
    await commands.executeCommand(move);
    await eventually('another item has the focus', () => focused !== first);
    await acceptPicksOf(ended);
  } finally {
    Reflect.set(window, 'showQuickPick', show);
  }
}

/**
 * Presses Enter in the quick pick of a running command until the command ends. A list gets its items a moment after it
 * is shown; Enter before that chooses none where one may choose several.
 */
export async function acceptPicksOf(command: Thenable<unknown>): Promise<void> {
  const state = { ended: false, shown: 0 };
  const end = Promise.resolve(command).finally(() => (state.ended = true));
  const show = window.showQuickPick;
  Reflect.set(window, 'showQuickPick', (...args: unknown[]): unknown => {
    state.shown++;
    return Reflect.apply(show, window, args) as unknown;
  });
  try {
    await eventually('the command ends', async () => {
      await pause(100);
      const { shown } = state;
      await commands.executeCommand('setContext', 'historyStore.test.shown', shown); // answered after what was shown before it
      if (!state.ended && shown === state.shown)
        await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return state.ended;
    });
    await end;
  } finally {
    Reflect.set(window, 'showQuickPick', show);
  }
}

/** A question in the editor. */
export type Pick = {
  -readonly [Name in 'busy' | 'items' | 'activeItems' | 'hide']: QuickPick<QuickPickItem>[Name];
};

/** Runs a command, and each step with the next question it asks; ends with the command. */
export async function answering(
  command: () => Thenable<unknown>,
  ...steps: readonly ((pick: Pick) => Promise<unknown>)[]
): Promise<void> {
  const { createQuickPick: create, showQuickPick: show } = window;
  const shown: Pick[] = [];
  Reflect.set(window, 'createQuickPick', (): unknown => {
    const made = create.call(window);
    shown.push(made);
    return made;
  });
  Reflect.set(window, 'showQuickPick', (items: Pick['items'], options: QuickPickOptions): unknown => {
    const hide = (): void => void commands.executeCommand('workbench.action.closeQuickOpen');
    const made: Pick = { items, activeItems: [], busy: false, hide };
    shown.push(made);
    const onDidSelectItem = (item: QuickPickItem): void => void (made.activeItems = [item]);
    return Reflect.apply(show, window, [items, { ...options, onDidSelectItem }]) as unknown;
  });
  try {
    const running = command();
    for (const [index, step] of steps.entries()) {
      const pick = await eventually(`question ${index + 1} is asked`, () => shown[index]);
      assert.ok(pick);
      await eventually('it is shown', () => pick.items.length > 0 && pick.activeItems.length > 0);
      await step(pick);
    }
    await running;
  } finally {
    Object.assign(window, { createQuickPick: create, showQuickPick: show });
  }
}
