import { Archives } from './archive/archives.ts';
import { Contexts } from './contexts/contexts.ts';
import { DialogAccess } from './dialogs/dialogAccess.ts';
import { Dialogs } from './dialogs/dialogs.ts';
import { DialogList } from './dialogs/list.ts';
import { contextOf } from './base/context.ts';
import { Memories } from './memory/memories.ts';
import { openSearch } from './search/openSearch.ts';
import { vectorsOf } from './embeddings/vectors.ts';
import { Sessions } from './sessions/sessions.ts';
import type { Store, StoreOptions } from './types.ts';

/** Opens the store of the project at an absolute path. */
export function openStore(projectRoot: string, options: StoreOptions = {}): Store {
  const context = contextOf(projectRoot, options);
  const access = new DialogAccess(context);
  const list = new DialogList(context.folder);
  const contexts = new Contexts(access, list);
  const archives = new Archives(context);
  const { searchSources: more = [], rankingParts: parts, embeddings, workspace } = options;
  const vectors = embeddings && vectorsOf(embeddings, context);
  const memories = new Memories(context, vectors);
  const sessions = new Sessions(context, archives, memories);
  return {
    folder: context.folder,
    limits: context.limits,
    log: context.log,
    dialogs: new Dialogs(access, list, contexts),
    contexts,
    archives,
    search: openSearch({
      access,
      list,
      archives,
      memories,
      sessions: sessions.listing,
      ...(workspace && { workspace }),
      more,
      ...(parts && { parts }),
      ...(vectors && { vectors }),
    }),
    memories,
    sessions,
  };
}
