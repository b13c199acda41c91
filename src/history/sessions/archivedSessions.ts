import { defined } from '../../disk/base/core.ts';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { ArchivedMessage, ArchiveInfo, ArchiveStore } from '../archive/types.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import type { MessageRecord, SessionRecord, SubagentRecord } from '../../agents/reading/types.ts';
import type { ListedSession } from './types.ts';

/** Number of messages read from an archive at once. */
const pageLength = 2_000;

/** Sessions left only in archives, because their agent deleted the transcript or they are from another machine. */
export class ArchivedSessions {
  readonly #archives: ArchiveStore;

  constructor(archives: ArchiveStore) {
    this.#archives = archives;
  }

  /** The newest part of each session, by id. */
  async newest(): Promise<ReadonlyMap<string, ArchiveInfo>> {
    return newestParts((await this.#archives.list()).archives);
  }

  /** Reads all parts of the session that an archive belongs to. */
  async read(path: string): Promise<SessionRecord> {
    const name = basename(path, '.md');
    const { archive } = await this.#archives.read(name, { limit: 1 });
    const { archives } = await this.#archives.list();
    const parts = archives
      .filter(({ session }) => session === archive.session)
      .sort((a, b) => a.part - b.part);
    return recordOf(archive, await this.#messagesOf(parts));
  }

  /** A message that a later part repeats in full replaces the unfinished one. */
  async #messagesOf(parts: readonly ArchiveInfo[]): Promise<ArchivedMessage[]> {
    const messages = new Map<string, ArchivedMessage>();
    for (const { name } of parts)
      for await (const message of messagesOf(this.#archives, name))
        messages.set(`${message.subagent?.agentId ?? ''} ${message.id}`, message);
    return [...messages.values()];
  }
}

/** The newest part of each session, by id. */
export function newestParts(archives: readonly ArchiveInfo[]): ReadonlyMap<string, ArchiveInfo> {
  const newest = new Map<string, ArchiveInfo>();
  for (const archive of archives)
    if (archive.part > (newest.get(archive.session)?.part ?? 0)) newest.set(archive.session, archive);
  return newest;
}

/** Reports how much of a transcript is archived, given the newest part; undefined for nothing. */
export function archivedExtent(
  { activeAt, changedAt = Infinity }: Pick<ListedSession, 'activeAt' | 'changedAt'>,
  newest: ArchiveInfo | undefined,
): 'wholly' | 'partly' | undefined {
  if (newest === undefined) return undefined;
  const isWhole = Date.parse(newest.updated) >= activeAt || Date.parse(newest.archived) >= changedAt;
  return isWhole && newest.messages > 0 ? 'wholly' : 'partly';
}

/** Describes a session left only in an archive; undefined if the archive was deleted in the meantime. */
export function listedArchive(archive: ArchiveInfo): ListedSession | undefined {
  const { agent, session, title, path, started, updated, project, branch, automated } = archive;
  const { recovered, secrets, fetchedFrom } = archive;
  const size = lstatOwn(path)?.size;
  if (size === undefined) return undefined;
  return {
    source: agent ?? 'history',
    sessionId: session,
    title,
    path,
    size,
    archived: true,
    startedAt: Date.parse(started),
    activeAt: Date.parse(updated),
    ...defined({ cwd: project, gitBranch: branch, isAutomated: automated, recovered, secrets, fetchedFrom }),
  };
}

function recordOf(archive: ArchiveInfo, messages: readonly ArchivedMessage[]): SessionRecord {
  const { session, title, agent, started, updated, project, branch, unreadable, rewound, unknown } = archive;
  const subagents = subagentsOf(messages);
  return {
    sessionId: session,
    title,
    startTime: started,
    lastUpdated: updated,
    projectHash: createHash('sha256')
      .update(project ?? '')
      .digest('hex'),
    ...defined({ source: agent, cwd: project, gitBranch: branch }),
    messages: messages.filter(({ subagent }) => subagent === undefined).map(messageOf),
    ...(subagents.length > 0 && { subagents }),
    omitted: { unreadable, rewound, ...defined({ unknown }) },
  };
}

/** Reads the messages of an archive page by page, including those of subagents. */
export async function* messagesOf(archives: ArchiveStore, name: string): AsyncGenerator<ArchivedMessage> {
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = await archives.read(name, { offset, limit: pageLength });
    yield* page.messages;
    offset = page.nextOffset;
  }
}

/** Collects the subagent conversations in the messages of an archive. */
export function subagentsOf(messages: readonly ArchivedMessage[]): SubagentRecord[] {
  const found = new Map<string, { title?: string; messages: MessageRecord[] }>();
  for (const message of messages) {
    if (message.subagent === undefined) continue;
    const { agentId, title } = message.subagent;
    const one = found.get(agentId) ?? { ...defined({ title }), messages: [] };
    one.messages.push(messageOf(message));
    found.set(agentId, one);
  }
  return [...found].map(([agentId, one]) => ({ agentId, ...one }));
}

/** Converts an archived message to the form of the readers. */
export const messageOf = ({ text, ...message }: ArchivedMessage): MessageRecord => ({
  ...message,
  content: text,
});
