import type { SearchValues } from '../../store/search/types.ts';
import type { Services } from '../base/commands.ts';
import { Disposable } from '../base/disposable.ts';
import { asksForValues, completions } from './completions.ts';
import { isEmpty, valuesEverywhere } from './findEverywhere.ts';
import type { SearchOutcome } from './liveSearch.ts';
import { completionItems, helpItems, resultItems, type SearchRow } from './searchItems.ts';
import { nothingFound, nothingYet, noteItem, problemItem, readingItem } from './searchMessages.ts';

const noValues: SearchValues = { agents: [], dialogs: [], tags: [] };

/** What the list of the search shows for a query. */
export class PickRows extends Disposable {
  readonly #services: Services;
  readonly #end = new AbortController();
  /** What filters can be given, once somebody typed one. */
  #known: Promise<SearchValues> | undefined;

  constructor(services: Services) {
    super();
    this.#services = services;
    this._register({ dispose: () => this.#end.abort() });
  }

  /** What can be typed, or that there is nothing to search. */
  async help(): Promise<SearchRow[]> {
    return (await this.#isEmpty()) ? [nothingYet()] : helpItems();
  }

  /** What a search has come to. While a filter `isTyped` it is no mistake that it cannot be read. */
  async of(query: string, outcome: SearchOutcome, isTyped: boolean): Promise<SearchRow[]> {
    if (outcome.type === 'failed') return isTyped ? [] : [problemItem(outcome.error)];
    const { found } = outcome;
    const { pending } = found;
    const waiting = pending > 0 ? [readingItem(pending)] : [];
    if (found.total === 0 && pending > 0) return waiting;
    if (found.total === 0) return [(await this.#isEmpty()) ? nothingYet() : nothingFound(query.trim())];
    const rows = resultItems(found, query, this.#services.projects.all.length > 1);
    return [...rows, ...waiting, ...found.notes.map(noteItem)];
  }

  /** What the filter that is being typed can be given. */
  async completing(query: string): Promise<SearchRow[]> {
    const { projects, clock } = this.#services;
    if (asksForValues(query)) this.#known ??= valuesEverywhere(projects.all, this.#end.signal);
    return completionItems(completions(query, (await this.#known) ?? noValues, new Date(clock.now())));
  }

  #isEmpty(): Promise<boolean> {
    return isEmpty(this.#services.projects.all).catch(() => false); // the search tells what is wrong
  }
}
