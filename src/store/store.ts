import { join } from 'node:path';
import { archiveTrash } from './archive/archiveTrash.ts';
import { Archives } from './archive/archives.ts';
import { Contexts } from './contexts/contexts.ts';
import type { ContextStore } from './contexts/types.ts';
import { DialogTrash } from './dialogs/dialogTrash.ts';
import type { DialogTrashStore } from './dialogs/trashTypes.ts';
import type { ArchiveStore, ArchiveTrashStore } from './archive/types.ts';
import type { MemoryStore } from './memory/types.ts';
import type { SearchStore } from './search/types.ts';
import type { SessionStore } from './sessions/types.ts';
import { guarded, isSessionPlace } from './secrets/guarded.ts';
import { secretsOf } from './context.ts';
import { openDialogs } from './dialogStores.ts';
import { searchStore } from './search/searchStore.ts';
import { SecretScan } from './secretScan/scan.ts';
import { Memories } from './memory/memories.ts';
import { vectorsOf } from './embeddings/vectors.ts';
import { formerFolders } from './projects/projectFolders.ts';
import { SessionReading } from './sessions/reading.ts';
import { Sessions } from './sessions/sessions.ts';
import { WorkspaceTranscripts } from './sessions/workspaceTranscripts.ts';
import { Capture } from './capture/capture.ts';
import { loadAgents } from './transcripts/loadAgents.ts';
import { TranscriptReader } from './transcripts/reader.ts';
import { briefStore } from './brief/briefStore.ts';
import type { BriefStore } from './brief/types.ts';
import { changeStore } from './changes/changeStore.ts';
import { insightStore } from './usage/insightStore.ts';
import { sharedStore } from './shared/sharedStore.ts';
import { sharedFolder, type SharedStore } from './shared/types.ts';
import type { Store, StoreOptions } from './types.ts';

/** Opens the store of the project at an absolute path, around dialogs of it that are open already. */
export function openStore(
  projectRoot: string,
  options: StoreOptions = {},
  opened = openDialogs(projectRoot, options),
): Store {
  const { context, access, list, dialogs, isDialog, envFolders } = opened;
  const { secrets } = context;
  const scanned = secretsOf(context.folder, { ...options, envFolders, secrets: () => 'mask' });
  const archives = new Archives(context);
  const { searchSources: more = [], rankingParts: parts, embeddings, workspace } = options;
  const vectors = embeddings && vectorsOf(embeddings, context);
  const memories = new Memories(context, vectors);
  const transcripts = new WorkspaceTranscripts(context, loadAgents);
  const reader = new TranscriptReader(loadAgents);
  const sessions = new Sessions(
    context,
    memories,
    new SessionReading(context, archives, transcripts, reader),
  );
  const shared = sharedStore(context, scanned);
  const search = searchStore({
    ...{ context, access, list, archives, memories, shared, listing: sessions.listing, reader },
    ...{ workspace, more, parts, vectors },
  });
  return {
    ...opened.store,
    contexts: guarded<ContextStore>(new Contexts(access, list), secrets, { argument: isDialog }),
    dialogTrash: guarded<DialogTrashStore>(new DialogTrash(access), secrets, { argument: isDialog }),
    archives: guarded<ArchiveStore>(archives, secrets, { argument: isSessionPlace }),
    archiveTrash: guarded<ArchiveTrashStore>(archiveTrash(context), secrets, { argument: () => true }),
    search: guarded<SearchStore>(search, secrets),
    memories: guarded<MemoryStore>(memories, secrets),
    sessions: guarded<SessionStore>(sessions, secrets, { argument: isSessionPlace, results: true }),
    secretScan: new SecretScan(context, scanned, (from, to) => dialogs.rename(from, to)),
    brief: guarded<BriefStore>(
      briefStore(context, {
        ...{ dialogs, memories, sessions },
        shared: { folder: join(context.folder, sharedFolder), shared },
      }),
      secrets,
      { argument: isSessionPlace },
    ),
    capture: new Capture(context, archives, transcripts, reader),
    changes: changeStore(context, { sessions, reader }, (places) => formerFolders(places, projectRoot)),
    insight: insightStore(context, { sessions, listing: sessions.listing, reader, dialogs }),
    // What is to be shared is masked there, so that it can be told that it was.
    shared: guarded<SharedStore>(shared, secrets, { argument: () => true }),
  };
}
