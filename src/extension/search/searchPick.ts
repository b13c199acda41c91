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
import { shownLanguage } from '../base/settings.ts';
import { withoutEmptyFilter } from './completions.ts';
import { filterButtons, isFilterButton } from './filterButtons.ts';
import { toggleFilter } from './filters.ts';
import type { FoundInProject } from './findEverywhere.ts';
import { SearchInHubs } from './searchInHubs.ts';
import { fetchCommand, type AskedHubs } from '../hub/hubFindings.ts';
import { LiveSearch, type SearchOutcome } from './liveSearch.ts';
import { openFinding } from './openFinding.ts';
import { PickRows } from './pickRows.ts';
import { foundAt, helpItems, type Choice, type SearchRow } from './searchItems.ts';
import { titleOf } from './searchMessages.ts';
import { SearchPreview } from './searchPreview.ts';
import type { Services } from '../base/commands.ts';
import type { OpenOptions, OpenPlace } from '../base/place.ts';

/** How long typing must pause before a search starts. Milliseconds. */
const typingMs = 120;
/** Number of results shown initially, and at most, which is the store's limit. */
const firstResults = 50;
const mostResults = 200;
/** Key of the query in the workspace's state. */
const lastQuery = 'search.query';
/** Context key that is set while the list is open. */
const openKey = 'historyStore.search.open';

/** What the list requires. */
export interface SearchPickServices extends Services {
  readonly openPlace: OpenPlace;
  readonly hubs: AskedHubs;
}

export interface SearchPickOptions {
  /** Replaces the previous query. */
  readonly query?: string | undefined;
  /** The dialog currently open. */
  readonly dialog?: string | undefined;
  /** Keeps the results of a query in the view. */
  readonly keep: (query: string) => void;
  /** Returns what shows again what panes show now. */
  readonly keepShown: () => () => void;
}

/**
 * The list for searching the history while typing. Cancelling it shows again what was shown before previews.
 */
