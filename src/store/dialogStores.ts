import { contextOf } from './context.ts';
import type { StoreContext } from './base/context.ts';
import { tidy } from './files/tidy.ts';
import { DialogAccess, type DialogListener, type LockedDialog } from './dialogs/dialogAccess.ts';
import { Dialogs } from './dialogs/dialogs.ts';
import { DialogList } from './dialogs/list.ts';
import { isNamed } from './dialogs/locate.ts';
import { activeContextFile } from './dialogs/names.ts';
import type { DialogStore } from './dialogs/types.ts';
import { isTaken } from './files/way.ts';
import { guarded } from './secrets/guarded.ts';
import type { DialogStores, StoreOptions } from './types.ts';

/** Dialogs of a project, with what the rest of its store is made with. */
export interface OpenedDialogs {
  readonly store: DialogStores;
  readonly context: StoreContext;
  readonly access: DialogAccess;
  readonly list: DialogList;
  /** Whether the first argument of a method names a dialog that is there. */
  readonly isDialog: (argument: unknown, position: number) => boolean;
  /** Not behind the door that masks. */
  readonly dialogs: Dialogs;
  /** The folders whose `.env` files count. */
  readonly envFolders: () => readonly string[];
}

/** Opens dialogs of the project at an absolute path; `openStore` makes a store of them. */
export function openDialogs(projectRoot: string, options: StoreOptions = {}): OpenedDialogs {
  const { workspace: known } = options;
  const envFolders = () => [...new Set([projectRoot, ...(known?.().folders ?? [])])];
  const context = contextOf(projectRoot, { envFolders, ...options });
  const { folder, limits, log, secrets } = context;
  // A dialog that was named before its name would be masked is still found by it.
  const isDialog = (name: unknown, n: number) => n === 0 && typeof name === 'string' && isNamed(folder, name);
  const access = new DialogAccess(context);
  const list = new DialogList(context);
  const dialogs = new Dialogs(access, list, contextsOf(access, list));
  const store = {
    ...{ folder, limits, log, secrets },
    // Names stay as they are, wherever they stand.
    dialogs: guarded<DialogStore>(dialogs, secrets, {
      ...{ argument: isDialog, results: ['names'], contents: ['summary'] },
    }),
  };
  return { store, context, access, list, dialogs, isDialog, envFolders };
}

/**
 * Follows the messages where a context is written down, whose code is loaded then. The messages are stored by then, so
 * that nothing here fails a change: the next access completes the context from them.
 */
function contextsOf(access: DialogAccess, list: DialogList): DialogListener {
  const follow = (held: LockedDialog, work: (contexts: DialogListener) => Promise<unknown>): Promise<void> =>
    tidy(access.context.log, `complete the context of ${held.name}`, async () => {
      const { limits } = access.context;
      if (!limits.contexts.enabled || !isTaken(activeContextFile(held.place.folder))) return;
      await work(new (await import('./contexts/contexts.ts')).Contexts(access, list));
    });
  return {
    saved: async (held) => {
      let damaged: Awaited<ReturnType<DialogListener['saved']>> = [];
      await follow(held, async (contexts) => (damaged = await contexts.saved(held)));
      return damaged;
    },
    replaced: (held) => follow(held, (contexts) => contexts.replaced(held)),
  };
}
