import {
  commands,
  env,
  l10n,
  ThemeIcon,
  window,
  type Memento,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItemButtonEvent,
} from 'vscode';
import { Disposable } from '../base/disposable.ts';
import { withoutEmptyFilter } from './completions.ts';
import { filterButtons, type FilterButton } from './filterButtons.ts';
import { toggleFilter } from './filters.ts';
import { findingKey, type FoundInProject } from './findEverywhere.ts';
import { SearchInHubs } from './searchInHubs.ts';
import { fetchCommand, type AskedHubs } from '../hub/hubFindings.ts';
import { LiveSearch, type SearchOutcome } from './liveSearch.ts';
import { openFinding } from './openFinding.ts';
import { PickRows } from './pickRows.ts';
import { helpItems, type Choice, type SearchRow } from './searchItems.ts';
import { titleOf } from './searchMessages.ts';
import type { Services } from '../base/commands.ts';
import type { OpenOptions, OpenPlace } from '../base/place.ts';

/** A search begins when nothing was typed for so long, a preview when the reader stays on a result. Milliseconds. */
const typingMs = 120;
const previewMs = 150;
/** So many results are shown at first, and at most, which is the most the store gives. */
const firstResults = 50;
const mostResults = 200;
/** Where the query stands in the memory of the workspace. */
const lastQuery = 'search.query';
/** The context key that tells that the list is open. */
const openKey = 'historyStore.search.open';

/** What the list works with. */
export interface SearchPickServices extends Services {
  readonly openPlace: OpenPlace;
  readonly hubs: AskedHubs;
}

export interface SearchPickOptions {
  /** Instead of the query of the last time. */
  readonly query?: string | undefined;
  /** The dialog that is open at the moment. */
  readonly dialog?: string | undefined;
  /** Keeps the results of a query where they stay. */
  readonly keep: (query: string) => void;
}

