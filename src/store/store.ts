import { join } from 'node:path';
import { archiveTrash } from '../history/archive/archiveTrash.ts';
import { Archives } from '../history/archive/archives.ts';
import { Contexts } from '../history/contexts/contexts.ts';
import type { ContextStore } from '../history/contexts/types.ts';
import { DialogTrash } from '../history/dialogs/dialogTrash.ts';
import type { DialogTrashStore } from '../history/dialogs/trashTypes.ts';
import type { ArchiveStore, ArchiveTrashStore } from '../history/archive/types.ts';
import type { MemoryStore } from '../history/memory/types.ts';
import type { SearchStore } from '../find/search/types.ts';
import type { SessionStore } from '../history/sessions/types.ts';
import { guarded, isSessionLocation } from '../disk/secrets/guarded.ts';
import { secretsOf } from '../disk/context.ts';
import { openDialogs } from './dialogStores.ts';
import { SecretScan } from '../history/secretScan/scan.ts';
import { Memories } from '../history/memory/memories.ts';
import { vectorsOf } from '../history/embeddings/vectors.ts';
import { formerFolders } from '../disk/projects/projectIdentity.ts';
import { SessionReader } from '../history/sessions/sessionReader.ts';
import { Sessions } from '../history/sessions/sessions.ts';
import { WorkspaceTranscripts } from '../history/sessions/workspaceTranscripts.ts';
import { Capture } from '../history/capture/capture.ts';
import { loadAgents } from '../agents/loadTranscripts.ts';
import { TranscriptReader } from '../agents/reading/reader.ts';
import type { BriefStore } from '../insight/brief/types.ts';
import {
  changeStore,
  insightStore,
  searchStore,
  sharedStore,
  briefStore,
  recoveryStore,
} from './loadedStores.ts';
import { sharedFolder, type SharedStore } from '../history/shared/types.ts';
import type { Store, StoreOptions } from './types.ts';

/** Opens the store of the project at an absolute path, reusing its dialogs if they are open already. */
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
  const sessions = new Sessions(context, memories, new SessionReader(context, archives, transcripts, reader));
  const shared = sharedStore(context, scanned);
  const search = searchStore({
    context,
    access,
    list,
    archives,
    memories,
    shared,
    listing: sessions.listing,
    reader,
    workspace,
    more,
    parts,
    vectors,
  });
  return {
    ...opened.store,
    contexts: guarded<ContextStore>(new Contexts(access, list), secrets, { argument: isDialog }),
    dialogTrash: guarded<DialogTrashStore>(new DialogTrash(access), secrets, { argument: isDialog }),
    archives: guarded<ArchiveStore>(archives, secrets, { argument: isSessionLocation }),
    archiveTrash: guarded<ArchiveTrashStore>(archiveTrash(context), secrets, { argument: () => true }),
    search: guarded<SearchStore>(search, secrets),
    memories: guarded<MemoryStore>(memories, secrets),
    sessions: guarded<SessionStore>(sessions, secrets, { argument: isSessionLocation, results: true }),
    secretScan: new SecretScan(context, scanned, (from, to) => dialogs.rename(from, to)),
    brief: guarded<BriefStore>(
      briefStore(context, {
        dialogs,
        memories,
        sessions,
        reader,
        shared: { folder: join(context.folder, sharedFolder), shared },
      }),
      secrets,
      { argument: isSessionLocation },
    ),
    capture: new Capture(context, archives, transcripts, reader),
    recovery: recoveryStore(context, { archives, transcripts, reader, agents: loadAgents }),
    changes: changeStore(context, { sessions, reader }, (places) => formerFolders(places, projectRoot)),
    insight: insightStore(context, { sessions, listing: sessions.listing, archives, reader, dialogs }),
    // Shared items are masked there, so that masking can be reported.
    shared: guarded<SharedStore>(shared, secrets, { argument: () => true }),
  };
}
