import {
  env,
  l10n,
  ThemeIcon,
  window,
  type Memento,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItemButtonEvent,
} from 'vscode';
import { StoreError } from '../../store/base/core.ts';
import { parseReference } from '../../store/search/reference.ts';
import { sourceKinds } from '../../store/search/types.ts';
import { Disposable } from '../base/disposable.ts';
import { errorText, number } from '../base/notices.ts';
import { nameFilter, toggleFilter } from './filters.ts';
import { findEverywhere, isEmpty, type Finding, type Findings } from './findEverywhere.ts';
import {
  helpItems,
  messageItem,
  resultItems,
  sourceLook,
  type Choice,
  type SearchRow,
} from './searchItems.ts';
import type { Services } from '../base/commands.ts';
import { gone, type OpenOptions, type OpenPlace } from '../base/place.ts';

/** A search begins when nothing was typed for so long, a preview when the reader stays on a result. Milliseconds. */
const typingMs = 120;
const previewMs = 150;
/** So many results are shown at first, and at most, which is the most the store gives. */
const firstResults = 50;
const mostResults = 200;
/** Where the query stands in the memory of the workspace. */
const lastQuery = 'search.query';

/** A button in the title, and the filter it puts into the query or takes out. */
interface FilterButton extends QuickInputButton {
  readonly filter: string;
}

/** What the list works with. */
export interface SearchPickServices extends Services {
  readonly openPlace: OpenPlace;
}

export interface SearchPickOptions {
  /** Instead of the query of the last time. */
  readonly query?: string | undefined;
  /** The dialog that is open at the moment. */
  readonly dialog?: string | undefined;
}

/** Opens the list. */
export type OpenSearch = (options: SearchPickOptions) => SearchPick;

