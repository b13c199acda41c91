import type { ArchiveStore } from '../archive/types.ts';
import type { StoreContext } from '../base/context.ts';
import type { DialogAccess } from '../dialogs/dialogAccess.ts';
import type { DialogList } from '../dialogs/list.ts';
import type { Vectors } from '../embeddings/vectors.ts';
import type { MemoryStore } from '../memory/types.ts';
import type { SessionLists, Workspace } from '../sessions/types.ts';
import type { SharedStore } from '../shared/types.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';
import type { RankingPart } from './ranking.ts';
import type { SearchSource } from './types.ts';

/** What a search is made of: where the things lie that it finds, and how it ranks them. */
export interface SearchParts {
  readonly context: StoreContext;
  readonly access: DialogAccess;
  readonly list: DialogList;
  readonly archives: ArchiveStore;
  readonly memories: Pick<MemoryStore, 'list'>;
  readonly shared: Pick<SharedStore, 'list'>;
  readonly listing: SessionLists;
  readonly reader: TranscriptReader;
  readonly workspace: (() => Workspace) | undefined;
  /** What is searched besides. */
  readonly more: readonly SearchSource[];
  readonly parts: ReadonlySet<RankingPart> | undefined;
  readonly vectors: Vectors | undefined;
}
