import { Archives } from './archive/archives.ts';
import type { ArchiveStore } from './archive/types.ts';
import { systemClock, type Clock } from './clock.ts';
import { Contexts } from './contexts/contexts.ts';
import type { ContextStore } from './contexts/types.ts';
import { Access } from './dialogs/access.ts';
import { Dialogs } from './dialogs/dialogs.ts';
import { DialogList } from './dialogs/list.ts';
import type { DialogStore } from './dialogs/types.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { silentLog, type Log } from './log.ts';
import { historyFolder } from './paths.ts';
import type { Language } from './rules/rules.ts';
import type { EmbeddingProvider } from './search/embeddings.ts';
import { openSearch } from './search/openSearch.ts';
import type { RankingPart } from './search/ranking.ts';
import type { SearchSource, SearchStore } from './search/types.ts';
import { Sessions } from './sessions/sessions.ts';
import type { SessionStore } from './sessions/types.ts';

export interface StoreOptions {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly limits?: Limits;
  /** Called after this process changed something in the store: in the dialog with this folder name, or anywhere. */
  readonly onWrite?: (base: string | undefined) => void;
  /** While this is true nothing is written: changes are refused, and reading leaves damaged files where they are. */
  readonly isReadOnly?: () => boolean;
  /** Of texts handed to agents; Chinese, the language of the original texts, unless said otherwise. */
  readonly language?: Language;
  /** What is searched besides the store itself. */
  readonly searchSources?: readonly SearchSource[];
  /** Makes search look for meanings, too; without it nothing uses a network. */
  readonly embeddings?: EmbeddingProvider;
  /** Parts of the ranking to use; all unless a benchmark wants to know what one is worth. */
  readonly rankingParts?: ReadonlySet<RankingPart>;
}

/** The history of one project. Opening touches no file; any number of processes may open the same folder. */
export interface Store {
  /** Absolute path of `.chat-history`; it need not exist. */
  readonly folder: string;
  readonly limits: Limits;
  readonly dialogs: DialogStore;
  readonly archives: ArchiveStore;
  readonly contexts: ContextStore;
  readonly search: SearchStore;
  readonly sessions: SessionStore;
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
    language: options.language ?? 'zh',
  };
  const access = new Access(context);
  const list = new DialogList(folder);
  const contexts = new Contexts(access, list);
  const archives = new Archives(context);
  const { searchSources: more = [], rankingParts: parts, embeddings } = options;
  return {
    folder,
    limits,
    dialogs: new Dialogs(access, list, contexts),
    contexts,
    archives,
    search: openSearch({
      access,
      list,
      archives,
      more,
      ...(parts && { parts }),
      ...(embeddings && { embeddings }),
    }),
    sessions: new Sessions(context),
  };
}

/** What every subject of the store works with. */
export interface StoreContext {
  readonly folder: string;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: Log;
  readonly wrote: (base: string | undefined) => void;
  readonly isReadOnly: () => boolean;
  readonly language: Language;
}
