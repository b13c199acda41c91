import { commands, l10n } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { HistoryView, type RowExtras } from '../tree/historyView.ts';
import type { TreeRows } from '../base/rows.ts';
import { number } from '../base/notices.ts';
import { sourceName } from './agents.ts';
import { isFilteringSessions, type SessionFilter, type SessionState } from './sessionOrder.ts';
import type { SessionTreeNode } from './sessionNodes.ts';
import type { SessionTree } from './sessionTree.ts';
import type { SessionWatch } from './sessionWatch.ts';

/** The *Sessions* view in the side bar. */
export class SessionView extends Disposable {
  readonly tree: SessionTree;
  readonly rows: TreeRows<SessionTreeNode>;
  readonly #watch: SessionWatch;
  readonly #view: HistoryView<SessionTreeNode>;
  #wasShown = false;

  constructor(tree: SessionTree, watch: SessionWatch, extras: RowExtras) {
    super();
    this.tree = tree;
    this.#watch = watch;
    const restricted = l10n.t('Restricted Mode: you can read sessions, but not keep or copy them.');
    const options = { treeDataProvider: tree, canSelectMany: true, ...extras };
    const view = this._register(new HistoryView('historyStore.sessions', options, restricted));
    this.rows = view.rows;
    this.#view = view;
    this._register(tree.onDidArrange(() => this.#describe()));
    setFiltered(false);
    view.whileVisible({
      onShow: () => this.#onShow(),
      everyMinute: () => this.#everyMinute(),
      onHide: () => watch.end(this),
    });
  }

  /** Shows only sessions that match the filter, until the window closes. */
  filter(filter: SessionFilter): void {
    this.tree.show(filter);
    this.#view.view.description = filterText(filter);
    setFiltered(isFilteringSessions(filter));
    this.#describe();
  }

  /** Shows how many of all sessions match, unless all do. */
  #describe(): void {
    const { shown, total } = this.tree.counts;
    const isFiltered = isFilteringSessions(this.tree.filter) && total > 0;
    this.#view.setHeader(
      isFiltered ? l10n.t('{0} of {1} sessions match the filter.', number(shown), number(total)) : '',
    );
  }

  #onShow(): void {
    // The tree lists sessions itself the first time.
    if (this.#wasShown) this.#watch.look();
    this.#wasShown = true;
    this.#watch.begin(this);
  }

  #everyMinute(): void {
    this.#watch.look();
    this.tree.repaint();
  }
}

/** Returns the displayed name of a state of sessions. */
export const stateName = (state: SessionState): string =>
  ({
    kept: l10n.t('Kept'),
    goingSoon: l10n.t('Deleted soon by its agent'),
    archived: l10n.t('Hidden'),
    automated: l10n.t('Run by a program'),
    typed: l10n.t('Not run by a program'),
  })[state];

const filterText = ({ source, state }: SessionFilter): string =>
  [source && sourceName(source), state && stateName(state)].filter(Boolean).join(' · ');

const setFiltered = (filtered: boolean): void =>
  void commands.executeCommand('setContext', 'historyStore.sessions.filtered', filtered);
