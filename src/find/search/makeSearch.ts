import { join } from 'node:path';
import { archivesFolder } from '../../history/archive/names.ts';
import { defined } from '../../disk/base/core.ts';
import { ArchiveSource } from './archiveSource.ts';
import { ContextSource } from './contextSource.ts';
import { DialogFolders } from './dialogFolders.ts';
import { DialogSource } from './dialogSource.ts';
import { MemorySource } from './memorySource.ts';
import { Search } from './search.ts';
import { Semantic } from './semantic.ts';
import { SessionSearchSource } from './sessionSource.ts';
import { sessionTexts } from './sessionTexts.ts';
import { SharedSource } from './sharedSource.ts';
import type { SearchParts } from './searchParts.ts';
import type { SearchStore } from './types.ts';

/** Makes the search of everything in a store. */
export function makeSearch(of: SearchParts): SearchStore {
  const { context, archives, reader, listing, workspace, parts, vectors } = of;
  const folders = new DialogFolders(of.access, of.list);
  const sources = [
    new DialogSource(folders),
    new ContextSource(context, folders),
    new ArchiveSource(archives, join(context.folder, archivesFolder), listing),
    new SessionSearchSource({ ...context, reader, listing, texts: sessionTexts(context), workspace }),
    new MemorySource(of.memories, context.secrets),
    new SharedSource(of.shared),
    ...of.more,
  ];
  const semantic = vectors && new Semantic(vectors);
  return new Search({ context, sources, ...defined({ parts, semantic }) });
}
