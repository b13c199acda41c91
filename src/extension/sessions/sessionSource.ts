import { l10n } from 'vscode';
import type { ArchivedMessage, ArchiveInfo, ArchiveStore } from '../../store/archive/types.ts';
import { defined, StoreError } from '../../store/base/core.ts';
import { withStoreErrors } from '../../store/files/failure.ts';
import { messageOf, messagesOf, subagentsOf } from '../../store/sessions/archivedSessions.ts';
import { loadAgents } from '../../store/transcripts/loadAgents.ts';
import { transcripts } from '../../store/transcripts/readTranscript.ts';
import { oneByOne } from '../../store/transcripts/shared/whole.ts';
import type {
  Agent,
  MessageRecord,
  SubagentRecord,
  TranscriptStream,
} from '../../store/transcripts/shared/types.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
import type { Project } from '../base/project.ts';
import type { WindowSessions } from './sessionLists.ts';
import type { OpenedSession, SourceTarget } from './types.ts';

/**
 * Opens what is listed only: nothing that names a path, such as a link or what a webview left behind, can make any file
 * a session. Throws `not_found` for what is not there (any more).
 */
export async function openSource(target: SourceTarget, lists: WindowSessions): Promise<OpenedSession> {
  if (target.kind === 'session') return sessionSource(target.project, await listedSession(target, lists));
  const { archives } = await lists.of(target.project).archives();
  const archive = archives.find(({ name }) => name === target.id);
  if (archive === undefined) throw gone();
  return archiveSource(target.project, archive);
}

/** The session a target names. Throws `not_found` when there is none. */
async function listedSession({ project, id }: SourceTarget, lists: WindowSessions): Promise<SessionInfo> {
  const list = lists.of(project);
  const find = async () => (await list.sessions()).find(({ path }) => path === id);
  const found = await find();
  if (found) return found;
  list.forgetSessions(); // it may be new
  const again = await find();
  if (again) return again;
  throw gone();
}

const gone = (): StoreError => new StoreError('not_found', l10n.t('This session no longer exists.'));

async function sessionSource(project: Project, info: SessionInfo): Promise<OpenedSession> {
  const { source: agent, path, archived } = info;
  const { header, messages, subagents } =
    archived || agent === 'history' ? await recorded(project, info) : await transcript(agent, path);
  const branch = header.gitBranch ?? info.gitBranch;
  const cwd = header.cwd ?? info.cwd;
  return {
    facts: {
      title: header.title ?? info.givenTitle ?? info.title,
      ...{ source: info.source, file: info.path, session: info },
      startTs: Date.parse(header.startTime),
      lastTs: Date.parse(header.lastUpdated),
      ...defined({ branch, cwd, fetchedFrom: info.fetchedFrom }),
      ...header.omitted,
      commands: header.commands ?? [],
    },
    ...{ messages, subagents },
  };
}

function transcript(agent: Agent, path: string): Promise<TranscriptStream> {
  return withStoreErrors(async () => {
    const { mtimeMs, open } = await transcripts.contentOf(path);
    return (await loadAgents())[agent].stream(open, { path, mtimeMs });
  });
}

async function recorded(project: Project, info: SessionInfo): Promise<TranscriptStream> {
  const { messages, subagents = [], ...header } = await project.sessions.read(info);
  return { header, messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
}

function archiveSource({ archives }: Project, archive: ArchiveInfo): OpenedSession {
  const { title, agent, path, started, updated, branch, project: cwd } = archive;
  const { rewound, unreadable, unknown, part, name, fetchedFrom } = archive;
  return {
    facts: {
      ...{ title, file: path, rewound, unreadable, part, commands: [] },
      ...defined({ unknown }),
      ...(agent !== undefined && agent !== 'history' && { source: agent }),
      session: { source: agent ?? 'history', sessionId: archive.session },
      startTs: Date.parse(started),
      lastTs: Date.parse(updated),
      ...defined({ branch, cwd, fetchedFrom }),
    },
    messages: () => ownMessages(archives, name),
    subagents: () => archivedSubagents(archives, name),
  };
}

async function* ownMessages(archives: ArchiveStore, name: string): AsyncGenerator<MessageRecord> {
  for await (const message of messagesOf(archives, name))
    if (message.subagent === undefined) yield messageOf(message);
}

async function* archivedSubagents(archives: ArchiveStore, name: string): AsyncGenerator<SubagentRecord> {
  const messages: ArchivedMessage[] = [];
  for await (const message of messagesOf(archives, name)) if (message.subagent) messages.push(message);
  yield* subagentsOf(messages);
}
