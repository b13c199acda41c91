import { contextOf } from '../disk/context.ts';
import type { StoreContext } from '../disk/base/context.ts';
import { tidy } from '../disk/files/failure.ts';
import { DialogAccess, type DialogListener } from '../history/dialogs/dialogAccess.ts';
import type { LockedDialog } from '../history/dialogs/dialogSnapshot.ts';
import { Dialogs } from '../history/dialogs/dialogs.ts';
import { DialogList } from '../history/dialogs/list.ts';
import { isNamed } from '../history/dialogs/locate.ts';
import { activeContextFile } from '../history/dialogs/names.ts';
import type { DialogStore } from '../history/dialogs/types.ts';
import { isTaken } from '../disk/files/way.ts';
import { guarded } from '../disk/secrets/guarded.ts';
import type { DialogStores, StoreOptions } from './types.ts';

/** A project's dialogs, with what is needed for the rest of its store. */
export interface OpenedDialogs {
  readonly store: DialogStores;
  readonly context: StoreContext;
  readonly access: DialogAccess;
  readonly list: DialogList;
  /** Reports whether the first argument of a method is the name of an existing dialog. */
  readonly isDialog: (argument: unknown, position: number) => boolean;
  /** Without masking. */
  readonly dialogs: Dialogs;
  /** Folders whose `.env` files are used. */
  readonly envFolders: () => readonly string[];
}

/** Opens the dialogs of the project at an absolute path; `openStore` adds the rest of the store. */
export function openDialogs(projectRoot: string, options: StoreOptions = {}): OpenedDialogs {
  const { workspace: known } = options;
  const envFolders = () => [...new Set([projectRoot, ...(known?.().folders ?? [])])];
  const context = contextOf(projectRoot, { envFolders, ...options });
  const { folder, limits, log, secrets } = context;
  // Dialogs named before their name would be masked can still be found by it.
  const isDialog = (name: unknown, n: number) => n === 0 && typeof name === 'string' && isNamed(folder, name);
  const access = new DialogAccess(context);
  const list = new DialogList(context);
  const dialogs = new Dialogs(access, list, contextsOf(access, list));
  const store = {
    folder,
    limits,
    log,
    secrets,
    // Names are never masked.
    dialogs: guarded<DialogStore>(dialogs, secrets, {
      argument: isDialog,
      results: ['names'],
      contents: ['summary'],
    }),
  };
  return { store, context, access, list, dialogs, isDialog, envFolders };
}

/**
 * Updates contexts when messages change, loading their code only if a context exists. The messages are already saved,
 * so a failure here does not fail the change: the next access updates the context.
 */
function contextsOf(access: DialogAccess, list: DialogList): DialogListener {
  const follow = (held: LockedDialog, work: (contexts: DialogListener) => Promise<unknown>): Promise<void> =>
    tidy(access.context.log, `complete the context of ${held.name}`, async () => {
      const { limits } = access.context;
      if (!limits.contexts.enabled || !isTaken(activeContextFile(held.place.folder))) return;
      await work(new (await import('../history/contexts/contexts.ts')).Contexts(access, list));
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
