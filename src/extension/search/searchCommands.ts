import { isObject } from '../../store/base/json.ts';
import { parseReference } from '../../store/search/reference.ts';
import { StoreError } from '../../store/base/errors.ts';
import type { Command } from '../base/commands.ts';
import { projectOf } from '../base/dialogTarget.ts';
import { gone, openPlace, type PlaceServices } from './openPlace.ts';
import type { OpenSearch } from './searchPick.ts';

/** Searching everything, and opening what a reference names. */
export function searchCommands(services: PlaceServices, openSearch: OpenSearch): readonly Command[] {
  return [
    {
      id: 'historyStore.search',
      run: (argument) => {
        const query = isObject(argument) && typeof argument.query === 'string' ? argument.query : undefined;
        const dialog = services.panes.all.find(({ isActive }) => isActive)?.target.dialog;
        openSearch({ query, dialog });
      },
    },
    { id: 'historyStore.openReference', run: (argument) => openReference(services, argument) },
  ];
}

/** Takes `history://…` or `{reference, folder}`; without a folder, all of the window are looked through. */
async function openReference(services: PlaceServices, argument: unknown): Promise<void> {
  const text = isObject(argument) ? argument.reference : argument;
  const reference = typeof text === 'string' ? parseReference(text) : undefined;
  if (reference === undefined) throw gone();
  const named = projectOf(argument, services.projects);
  const projects = [...new Set([...(named ? [named] : []), ...services.projects.all])];
  for (const project of projects) {
    try {
      await openPlace(services, { project, reference }, { preserveFocus: false });
      return;
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'not_found') throw error;
    }
  }
  throw gone();
}
