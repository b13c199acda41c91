import { isObject, StoreError } from '../../disk/base/core.ts';
import { parseItemReference } from '../../find/search/reference.ts';
import type { Command } from '../base/commands.ts';
import { projectOf } from '../base/projects.ts';
import type { KeptResults } from './keptResults.ts';
import type { ResultNode } from './resultsTree.ts';
import type { SearchPick, SearchPickOptions, SearchPickServices } from './searchPick.ts';
import { gone, type OpenOptions } from '../base/place.ts';

/** Opens the search list. */
export type OpenSearch = (options: Omit<SearchPickOptions, 'keep' | 'keepShown'>) => SearchPick;

/** What search commands require. */
export interface SearchServices extends SearchPickServices {
  readonly openSearch: OpenSearch;
  readonly results: KeptResults;
  /** The list, while open. */
  readonly openedSearch: () => SearchPick | undefined;
  /** The dialog in the active pane. */
  readonly activeDialog: () => string | undefined;
}

/** Commands that search everything and open references. */
export function searchCommands(services: SearchServices): readonly Command[] {
  const { openSearch, activeDialog } = services;
  return [
    {
      id: 'historyStore.search',
      run: (argument) => {
        const query = isObject(argument) && typeof argument.query === 'string' ? argument.query : undefined;
        openSearch({ query, dialog: activeDialog() });
      },
    },
    { id: 'historyStore.openReference', run: (argument) => openReference(services, argument) },
    ...resultCommands(services),
  ];
}

/** Commands for results in the view. */
function resultCommands({
  results,
  openSearch,
  openedSearch,
  activeDialog,
}: SearchServices): readonly Command[] {
  const go = (step: 1 | -1) => async (argument: unknown) =>
    (await results.view()).go(step, { preserveFocus: isObject(argument) && argument.stay === true });
  const inTree: OpenOptions = { preserveFocus: true };
  return [
    { id: 'historyStore.showSearchResults', run: () => results.show() },
    { id: 'historyStore.keepSearchResults', run: () => openedSearch()?.keepResults() },
    {
      id: 'historyStore.searchAgain',
      run: async () => {
        const { query } = await results.view();
        openSearch({ query, dialog: activeDialog() });
      },
    },
    { id: 'historyStore.nextSearchResult', run: go(1) },
    { id: 'historyStore.previousSearchResult', run: go(-1) },
    { id: 'historyStore.refreshSearchResults', run: async () => (await results.view()).refresh() },
    { id: 'historyStore.moreSearchResults', run: async () => (await results.view()).showMore() },
    { id: 'historyStore.clearSearchResults', run: async () => (await results.view()).clear() },
    { id: 'historyStore.copySearchResults', run: async () => (await results.view()).copy(undefined) },
    {
      id: 'historyStore.copySearchResult',
      run: async (argument) => {
        const view = await results.view();
        await view.copy(isResult(argument) ? argument : view.selection[0]);
      },
    },
    {
      id: 'historyStore.openSearchResult',
      run: async (argument) => {
        if (isResult(argument)) await (await results.view()).open(argument, inTree);
      },
    },
  ];
}

/** Reports whether an argument is a row of the view. */
const isResult = (argument: unknown): argument is ResultNode =>
  isObject(argument) && argument.kind === 'result' && isObject(argument.finding);

/** Opens `history://…` or `{reference, folder}`; without a folder, in any of the window's. */
async function openReference({ projects: all, openPlace }: SearchServices, argument: unknown): Promise<void> {
  const text = isObject(argument) ? argument.reference : argument;
  const reference = typeof text === 'string' ? parseItemReference(text) : undefined;
  if (reference === undefined) throw gone();
  const named = projectOf(argument, all);
  const projects = [...new Set([...(named ? [named] : []), ...all.all])];
  for (const project of projects) {
    try {
      await openPlace({ project, reference }, { preserveFocus: false });
      return;
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'not_found') throw error;
    }
  }
  throw gone();
}
