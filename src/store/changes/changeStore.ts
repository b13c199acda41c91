import type { StoreContext } from '../base/context.ts';
import type { ChangeSources, FoldersBefore } from './sources.ts';
import type { ChangeStore } from './types.ts';

/** Who wrote what in a project; `before` tells in which folders it was before. What it needs is loaded when it is asked. */
export function changeStore(
  context: StoreContext,
  sources: ChangeSources,
  before: FoldersBefore,
): ChangeStore {
  let loaded: Promise<ChangeStore> | undefined;
  const changes = (): Promise<ChangeStore> =>
    (loaded ??= import('./changes.ts').then(({ Changes }) => new Changes(context, sources, before)));
  return {
    history: async (...args) => (await changes()).history(...args),
    lines: async (...args) => (await changes()).lines(...args),
    days: async (...args) => (await changes()).days(...args),
    edits: async (...args) => (await changes()).edits(...args),
  };
}
