import type { ArchiveStore, ArchiveTrashStore } from './archive/types.ts';
import type { Limits } from './base/limits.ts';
import type { Log } from './base/core.ts';
import type { ContextOptions, Secrets } from './base/context.ts';
import type { BriefStore } from './brief/types.ts';
import type { CaptureStore } from './capture/types.ts';
import type { ChangeStore } from './changes/types.ts';
import type { ContextStore } from './contexts/types.ts';
import type { DialogStore } from './dialogs/types.ts';
import type { DialogTrashStore } from './dialogs/trashTypes.ts';
import type { EmbeddingProvider } from './embeddings/embeddings.ts';
import type { MemoryStore } from './memory/types.ts';
import type { RankingPart } from './search/ranking.ts';
import type { SecretScanStore } from './secretScan/types.ts';
import type { SearchSource, SearchStore } from './search/types.ts';
import type { InsightStore } from './usage/types.ts';
import type { SessionStore, Workspace } from './sessions/types.ts';
import type { SharedStore } from './shared/types.ts';

/** The history of one project. Opening touches no file; any number of processes may open the same folder. */
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
  readonly brief: BriefStore;
  readonly changes: ChangeStore;
  readonly insight: InsightStore;
  readonly shared: SharedStore;
}

/** What agents call most, of a store whose other code need not be loaded. */
export type DialogStores = Pick<Store, 'folder' | 'limits' | 'log' | 'dialogs' | 'secrets'>;

/** How a store works, and what it searches. */
export interface StoreOptions extends ContextOptions {
  /** Whose sessions search looks through, asked before each search; without it only those recorded in the store. */
  readonly workspace?: () => Workspace;
  /** What is searched besides the store itself. */
  readonly searchSources?: readonly SearchSource[];
  /** Makes search look for meanings, too; without it nothing uses a network. */
  readonly embeddings?: EmbeddingProvider;
  /** Parts of the ranking to use; all unless a benchmark wants to know what one is worth. */
  readonly rankingParts?: ReadonlySet<RankingPart>;
}