export class SearchPick extends Disposable {
  readonly #services: SearchPickServices;
  readonly #memory: Memento;
  readonly #options: SearchPickOptions;
  readonly #picker: QuickPick<SearchRow>;
  readonly #search: LiveSearch;
  readonly #rows: PickRows;
  readonly #help = { iconPath: new ThemeIcon('question'), tooltip: l10n.t('Search syntax') };
  #typing: NodeJS.Timeout | undefined;
  #limit = firstResults;
  /** The current query. The editor reports changes made by the list itself some time later. */
  #asked: string;
  #answered: string | undefined;
  readonly #preview = this._register(
    // Opening it reports errors.
    new SearchPreview({
      open: (finding) => this.#open(finding, { preserveFocus: true }).catch(() => undefined),
      keepShown: () => this.#options.keepShown(),
    }),
  );

  constructor(services: SearchPickServices, memory: Memento, options: SearchPickOptions) {
    super();
    this.#services = services;
    this.#memory = memory;
    this.#options = options;
    this.#search = this._register(
      new LiveSearch(services.projects, shownLanguage(), new SearchInHubs(services.hubs, services.clock)),
    );
    this.#rows = this._register(new PickRows({ ...services, here: options.dialog }));
    const picker = window.createQuickPick<SearchRow>();
    this.#picker = this._register(picker);
    this._register({ dispose: () => this.#end() });
    picker.title = l10n.t('Search History');
    picker.placeholder = l10n.t('Words, "exact phrase", -word, role:user, after:7d, /regex/ … (? for all)');
    picker.matchOnDetail = true;
    // Keeps results in order below their headings. The property is older than its declaration.
    Object.assign(picker, { sortByLabel: false });
    this.#asked = options.query ?? memory.get(lastQuery, '');
    picker.value = this.#asked;
    this.#showButtons(picker.value);
    this.#listen();
    void this.#find(picker.value);
    picker.show();
    void commands.executeCommand('setContext', openKey, true);
  }

  /** The displayed rows. */
  get items(): readonly SearchRow[] {
    return this.#picker.items;
  }

  /** The row that Enter chooses. */
  get active(): SearchRow | undefined {
    return this.#picker.activeItems[0];
  }

  get query(): string {
    return this.#picker.value;
  }

  get title(): string {
    return this.#picker.title ?? '';
  }

  /** The query whose results are shown; undefined if none are. */
  get answered(): string | undefined {
    return this.#picker.busy ? undefined : this.#answered;
  }

  get buttons(): readonly QuickInputButton[] {
    return this.#picker.buttons;
  }

  /** Whether a search is running. */
  get busy(): boolean {
    return this.#picker.busy;
  }

  /** Keeps the results in the view and closes the list. */
  keepResults(): void {
    const query = this.#picker.value;
    this.#close();
    this.#options.keep(query);
  }

  #listen(): void {
    const picker = this.#picker;
    this._register(picker.onDidChangeValue((query) => query !== this.#asked && this.#onType(query)));
    this._register(picker.onDidChangeActive(([item]) => this.#preview.select(item, picker.items)));
    this._register(picker.onDidTriggerButton((button) => this.pressButton(button)));
    this._register(picker.onDidTriggerItemButton((event) => this.#onItemButton(event)));
    this._register(picker.onDidAccept(() => this.#onAccept()));
    this._register(picker.onDidHide(() => this.dispose()));
  }

  /** Closes the list, leaving what is previewed. */
  #close(): void {
    this.#preview.keep();
    this.#picker.hide();
  }

  #end(): void {
    this.#rest();
    void commands.executeCommand('setContext', openKey, false);
  }

  #rest(): void {
    clearTimeout(this.#typing);
    this.#preview.stop();
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

  /** Replaces buttons only if they differ, since new ones take the focus from the pressed one. */
  #showButtons(query: string): void {
    const buttons = filterButtons(query);
    const before = this.#picker.buttons.filter(isFilterButton);
    if (buttons.length === before.length && buttons.every(({ on }, n) => on === before[n]?.on)) return;
    this.#picker.buttons = [...buttons, this.#help];
  }

  /** Shows the results of a query, unless it is replaced by another. */
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

  /** Adds later results without moving the user's selection. */
  #put(query: string, items: readonly SearchRow[], { isFirst, more }: Put): void {
    const picker = this.#picker;
    const active = isFirst ? undefined : foundAt(picker.activeItems[0]);
    if (isFirst) this.#preview.begin();
    else picker.keepScrollPosition = true;
    picker.items = items;
    this.#answered = query;
    const again = active && items.find((item) => foundAt(item) === active);
    if (again) picker.activeItems = [again];
    picker.busy = more;
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
      case 'keep':
        this.keepResults();
        return;
      case 'run':
        this.#close();
        await commands.executeCommand(choice.command);
        return;
      case 'open':
        this.#close();
        return this.#open(choice.finding, { preserveFocus: false });
    }
  }

  #open(finding: FoundInProject, options: OpenOptions): Promise<void> {
    return openFinding(this.#services, finding, options);
  }

  /** Runs the action of a title button. */
  pressButton(button: QuickInputButton): void {
    if (isFilterButton(button)) this.#type(toggleFilter(this.#picker.value, button.on ?? button.filter));
    else {
      this.#rest();
      this.#picker.busy = false;
      this.#picker.items = helpItems(this.#services.hubs.used.length > 0);
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
      this.#close();
      void commands.executeCommand(fetchCommand, { finding });
      return;
    }
    const { reference } = finding.hit;
    void env.clipboard.writeText(reference);
    window.setStatusBarMessage(l10n.t('$(check) {0} copied', reference), 3_000);
  }
}

interface Put {
  /** Whether this replaces what is shown. */
  readonly isFirst: boolean;
  /** Whether more will follow. */
  readonly more: boolean;
}
