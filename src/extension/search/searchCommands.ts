import { isObject, StoreError } from '../../store/base/core.ts';
import { parseReference } from '../../store/search/reference.ts';
import type { Command } from '../base/commands.ts';
import { projectOf } from '../base/projects.ts';
import type { OpenSearch, SearchPickServices } from './searchPick.ts';
import { gone } from '../base/place.ts';

/** What the commands of the search work with. */
export interface SearchServices extends SearchPickServices {
  readonly openSearch: OpenSearch;
  /** The dialog in the active pane. */
  readonly activeDialog: () => string | undefined;
}

/** Searching everything, and opening what a reference names. */
export function searchCommands(services: SearchServices): readonly Command[] {
  return [
    {
      id: 'historyStore.search',
      run: (argument) => {
        const query = isObject(argument) && typeof argument.query === 'string' ? argument.query : undefined;
        services.openSearch({ query, dialog: services.activeDialog() });
      },
    },
    { id: 'historyStore.openReference', run: (argument) => openReference(services, argument) },
  ];
}

/** Takes `history://…` or `{reference, folder}`; without a folder, all of the window are looked through. */
async function openReference({ projects: all, openPlace }: SearchServices, argument: unknown): Promise<void> {
  const text = isObject(argument) ? argument.reference : argument;
  const reference = typeof text === 'string' ? parseReference(text) : undefined;
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
