import type { SearchValues } from '../../find/search/types.ts';
import type { Services } from '../base/commands.ts';
import { Disposable } from '../base/disposable.ts';
import { hubValues, type AskedHubs, type HubValues } from '../hub/hubFindings.ts';
import { asksForValues, asksHubForValues, completions, type FilterValues } from './completions.ts';
import { hubFilter, isForHub, toggleFilter } from './filters.ts';
import { isEmpty, valuesEverywhere } from './findEverywhere.ts';
import type { SearchOutcome } from './liveSearch.ts';
import { completionItems, helpItems, resultItems, type SearchRow } from './searchItems.ts';
import { nothingFound, nothingYet, noteItem, problemItem, readingItem } from './searchMessages.ts';

const noValues: SearchValues = { agents: [], dialogs: [], tags: [] };

const noneInHub: HubValues = { authors: [], dialogs: [] };

interface RowServices extends Services {
  readonly hubs: AskedHubs;
  /** The dialog in the active pane. */
  readonly here: string | undefined;
}

/** The query without the hub filter. */
const withoutFilter = (query: string): string => toggleFilter(query, hubFilter).trim();

/** Rows of the search list for a query. */
export class PickRows extends Disposable {
  readonly #services: RowServices;
  readonly #end = new AbortController();
  /** Values of filters, loaded once one is typed. */
  #known: Promise<SearchValues> | undefined;
  #knownInHub: Promise<HubValues> | undefined;

  constructor(services: RowServices) {
    super();
    this.#services = services;
    this._register({ dispose: () => this.#end.abort() });
  }

  /** Returns help on the syntax, or that there is nothing to search. */
  async help(): Promise<SearchRow[]> {
    const hasHub = this.#services.hubs.used.length > 0;
    return !hasHub && (await this.#isEmpty()) ? [nothingYet()] : helpItems(hasHub);
  }

  /** Returns the rows of a result. While a filter `isTyped`, an invalid query is not an error. */
  async of(query: string, outcome: SearchOutcome, isTyped: boolean): Promise<SearchRow[]> {
    if (outcome.type === 'failed') return isTyped ? [] : [problemItem(outcome.error)];
    const { found } = outcome;
    const { pending } = found;
    const waiting = pending > 0 ? [readingItem(pending)] : [];
    if (found.total === 0 && pending > 0) return waiting;
    if (found.total === 0 && isForHub(query))
      return [nothingFound(withoutFilter(query)), ...found.notes.map(noteItem)];
    if (found.total === 0)
      return (await this.#isEmpty())
        ? [nothingYet()]
        : [nothingFound(query.trim()), ...[...found.notes, ...(found.looked ?? [])].map(noteItem)];
    const rows = resultItems(found, query, this.#services.projects.all.length > 1);
    return [...rows, ...waiting, ...found.notes.map(noteItem)];
  }

  /** Returns values for the filter being typed. */
  async completing(query: string): Promise<SearchRow[]> {
    const now = new Date(this.#services.clock.now());
    return completionItems(completions(query, await this.#values(query), now));
  }

  async #values(query: string): Promise<FilterValues> {
    const { projects, hubs, here } = this.#services;
    const hasHub = hubs.used.length > 0;
    if (hasHub && isForHub(query)) {
      if (asksHubForValues(query)) this.#knownInHub ??= hubValues(hubs);
      return { ...noValues, inHub: (await this.#knownInHub) ?? noneInHub };
    }
    if (asksForValues(query)) this.#known ??= valuesEverywhere(projects.all, this.#end.signal);
    const known = (await this.#known) ?? noValues;
    return { ...known, here, ...(hasHub && { inHub: noneInHub }) };
  }

  #isEmpty(): Promise<boolean> {
    return isEmpty(this.#services.projects.all).catch(() => false); // the search reports the error
  }
}
