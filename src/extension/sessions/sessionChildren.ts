import type { SessionInfo } from '../../history/sessions/types.ts';
import type { Project } from '../base/project.ts';
import type { Node } from '../tree/nodes.ts';
import type { ProjectSessions } from './sessionLists.ts';
import type { ArchiveTrashNode, SessionNode, SessionTreeNode } from './sessionNodes.ts';
import type { ArrangedSessions } from './sessionOrder.ts';
import { stretchKey } from '../tree/stretches.ts';

/** Returns a project's displayed sessions, hidden ones, and what cannot be read, could not be kept or was deleted, if any. */
export async function projectChildren(
  project: Project,
  list: ProjectSessions,
  { sessions, archived, isFiltered }: ArrangedSessions & { readonly isFiltered: boolean },
): Promise<SessionTreeNode[]> {
  const nodes: SessionTreeNode[] = [];
  const root = { id: idOf(project, 'all'), project };
  for (const each of sessions)
    if ('stretch' in each) {
      const id = idOf(project, stretchKey(each.stretch));
      nodes.push({ kind: 'day', id, project, stretch: each.stretch, sessions: each.items });
    } else nodes.push(sessionNode(root, each, list.isMixed));
  if (archived.length > 0)
    nodes.push({ kind: 'archivedSessions', id: idOf(project, 'archived'), project, sessions: archived });
  return isFiltered ? nodes : [...nodes, ...(await problemsAndTrash(project, list))];
}

/** Returns places that cannot be read, failures to keep a session, unreadable copies, and the trash if it is not empty. */
async function problemsAndTrash(project: Project, list: ProjectSessions): Promise<SessionTreeNode[]> {
  const [{ damaged }, failures, trash] = await Promise.all([
    ...([list.archives(), list.failures(), list.trash()] as const),
  ]);
  return [
    ...list.unread.map((place) => ({
      kind: 'unreadPlace' as const,
      id: idOf(project, `unread/${place.path}`),
      project,
      place,
    })),
    ...failures.map((entry, index) => ({
      kind: 'failure' as const,
      id: idOf(project, `failure/${entry.time}/${index}`),
      project,
      entry,
    })),
    ...damaged.map((each) => ({
      kind: 'damagedArchive' as const,
      id: idOf(project, `damaged/${each.name}`),
      project,
      damaged: each,
    })),
    ...(trash.length > 0
      ? [{ kind: 'archiveTrash' as const, id: idOf(project, 'trash'), project, count: trash.length }]
      : []),
  ];
}

/** Returns the node of a session below another node. */
export const sessionNode = ({ id, project }: Node, info: SessionInfo, isMixed: boolean): SessionNode => ({
  kind: 'session',
  id: `${id}/${info.path}`,
  project,
  path: info.path,
  info,
  ...(isMixed && { isMixed }),
});

/** Returns archives in the trash, newest first. */
export const trashedArchives = async (
  { id, project }: ArchiveTrashNode,
  list: ProjectSessions,
): Promise<SessionTreeNode[]> =>
  (await list.trash()).map((trashed) => ({
    kind: 'trashedArchive',
    id: `${id}/${trashed.id}`,
    project,
    trashed,
  }));

const idOf = (project: Project, name: string): string => JSON.stringify([project.root, name]);
