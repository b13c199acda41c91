import { EventEmitter, l10n } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { HistoryView } from '../tree/historyView.ts';
import type { Projects } from '../base/projects.ts';
import type { RowSource } from '../base/rows.ts';
import type { DialogTree } from './dialogTree.ts';
import type { TreeNode, WithoutDialogs } from './dialogNodes.ts';
import type { DialogTarget } from '../base/pick.ts';

/** The view *Dialogs* in the sidebar. */
export class DialogView extends Disposable {
  readonly tree: DialogTree;
  readonly #projects: Projects;
  readonly #withoutDialogs: WithoutDialogs;
  readonly rows: RowSource<TreeNode>;
  readonly #view: HistoryView<TreeNode>;
  readonly #shown = this._register(new EventEmitter<void>());

  /** Somebody looks at it. */
  readonly onDidShow = this.#shown.event;

  constructor(tree: DialogTree, projects: Projects, withoutDialogs: WithoutDialogs) {
    super();
    this.tree = tree;
    this.#projects = projects;
    this.#withoutDialogs = withoutDialogs;
    const restricted = l10n.t('Restricted Mode: you can browse history, but nothing can be changed.');
    const options = { treeDataProvider: tree, canSelectMany: true };
    this.#view = this._register(new HistoryView('historyStore.dialogs', options, restricted));
    this.rows = this.#view.rows;
    this._register(tree.onDidRead(() => this.#describe()));
    this.#view.whileVisible({
      onShow: () => this.#onShow(),
      everyMinute: () => (tree.empty.length > 0 ? tree.refresh() : tree.repaint()),
      onHide: () => withoutDialogs.show(false),
    });
  }

  async reveal({ project, dialog }: DialogTarget): Promise<void> {
    await this.#view.view.reveal(this.tree.dialogNode(project, dialog), { select: true, focus: false });
  }

  #onShow(): void {
    this.tree.refresh();
    this.#shown.fire();
  }

  #describe(): void {
    const { view } = this.#view;
    const known = this.#projects.all.flatMap((project) => this.tree.cache(project).allKnown());
    const count = known.filter(({ maintenance }) => maintenance !== undefined).length;
    view.badge = count === 0 ? undefined : { value: count, tooltip: compactionTooltip(count) };
    this.#view.setHeader(this.#withoutDialogs.header(this.tree.empty));
    this.#withoutDialogs.show(view.visible && this.tree.empty.length > 0);
  }
}

const compactionTooltip = (count: number): string =>
  count === 1 ? l10n.t('1 dialog needs compaction') : l10n.t('{0} dialogs need compaction', count);
