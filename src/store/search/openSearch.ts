import { join } from 'node:path';
import { archivesFolder } from '../archive/archives.ts';
import type { ArchiveStore } from '../archive/types.ts';
import type { DialogAccess } from '../dialogs/dialogAccess.ts';
import type { DialogList } from '../dialogs/list.ts';
import type { MemoryStore } from '../memory/types.ts';
import type { SessionLists, Workspace } from '../sessions/types.ts';
import { ArchiveSource } from './archiveSource.ts';
import { ContextSource } from './contextSource.ts';
import { DialogSource } from './dialogSource.ts';
import { MemorySource } from './memorySource.ts';
import type { RankingPart } from './ranking.ts';
import { Search } from './search.ts';
import { Semantic } from './semantic.ts';
import { SessionSearchSource } from './sessionSource.ts';
import { SessionTexts } from './sessionTexts.ts';
import type { SearchSource, SearchStore } from './types.ts';
import type { Vectors } from '../embeddings/vectors.ts';

/** Where a store's search finds what is in the store. */
export interface SearchPlaces {
  readonly access: DialogAccess;
  readonly list: DialogList;
  readonly archives: ArchiveStore;
  readonly memories: MemoryStore;
  readonly sessions: SessionLists;
  /** Whose transcripts are searched besides what was recorded. */
  readonly workspace?: () => Workspace;
  /** Sources outside of the store. */
  readonly more: readonly SearchSource[];
  /** The ranking without some of its parts, for the benchmark. */
  readonly parts?: ReadonlySet<RankingPart>;
  readonly vectors?: Vectors;
}

/** The search over everything in a store. */
export function openSearch(places: SearchPlaces): SearchStore {
  const { access, list, archives, memories, sessions: listing, workspace, more, parts, vectors } = places;
  const { clock, log, folder, secrets } = access.context;
  const texts = new SessionTexts(access.context);
  const sources = [
    new DialogSource(access, list),
    new ContextSource(access.context, list),
    new ArchiveSource(archives, join(folder, archivesFolder)),
    new SessionSearchSource({ listing, texts, workspace, log, secrets }),
    new MemorySource(memories),
    ...more,
  ];
  const semantic = vectors && new Semantic(vectors);
  return new Search({ clock, log, sources, ...(parts && { parts }), ...(semantic && { semantic }) });
}
