import { defined } from '../base/core.ts';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { ArchivedMessage, ArchiveInfo, ArchiveStore } from '../archive/types.ts';
import { peek } from '../files/way.ts';
import type { MessageRecord, SessionRecord, SubagentRecord } from '../transcripts/shared/types.ts';
import type { ListedSession } from './types.ts';

/** So many messages of an archive are read at once. */
const pageLength = 2_000;

/** Sessions of which nothing but archives is left, because the agent deleted its transcript, or is another machine's. */
export class ArchivedSessions {
  readonly #archives: ArchiveStore;

  constructor(archives: ArchiveStore) {
    this.#archives = archives;
  }

  /** Those whose ids are not among the known ones. */
  async besides(known: ReadonlySet<string>): Promise<ListedSession[]> {
    const { archives } = await this.#archives.list();
    const newest = newestParts(archives.filter(({ session }) => !known.has(session)));
    return newest.map(listed).filter((session) => session !== undefined);
  }

  /** All parts of the session that the archive at a path is a part of. */
  async read(path: string): Promise<SessionRecord> {
    const name = basename(path, '.md');
    const { archive } = await this.#archives.read(name, { limit: 1 });
    const { archives } = await this.#archives.list();
    const parts = archives
      .filter(({ session }) => session === archive.session)
      .sort((a, b) => a.part - b.part);
    return recordOf(archive, await this.#messagesOf(parts));
  }

  /** A message that a later part holds once more, finished, takes the place of the unfinished one. */
  async #messagesOf(parts: readonly ArchiveInfo[]): Promise<ArchivedMessage[]> {
    const messages = new Map<string, ArchivedMessage>();
    for (const { name } of parts)
      for await (const message of messagesOf(this.#archives, name))
        messages.set(`${message.subagent?.agentId ?? ''} ${message.id}`, message);
    return [...messages.values()];
  }
}

function newestParts(archives: readonly ArchiveInfo[]): readonly ArchiveInfo[] {
  const newest = new Map<string, ArchiveInfo>();
  for (const archive of archives)
    if (archive.part > (newest.get(archive.session)?.part ?? 0)) newest.set(archive.session, archive);
  return [...newest.values()];
}

/** Undefined for an archive that is gone meanwhile. */
function listed(archive: ArchiveInfo): ListedSession | undefined {
  const { agent, session, title, path, started, updated, project, branch } = archive;
  const size = peek(path)?.size;
  if (size === undefined) return undefined;
  return {
    ...{ source: agent ?? 'history', sessionId: session, title, path, size, archived: true },
    ...{ startedAt: Date.parse(started), activeAt: Date.parse(updated) },
    ...defined({ cwd: project, gitBranch: branch }),
  };
}

function recordOf(archive: ArchiveInfo, messages: readonly ArchivedMessage[]): SessionRecord {
  const { session, title, agent, started, updated, project, branch, unreadable, rewound } = archive;
  const subagents = subagentsOf(messages);
  return {
    ...{ sessionId: session, title, startTime: started, lastUpdated: updated },
    projectHash: createHash('sha256')
      .update(project ?? '')
      .digest('hex'),
    ...defined({ source: agent, cwd: project, gitBranch: branch }),
    messages: messages.filter(({ subagent }) => subagent === undefined).map(messageOf),
    ...(subagents.length > 0 && { subagents }),
    omitted: { unreadable, rewound },
  };
}

/** The messages of one archive, subagents' included, read page by page. */
export async function* messagesOf(archives: ArchiveStore, name: string): AsyncGenerator<ArchivedMessage> {
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = await archives.read(name, { offset, limit: pageLength });
    yield* page.messages;
    offset = page.nextOffset;
  }
}

/** The conversations of subagents among the messages of an archive. */
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

/** An archived message in the form of the readers. */
export const messageOf = ({ text, ...message }: ArchivedMessage): MessageRecord => ({
  ...message,
  content: text,
});
