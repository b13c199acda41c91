import type { Command } from '../base/commands.ts';

/** What rereads the rows of each view. */
export interface RefreshServices {
  readonly view: { readonly tree: { refresh(): void } };
  readonly sessionLists: { refresh(): void };
  readonly memoryView: { readonly tree: { repaint(): void } };
  readonly sharedLists: { refresh(): void };
}

/** Command that rereads all views. They follow changes by themselves; some network drives report none. */
export const refreshCommand = (services: RefreshServices): Command => ({
  id: 'historyStore.refresh',
  run: () => {
    services.view.tree.refresh();
    services.sessionLists.refresh();
    services.memoryView.tree.repaint();
    services.sharedLists.refresh();
  },
});
