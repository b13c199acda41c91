import { defined } from './base/core.ts';
import { Archives } from './archive/archives.ts';
import type { StoreContext } from './base/context.ts';
import type { BriefSources } from './brief/brief.ts';
import { DialogAccess } from './dialogs/dialogAccess.ts';
import { DialogList } from './dialogs/list.ts';
import { SummaryFile } from './dialogs/summaryFile.ts';
import { listOf } from './memory/listOf.ts';
import { MemoryLog } from './memory/memoryLog.ts';
import { SessionReading } from './sessions/reading.ts';
import { SessionSummaries } from './sessions/sessionSummaries.ts';
import { WorkspaceTranscripts } from './sessions/workspaceTranscripts.ts';
import { loadAgents } from './transcripts/loadAgents.ts';
import { transcripts } from './transcripts/readTranscript.ts';

/** What briefs of a project are made of. */
export function briefSources(context: StoreContext): BriefSources {
  const found = new WorkspaceTranscripts(context, loadAgents);
  const reading = new SessionReading(context, new Archives(context), found, transcripts);
  const summaries = new SessionSummaries(context, reading.recordings);
  return {
    dialogs: dialogsOf(context),
    memories: { list: async (filter = {}) => listOf(await new MemoryLog(context).read(), filter) },
    sessions: {
      list: (workspace, query) => reading.list(workspace, query),
      find: (workspace, id) => reading.find(workspace, id),
      read: (session) => reading.read(session),
      lastSaid: (session) => reading.lastSaid(session),
      summary: (session) => summaries.read(session),
    },
  };
}

/** Of dialogs a brief reads the summaries only. */
function dialogsOf(context: StoreContext): BriefSources['dialogs'] {
  const list = new DialogList(context);
  const summaries = new SummaryFile(new DialogAccess(context));
  return {
    list: () => list.read(),
    detail: async (name) => {
      const { value, damaged } = await summaries.read(name);
      return { ...defined({ summary: value }), damaged };
    },
  };
}
