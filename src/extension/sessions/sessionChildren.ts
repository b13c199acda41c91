import { agents } from '../../store/transcripts/shared/types.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
import { grouped } from '../base/grouped.ts';
import { startOfDay } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Node } from '../tree/nodes.ts';
import type { ProjectSessions } from './sessionLists.ts';
import type { AgentNode, ArchivesNode, DayNode, SessionNode, SessionTreeNode } from './sessionNodes.ts';

/** The agents that have sessions in a project, what is recorded, and its archives if there are any. */
export async function projectChildren(project: Project, list: ProjectSessions): Promise<SessionTreeNode[]> {
  const [sessions, { archives, damaged }, failures] = await Promise.all([
    list.sessions(),
    list.archives(),
    list.failures(),
  ]);
  const bySource = grouped(sessions, ({ source }) => [source]);
  const nodes: SessionTreeNode[] = [...agents, 'history' as const].flatMap((source) => {
    const own = bySource.get(source);
    return own ? [{ kind: 'agent', id: idOf(project, source), project, source, sessions: own }] : [];
  });
  if (archives.length + damaged.length + failures.length > 0)
    nodes.push({ kind: 'archives', id: idOf(project, 'archives'), project, count: archives.length });
  return nodes;
}

/** The days an agent was active on, newest first. */
export function dayNodes({ id, project, sessions }: AgentNode): DayNode[] {
  const days = grouped(sessions, ({ activeAt }) => [startOfDay(activeAt)]);
  return [...days].map(([day, own]) => ({
    kind: 'day',
    id: `${id}/${dayName(day)}`,
    project,
    day,
    sessions: own,
  }));
}

/** A session below another node. */
export const sessionNode = ({ id, project }: Node, info: SessionInfo): SessionNode => ({
  ...{ kind: 'session', id: `${id}/${info.path}` },
  ...{ project, path: info.path, info },
});

/** What could not be archived, what cannot be read, and the archives, newest first. */
export async function archiveNodes(
  { id, project }: ArchivesNode,
  list: ProjectSessions,
): Promise<SessionTreeNode[]> {
  const [{ archives, damaged }, failures] = await Promise.all([list.archives(), list.failures()]);
  return [
    ...failures.map((entry, index) => ({
      ...{ kind: 'failure' as const, id: `${id}/failure/${entry.time}/${index}` },
      ...{ project, entry },
    })),
    ...damaged.map((each) => ({
      ...{ kind: 'damagedArchive' as const, id: `${id}/damaged/${each.name}` },
      ...{ project, damaged: each },
    })),
    ...archives.map((archive) => ({
      ...{ kind: 'archive' as const, id: `${id}/${archive.name}`, name: archive.name },
      ...{ project, archive },
    })),
  ];
}

function dayName(day: number): string {
  const date = new Date(day);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('-');
}

const idOf = (project: Project, name: string): string => JSON.stringify([project.root, name]);