/** The list in which the history is searched while the query is typed. What is looked at stays in its pane, as with a click in the tree. */
export class SearchPick extends Disposable {
  readonly #services: SearchPickServices;
  readonly #memory: Memento;
  readonly #options: SearchPickOptions;
  readonly #picker: QuickPick<SearchRow>;
  readonly #search: LiveSearch;
  readonly #rows: PickRows;
  readonly #help: QuickInputButton = {
    iconPath: new ThemeIcon('question'),
    tooltip: l10n.t('Search syntax'),
  };
  readonly #keep: QuickInputButton = {
    iconPath: new ThemeIcon('list-tree'),
    tooltip: l10n.t('Keep Results in the Sidebar'),
  };
  #typing: NodeJS.Timeout | undefined;
  #staying: NodeJS.Timeout | undefined;
  #limit = firstResults;
  /** What is or will be looked for. The editor tells the list, some time later, what the list itself put into it. */
  #asked: string;
  #answered: string | undefined;
  /** The reader went from result to result, so what is reached is shown. */
  #browsing = false;

  constructor(services: SearchPickServices, memory: Memento, options: SearchPickOptions) {
    super();
    this.#services = services;
    this.#memory = memory;
    this.#options = options;
    this.#search = this._register(
      new LiveSearch(services.projects, new SearchInHubs(services.hubs, services.clock)),
    );
    this.#rows = this._register(new PickRows(services));
    const picker = window.createQuickPick<SearchRow>();
    this.#picker = this._register(picker);
    this._register({ dispose: () => this.#end() });
    picker.title = l10n.t('Search History');
    picker.placeholder = l10n.t('Words, "exact phrase", -word, role:user, after:7d, /regex/ … (? for all)');
    picker.matchOnDetail = true;
    // Results stay in their order and under their headings. The property is older than its declaration.
    Reflect.set(picker, 'sortByLabel', false);
    this.#asked = options.query ?? memory.get(lastQuery, '');
    picker.value = this.#asked;
    this.#showButtons(picker.value);
    this.#listen();
    void this.#find(picker.value);
    picker.show();
    void commands.executeCommand('setContext', openKey, true);
  }

  /** What the list shows at the moment. */
  get items(): readonly SearchRow[] {
    return this.#picker.items;
  }

  /** The row that is chosen with Enter. */
  get active(): SearchRow | undefined {
    return this.#picker.activeItems[0];
  }

  get query(): string {
    return this.#picker.value;
  }

  /** The query whose answer is shown; undefined while there is none. */
  get answered(): string | undefined {
    return this.#picker.busy ? undefined : this.#answered;
  }

  get buttons(): readonly QuickInputButton[] {
    return this.#picker.buttons;
  }

  /** Whether it is still looking for what was typed. */
  get busy(): boolean {
    return this.#picker.busy;
  }

  /** Keeps what is found in the view, and closes the list. */
  keepResults(): void {
    const query = this.#picker.value;
    this.#picker.hide();
    this.#options.keep(query);
  }

  #listen(): void {
    const picker = this.#picker;
    this._register(picker.onDidChangeValue((query) => query !== this.#asked && this.#onType(query)));
    this._register(picker.onDidChangeActive(([item]) => this.#onActive(item)));
    this._register(picker.onDidTriggerButton((button) => this.pressButton(button)));
    this._register(picker.onDidTriggerItemButton((event) => this.#onItemButton(event)));
    this._register(picker.onDidAccept(() => this.#onAccept()));
    this._register(picker.onDidHide(() => this.dispose()));
  }

  #end(): void {
    this.#rest();
    void commands.executeCommand('setContext', openKey, false);
  }

  #rest(): void {
    clearTimeout(this.#typing);
    clearTimeout(this.#staying);
    this.#search.stop();
  }

  #onType(query: string): void {
    this.#asked = query;
    this.#limit = firstResults;
    this.#picker.keepScrollPosition = false;
    this.#rest();
    this.#showButtons(query);
    this.#picker.busy = true;
    this.#typing = setTimeout(() => void this.#find(query), typingMs);
  }

  get #hasHub(): boolean {
    return this.#services.hubs.used.length > 0;
  }

  /** New buttons take the focus from the one that was pressed, so there are new ones only where they differ. */
  #showButtons(query: string): void {
    const buttons = filterButtons(query, {
      dialog: this.#options.dialog,
      hasHub: this.#hasHub,
    });
    const before = this.#picker.buttons.filter(isFilterButton);
    if (buttons.length === before.length && buttons.every(({ on }, n) => on === before[n]?.on)) return;
    this.#picker.buttons = [...buttons, this.#keep, this.#help];
  }

  /** Shows what is found; what was asked for meanwhile takes the place of it. */
  async #find(query: string): Promise<void> {
    this.#picker.busy = true;
    const wanted = { query: withoutEmptyFilter(query), limit: this.#limit };
    if (wanted.query === '' || wanted.query === '?') await this.#showHelp(query);
    else await this.#search.look(wanted, (outcome) => this.#show(query, outcome));
  }

  async #showHelp(query: string): Promise<void> {
    this.#search.stop();
    this.#picker.title = l10n.t('Search History');
    const offered = await this.#rows.completing(query);
    const items = offered.length > 0 ? offered : await this.#rows.help();
    if (!this.disposed && this.#picker.value === query)
      this.#put(query, items, { isFirst: true, more: false });
  }

  async #show(query: string, outcome: SearchOutcome): Promise<void> {
    const offered = await this.#rows.completing(query);
    const items = [...offered, ...(await this.#rows.of(query, outcome, offered.length > 0))];
    if (this.disposed || this.#picker.value !== query) return;
    const isFound = outcome.type === 'found';
    this.#picker.title =
      isFound && outcome.found.total > 0 ? titleOf(outcome.found) : l10n.t('Search History');
    const more = isFound && outcome.found.pending > 0;
    this.#put(query, items, { isFirst: !isFound || outcome.isFirst, more });
    await this.#memory.update(lastQuery, query);
  }

  /** What comes later leaves the reader where they are. */
  #put(query: string, items: readonly SearchRow[], { isFirst, more }: Put): void {
    const picker = this.#picker;
    const active = isFirst ? undefined : foundAt(picker.activeItems[0]);
    if (isFirst) this.#browsing = false;
    else picker.keepScrollPosition = true;
    picker.items = items;
    this.#answered = query;
    const again = active && items.find((item) => foundAt(item) === active);
    if (again) picker.activeItems = [again];
    picker.busy = more;
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
      case 'complete':
        this.#type(choice.query);
        return;
      case 'more':
        this.#limit = mostResults;
        this.#picker.keepScrollPosition = true;
        return this.#find(this.#picker.value);
      case 'run':
        this.#picker.hide();
        await commands.executeCommand(choice.command);
        return;
      case 'open':
        this.#picker.hide();
        return this.#open(choice.finding, { preserveFocus: false });
    }
  }

  #open(finding: FoundInProject, options: OpenOptions): Promise<void> {
    return openFinding(this.#services, finding, options);
  }

  /** Does what a button of the title is for. */
  pressButton(button: QuickInputButton): void {
    if (button === this.#keep) this.keepResults();
    else if (isFilterButton(button)) this.#type(toggleFilter(this.#picker.value, button.on ?? button.filter));
    else {
      this.#rest();
      this.#picker.busy = false;
      this.#picker.items = helpItems(this.#hasHub);
    }
  }

  #type(query: string): void {
    this.#picker.value = query;
    this.#onType(query);
  }

  #onItemButton({ item }: QuickPickItemButtonEvent<SearchRow>): void {
    if (item.choice?.type !== 'open') return;
    const { finding } = item.choice;
    if (finding.inHub) {
      this.#picker.hide();
      void commands.executeCommand(fetchCommand, { finding });
      return;
    }
    const { reference } = finding.hit;
    void env.clipboard.writeText(reference);
    window.setStatusBarMessage(l10n.t('$(check) {0} copied', reference), 3_000);
  }
}

interface Put {
  /** It is not more of what is shown. */
  readonly isFirst: boolean;
  /** More will come. */
  readonly more: boolean;
}

const foundAt = (item: SearchRow | undefined): string | undefined =>
  item?.choice?.type === 'open' ? findingKey(item.choice.finding) : undefined;

const isFilterButton = (button: QuickInputButton): button is FilterButton => 'filter' in button;
