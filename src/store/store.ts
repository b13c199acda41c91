import { join } from 'node:path';
import { Archives } from './archive/archives.ts';
import { archivesFolder } from './archive/names.ts';
import { defined } from './base/core.ts';
import { Contexts } from './contexts/contexts.ts';
import { DialogAccess } from './dialogs/dialogAccess.ts';
import { Dialogs } from './dialogs/dialogs.ts';
import { isNamed } from './dialogs/locate.ts';
import { DialogList } from './dialogs/list.ts';
import type { ArchiveStore } from './archive/types.ts';
import type { ContextStore } from './contexts/types.ts';
import type { DialogStore } from './dialogs/types.ts';
import type { MemoryStore } from './memory/types.ts';
import type { SearchStore } from './search/types.ts';
import type { SessionStore } from './sessions/types.ts';
import { guarded, isSessionPlace } from './secrets/guarded.ts';
import { contextOf, secretsOf } from './context.ts';
import { SecretScan } from './secretScan/scan.ts';
import { Memories } from './memory/memories.ts';
import { ArchiveSource } from './search/archiveSource.ts';
import { ContextSource } from './search/contextSource.ts';
import { DialogSource } from './search/dialogSource.ts';
import { MemorySource } from './search/memorySource.ts';
import { Search } from './search/search.ts';
import { Semantic } from './search/semantic.ts';
import { SessionSearchSource } from './search/sessionSource.ts';
import { sessionTexts } from './search/sessionTexts.ts';
import { vectorsOf } from './embeddings/vectors.ts';
import { formerFolders } from './projects/projectFolders.ts';
import { SessionReading } from './sessions/reading.ts';
import { Sessions } from './sessions/sessions.ts';
import { WorkspaceTranscripts } from './sessions/workspaceTranscripts.ts';
import { Capture } from './capture/capture.ts';
import { agentTranscripts } from './transcripts/agents.ts';
import { TranscriptReader } from './transcripts/reader.ts';
import { briefStore } from './brief/briefStore.ts';
import type { BriefStore } from './brief/types.ts';
import { changeStore } from './changes/changeStore.ts';
import type { Store, StoreOptions } from './types.ts';

/** Opens the store of the project at an absolute path. */
export function openStore(projectRoot: string, options: StoreOptions = {}): Store {
  const { workspace: known } = options;
  const envFolders = () => [...new Set([projectRoot, ...(known?.().folders ?? [])])];
  const context = contextOf(projectRoot, { envFolders, ...options });
  const { secrets } = context;
  const scanned = secretsOf(context.folder, { ...options, envFolders, secrets: () => 'mask' });
  // A dialog that was named before its name would be masked is still found by it.
  const isDialog = (name: unknown, n: number) =>
    n === 0 && typeof name === 'string' && isNamed(context.folder, name);
  const access = new DialogAccess(context);
  const list = new DialogList(context.folder);
  const contexts = new Contexts(access, list);
  const archives = new Archives(context);
  const { searchSources: more = [], rankingParts: parts, embeddings, workspace } = options;
  const vectors = embeddings && vectorsOf(embeddings, context);
  const memories = new Memories(context, vectors);
  const transcripts = new WorkspaceTranscripts(context, agentTranscripts);
  const reader = new TranscriptReader(agentTranscripts);
  const sessions = new Sessions(
    context,
    memories,
    new SessionReading(context, archives, transcripts, reader),
  );
  const texts = sessionTexts(context);
  const sources = [
    new DialogSource(access, list),
    new ContextSource(context, list),
    new ArchiveSource(archives, join(context.folder, archivesFolder)),
    new SessionSearchSource({
      ...context,
      reader,
      listing: sessions.listing,
      texts,
      workspace,
    }),
    new MemorySource(memories),
    ...more,
  ];
  const semantic = vectors && new Semantic(vectors);
  const plainDialogs = new Dialogs(access, list, contexts);
  return {
    folder: context.folder,
    limits: context.limits,
    log: context.log,
    dialogs: guarded<DialogStore>(plainDialogs, secrets, { argument: isDialog }),
    contexts: guarded<ContextStore>(contexts, secrets, { argument: isDialog }),
    archives: guarded<ArchiveStore>(archives, secrets, { argument: isSessionPlace }),
    search: guarded<SearchStore>(new Search({ context, sources, ...defined({ parts, semantic }) }), secrets),
    memories: guarded<MemoryStore>(memories, secrets),
    sessions: guarded<SessionStore>(sessions, secrets, { argument: isSessionPlace, results: true }),
    secrets,
    secretScan: new SecretScan(context, scanned, (from, to) => plainDialogs.rename(from, to)),
    brief: guarded<BriefStore>(briefStore(context, { dialogs: plainDialogs, memories, sessions }), secrets, {
      argument: isSessionPlace,
    }),
    capture: new Capture(context, archives, transcripts, reader),
    changes: changeStore(context, { sessions, reader }, (places) => formerFolders(places, projectRoot)),
  };
}
