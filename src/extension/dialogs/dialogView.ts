import { commands, EventEmitter, l10n, type Memento } from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { HistoryView, type RowExtras } from '../tree/historyView.ts';
import type { Projects } from '../base/projects.ts';
import { isKey, kindOf, type TreeRows } from '../base/rows.ts';
import { number } from '../base/notices.ts';
import {
  dialogSorts,
  isFiltering,
  noFilter,
  type DialogFilter,
  type DialogSort,
  type ShownDialogs,
} from './dialogOrder.ts';
import type { DialogTree } from './dialogTree.ts';
import type { TreeNode, WithoutDialogs } from './dialogNodes.ts';
import type { DialogTarget } from '../base/pick.ts';

/** Key in the workspace's state. */
const sortKey = 'dialogs.sort';

interface DialogViewParts {
  readonly projects: Projects;
  readonly withoutDialogs: WithoutDialogs;
  /** State of the workspace. */
  readonly memento: Memento;
  readonly extras: RowExtras;
}

/** The *Dialogs* view in the side bar. */
export class DialogView extends Disposable {
  readonly tree: DialogTree;
  readonly #projects: Projects;
  readonly #withoutDialogs: WithoutDialogs;
  readonly rows: TreeRows<TreeNode>;
  readonly #view: HistoryView<TreeNode>;
  readonly #memento: Memento;
  readonly #shown = this._register(new EventEmitter<void>());

  /** Fires when it becomes visible. */
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
    this.#tellOff();
    this._register(
      projects.onDidChangeProjects(() => {
        this.#offerContexts();
        this.#tellOff();
      }),
    );
    this.#view.whileVisible({
      onShow: () => this.#onShow(),
      everyMinute: () => (tree.empty.length > 0 ? tree.refresh() : tree.repaint()),
      onHide: () => withoutDialogs.show(false),
    });
  }

  /** Number of dialogs that need compaction, on the badge; 0 without one. */
  get due(): number {
    return this.#view.view.badge?.value ?? 0;
  }

  /** Sorts the dialogs, also after later reloads. */
  async sortBy(sort: DialogSort): Promise<void> {
    await this.#memento.update(sortKey, sort);
    this.#show({ sort });
  }

  /** Shows only dialogs that match the filter, until the window closes. */
  filter(filter: DialogFilter): void {
    this.#show({ filter });
    setContext('filtered', isFiltering(filter));
  }

  #show(shown: Partial<ShownDialogs>): void {
    this.tree.show(shown);
    this.#view.view.description = filterText(this.tree.shown.filter);
  }

  /** Removes a filter that hides the dialog. */
  async reveal({ project, dialog }: DialogTarget): Promise<void> {
    if (isFiltering(this.tree.shown.filter)) this.filter(noFilter);
    await this.#view.view.reveal(this.tree.dialogNode(project, dialog), { select: true, focus: false });
  }

  /** Selects the row of a dialog opened elsewhere, unless the view or its row is hidden. */
  async follow({ project, dialog }: DialogTarget): Promise<void> {
    if (!this.#view.view.visible || isFiltering(this.tree.shown.filter)) return;
    const row = this.tree.dialogNode(project, dialog);
    // A row beyond those that are listed cannot be selected.
    await Promise.resolve(this.#view.view.reveal(row, { select: true, focus: false })).catch(() => undefined);
  }

  /** Focuses a dialog whose row can be shown; the editor would return to the first row. */
  async focus({ project, dialog }: DialogTarget): Promise<void> {
    this.tree.cache(project).forget(new Set()); // it may have another name or place
    this.tree.repaint(); // a row is found among those that were drawn, for which the editor waits
    await this.rows.focus(this.tree.dialogNode(project, dialog));
  }

  /** Runs an action that moves the row of a dialog, and keeps the focus on it if called in the tree. */
  async following(called: unknown, act: () => Promise<DialogTarget>): Promise<void> {
    const target = await act();
    if (isInTree(called)) await this.focus(target);
  }

  /** Describes how many of all dialogs are shown; empty if all are. */
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
    this.#tellOff();
    if (view.visible) void this.#countDue();
    this.#view.setHeader([this.#filterHeader(), this.#withoutDialogs.header(this.tree.empty)].join(''));
    this.#withoutDialogs.show(view.visible && this.tree.empty.length > 0);
  }

  /** Shows how many dialogs of all projects need compaction, whether their rows were shown or not. */
  async #countDue(): Promise<void> {
    const counting = this.#projects.all.map((project) => this.tree.cache(project).countDue());
    // A tree shows why its dialogs cannot be read.
    const counts = await Promise.all(counting.map((each) => each.catch(() => 0)));
    const count = counts.reduce((sum, each) => sum + each, 0);
    this.#view.view.badge = count === 0 ? undefined : { value: count, tooltip: compactionTooltip(count) };
  }

  /** Lets empty views say that history is turned off, if it is in all projects. */
  #tellOff(): void {
    const { all, on } = this.#projects;
    setContext('off', all.length > 0 && on.length === 0);
  }

  /**
   * Offers contexts in menus of rows if a project has them. `when` clauses do not use the setting itself: each
   * setting declared by another extension would make the editor redraw all rows and lose the selection.
   */
  #offerContexts(): void {
    setContext(
      'contexts',
      this.#projects.all.some(({ contexts }) => contexts.enabled),
    );
  }
}

/** Whether a key or the menu of a row in the tree called a command. */
const isInTree = (called: unknown): boolean => isKey(called) || kindOf(called) === 'dialog';

function remembered(memento: Memento): DialogSort {
  const kept = memento.get<unknown>(sortKey);
  return dialogSorts.find((known) => known === kept) ?? 'activity';
}

function setContext(name: 'filtered' | 'contexts' | 'off', value: boolean): void {
  void commands.executeCommand('setContext', `historyStore.dialogs.${name}`, value);
}

const compactionTooltip = (count: number): string =>
  count === 1 ? l10n.t('1 dialog needs compaction') : l10n.t('{0} dialogs need compaction', count);

/** Describes a filter of dialogs briefly; empty if it shows everything. */
const filterText = ({ text, tag, agent, due }: DialogFilter): string =>
  [
    text !== '' && `“${text}”`,
    tag !== undefined && `#${tag}`,
    agent,
    due === true && l10n.t('needs compaction'),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ');
