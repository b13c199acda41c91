import type { ArchiveStore, ArchiveTrashStore } from '../history/archive/types.ts';
import type { Limits } from '../disk/base/limits.ts';
import type { Log } from '../disk/base/core.ts';
import type { ContextOptions, Secrets } from '../disk/base/context.ts';
import type { BriefStore } from '../insight/brief/types.ts';
import type { CaptureStore, RecoveryStore } from '../history/capture/types.ts';
import type { ChangeStore } from '../insight/changes/types.ts';
import type { ContextStore } from '../history/contexts/types.ts';
import type { DialogStore } from '../history/dialogs/types.ts';
import type { DialogTrashStore } from '../history/dialogs/trashTypes.ts';
import type { EmbeddingProvider } from '../history/embeddings/embeddings.ts';
import type { MemoryStore } from '../history/memory/types.ts';
import type { SecretScanStore } from '../history/secretScan/types.ts';
import type { SearchSource, SearchStore, RankingPart } from '../find/search/types.ts';
import type { InsightStore } from '../insight/usage/types.ts';
import type { SessionStore, Workspace } from '../history/sessions/types.ts';
import type { SharedStore } from '../history/shared/types.ts';

/** The history of a project. Opening touches no file; several processes may open the same folder. */
export interface Store {
  /** Absolute path of `.chat-history`; it need not exist. */
  readonly folder: string;
  readonly limits: Limits;
  readonly log: Log;
  readonly dialogs: DialogStore;
  readonly dialogTrash: DialogTrashStore;
  readonly archives: ArchiveStore;
  readonly archiveTrash: ArchiveTrashStore;
  readonly contexts: ContextStore;
  readonly search: SearchStore;
  readonly memories: MemoryStore;
  readonly sessions: SessionStore;
  readonly secrets: Secrets;
  readonly secretScan: SecretScanStore;
  readonly capture: CaptureStore;
  readonly recovery: RecoveryStore;
  readonly brief: BriefStore;
  readonly changes: ChangeStore;
  readonly insight: InsightStore;
  readonly shared: SharedStore;
}

/** The most frequently called parts of a store, which load without the others. */
export type DialogStores = Pick<Store, 'folder' | 'limits' | 'log' | 'dialogs' | 'secrets'>;

/** Options of a store and its search. */
export interface StoreOptions extends ContextOptions {
  /** Whose sessions to search, evaluated before each search; without it, only recorded ones. */
  readonly workspace?: () => Workspace;
  /** Additional sources to search. */
  readonly searchSources?: readonly SearchSource[];
  /** Enables searching by meaning; without it, nothing uses the network. */
  readonly embeddings?: EmbeddingProvider;
  /** Parts of the ranking to use, for benchmarks; all by default. */
  readonly rankingParts?: ReadonlySet<RankingPart>;
}
