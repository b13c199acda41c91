import type { SearchValues } from '../../store/search/types.ts';
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
}

/** What is looked for in the hub. */
const withoutFilter = (query: string): string => toggleFilter(query, hubFilter).trim();

/** What the list of the search shows for a query. */
export class PickRows extends Disposable {
  readonly #services: RowServices;
  readonly #end = new AbortController();
  /** What filters can be given, once somebody typed one. */
  #known: Promise<SearchValues> | undefined;
  #knownInHub: Promise<HubValues> | undefined;

  constructor(services: RowServices) {
    super();
    this.#services = services;
    this._register({ dispose: () => this.#end.abort() });
  }

  /** What can be typed, or that there is nothing to search. */
  async help(): Promise<SearchRow[]> {
    const hasHub = this.#services.hubs.used.length > 0;
    return !hasHub && (await this.#isEmpty()) ? [nothingYet()] : helpItems(hasHub);
  }

  /** What a search has come to. While a filter `isTyped` it is no mistake that it cannot be read. */
  async of(query: string, outcome: SearchOutcome, isTyped: boolean): Promise<SearchRow[]> {
    if (outcome.type === 'failed') return isTyped ? [] : [problemItem(outcome.error)];
    const { found } = outcome;
    const { pending } = found;
    const waiting = pending > 0 ? [readingItem(pending)] : [];
    if (found.total === 0 && pending > 0) return waiting;
    if (found.total === 0 && isForHub(query))
      return [nothingFound(withoutFilter(query)), ...found.notes.map(noteItem)];
    if (found.total === 0) return [(await this.#isEmpty()) ? nothingYet() : nothingFound(query.trim())];
    const rows = resultItems(found, query, this.#services.projects.all.length > 1);
    return [...rows, ...waiting, ...found.notes.map(noteItem)];
  }

  /** What the filter that is being typed can be given. */
  async completing(query: string): Promise<SearchRow[]> {
    const now = new Date(this.#services.clock.now());
    return completionItems(completions(query, await this.#values(query), now));
  }

  async #values(query: string): Promise<FilterValues> {
    const { projects, hubs } = this.#services;
    const hasHub = hubs.used.length > 0;
    if (hasHub && isForHub(query)) {
      if (asksHubForValues(query)) this.#knownInHub ??= hubValues(hubs);
      return { ...noValues, inHub: (await this.#knownInHub) ?? noneInHub };
    }
    if (asksForValues(query)) this.#known ??= valuesEverywhere(projects.all, this.#end.signal);
    const known = (await this.#known) ?? noValues;
    return hasHub ? { ...known, inHub: noneInHub } : known;
  }

  #isEmpty(): Promise<boolean> {
    return isEmpty(this.#services.projects.all).catch(() => false); // the search tells what is wrong
  }
}
