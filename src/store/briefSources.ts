import { defined } from '../disk/base/core.ts';
import { Archives } from '../history/archive/archives.ts';
import type { StoreContext } from '../disk/base/context.ts';
import type { BriefSources } from '../insight/brief/brief.ts';
import { DialogAccess } from '../history/dialogs/dialogAccess.ts';
import { DialogList } from '../history/dialogs/list.ts';
import { SummaryFile } from '../history/dialogs/summaryFile.ts';
import { filterMemories } from '../history/memory/state.ts';
import { MemoryLog } from '../history/memory/memoryLog.ts';
import { SessionReader } from '../history/sessions/sessionReader.ts';
import { SessionSummaries } from '../history/sessions/sessionSummaries.ts';
import { WorkspaceTranscripts } from '../history/sessions/workspaceTranscripts.ts';
import { loadAgents } from '../agents/loadTranscripts.ts';
import { transcripts } from '../agents/readTranscript.ts';

/** What briefs of a project are made of. */
export function briefSources(context: StoreContext): BriefSources {
  const found = new WorkspaceTranscripts(context, loadAgents);
  const reading = new SessionReader(context, new Archives(context), found, transcripts);
  const summaries = new SessionSummaries(context, reading.recordings);
  return {
    dialogs: dialogsOf(context),
    memories: { list: async (filter = {}) => filterMemories(await new MemoryLog(context).read(), filter) },
    sessions: {
      list: (workspace, query) => reading.list(workspace, query),
      find: (workspace, id) => reading.find(workspace, id),
      read: (session) => reading.read(session),
      lastSaid: (session) => reading.lastSaid(session),
      summary: (session) => summaries.read(session),
    },
    reader: transcripts,
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
