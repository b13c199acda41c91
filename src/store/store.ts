import { systemClock, type Clock } from './clock.ts';
import { Dialogs } from './dialogs/dialogs.ts';
import type { DialogStore } from './dialogs/types.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { silentLog, type Log } from './log.ts';
import { historyFolder } from './paths.ts';

export interface StoreOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly limits?: Limits;
  /** Called after this process changed something in the store: in the dialog with this folder name, or anywhere. */
  readonly onWrite?: (base: string | undefined) => void;
  /** While this is true nothing is written: changes are refused, and reading leaves damaged files where they are. */
  readonly isReadOnly?: () => boolean;
}

/** The history of one project. Opening touches no file; any number of processes may open the same folder. */
export interface Store {
  /** Absolute path of `.chat-history`; it need not exist. */
  readonly folder: string;
  readonly limits: Limits;
  readonly dialogs: DialogStore;
}

/** Opens the store of the project at an absolute path. */
export function openStore(projectRoot: string, options: StoreOptions = {}): Store {
  const folder = historyFolder(projectRoot);
  const limits = options.limits ?? defaultLimits;
  const context = {
    folder,
    limits,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    wrote: options.onWrite ?? (() => undefined),
    isReadOnly: options.isReadOnly ?? (() => false),
  };
  return { folder, limits, dialogs: new Dialogs(context) };
}

/** What every subject of the store works with. */
export interface StoreContext {
  readonly folder: string;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  readonly wrote: (base: string | undefined) => void;
  readonly isReadOnly: () => boolean;
}
