import { l10n } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { HistoryView } from '../tree/historyView.ts';
import type { RowSource } from '../base/rows.ts';
import type { SessionTreeNode } from './sessionNodes.ts';
import type { SessionTree } from './sessionTree.ts';
import type { SessionWatch } from './sessionWatch.ts';

/** The view *Sessions* in the sidebar. */
export class SessionView extends Disposable {
  readonly tree: SessionTree;
  readonly rows: RowSource<SessionTreeNode>;
  readonly #watch: SessionWatch;
  #wasShown = false;

  constructor(tree: SessionTree, watch: SessionWatch) {
    super();
    this.tree = tree;
    this.#watch = watch;
    const restricted = l10n.t('Restricted Mode: you can read sessions, but not archive or import them.');
    const view = this._register(
      new HistoryView('historyStore.sessions', { treeDataProvider: tree }, restricted),
    );
    this.rows = view.rows;
    view.whileVisible({
      onShow: () => this.#onShow(),
      everyMinute: () => this.#everyMinute(),
      onHide: () => watch.end(this),
    });
  }

  #onShow(): void {
    // The first time the tree lists by itself.
    if (this.#wasShown) this.#watch.look();
    this.#wasShown = true;
    this.#watch.begin(this);
  }

  #everyMinute(): void {
    this.#watch.look();
    this.tree.repaint();
  }
}
