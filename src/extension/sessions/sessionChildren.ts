import type { SessionInfo } from '../../store/sessions/types.ts';
import type { Project } from '../base/project.ts';
import type { Node } from '../tree/nodes.ts';
import type { ProjectSessions } from './sessionLists.ts';
import type { ArchivesNode, ArchiveTrashNode, SessionNode, SessionTreeNode } from './sessionNodes.ts';
import type { ArrangedSessions } from './sessionOrder.ts';
import { stretchKey } from '../tree/stretches.ts';

/** The sessions of a project as they are shown, those put aside, and the archives, if there are any. */
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
  return isFiltered ? nodes : [...nodes, ...(await archivesOf(project, list))];
}

async function archivesOf(project: Project, list: ProjectSessions): Promise<ArchivesNode[]> {
  const [{ archives, damaged }, failures, trash] = await Promise.all([
    ...([list.archives(), list.failures(), list.trash()] as const),
  ]);
  return archives.length + damaged.length + failures.length + trash.length > 0
    ? [{ kind: 'archives', id: idOf(project, 'archives'), project, count: archives.length }]
    : [];
}

/** A session below another node. */
export const sessionNode = ({ id, project }: Node, info: SessionInfo, isMixed: boolean): SessionNode => ({
  ...{ kind: 'session', id: `${id}/${info.path}` },
  ...{ project, path: info.path, info },
  ...(isMixed && { isMixed }),
});

/** What could not be archived, what cannot be read, and the archives, newest first, then the trash, if anything is in it. */
export async function archiveNodes(
  { id, project }: ArchivesNode,
  list: ProjectSessions,
): Promise<SessionTreeNode[]> {
  const [{ archives, damaged }, failures, trash] = await Promise.all([
    ...([list.archives(), list.failures(), list.trash()] as const),
  ]);
  const own = new Map((await list.sessions()).map(({ sessionId, labels }) => [sessionId, labels?.title]));
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
      ...{ project, archive: { ...archive, title: own.get(archive.session) ?? archive.title } },
    })),
    ...(trash.length > 0
      ? [{ kind: 'archiveTrash' as const, id: `${id}/trash`, project, count: trash.length }]
      : []),
  ];
}

/** The archives in the trash, newest first. */
export const trashedArchives = async (
  { id, project }: ArchiveTrashNode,
  list: ProjectSessions,
): Promise<SessionTreeNode[]> =>
  (await list.trash()).map((trashed) => ({
    ...{ kind: 'trashedArchive', id: `${id}/${trashed.id}`, project, trashed },
  }));

const idOf = (project: Project, name: string): string => JSON.stringify([project.root, name]);
