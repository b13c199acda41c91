import { commands, EventEmitter, l10n, type Memento } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { HistoryView, type RowExtras } from '../tree/historyView.ts';
import type { Projects } from '../base/projects.ts';
import type { RowSource } from '../base/rows.ts';
import { number } from '../base/notices.ts';
import {
  dialogSorts,
  isFiltering,
  noFilter,
  type DialogFilter,
  type DialogSort,
  type ShownDialogs,
} from './dialogOrder.ts';
import { filterText } from './dialogFilterText.ts';
import type { DialogTree } from './dialogTree.ts';
import type { TreeNode, WithoutDialogs } from './dialogNodes.ts';
import type { DialogTarget } from '../base/pick.ts';

/** In the memory of the workspace. */
const sortKey = 'dialogs.sort';

interface DialogViewParts {
  readonly projects: Projects;
  readonly withoutDialogs: WithoutDialogs;
  /** The memory of the workspace. */
  readonly memento: Memento;
  readonly extras: RowExtras;
}

/** The view *Dialogs* in the sidebar. */
export class DialogView extends Disposable {
  readonly tree: DialogTree;
  readonly #projects: Projects;
  readonly #withoutDialogs: WithoutDialogs;
  readonly rows: RowSource<TreeNode>;
  readonly #view: HistoryView<TreeNode>;
  readonly #memento: Memento;
  readonly #shown = this._register(new EventEmitter<void>());

  /** Somebody looks at it. */
  readonly onDidShow = this.#shown.event;

  constructor(tree: DialogTree, { projects, withoutDialogs, memento, extras }: DialogViewParts) {
    super();
    this.#memento = memento;
    this.tree = tree;
    this.#projects = projects;
    this.#withoutDialogs = withoutDialogs;
    const restricted = l10n.t('Restricted Mode: you can browse history, but nothing can be changed.');
    const options = { treeDataProvider: tree, canSelectMany: true, ...extras };
    this.#view = this._register(new HistoryView('historyStore.dialogs', options, restricted));
    this.rows = this.#view.rows;
    this._register(tree.onDidRead(() => this.#describe()));
    this.#show({ sort: remembered(memento) });
    setContext('filtered', false);
    this.#offerContexts();
    this._register(projects.onDidChangeProjects(() => this.#offerContexts()));
    this.#view.whileVisible({
      onShow: () => this.#onShow(),
      everyMinute: () => (tree.empty.length > 0 ? tree.refresh() : tree.repaint()),
      onHide: () => withoutDialogs.show(false),
    });
  }

  /** Sorts the dialogs from now on, also after a reload. */
  async sortBy(sort: DialogSort): Promise<void> {
    await this.#memento.update(sortKey, sort);
    this.#show({ sort });
  }

  /** Shows only dialogs for which the filter holds, until the window is closed. */
  filter(filter: DialogFilter): void {
    this.#show({ filter });
    setContext('filtered', isFiltering(filter));
  }

  #show(shown: Partial<ShownDialogs>): void {
    this.tree.show(shown);
    setContext('sort', this.tree.shown.sort);
    this.#view.view.description = filterText(this.tree.shown.filter);
  }

  /** A dialog that the filter hides is shown with all others. */
  async reveal({ project, dialog }: DialogTarget): Promise<void> {
    if (isFiltering(this.tree.shown.filter)) this.filter(noFilter);
    await this.#view.view.reveal(this.tree.dialogNode(project, dialog), { select: true, focus: false });
  }

  /** How many of how many are shown; empty where all are. */
  #filterHeader(): string {
    const { shown, total } = this.tree.counts;
    return isFiltering(this.tree.shown.filter) && total > 0
      ? l10n.t('{0} of {1} dialogs match the filter.', number(shown), number(total))
      : '';
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
    this.#view.setHeader([this.#filterHeader(), this.#withoutDialogs.header(this.tree.empty)].join(''));
    this.#withoutDialogs.show(view.visible && this.tree.empty.length > 0);
  }

  /**
   * Offers contexts in the menus of rows where a project has them. No `when` clause there asks for the setting itself: with each
   * setting that another extension declares the editor would draw all rows anew, and forget which ones are selected.
   */
  #offerContexts(): void {
    setContext(
      'contexts',
      this.#projects.all.some(({ contexts }) => contexts.enabled),
    );
  }
}

function remembered(memento: Memento): DialogSort {
  const kept = memento.get<unknown>(sortKey);
  return dialogSorts.find((known) => known === kept) ?? 'activity';
}

function setContext(name: 'sort' | 'filtered' | 'contexts', value: string | boolean): void {
  void commands.executeCommand('setContext', `historyStore.dialogs.${name}`, value);
}

const compactionTooltip = (count: number): string =>
  count === 1 ? l10n.t('1 dialog needs compaction') : l10n.t('{0} dialogs need compaction', count);
