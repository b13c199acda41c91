import { commands, env, l10n, window, type Memento, type TreeView } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import type { Services } from '../base/commands.ts';
import { Disposable } from '../base/disposable.ts';
import { shownLanguage } from '../base/settings.ts';
import { errorText, number, withProgress } from '../base/notices.ts';
import type { OpenOptions, OpenPlace } from '../base/place.ts';
import type { AskedHubs } from '../hub/hubFindings.ts';
import type { Findings } from './findEverywhere.ts';
import { SearchInHubs, isNoHub } from './searchInHubs.ts';
import { LiveSearch, type SearchOutcome } from './liveSearch.ts';
import { openFinding } from './openFinding.ts';
import { countsOf, howToSetUp } from './searchMessages.ts';
import { stepTo } from './resultGroups.ts';
import { ResultsTree, type ResultNode, type ResultsNode, resultsText } from './resultsTree.ts';

/** Id of the view. */
const resultsViewId = 'historyStore.results';
/** Key of the query in the workspace's state. */
const keptQuery = 'search.kept';
/** Maximum number of results shown initially, and after *Show more*. */
const firstResults = 100;
const mostResults = 200;

/** What the view requires. */
export interface ResultsServices extends Services {
  readonly openPlace: OpenPlace;
  readonly hubs: AskedHubs;
}

/** Results of a query in a view of the side bar that stays until cleared. The query survives the window. */
export class ResultsView extends Disposable {
  readonly tree = this._register(new ResultsTree());
  readonly #services: ResultsServices;
  readonly #memory: Memento;
  readonly #view: TreeView<ResultsNode>;
  readonly #search: LiveSearch;
  #query: string;
  #limit = firstResults;
  #searched = false;
  /** Id of the result opened last. */
  #at: string | undefined;
  #busy = false;

  constructor(services: ResultsServices, memory: Memento) {
    super();
    this.#services = services;
    this.#memory = memory;
    this.#query = remembered(memory);
    this.#search = this._register(
      new LiveSearch(services.projects, shownLanguage(), new SearchInHubs(services.hubs, services.clock)),
    );
    this.#view = this._register(
      window.createTreeView(resultsViewId, { treeDataProvider: this.tree, showCollapseAll: true }),
    );
    this._register(this.#view.onDidChangeVisibility(() => this.#onVisible()));
    this._register(services.projects.onDidChangeProjects(() => this.refresh()));
    this.#entitle(undefined);
    this.#onVisible();
  }

  /** The query; empty for none. */
  get query(): string {
    return this.#query;
  }

  /** Whether a search is running. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Text above the rows. */
  get heading(): { readonly description: string; readonly message: string } {
    const { description = '', message = '' } = this.#view;
    return { description, message };
  }

  get selection(): readonly ResultsNode[] {
    return this.#view.selection;
  }

  /** Shows the results of a query and focuses the view. */
  async show(query = this.#query): Promise<void> {
    const isNew = query.trim() !== this.#query;
    this.#query = query.trim();
    await this.#memory.update(keptQuery, this.#query);
    await setContext('shown', true);
    await commands.executeCommand(`${resultsViewId}.focus`);
    if (isNew || !this.#searched) this.refresh();
  }

  /** Searches again. */
  refresh(): void {
    this.#limit = firstResults;
    void this.#find();
  }

  /** Shows as many results as a search returns. */
  showMore(): void {
    this.#limit = mostResults;
    void this.#find();
  }

  /** Clears query and results, and hides the view. */
  async clear(): Promise<void> {
    this.#search.stop();
    this.#query = '';
    this.#searched = false;
    this.#put(undefined, '');
    await this.#memory.update(keptQuery, undefined);
    await setContext('shown', false);
  }

  /** Opens and selects the next result, or with -1 the previous one. */
  async go(step: 1 | -1, options: OpenOptions): Promise<void> {
    const { results } = this.tree;
    const from = results.findIndex(({ id }) => id === this.#current());
    const node = results[stepTo(from, results.length, step)];
    if (node === undefined) return;
    await this.#view.reveal(node, { select: true, focus: false });
    await this.open(node, options);
  }

  /** Opens a result. */
  async open(node: ResultNode, options: OpenOptions): Promise<void> {
    this.#at = node.id;
    await openFinding(this.#services, node.finding, options);
  }

  /** Copies the given result, or all. */
  async copy(node: ResultsNode | undefined): Promise<void> {
    const text = node?.kind === 'result' ? resultsText([node]) : resultsText(this.tree.results);
    await env.clipboard.writeText(text);
    window.setStatusBarMessage(l10n.t('$(check) Results copied'), 3_000);
  }

  #current(): string | undefined {
    const [selected] = this.#view.selection;
    return selected?.kind === 'result' ? selected.id : this.#at;
  }

  /** After a reload only the query is known; its results are searched when the view becomes visible. */
  #onVisible(): void {
    if (this.#view.visible && !this.#searched && this.#query !== '') this.refresh();
  }

  async #find(): Promise<void> {
    if (this.#query === '') return;
    this.#searched = true;
    this.#busy = true;
    const wanted = { query: this.#query, limit: this.#limit };
    await withProgress({ title: l10n.t('Search'), location: { viewId: resultsViewId } }, () =>
      this.#search.look(wanted, (outcome) => this.#show(outcome)),
    );
  }

  #show(outcome: SearchOutcome): void {
    this.#busy = outcome.type === 'found' && outcome.found.pending > 0;
    if (outcome.type === 'found') this.#put(outcome.found, messageOf(outcome.found));
    else this.#put(undefined, problemText(outcome.error));
  }

  #put(found: Findings | undefined, message: string): void {
    const { findings = [], more = false } = found ?? {};
    const severalFolders = this.#services.projects.all.length > 1;
    this.tree.show(findings, { more: more && this.#limit < mostResults, severalFolders });
    this.#entitle(found);
    this.#view.message = message;
    void setContext('hasResults', findings.length > 0);
  }

  #entitle(found: Findings | undefined): void {
    // Not in the title, whose case the editor changes.
    this.#view.description = [this.#query, found ? countOf(found) : ''].filter(Boolean).join(' · ');
  }
}

const remembered = (memory: Memento): string => {
  const kept = memory.get<unknown>(keptQuery);
  return typeof kept === 'string' ? kept : '';
};

/** `hasResults` enables keybindings; `shown` shows the view. */
export const setContext = (name: 'shown' | 'hasResults', value: boolean): Thenable<unknown> =>
  commands.executeCommand('setContext', `historyStore.results.${name}`, value);

function countOf(found: Findings): string {
  const { shown, total, related } = countsOf(found);
  const few = shown === 1 ? l10n.t('1 result') : l10n.t('{0} results', number(shown));
  const holding = found.more ? l10n.t('{0} of {1} results', number(shown), number(total)) : few;
  return [holding, ...related].join(' · ');
}

function messageOf({ findings, pending, notes, looked = [] }: Findings): string {
  const nothing = l10n.t('No results. Try fewer words or remove filters.');
  const reading = l10n.t('Reading {0} more sessions…', number(pending));
  const first = pending > 0 ? [reading] : findings.length === 0 ? [nothing] : [];
  return [...first, ...notes, ...(findings.length === 0 ? looked : [])].join(' ');
}

function problemText(error: unknown): string {
  if (isNoHub(error)) return `${l10n.t('No hub is set up for this folder.')} ${howToSetUp()}`;
  return error instanceof StoreError && error.code === 'invalid_argument'
    ? l10n.t('Invalid search: {0}', error.message)
    : l10n.t('The search failed: {0}', errorText(error));
}
