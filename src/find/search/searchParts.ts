import type { ArchiveStore } from '../../history/archive/types.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import type { DialogAccess } from '../../history/dialogs/dialogAccess.ts';
import type { DialogList } from '../../history/dialogs/list.ts';
import type { Vectors } from '../../history/embeddings/vectors.ts';
import type { MemoryStore } from '../../history/memory/types.ts';
import type { SessionLists, Workspace } from '../../history/sessions/types.ts';
import type { SharedStore } from '../../history/shared/types.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import type { SearchSource, RankingPart } from './types.ts';

/** Components of a search: the searched stores and its ranking. */
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
  /** Additional sources. */
  readonly more: readonly SearchSource[];
  readonly parts: ReadonlySet<RankingPart> | undefined;
  readonly vectors: Vectors | undefined;
}