/** The list in which the history is searched while the query is typed. What is looked at stays in its pane, as with a click in the tree. */
export class SearchPick extends Disposable {
  readonly #services: SearchPickServices;
  readonly #memory: Memento;
  readonly #picker: QuickPick<SearchRow>;
  readonly #help: QuickInputButton = {
    iconPath: new ThemeIcon('question'),
    tooltip: l10n.t('Search syntax'),
  };
  #typing: NodeJS.Timeout | undefined;
  #staying: NodeJS.Timeout | undefined;
  #search = new AbortController();
  #limit = firstResults;
  /** The reader went from result to result, so what is reached is shown. */
  #browsing = false;

  constructor(services: SearchPickServices, memory: Memento, options: SearchPickOptions) {
    super();
    this.#services = services;
    this.#memory = memory;
    const picker = window.createQuickPick<SearchRow>();
    this.#picker = this._register(picker);
    this._register({ dispose: () => this.#rest() });
    picker.title = l10n.t('Search History');
    picker.placeholder = l10n.t('Words, "exact phrase", -word, role:user, after:7d, /regex/ … (? for all)');
    picker.matchOnDetail = true;
    // Results stay in their order and under their headings. The property is older than its declaration.
    Reflect.set(picker, 'sortByLabel', false);
    picker.buttons = [...filterButtons(options.dialog), this.#help];
    picker.value = options.query ?? memory.get(lastQuery, '');
    this.#listen();
    void this.#find(picker.value);
    picker.show();
  }

  /** What the list shows at the moment. */
  get items(): readonly SearchRow[] {
    return this.#picker.items;
  }

  /** Whether it is still looking for what was typed. */
  get busy(): boolean {
    return this.#picker.busy;
  }

  #listen(): void {
    const picker = this.#picker;
    this._register(picker.onDidChangeValue((query) => this.#onType(query)));
    this._register(picker.onDidChangeActive(([item]) => this.#onActive(item)));
    this._register(picker.onDidTriggerButton((button) => this.#onButton(button)));
    this._register(picker.onDidTriggerItemButton((event) => this.#onItemButton(event)));
    this._register(picker.onDidAccept(() => this.#onAccept()));
    this._register(picker.onDidHide(() => this.dispose()));
  }

  #rest(): void {
    clearTimeout(this.#typing);
    clearTimeout(this.#staying);
    this.#search.abort();
  }

  #onType(query: string): void {
    this.#limit = firstResults;
    this.#picker.keepScrollPosition = false;
    this.#rest();
    this.#picker.busy = true;
    this.#typing = setTimeout(() => void this.#find(query), typingMs);
  }

  /** Shows what is found; what was asked for meanwhile takes the place of it. */
  async #find(query: string): Promise<void> {
    this.#search = new AbortController();
    const { signal } = this.#search;
    this.#picker.busy = true;
    const items = await this.#itemsFor(query.trim(), signal);
    if (signal.aborted || this.disposed) return;
    this.#browsing = false;
    this.#picker.items = items;
    this.#picker.busy = false;
    await this.#memory.update(lastQuery, query);
  }

  async #itemsFor(query: string, signal: AbortSignal): Promise<SearchRow[]> {
    const projects = this.#services.projects.all;
    this.#picker.title = l10n.t('Search History');
    try {
      if (query === '' || query === '?') return (await isEmpty(projects)) ? [nothingYet()] : helpItems();
      const found = await findEverywhere(projects, { query, limit: this.#limit, signal });
      if (found.total === 0) return [(await isEmpty(projects)) ? nothingYet() : nothingFound(query)];
      if (!signal.aborted) this.#picker.title = titleOf(found);
      return [...resultItems(found, query, projects.length > 1), ...found.notes.map(noteItem)];
    } catch (error) {
      return [problemItem(error)];
    }
  }

  #onActive(item: SearchRow | undefined): void {
    clearTimeout(this.#staying);
    if (item?.choice?.type !== 'open') return;
    const { finding } = item.choice;
    const first = this.#picker.items.find(({ choice }) => choice?.type === 'open');
    this.#browsing ||= item !== first;
    if (!this.#browsing) return;
    const preview = (): Promise<void> => this.#open(finding, { preserveFocus: true }).catch(() => undefined); // opening it tells what is wrong
    this.#staying = setTimeout(() => void preview(), previewMs);
  }

  #onAccept(): void {
    const choice = this.#picker.selectedItems[0]?.choice;
    if (choice) void this.#choose(choice).catch(this.#services.onError);
  }

  async #choose(choice: Choice): Promise<void> {
    switch (choice.type) {
      case 'insert':
        this.#type(toggleFilter(this.#picker.value.replace('?', ''), choice.text));
        return;
      case 'more':
        this.#limit = mostResults;
        this.#picker.keepScrollPosition = true;
        return this.#find(this.#picker.value);
      case 'open':
        this.#picker.hide();
        return this.#open(choice.finding, { preserveFocus: false });
    }
  }

  #open({ project, hit }: Finding, options: OpenOptions): Promise<void> {
    const reference = parseReference(hit.reference);
    if (reference === undefined) return Promise.reject(gone());
    return this.#services.openPlace({ project, reference, position: hit.position }, options);
  }

  #onButton(button: QuickInputButton): void {
    if (isFilterButton(button)) this.#type(toggleFilter(this.#picker.value, button.filter));
    else this.#picker.items = helpItems();
  }

  #type(query: string): void {
    this.#picker.value = query;
    this.#onType(query);
  }

  #onItemButton({ item }: QuickPickItemButtonEvent<SearchRow>): void {
    if (item.choice?.type !== 'open') return;
    const { reference } = item.choice.finding.hit;
    void env.clipboard.writeText(reference);
    window.setStatusBarMessage(l10n.t('$(check) {0} copied', reference), 3_000);
  }
}

function filterButtons(dialog: string | undefined): FilterButton[] {
  const sources = sourceKinds.map((source) => {
    const { label, icon } = sourceLook(source);
    const tooltip = l10n.t('Only in: {0}', label);
    return { iconPath: new ThemeIcon(icon), tooltip, filter: `source:${source}` };
  });
  const recent = {
    ...{ iconPath: new ThemeIcon('calendar'), tooltip: l10n.t('Only the last seven days') },
    filter: 'after:7d',
  };
  if (dialog === undefined) return [...sources, recent];
  const tooltip = l10n.t('Only in the dialog “{0}”', dialog);
  const here = { iconPath: new ThemeIcon('target'), tooltip, filter: nameFilter('dialog', dialog) };
  return [...sources, here, recent];
}

const isFilterButton = (button: QuickInputButton): button is FilterButton => 'filter' in button;

const titleOf = ({ findings, total, more }: Findings): string =>
  more
    ? l10n.t('Search History: {0} of {1}', number(findings.length), number(total))
    : l10n.t('Search History: {0} found', number(findings.length));

const nothingYet = (): SearchRow =>
  messageItem(
    'info',
    l10n.t('Nothing to search yet'),
    l10n.t('Ask an agent to save to the history, or import a session from the Sessions view.'),
  );

const nothingFound = (query: string): SearchRow =>
  messageItem(
    'search-stop',
    l10n.t('Nothing found for {0}', query),
    l10n.t('Try fewer words or remove filters. Select ? for syntax.'),
  );

const noteItem = (note: string): SearchRow => messageItem('info', note, '');

/** A query that cannot be read is told in the list: it may not be typed to its end. */
function problemItem(error: unknown): SearchRow {
  const isQuery = error instanceof StoreError && error.code === 'invalid_argument';
  const label = isQuery ? l10n.t('Invalid search') : l10n.t('The search failed');
  return messageItem('warning', label, isQuery ? error.message : errorText(error));
}
