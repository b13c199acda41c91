import { commands, l10n, type Memento, type TreeView } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { HistoryView, type RowExtras } from '../tree/historyView.ts';
import type { TreeRows } from '../base/rows.ts';
import { arrangements, type Arrangement, type MemoryTreeNode } from './memoryNodes.ts';
import type { MemoryTree } from './memoryTree.ts';

/** Key in the workspace's state. */
const arrangementKey = 'memories.arrangement';

/** The *Memories* view in the side bar. */
export class MemoryView extends Disposable {
  readonly tree: MemoryTree;
  readonly rows: TreeRows<MemoryTreeNode>;
  readonly #memento: Memento;
  readonly #view: TreeView<MemoryTreeNode>;

  constructor(tree: MemoryTree, memento: Memento, extras: RowExtras) {
    super();
    this.tree = tree;
    this.#memento = memento;
    const restricted = l10n.t('Restricted Mode: you can browse memories, but not change them.');
    const options = { treeDataProvider: tree, canSelectMany: true, ...extras };
    const view = this._register(new HistoryView('historyStore.memories', options, restricted));
    this.#view = view.view;
    this.rows = view.rows;
    this.#show(remembered(memento));
    view.whileVisible({ onShow: () => tree.repaint(), everyMinute: () => tree.repaint() });
  }

  /** Changes the grouping and saves it for later reloads. */
  async arrange(by: Arrangement): Promise<void> {
    await this.#memento.update(arrangementKey, by);
    this.#show(by);
  }

  /** Shows only memories that match a text; empty for all. */
  filter(text: string): void {
    this.tree.show({ filter: text });
    this.#describe();
    setContext('filtered', text !== '');
  }

  #show(by: Arrangement): void {
    this.tree.show({ by });
    this.#describe();
  }

  #describe(): void {
    const { by, filter } = this.tree.shown;
    const names = { tag: l10n.t('by tag'), type: l10n.t('by type'), time: l10n.t('by time') };
    this.#view.description = filter === '' ? names[by] : `“${filter}”`;
  }
}

function remembered(memento: Memento): Arrangement {
  const kept = memento.get<unknown>(arrangementKey);
  return arrangements.find((known) => known === kept) ?? 'tag';
}

function setContext(name: 'filtered', value: boolean): void {
  void commands.executeCommand('setContext', `historyStore.memories.${name}`, value);
}
