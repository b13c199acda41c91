import { l10n, type TreeView } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { HistoryView } from '../tree/historyView.ts';
import type { Projects } from '../base/projects.ts';
import type { RowSource } from '../base/rows.ts';
import type { DialogTree } from './dialogTree.ts';
import type { TreeNode } from './dialogNodes.ts';
import type { DialogTarget } from '../base/pick.ts';

/** The view *Dialogs* in the sidebar. */
export class DialogView extends Disposable {
  readonly tree: DialogTree;
  readonly #projects: Projects;
  readonly rows: RowSource<TreeNode>;
  readonly #view: TreeView<TreeNode>;

  constructor(tree: DialogTree, projects: Projects) {
    super();
    this.tree = tree;
    this.#projects = projects;
    const restricted = l10n.t('Restricted Mode: you can browse history, but nothing can be changed.');
    const options = { treeDataProvider: tree, canSelectMany: true };
    const view = this._register(new HistoryView('historyStore.dialogs', options, restricted));
    this.#view = view.view;
    this.rows = view.rows;
    this._register(tree.onDidRead(() => this.#describe()));
    view.whileVisible({ onShow: () => tree.refresh(), everyMinute: () => tree.repaint() });
  }

  async reveal({ project, dialog }: DialogTarget): Promise<void> {
    await this.#view.reveal(this.tree.dialogNode(project, dialog), { select: true, focus: false });
  }

  #describe(): void {
    const known = this.#projects.all.flatMap((project) => this.tree.cache(project).allKnown());
    const count = known.filter(({ maintenance }) => maintenance !== undefined).length;
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip: compactionTooltip(count) };
  }
}

const compactionTooltip = (count: number): string =>
  count === 1 ? l10n.t('1 dialog needs compaction') : l10n.t('{0} dialogs need compaction', count);
