import { gone, positionIn, type OpenPlace } from '../base/place.ts';
import type { Project } from '../base/project.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { ProjectSessions } from './sessionLists.ts';
import { openSource } from './sessionSource.ts';
import type { SourceTarget } from './types.ts';
import type { SessionServices } from './sessionTarget.ts';

/** Opens messages of archives. */
export const openArchivePlace =
  (services: SessionServices): OpenPlace =>
  async ({ project, reference, position }, options) => {
    const { name, entry } = reference;
    const { archives } = await services.sessionLists.of(project).archives();
    if (!archives.some((archive) => archive.name === name)) throw gone();
    const found = position ?? (await positionIn(archivePages(project, name), entry));
    services.sessionPanes.open({ project, kind: 'archive', id: name }, { ...options, position: found });
  };

/** Number of an archive's messages read at once. */
const pageLength = 2_000;

async function* archivePages(project: Project, name: string) {
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = await project.archives.read(name, { offset, limit: pageLength });
    yield page.messages.map(({ id, timestamp }) => ({ id, ts: Date.parse(timestamp) }));
    offset = page.nextOffset;
  }
}

/**
 * Opens messages of sessions. The name is the transcript's path, or the session's id or its beginning; briefs refer
 * to a message by number.
 */
export const openSessionPlace =
  (services: SessionServices): OpenPlace =>
  async ({ project, reference, position }, options) => {
    const { name, entry } = reference;
    const info = await sessionNamed(services.sessionLists.of(project), name);
    if (info === undefined) throw gone();
    const target: SourceTarget = { project, kind: 'session', id: info.path };
    const numbered = entry !== undefined && /^\d{1,7}$/.test(entry) ? Number(entry) - 1 : undefined;
    const found = position ?? (await positionIn(sessionPages(target, services), entry)) ?? numbered;
    services.sessionPanes.open(target, { ...options, position: found });
  };

/** Lists the sessions again if none has the name: it may be new. */
async function sessionNamed(list: ProjectSessions, name: string): Promise<SessionInfo | undefined> {
  const find = async () => {
    const sessions = await list.sessions();
    return (
      sessions.find(({ path, sessionId }) => [path, sessionId].includes(name)) ??
      sessions.find(({ sessionId }) => name.length >= 8 && sessionId.startsWith(name))
    );
  };
  const known = await find();
  if (known) return known;
  list.forgetSessions();
  return find();
}

/** Yields messages one by one, numbered as in the pane. */
async function* sessionPages(target: SourceTarget, { sessionLists }: SessionServices) {
  const { messages } = await openSource(target, sessionLists);
  for await (const { id, timestamp } of messages()) yield [{ id, ts: Date.parse(timestamp) }];
}
