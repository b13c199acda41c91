import { l10n } from 'vscode';
import type { ArchivedMessage, ArchiveInfo, ArchiveStore } from '../../history/archive/types.ts';
import { defined, StoreError } from '../../disk/base/core.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { messageOf, messagesOf, subagentsOf } from '../../history/sessions/archivedSessions.ts';
import { readerOf } from '../../agents/reading/agent.ts';
import { loadAgents } from '../../agents/loadTranscripts.ts';
import { transcripts } from '../../agents/readTranscript.ts';
import { oneByOne } from '../../agents/reading/whole.ts';
import type { MessageRecord, SubagentRecord, TranscriptStream, Agent } from '../../agents/reading/types.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { Project } from '../base/project.ts';
import type { WindowSessions } from './sessionLists.ts';
import type { OpenedSession, SourceTarget } from './types.ts';

/**
 * Opens only listed sessions, so that no path from a link or a webview's state can make another file a session.
 * Throws `not_found` if there is none.
 */
export async function openSource(target: SourceTarget, lists: WindowSessions): Promise<OpenedSession> {
  if (target.kind === 'session') return sessionSource(target.project, await listedSession(target, lists));
  const { archives } = await lists.of(target.project).archives();
  const archive = archives.find(({ name }) => name === target.id);
  if (archive === undefined) throw gone();
  return archiveSource(target.project, archive);
}

/** Returns the session of a target. Throws `not_found`. */
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
      source: info.source,
      file: info.path,
      session: info,
      startTs: Date.parse(header.startTime),
      lastTs: Date.parse(header.lastUpdated),
      ...defined({ branch, cwd, recovered: info.recovered, fetchedFrom: info.fetchedFrom }),
      ...header.omitted,
      commands: header.commands ?? [],
    },
    messages,
    subagents,
  };
}

function transcript(agent: Agent, path: string): Promise<TranscriptStream> {
  return withStoreErrors(async () => {
    const { mtimeMs, open } = await transcripts.contentOf(path);
    return readerOf(await loadAgents(), agent).stream(open, { path, mtimeMs });
  });
}

async function recorded(project: Project, info: SessionInfo): Promise<TranscriptStream> {
  const { messages, subagents = [], ...header } = await project.sessions.read(info);
  return { header, messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
}

function archiveSource({ archives }: Project, archive: ArchiveInfo): OpenedSession {
  const { title, agent, path, started, updated, branch, project: cwd } = archive;
  const { rewound, unreadable, unknown, part, name, recovered, fetchedFrom } = archive;
  return {
    facts: {
      title,
      file: path,
      rewound,
      unreadable,
      part,
      commands: [],
      ...defined({ unknown }),
      ...(agent !== undefined && agent !== 'history' && { source: agent }),
      session: { source: agent ?? 'history', sessionId: archive.session },
      startTs: Date.parse(started),
      lastTs: Date.parse(updated),
      ...defined({ branch, cwd, recovered, fetchedFrom }),
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
