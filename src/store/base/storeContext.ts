import { systemClock, type Clock } from './clock.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { silentLog, type Log } from './log.ts';
import { historyFolder } from './projectFolder.ts';
import type { Language } from './language.ts';

/** How the subjects of a store work. */
export interface ContextOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly limits?: Limits;
  /** Called after this process changed something in the store: in the folder of this name (of a dialog, or of another subject), or anywhere. */
  readonly onWrite?: (base: string | undefined) => void;
  /** While this is true nothing is written: changes are refused, and reading leaves damaged files where they are. */
  readonly isReadOnly?: () => boolean;
  /** Of texts handed to agents; Chinese, the language of the original texts, unless said otherwise. */
  readonly language?: Language;
  /** Of what agents are told to do; `language` unless said otherwise. */
  readonly guidanceLanguage?: Language;
}

/** What every subject of the store works with. */
export interface StoreContext {
  /** Absolute path of `.chat-history`; it need not exist. */
  readonly folder: string;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  readonly wrote: (base: string | undefined) => void;
  readonly isReadOnly: () => boolean;
  readonly language: Language;
  readonly guidanceLanguage: Language;
}

/** What the subjects of a project's store work with, for `openStore` and for programs that need only one of them. */
export function contextOf(projectRoot: string, options: ContextOptions): StoreContext {
  return {
    folder: historyFolder(projectRoot),
    limits: options.limits ?? defaultLimits,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    wrote: options.onWrite ?? (() => undefined),
    isReadOnly: options.isReadOnly ?? (() => false),
    language: options.language ?? 'zh',
    guidanceLanguage: options.guidanceLanguage ?? options.language ?? 'zh',
  };
}
